//! Section headings in each language, beside those of git where an attribute names the language.

use bstr::BStr;
use patch_gen::{Entry, GenOptions, Headings, Language, Snapshot, tree_patch};
use proptest::prelude::*;

use crate::scratch::Scratch;

/// Each line is put above a change of its own.
#[track_caller]
fn check(language: Language, lines: &[&str]) {
    let text = |changed: &str| {
        let block = |line: &&str| format!("{line}\n\t= {changed};\n\n");
        lines.iter().map(block).collect::<String>()
    };
    let (old, new) = (text("1"), text("2"));
    let tree = |text| -> Snapshot<'_> { [("file", Entry::file(text))].into_iter().collect() };
    let (old, new) = (tree(&old), tree(&new));
    let options = GenOptions::default().context(0).headings(Headings::Of(language));
    let ours = tree_patch(&old, &new, &options).unwrap().to_bytes();
    let scratch = Scratch::with(&old);
    let old = scratch.tree_id();
    scratch.fill(&new);
    let new = scratch.tree_id();
    scratch.set_attributes(&format!("diff={}", language.git_name()));
    let theirs = scratch.git(&["diff", "--histogram", "-U0", &old, &new], b"");
    let headings = |patch: &[u8]| {
        let text = String::from_utf8_lossy(patch).into_owned();
        let headings = text.lines().filter(|line| line.starts_with("@@ "));
        headings.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(theirs.starts_with(b"diff "), "{}", BStr::new(&theirs));
    assert_eq!(headings(&ours), headings(&theirs), "{language:?}\n{lines:#?}");
}

#[test]
fn headings_of_each_language_are_those_of_git() {
    for (language, lines) in [
        (
            Language::Bash,
            &[
                "f() {",
                "  f ( ) (",
                "function g {",
                "function h() [[ x",
                "function h",
                "f() x",
                "function g() ((",
                "f () { x; }",
                "functionx {",
            ][..],
        ),
        (
            Language::Cpp,
            &[
                "int main()",
                "label:",
                "  public:",
                "::f()",
                ":: f()",
                "private: // x",
                "default:x",
                "#include",
                "std::string f() {  ",
                "case: /*",
            ],
        ),
        (
            Language::CSharp,
            &[
                "  public void F(int a)",
                "  if (a b)",
                "  int x;",
                "  public int X",
                "    class A : B",
                "namespace X.Y",
                "  Dictionary<int, List<string>> F<T>(T a) where T : new()",
                "  A<B> c<D>(",
                "  return f(x)",
                "  sealed record R",
                "  public string Name { get; set; }",
                "  public string Name",
                "  public static implicit operator X(Y y)",
                "  x = y",
                "  f(x)",
                "  a b;",
                "  [Attr] void F()",
                "  a <b> c(",
                "  async Task F() =>",
                "\tnew class X",
                "a < b (",
                "a b<c",
                "a b,",
                ".<<T> .",
                "a<b>>> c",
                "a<b<c> d",
                "a<> b",
                "a<b>c<d> e",
                "a<b><c> d (;",
                "a<.> b",
                "a b<c d>(e",
                "a b<c> ( ( x",
            ],
        ),
        (
            Language::Css,
            &[
                "a:hover {",
                "color: red;",
                "@media x {",
                ".x",
                "#y z",
                ":root",
                "  .x",
                "a:",
                ".-x",
                "{",
                "[x]",
                "X {   ",
            ],
        ),
        (
            Language::Elixir,
            &[
                "  def f do",
                "defp g",
                "defmodule X do",
                "defx",
                "test \"x\" do",
                "def",
                "defimpl X",
            ],
        ),
        (
            Language::Go,
            &[
                "func f() {",
                "functional",
                "type X struct {",
                "type X struct { a int }",
                "type X int",
                "  type I interface {}",
                "type struct",
                "typestruct",
                "type X structinterface { { x",
            ],
        ),
        (Language::Html, &["<h1>x</h1>", "  <H2 class=a>", "<h7>", "<h1x>", "<h3 x", "<p>"]),
        (
            Language::Java,
            &[
                "  public class A {",
                "  double f() {",
                "  int f(int a) {",
                "  int f(int a);",
                "  return f(x)",
                "  List<String> f(",
                "  f(x) {",
                "  a.b c . d(",
                "@A class B",
                "non-sealed class X",
                "  record R(int a)",
                "  A[] f (",
                "  static <T extends X> T f(T a)",
                "interface X",
                "class",
                "  int f() { a; }",
            ],
        ),
        (
            Language::Kotlin,
            &[
                "fun f() {",
                "  private fun g",
                "class X",
                "data class Y(",
                "Fun x",
                "val x = fun y",
                "interface Z",
            ],
        ),
        (
            Language::Markdown,
            &["# a", "   ## b  ", "    # c", "#x", "####### y", "###### z", "#\tq"],
        ),
        (
            Language::Php,
            &[
                "function f() {",
                "  public static function g",
                "class X",
                "final class Y",
                "abstract trait",
                "trait T",
                "enumx",
                "final enum",
                "public class",
                "static functional",
            ],
        ),
        (
            Language::Python,
            &[
                "def f():",
                "    async def g():",
                "class X:",
                "async  def h",
                "asyncdef i",
                "classy",
                "  def\tj",
                "async class X",
            ],
        ),
        (Language::Ruby, &["def f", "  class X", "module Y", "end", "defx"]),
        (
            Language::Rust,
            &[
                "fn f() {",
                "    pub fn g(",
                "pub(crate) async fn h",
                "pub(in a) struct X;",
                "impl<T> X for T {",
                "unsafe impl X",
                "const unsafe fn f",
                "extern \"C\" fn f",
                "extern fn g",
                "macro_rules! x {",
                "fnx",
                "trait T<",
                "mod tests {",
                "mod tests;",
                "pub() fn",
                "  let f = fn x",
                "pub const fn a",
                "pub  enum E",
                "union U {",
                "use x;",
            ],
        ),
        (
            Language::Tex,
            &[
                "\\section{a}",
                "\\subsubsection*{b}",
                "\\chapter{c}",
                "\\part d",
                "\\subchapter{e}",
                "  \\section{f}",
                "\\sub{g}",
                "\\part*{h}",
            ],
        ),
    ] {
        check(language, lines);
    }
}

#[test]
fn long_headings_and_crlf_are_those_of_git() {
    let long = format!("fn {}() {{", "\u{e9}".repeat(60));
    check(Language::Rust, &[&long, "fn f() {\r", "fn g() \x0b", "fn h \u{a0}"]);
    let many = format!("  public {} f(", "Type<A, B> ".repeat(20));
    check(Language::CSharp, &[&many]);
}

#[test]
fn the_name_tells_the_language_where_that_is_asked_for() {
    let old = "impl X {\n    fn f() {\n        1\n";
    let new = old.replace('1', "2");
    let heading = |old_name: &str, new_name: &str| {
        let tree = |name: &str, text| -> Snapshot<'_> {
            [(name.to_owned(), Entry::file(text))].into_iter().collect()
        };
        let (old, new) = (tree(old_name, old), tree(new_name, &new));
        let mut options = GenOptions::default().context(0).headings(Headings::ByName);
        options.renames.least = 10;
        let patch = tree_patch(&old, &new, &options).unwrap();
        patch.files[0].hunks()[0].section().to_string()
    };
    assert_eq!(heading("x.rs", "x.rs"), "fn f() {");
    assert_eq!(heading("x", "x"), "impl X {");
    assert_eq!(heading("x.rs", "x.txt"), "fn f() {");
    assert_eq!(heading("x.txt", "x.rs"), "fn f() {");
}

/// What the rules of the languages are made of. Which characters beyond ASCII are letters is the
/// locale's to say.
const PIECES: &[&str] = &[
    " ",
    "\t",
    "  ",
    "(",
    ")",
    "()",
    "{",
    "}",
    ";",
    ":",
    "::",
    ",",
    ".",
    "<",
    ">",
    "<T>",
    "[",
    "]",
    "=",
    "\"C\"",
    "//",
    "#",
    "##",
    "@",
    "*",
    "-",
    "x",
    "Y1",
    "_z",
    "!",
    "pub",
    "pub(x)",
    "fn",
    "async",
    "const",
    "unsafe",
    "extern",
    "struct",
    "impl",
    "mod",
    "trait",
    "class",
    "def",
    "defp",
    "module",
    "func",
    "function",
    "type",
    "interface",
    "enum",
    "record",
    "final",
    "abstract",
    "static",
    "public",
    "private",
    "new",
    "return",
    "if",
    "do",
    "namespace",
    "fun",
    "test",
    "<h1",
    "\\",
    "sub",
    "section",
    "part",
    "int",
];

proptest! {
    // Each case starts git a few times.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn headings_of_any_lines_are_those_of_git(
        language in prop::sample::select(Language::all().collect::<Vec<_>>()),
        lines in prop::collection::vec(
            prop::collection::vec(prop::sample::select(PIECES), 1..8).prop_map(|pieces| pieces.concat()),
            1..60,
        ),
    ) {
        check(language, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
