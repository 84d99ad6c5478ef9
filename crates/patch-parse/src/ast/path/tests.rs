//! Prefixes, roots, and the readings of a name.

use super::*;

#[track_caller]
fn check(name: &str, components: usize, expected: &str) {
    assert_eq!(PatchPath::from(name).stripped(components).as_bstr(), expected, "{name}");
}

#[test]
fn stripping_counts_components_and_keeps_the_last() {
    check("a/src/x.rs", 1, "src/x.rs");
    check("a/src/x.rs", 2, "x.rs");
    check("a/src/x.rs", 9, "x.rs");
    check("a//src/x.rs", 1, "/src/x.rs");
    check("a//src/x.rs", 2, "/src/x.rs");
    check("x.rs", 1, "x.rs");
    check("/home/x.rs", 1, "/home/x.rs");
    check("a/", 1, "");
    // A leading `./` is a component, and what follows it is no root.
    check("./src/x.rs", 1, "src/x.rs");
    check("././src/x.rs", 1, "./src/x.rs");
    check(".//src//x.rs", 1, "src//x.rs");
    check("./src/x.rs", 2, "x.rs");
}

#[test]
fn what_follows_a_leading_dot_is_the_path() {
    for (name, path) in
        [("./b/x", "b/x"), ("././b/x", "b/x"), (".//b/x", "b/x"), ("b/x", "b/x"), ("./", "./")]
    {
        assert_eq!(PatchPath::from(name).behind_dots().as_bstr(), path, "{name}");
    }
    let other = |path: &PatchPath<'_>| -> Vec<String> {
        path.alternatives().map(|other| other.as_bstr().to_string()).collect()
    };
    let path = PatchPath::from("./b/x").behind_dots();
    assert!(path.is_literal() && path.undecorated().is_none(), "{path:?}");
    assert_eq!(other(&path), ["x"], "only where there is no such file");
    for (strip, expected) in [(0, "b/x"), (1, "b/x"), (2, "x")] {
        let path = PatchPath::from("./b/x").stripped_as_told(strip);
        assert_eq!(path.as_bstr(), expected, "-p{strip}");
        assert_eq!(other(&path), [""; 0], "-p{strip}");
    }
}

#[test]
fn a_name_is_read_alike_without_what_is_around_it() {
    let bare = |path: PatchPath<'_>| path.undecorated().unwrap().as_bstr().to_string();
    for name in ["`b/x`", "./b/x", "b\\x", "\"./b/x\"", ".\\b\\x", "b/x:"] {
        let mut plain = PatchPath::from(name);
        plain.set_plain();
        assert_eq!(bare(plain), "b/x", "{name}");
        let told = PatchPath::from(name).stripped_as_told(0).undecorated();
        assert!(told.is_none_or(|told| told.as_bstr() == "b/x" && told.is_as_told()), "{name}");
    }
    for (name, expected) in [("`b/x`", "x"), ("b\\x", "x"), ("`./b/x`", "b/x")] {
        assert_eq!(bare(PatchPath::from(name)), expected, "{name}");
    }
    let told = PatchPath::from("`./b/x`").stripped_as_told(1).undecorated().unwrap();
    assert_eq!(told.as_bstr(), "b/x");
    // Who says how long the prefix is says it of both names.
    let told = |name| PatchPath::from(name).stripped_as_told(0);
    let two = told("b/x").with_other_file(told("a/y")).with_two_names();
    assert!(two.is_as_told() && two.is_one_of_two() && two.other_path().unwrap().is_as_told());
    assert_eq!(two.alternatives().count(), 0);
}

#[test]
fn the_other_readings_are_the_names_as_written() {
    let readings = |path: &PatchPath<'_>| -> Vec<String> {
        path.alternatives().map(|other| other.as_bstr().to_string()).collect()
    };
    let both = PatchPath::from("b/x").stripped(1).with_other_side(Cow::Borrowed("a/x".into()));
    assert_eq!(readings(&both), ["b/x", "a/x"]);
    assert_eq!(readings(&both.clone().into_owned()), ["b/x", "a/x"]);
    let twice = PatchPath::from("a/x").with_other_side(Cow::Borrowed("a/x".into()));
    assert_eq!(readings(&twice), ["x"]);
    let one_sided = PatchPath::from("b/x").stripped(1).with_one_sided_prefix();
    assert_eq!(readings(&one_sided), [""; 0]);
    let backup =
        PatchPath::from("b/x").stripped(1).with_other_file(PatchPath::from("a/x~").stripped(1));
    assert_eq!(readings(&backup), ["b/x", "x~", "a/x~"]);
    let two =
        PatchPath::from("b/x").stripped(1).with_other_file(PatchPath::from("y")).with_two_names();
    assert_eq!(readings(&two), ["b/x"], "the other name is no reading of this one");
    assert_eq!(two.other_path().unwrap().as_bstr(), "y");
    assert_ne!(two, PatchPath::from("x"), "which of the two is meant is open");
}

#[test]
fn a_name_with_a_root_keeps_all_of_it() {
    for name in ["/a/b", "C:/a/b", "c:\\a/b", "\\\\server/share/b"] {
        let path = PatchPath::new(BStr::new(name)).stripped(1);
        assert_eq!(path.as_bstr(), name);
    }
    for name in ["a/C:/b", "C:b/c", "1:/b", "\\a/b"] {
        let path = PatchPath::new(BStr::new(name)).stripped(1);
        assert_ne!(path.as_bstr(), name);
    }
}
