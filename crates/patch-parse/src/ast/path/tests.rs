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
