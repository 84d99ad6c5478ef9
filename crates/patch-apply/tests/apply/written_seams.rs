//! Where what is written meets the lines that are kept: one rule holds for all old lines, and the
//! added ones are indented as they are to be.

use patch_apply::Cause;

use crate::written::{is_refused_for, makes};

/// What opens a block, what is in it, what ends it, in the step of the language.
const BLOCKS: [(&str, &str, &str, &str); 10] = [
    ("fn a() {", "b();", "}", "    "),
    ("<div>", "<p>a</p>", "</div>", "  "),
    ("def a", "b = c", "end", "  "),
    ("if [ a ]; then", "b c", "fi", "    "),
    ("if(A)", "set(b c)", "endif()", "  "),
    ("IF a THEN", "b := c;", "END IF;", "    "),
    ("Sub A()", "b = c", "End Sub", "\t"),
    ("\\begin{a}", "\\item b", "\\end{a}", "  "),
    ("{% if a %}", "<p>b</p>", "{% endif %}", "  "),
    ("\"a\": {", "\"b\": 1,", "},", "  "),
];

/// A file in steps of a language: two blocks in one that has them.
fn file([open, inner, close, step]: [&str; 4]) -> [String; 9] {
    let at = |depth: usize, words: &str| format!("{}{words}\n", step.repeat(depth));
    [
        at(0, open),
        at(1, open),
        at(2, &format!("{inner} # 1")),
        at(2, &format!("{inner} # 2")),
        at(1, close),
        at(1, open),
        at(2, &format!("{inner} # 3")),
        at(1, close),
        at(0, close),
    ]
}

#[test]
fn what_is_last_in_a_block_is_no_line_behind_it() {
    for (open, inner, close, step) in BLOCKS {
        let lines = file([open, inner, close, step]);
        let added = format!("{}{inner} # 4\n", step.repeat(2));
        let [one, two, end] = [&lines[2], &lines[3], &lines[4]];
        let hunk = format!(" {step}{one} {step}{two}+{added} {step}{end}");
        let before = lines.concat();
        makes(&before, &[&hunk], &before.replacen(two, &format!("{two}{added}"), 1));
    }
}

#[test]
fn what_ends_a_block_is_as_deep_as_what_begins_it() {
    for (open, inner, close, step) in BLOCKS {
        let lines = file([open, inner, close, step]);
        let added = [close, open].map(|words| format!("{step}{words}\n"));
        let plus = added.iter().map(|line| format!("+{line}")).collect::<String>();
        let [one, two] = [&lines[2], &lines[3]];
        let before = lines.concat();
        let after = before.replacen(two, &format!("{}{two}", added.concat()), 1);
        // Old lines a step too deep, or one less.
        makes(&before, &[&format!(" {step}{one}{plus} {step}{two}")], &after);
        let [one, two] = [one, two].map(|line| line.strip_prefix(step).unwrap());
        makes(&before, &[&format!(" {one}{plus} {two}")], &after);
    }
    // Another part of what is begun.
    makes(
        "def f():\n    while a:\n        try:\n            b()\n            c()\n            d()\n",
        &[
            "           b()\n           c()\n+        except E:\n+            e()\n+        else:\n           d()\n",
        ],
        "def f():\n    while a:\n        try:\n            b()\n            c()\n        except E:\n            e()\n        else:\n            d()\n",
    );
    // At the end of the file.
    makes(
        "f(a) {\n  if b {\n    c\n  }\n",
        &["   c\n }\n+}\n"],
        "f(a) {\n  if b {\n    c\n  }\n}\n",
    );
}

#[test]
fn what_fits_in_neither_as_it_is_nor_by_the_rule_is_not_written() {
    // As it is, it closes nothing either.
    is_refused_for(
        Cause::UnmappedIndentation,
        "f(a) {\n    if b {\n        c\n        d\n    }\n}\n",
        "     c\n+   }\n+   if e {\n     d\n",
    );
    // The line that begins a comment is one blank before what is in it.
    is_refused_for(
        Cause::UnmappedIndentation,
        " *\n * Made by a tool.\n */\npackage x;\n",
        "+/**\n+* Not by hand.\n *\n * Made by a tool.\n",
    );
}

#[test]
fn what_removed_lines_show_as_well_holds_whatever_the_change_breaks() {
    // What opens the kept end is replaced, all lines a blank or a step off.
    for (open, inner, close, step) in BLOCKS {
        let file = file([open, inner, close, step]);
        let [outer, old, kept, end] = [&file[0], &file[1], &file[2], &file[4]];
        let after = format!("{outer}{step}other\n{kept}");
        let before = file.concat();
        for more in [" ", step] {
            let hunk = [(' ', outer), ('-', old), ('+', &format!("{step}other\n"))];
            let hunk = hunk.into_iter().chain([(' ', kept), (' ', &file[3]), (' ', end)]);
            let hunk: String = hunk.map(|(mark, line)| format!("{mark}{more}{line}")).collect();
            makes(&before, &[&hunk], &before.replacen(&format!("{outer}{old}{kept}"), &after, 1));
        }
    }
    // In a string of several lines.
    makes(
        "t = \"\"\"\n  <div>\n    <b>a</b>\n  </div>\n\"\"\"\n",
        &["-   <div>\n-     <b>a</b>\n+   <p>\n+     <b>b</b>\n    </div>\n"],
        "t = \"\"\"\n  <p>\n    <b>b</b>\n  </div>\n\"\"\"\n",
    );
}

#[test]
fn what_is_another_of_the_lines_behind_it_is_not_moved_into_those_in_front() {
    is_refused_for(
        Cause::UnmappedIndentation,
        "services:\n  one:\n    image: a\n    ports:\n      - 1\n  two:\n    image: b\n",
        "   ports:\n     - 1\n+  three:\n+    image: c\n two:\n   image: b\n",
    );
    is_refused_for(
        Cause::UnmappedIndentation,
        "steps:\n- name: One\n  run: |\n    make one\n- name: Two\n  run: |\n    make two\n",
        " make one\n+- name: Three\n+  run: |\n+    make three\n",
    );
}

#[test]
fn what_structure_does_not_contradict_moves_with_the_context() {
    for (open, inner, close, step) in BLOCKS {
        let lines = file([open, inner, close, step]);
        let before = lines.concat();
        let added = [(1, open), (2, inner), (1, close)];
        let added = added.map(|(depth, words)| format!("{}{words}\n", step.repeat(depth)));
        let plus = added.iter().map(|line| format!("+{step}{line}")).collect::<String>();
        let hunk = format!(" {step}{} {step}{}{plus} {step}{}", lines[3], lines[4], lines[5]);
        let end = format!("{}{}", lines[3], lines[4]);
        makes(&before, &[&hunk], &before.replacen(&end, &format!("{end}{}", added.concat()), 1));
    }
}

#[test]
fn the_first_line_of_a_block_is_in_it_whatever_opens_it() {
    for (open, inner, close, step) in BLOCKS {
        let at = |depth: usize, words: &str| format!("{}{words}\n", step.repeat(depth));
        let [open, added, close] = [at(1, open), at(2, inner), at(1, close)];
        let [one, two] = [at(1, "one"), at(1, "two")];
        let before = format!("root\n{one}{open}{close}{two}");
        let after = format!("root\n{one}{open}{added}{close}{two}");
        let hunk = |shifted: &dyn Fn(&str) -> String| {
            let line = |mark: char, line: &str| format!("{mark}{}", shifted(line));
            [(' ', &one), (' ', &open), ('+', &added), (' ', &close), (' ', &two)]
                .map(|(mark, text)| line(mark, text))
                .concat()
        };
        makes(&before, &[&hunk(&|line| format!("{step}{line}"))], &after);
        makes(&before, &[&hunk(&|line| line.strip_prefix(step).unwrap().to_owned())], &after);
    }
}

#[test]
fn a_line_that_is_deeper_than_its_block_tells_nothing() {
    let before = "    let a;\n    let b;\nfn f() {\n        call(0);\n    let c;\n    let d;\n    let g;\n}\n";
    let hunk = "         let b;\n     fn f() {\n+        let e;\n             call(0);\n         let c;\n-        let d;\n         let g;\n";
    // By the rule it is as deep as what is after, and less deep than the line below it.
    is_refused_for(Cause::UnmappedIndentation, before, hunk);
}

#[test]
fn an_added_line_stays_around_what_it_encloses_in_the_patch() {
    // Two heads of the patch, in other steps than the file, become one.
    let python = "def run(jobs):\n  for job in jobs:\n    if job.a:\n      if job.b:\n        start(job)\n        wait(job)\n  return True\n";
    let yaml = "a:\n  b:\n    c:\n      d:\n        e: 1\n        f: 2\n";
    for (file, hunk, (old, new)) in [
        (
            python,
            " def run(jobs):\n     for job in jobs:\n-        if job.a:\n-            if job.b:\n+        if job.a and job.b:\n                 start(job)\n                 wait(job)\n",
            ("    if job.a:\n      if job.b:\n", "    if job.a and job.b:\n"),
        ),
        (
            yaml,
            " a:\n     b:\n-        c:\n-            d:\n+        cd:\n                 e: 1\n                 f: 2\n",
            ("    c:\n      d:\n", "    cd:\n"),
        ),
    ] {
        makes(file, &[hunk], &file.replace(old, new));
    }
}
