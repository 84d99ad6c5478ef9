//! The page: its structure, and that nothing of names and contents gets to be markup.

use bstr::BStr;
use patch_gen::html::{Page, Tone};
use patch_gen::{Entry, FileChange, GenOptions};
use patch_parse::FileMode;
use snapbox::{assert_data_eq, str};

/// What is after the head: the style sheet is long.
fn body(page: &str) -> &str {
    let (_, body) = page.split_once("<body>\n").unwrap();
    body
}

#[test]
fn a_page_has_notes_a_list_and_two_tables_a_file() {
    let old = Entry::file("fn f() {\n    let a = 1;\n}\n");
    let new = Entry::executable("fn f() {\n    let b = 1;\n    g();\n}");
    let path = BStr::new("src/a.rs");
    let changes = [
        FileChange::Move { old_path: "src/old.rs".into(), path, old: &old, new: &new },
        FileChange::Add { path: "logo".into(), new: &Entry::file(b"\0\x01") },
    ];
    let options = GenOptions::default().context(1);
    let page = Page::new("A & B").note(Tone::Good, "done").changes(changes, &options).to_html();
    assert_data_eq!(
        body(&page),
        str![[r##"
<input type="radio" name="view" id="view-beside" checked><label for="view-beside">Side by side</label>
<input type="radio" name="view" id="view-inline"><label for="view-inline">Inline</label>
<main>
<h1>A &amp; B</h1>
<pre class="note good">done</pre>
<nav><table><tbody>
<tr><td class="l">R</td><td><a href="#f1">src/old.rs → src/a.rs</a></td><td class="s"><span class="p">+3</span> <span class="m">-2</span></td></tr>
<tr><td class="l">A</td><td><a href="#f2">logo</a></td><td class="s"></td></tr>
</tbody></table></nav>
<details open id="f1"><summary><span class="l">R</span> src/old.rs → src/a.rs <span class="p">+3</span> <span class="m">-2</span></summary>
<p>mode 100644 → 100755</p><table class="beside"><colgroup><col class="n"><col><col class="n"><col></colgroup><tbody>
<tr><th class="h" colspan="4">@@ -1,3 +1,4 @@ </th></tr>
<tr><td class="n">1</td><td class="c"><i> </i>fn f() {</td><td class="n">1</td><td class="c"><i> </i>fn f() {</td></tr>
<tr><td class="n">2</td><td class="d"><i>-</i>    let <del>a</del> = 1;</td><td class="n">2</td><td class="a"><i>+</i>    let <ins>b</ins> = 1;</td></tr>
<tr><td class="n">3</td><td class="d"><i>-</i>}</td><td class="n">3</td><td class="a"><i>+</i><ins>    g();</ins></td></tr>
<tr><td class="n"></td><td class="e"></td><td class="n">4</td><td class="a"><i>+</i>}<span class="x">no newline at the end</span></td></tr>
</tbody></table>
<table class="inline"><colgroup><col class="n"><col class="n"><col></colgroup><tbody>
<tr><th class="h" colspan="3">@@ -1,3 +1,4 @@ </th></tr>
<tr><td class="n">1</td><td class="n">1</td><td class="c"><i> </i>fn f() {</td></tr>
<tr><td class="n">2</td><td class="n"></td><td class="d"><i>-</i>    let <del>a</del> = 1;</td></tr>
<tr><td class="n">3</td><td class="n"></td><td class="d"><i>-</i>}</td></tr>
<tr><td class="n"></td><td class="n">2</td><td class="a"><i>+</i>    let <ins>b</ins> = 1;</td></tr>
<tr><td class="n"></td><td class="n">3</td><td class="a"><i>+</i><ins>    g();</ins></td></tr>
<tr><td class="n"></td><td class="n">4</td><td class="a"><i>+</i>}<span class="x">no newline at the end</span></td></tr>
</tbody></table>
</details>
<details open id="f2"><summary><span class="l">A</span> logo </summary>
<p>new file, mode 100644</p><p>binary, 0 → 2 bytes</p></details>
</main>
</body>
</html>

"##]]
    );
}

#[test]
fn a_page_without_files_has_nothing_to_choose() {
    let page = Page::new("Refused").note(Tone::Bad, "why\nindeed").to_html();
    assert_data_eq!(
        body(&page),
        str![[r#"
<main>
<h1>Refused</h1>
<pre class="note bad">why
indeed</pre>
</main>
</body>
</html>

"#]]
    );
}

/// What would do harm if it were taken for markup, for a command or for the end of something.
const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "</pre></td></table></style><img src=x onerror=alert(1)>",
    "\"><svg/onload=alert(1)>",
    "' onmouseover='alert(1)",
    "<!--",
    "]]>",
    "&lt;script&gt; &#x3c;",
    "javascript:alert(1)",
    "<base href=//evil><meta http-equiv=refresh content=0>",
    "\u{202e}txet sdrawkcab\u{2066}",
    "\x1b]8;;http://evil\x07",
    "\u{fe64}script\u{fe65}",
];

/// A page about a text, which is everywhere where one can be.
fn page_about(text: &str) -> String {
    let contents = |last: &str| format!("fn {text}\n1\n{text} {last}\n");
    let (old, new) = (contents("a"), contents("b"));
    let (old, new) = (Entry::file(&old), Entry::file(&new));
    let name = format!("dir/{text}");
    let path = BStr::new(&name);
    let link = Entry::new(text.as_bytes(), FileMode::SYMLINK);
    let changes = [
        FileChange::Modify { path, old: &old, new: &new },
        FileChange::Move { old_path: path, path, old: &old, new: &new },
        FileChange::Add { path, new: &link },
    ];
    let options = GenOptions::default().context(0);
    Page::new(text).note(Tone::Bad, text).changes(changes, &options).to_html()
}

/// The elements of a page with their attributes, but for those that tell a character and those that
/// mark words.
fn elements(page: &str) -> Vec<&str> {
    let all = page.split('<').skip(1).map(|piece| piece.split('>').next().unwrap());
    let depends = ["span class=\"x\"", "/span", "del", "/del", "ins", "/ins"];
    all.filter(|element| !depends.contains(element)).collect()
}

#[test]
fn nothing_that_files_contain_becomes_markup() {
    let harmless = page_about("harmless");
    for hostile in HOSTILE {
        let page = page_about(hostile);
        assert_eq!(elements(&page), elements(&harmless), "{hostile:?}");
        let is_command =
            |c: char| (c.is_control() && c != '\n' && c != '\t') || "\u{202e}\u{2066}".contains(c);
        assert!(!page.contains(is_command), "{hostile:?}");
    }
    // That one sees a difference is seen by a page that is one.
    assert_ne!(elements(&harmless.replace("harmless", "<b>x</b>")), elements(&harmless));
}
