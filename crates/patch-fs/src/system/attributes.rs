//! Extended attributes that carry over to the file that replaces another one.
//!
//! Uses `rustix`, which `cap-std` needs anyway. The crate `xattr` makes the same calls through it,
//! one more for a file without attributes, and only for a `std::fs::File`; telling which errors
//! mean "none" would still need the numbers of `rustix`.

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(crate) use have::{Attributes, attributes};
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(crate) use none::{Attributes, attributes};

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod have {
    use std::io;

    use cap_std::fs::File;
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
    use rustix::io::Errno;

    /// Names and values.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Attributes(Vec<(Vec<u8>, Vec<u8>)>);

    /// The names of most files fit in here; most files have none.
    const USUAL: usize = 1 << 10;

    /// The longest list of names, and the longest value, that Linux allows.
    const LONGEST: usize = 1 << 16;

    /// Whether an attribute belongs to the file, whatever happens to its contents.
    ///
    /// On Linux some do not: file capabilities are rights given to the old contents, measurements
    /// describe these, and `trusted` attributes are written by layered file systems for themselves.
    fn carries_over(name: &[u8]) -> bool {
        !cfg!(any(target_os = "linux", target_os = "android"))
            || name.starts_with(b"user.")
            || name == ACCESS_LIST
            || name == b"security.selinux"
    }

    /// The attributes of a file that carry over, as far as they can be read.
    pub(crate) fn attributes(file: &File) -> Attributes {
        let mut usual = [0; USUAL];
        let names = match flistxattr(file, &mut usual) {
            Ok(0) => return Attributes::default(),
            Ok(len) => usual.get(..len).unwrap_or_default().to_vec(),
            Err(Errno::RANGE) => read(|longest| flistxattr(file, longest)).unwrap_or_default(),
            // The file system has none, or does not let us read them.
            Err(_) => return Attributes::default(),
        };
        let names = names.split(|byte| *byte == 0).filter(|name| carries_over(name));
        let pair =
            |name: &[u8]| Some((name.to_vec(), read(|longest| fgetxattr(file, name, longest))?));
        Attributes(names.filter(|name| !name.is_empty()).filter_map(pair).collect())
    }

    fn read(into: impl FnOnce(&mut [u8]) -> rustix::io::Result<usize>) -> Option<Vec<u8>> {
        let mut longest = vec![0; LONGEST];
        let len = into(&mut longest).ok()?;
        longest.truncate(len);
        Some(longest)
    }

    /// What other users may do with a file, besides its permission bits.
    const ACCESS_LIST: &[u8] = b"system.posix_acl_access";

    impl Attributes {
        /// Whether an access control list is among them.
        pub(crate) fn has_access_list(&self) -> bool {
            self.0.iter().any(|(name, _)| name == ACCESS_LIST)
        }

        /// Takes from a file the access control list that it got from its directory.
        pub(crate) fn take_access_list(file: &File) -> io::Result<()> {
            match fremovexattr(file, ACCESS_LIST) {
                Ok(()) | Err(Errno::NODATA | Errno::NOTSUP) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }

        /// Sets them on another file, as far as the system lets us, the access control list only
        /// if it is wanted. Returns whether no access control list is lost.
        ///
        /// # Errors
        ///
        /// A full disk and the like.
        pub(crate) fn give(&self, file: &File, with_access_list: bool) -> io::Result<bool> {
            let mut listed = true;
            for (name, value) in &self.0 {
                let is_list = name == ACCESS_LIST;
                if is_list && !with_access_list {
                    listed = false;
                    continue;
                }
                match fsetxattr(file, name.as_slice(), value, XattrFlags::empty()) {
                    Ok(()) => {}
                    Err(Errno::PERM | Errno::ACCESS | Errno::NOTSUP | Errno::INVAL) => {
                        listed &= !is_list;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(listed)
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod none {
    use std::io;

    use cap_std::fs::File;

    /// This system has none that can be read here.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Attributes;

    pub(crate) fn attributes(_: &File) -> Attributes {
        Attributes
    }

    impl Attributes {
        pub(crate) fn has_access_list(&self) -> bool {
            false
        }

        #[expect(clippy::unnecessary_wraps, reason = "on other systems it may fail")]
        pub(crate) fn take_access_list(_: &File) -> io::Result<()> {
            Ok(())
        }

        #[expect(clippy::unnecessary_wraps, reason = "on other systems it may fail")]
        pub(crate) fn give(&self, _: &File, _with_access_list: bool) -> io::Result<bool> {
            Ok(true)
        }
    }
}
