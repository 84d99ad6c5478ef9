//! Writes which MIME types a file may have by the ending of its name, as one text.
//!
//! As references to texts, as `mime_guess` has them, they are a third of what the loader of a
//! program has to relocate at each start.

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "mime")]
    write_mime_types()?;
    Ok(())
}

#[cfg(feature = "mime")]
#[expect(clippy::disallowed_methods, reason = "into the folder that cargo gives for it")]
fn write_mime_types() -> std::io::Result<()> {
    let folder = std::env::var_os("OUT_DIR").unwrap_or_default();
    std::fs::write(std::path::Path::new(&folder).join("mime_types"), mime_types())
}

/// A line for each ending, in the order of the endings: it and its types, with blanks between.
#[cfg(feature = "mime")]
fn mime_types() -> String {
    let mut endings = mime_guess::get_extensions("*", "*").unwrap_or_default().to_vec();
    endings.sort_unstable();
    endings.dedup();
    let line = |ending| {
        let types = mime_guess::from_ext(ending);
        let words: Vec<_> = std::iter::once(ending).chain(types.iter_raw()).collect();
        words.join(" ") + "\n"
    };
    endings.into_iter().map(line).collect()
}
