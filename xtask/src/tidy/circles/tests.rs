//! Small crates, and which of their files import each other.

use super::super::workspace::{File, Package, Workspace};
use super::*;

/// A crate of files given as `path: text`, the root first.
fn crate_of(files: &[(&str, &str)]) -> Workspace {
    let root = files.first().map(|(path, _)| (*path).to_owned());
    let package = Package { roots: root.into_iter().collect(), ..Package::default() };
    let files = files.iter();
    let file = |&(path, text): &(&str, &str)| File { path: path.to_owned(), text: text.to_owned() };
    Workspace { packages: vec![package], files: files.map(file).collect(), ..Workspace::default() }
}

fn circles(files: &[(&str, &str)]) -> Vec<String> {
    let workspace = crate_of(files);
    let text = |path: &str| workspace.file(path).map(|file| file.text.as_str());
    let modules = modules::read(files[0].0, &text).unwrap();
    knots_of(&modules).iter().map(|knot| around(&knot.circle)).collect()
}

/// Which circles two files form below a root that declares them.
#[track_caller]
fn check(a: &str, b: &str, expected: &[&str], why: &str) {
    let files = [("lib.rs", "mod a; mod b;"), ("a.rs", a), ("b.rs", b)];
    assert_eq!(circles(&files), expected, "{why}");
}

/// Whether `a`, with this text, imports `b`, which imports `a`.
#[track_caller]
fn imports_b(a: &str, expected: bool) {
    let b = "use crate::a::A; pub struct B; pub mod inner { pub const C: u8 = 0; }";
    let files = [("lib.rs", "mod a; mod b;"), ("a.rs", a), ("b.rs", b)];
    assert_eq!(!circles(&files).is_empty(), expected, "{a}");
}

#[test]
fn a_circle_is_named_with_what_leads_around() {
    let expected = ["a.rs -> b.rs -> a.rs (by `super::b::B`, `crate::a::A`)"];
    let (a, b) = ("use super::b::B; pub struct A;", "use crate::a::A; pub struct B;");
    check(a, b, &expected, "each imports the other");
    check(a, "pub struct B;", &[], "one way is none");
}

#[test]
fn an_import_is_whatever_names_a_definition_of_another_file() {
    imports_b("pub struct A; use crate::b::B;", true);
    imports_b("pub struct A; use crate::b::{inner::C as D};", true);
    imports_b("pub struct A; use crate::b::inner::*;", false);
    imports_b("pub struct A; use crate::b::inner::*; const D: u8 = C;", true);
    imports_b("pub struct A { b: Vec<super::b::B> }", true);
    imports_b("pub struct A; fn f() { let _ = crate::b::inner::C; }", true);
    imports_b("pub struct A; use crate::b; fn f(_: b::B) {}", true);
    imports_b("pub struct A; use crate::b::{self as other}; fn f(_: other::B) {}", true);
    imports_b("pub struct A; impl From<crate::b::B> for A {}", true);
    imports_b("pub struct A; fn f() { use crate::b::B; }", true);
    imports_b("pub struct A; fn f() { println!(\"{}\", crate::b::inner::C) }", true);
    imports_b("pub struct A; mod below { use super::super::b::B; }", true);
}

#[test]
fn what_is_no_import() {
    imports_b("pub struct A; use crate::b;", false);
    imports_b("pub struct A; use other::b::B; use std::b::B;", false);
    imports_b("pub struct A; pub use crate::b::B;", false);
    imports_b("pub struct A; /// See [`crate::b::B`].\nfn f() {}", false);
    imports_b("pub struct A; #[cfg(test)] mod tests { use crate::b::B; }", false);
    imports_b("pub struct A; #[cfg(test)] use crate::b::B;", false);
    imports_b("pub struct A; impl A { #[cfg(test)] fn f(_: crate::b::B) {} }", false);
    imports_b("pub struct A; macro_rules! m { () => { crate::b::B } }", false);
    imports_b("pub struct A; pub(in crate::b) fn f() {}", false);
}

#[test]
fn a_module_declares_its_files_without_importing_them() {
    let root = "mod a; pub use a::A; pub(crate) struct Below;";
    let a = "use super::Below; pub struct A;";
    assert!(circles(&[("lib.rs", root), ("a.rs", a)]).is_empty(), "mod and pub use");
    let used = format!("{root} fn f(_: A) {{}}");
    let expected = ["a.rs -> lib.rs -> a.rs (by `super::Below`, `A`)"];
    assert_eq!(circles(&[("lib.rs", &used), ("a.rs", a)]), expected, "a use of the name");
}

#[test]
fn an_export_leads_to_the_definition() {
    let files = [
        ("src/lib.rs", "mod a; mod b; pub use a::go; pub use b::*;"),
        ("src/a/mod.rs", "mod run; pub use run::go; pub struct Unused;"),
        ("src/a/run.rs", "use crate::Thing; pub fn go() {}"),
        ("src/b.rs", "pub struct Thing; fn f() { crate::go() }"),
    ];
    let expected = ["src/a/run.rs -> src/b.rs -> src/a/run.rs (by `crate::Thing`, `crate::go`)"];
    assert_eq!(circles(&files), expected, "neither lib.rs nor mod.rs is part of it");
}

#[test]
fn a_name_may_be_a_module_and_a_function() {
    let files = [
        ("lib.rs", "mod read; pub use read::Read; pub fn read() -> Read { Read }"),
        ("read.rs", "use super::Read as Other; pub struct Read;"),
    ];
    assert!(circles(&files).is_empty(), "`read::Read` is behind the module, not the function");
    let files = [("lib.rs", "mod apply; pub use apply::apply;"), ("apply.rs", "pub fn apply() {}")];
    assert!(circles(&files).is_empty(), "an export with the name of its module ends");
}

#[test]
fn files_are_found_as_the_compiler_does() {
    let files = [
        ("src/lib.rs", "mod a; #[path = \"sys/unix.rs\"] mod system; mod d { mod e; }"),
        ("src/a.rs", "mod c; pub struct A;"),
        ("src/a/c.rs", "use crate::system::Unix; pub struct C;"),
        ("src/sys/unix.rs", "use crate::d::e::E; pub struct Unix;"),
        ("src/d/e.rs", "fn f(_: crate::a::c::C) {} pub struct E;"),
    ];
    let expected = "src/a/c.rs -> src/sys/unix.rs -> src/d/e.rs -> src/a/c.rs";
    assert!(circles(&files)[0].starts_with(expected), "{:?}", circles(&files));
}

#[test]
fn a_knot_is_told_once_by_its_shortest_circle() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "use crate::b::B; use crate::a::A; pub struct C;"),
    ];
    let found = super::check(&crate_of(&files));
    let found = &found[..found.len() - TOLERATED.len()];
    assert_eq!(found.len(), 1);
    let around = "b.rs -> c.rs -> b.rs (by `crate::c::C`, `crate::b::B`)";
    assert_eq!(found[0].what, format!("files import each other: {around}"));
    assert!(found[0].mend.ends_with("in circles with them are a.rs"), "{}", found[0].mend);
}

#[test]
fn what_is_tolerated_is_named_exactly() {
    let files = ["a.rs", "b.rs"].map(str::to_owned);
    let knot = Knot { files: files.into(), circle: vec![("a.rs".to_owned(), String::new())] };
    let whats = |knots: &[Knot], tolerated| -> Vec<String> {
        compare(knots, tolerated).into_iter().map(|finding| finding.what).collect()
    };
    assert!(whats(std::slice::from_ref(&knot), &[&["a.rs", "b.rs"]]).is_empty());
    let gone = ["no longer a circle, or of other files: a.rs, b.rs"];
    assert_eq!(whats(&[], &[&["a.rs", "b.rs"]]), gone);
    assert_eq!(whats(&[knot], &[&["a.rs", "b.rs", "c.rs"]]).len(), 2, "another set of files");
}

#[test]
fn a_file_that_is_no_rust_is_told() {
    let found = super::check(&crate_of(&[("lib.rs", "fn {")]));
    assert!(found[0].file == "lib.rs" && found[0].what.starts_with("is no Rust: "));
}

#[test]
fn what_a_macro_defines_is_where_it_is_called() {
    let expected = ["a.rs -> b.rs -> a.rs (by `crate::b::Flags`, `crate::a::A`)"];
    let a = "pub struct A; fn f(_: &crate::b::Flags) {}";
    check(a, "define! { Flags } use crate::a::A;", &expected, "the macro does");
    check(a, "use crate::a::A;", &[], "nobody defines it");
}
