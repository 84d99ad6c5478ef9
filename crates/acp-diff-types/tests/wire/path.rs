//! `AbsolutePath`: which texts are one.

use std::path::{Path, PathBuf};

use acp_diff_types::{AbsolutePath, InvalidPathReason, PathStyle};

#[track_caller]
fn accepted(text: &str, style: PathStyle) {
    let path = AbsolutePath::new(text).unwrap();
    assert_eq!(path.as_str(), text, "kept as it came");
    assert_eq!(path.style(), style);

    let json = serde_json::to_string(text).unwrap();
    assert_eq!(serde_json::from_str::<AbsolutePath>(&json).unwrap(), path, "read");
    assert_eq!(serde_json::to_string(&path).unwrap(), json, "written");
}

#[track_caller]
fn refused(text: &str, reason: InvalidPathReason) {
    let error = AbsolutePath::new(text).unwrap_err();
    assert_eq!((error.reason(), error.path()), (reason, text));

    let json = serde_json::to_string(text).unwrap();
    let read = serde_json::from_str::<AbsolutePath>(&json).unwrap_err();
    assert!(read.to_string().starts_with(&error.to_string()), "{read}");
}

#[test]
fn posix_paths_begin_with_a_slash() {
    for text in ["/", "/a", "/a b/ü", "//server/share", "/a/../b", "/a//b/", "/C:/x"] {
        accepted(text, PathStyle::Posix);
    }
}

#[test]
fn windows_paths_begin_with_a_drive_or_a_share() {
    for text in [
        r"C:\",
        r"c:\a",
        "C:/a",
        r"Z:\a\..\b",
        r"\\server\share",
        r"\\server\share\a",
        r"\\server/share",
        r"\\?\C:\a",
        r"\\?\UNC\server\share",
        r"\\.\pipe\a",
    ] {
        accepted(text, PathStyle::Windows);
    }
}

#[test]
fn what_needs_a_current_place_is_relative() {
    for text in [
        "a",
        "./a",
        "../a",
        ".",
        "~/a",
        " /a",
        "C:",
        "C:a",
        "1:/a",
        "ü:/a",
        r"\a",
        r"\\",
        r"\\server",
        r"\\server\",
        r"\\\share",
        "file:///a",
        "untitled:1",
    ] {
        refused(text, InvalidPathReason::Relative);
    }
}

#[test]
fn an_empty_path_and_one_with_nul_are_no_paths() {
    refused("", InvalidPathReason::Empty);
    refused("/a\0b", InvalidPathReason::Nul);
}

#[test]
fn only_strings_are_paths() {
    for json in ["null", "1", "[\"/a\"]", "{\"path\":\"/a\"}"] {
        serde_json::from_str::<AbsolutePath>(json).unwrap_err();
    }
}

#[test]
fn file_system_paths_convert_both_ways() {
    let path = AbsolutePath::try_from(Path::new("/a/b")).unwrap();
    assert_eq!(PathBuf::from(path.clone()), Path::new("/a/b"));
    assert_eq!(AsRef::<Path>::as_ref(&path), Path::new("/a/b"));
    assert_eq!(path.to_string(), "/a/b");
    assert_eq!(AbsolutePath::try_from(PathBuf::from("/a/b")), Ok(path.clone()));
    assert_eq!("/a/b".parse(), Ok(path));

    let error = AbsolutePath::try_from(Path::new("b")).unwrap_err();
    assert_eq!(error.reason(), InvalidPathReason::Relative);
}

#[cfg(unix)]
#[test]
fn a_file_system_path_that_is_not_utf8_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let path = Path::new(OsStr::from_bytes(b"/a\xff"));
    for error in [
        AbsolutePath::try_from(path).unwrap_err(),
        AbsolutePath::try_from(path.to_owned()).unwrap_err(),
    ] {
        assert_eq!((error.reason(), error.path()), (InvalidPathReason::NotUtf8, "/a\u{fffd}"));
    }
}
