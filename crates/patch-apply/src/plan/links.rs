//! Checks where the links that a patch makes lead: to a place inside the root, or the section is
//! refused.

use super::overlay::Overlay;
use crate::fault::BadLink;
use crate::{Reach, Workspace, WorkspacePath};

/// What is wrong with a link from `path` to `target`, given how far it may lead.
pub(super) fn bad<W: Workspace>(
    overlay: &mut Overlay<'_, W>,
    (path, target): (&WorkspacePath, &[u8]),
    reach: Reach,
) -> Option<BadLink> {
    if target.is_empty() || target.contains(&0) {
        return Some(BadLink::NoTarget);
    }
    if reach == Reach::Anywhere {
        return None;
    }
    let from = path.parent().map(|parent| parent.as_bstr().to_owned()).unwrap_or_default();
    let Some(place) = place_of_link(&from, target) else {
        return Some(BadLink::Outside { target: target.into() });
    };
    let link = link_on_the_way(overlay, path, &place)?;
    if link == *path {
        return Some(BadLink::Itself);
    }
    Some(BadLink::Through { target: target.into(), link })
}

/// The first link on the way to a place, or at it, `new` being one: where that link leads is not
/// examined.
fn link_on_the_way<W: Workspace>(
    overlay: &mut Overlay<'_, W>,
    new: &WorkspacePath,
    place: &[Vec<u8>],
) -> Option<WorkspacePath> {
    (1..=place.len()).find_map(|count| {
        let path = place.get(..count).unwrap_or_default().join(&b'/');
        let path = overlay.workspace().resolve(path.as_slice().into()).ok()?;
        (path == *new || overlay.keeps_link(&path)).then_some(path)
    })
}

/// The components of the place below the root that a link's target names, read from the link's
/// directory; `None` outside the root.
fn place_of_link(directory: &[u8], target: &[u8]) -> Option<Vec<Vec<u8>>> {
    if target.is_empty() || target.starts_with(b"/") || target.contains(&0) {
        return None;
    }
    let components = |path: &[u8]| -> Vec<Vec<u8>> {
        let names = path.split(|byte| *byte == b'/');
        names.filter(|name| !name.is_empty() && *name != b".").map(<[u8]>::to_vec).collect()
    };
    let mut place = components(directory);
    let target = components(target);
    let up = target.iter().take_while(|name| *name == b"..").count();
    let (_, down) = target.split_at_checked(up)?;
    // After a name, which may be a link, `..` may lead anywhere.
    let is_plain = !down.iter().any(|name| name == b"..");
    place.truncate(place.len().checked_sub(up)?);
    place.extend_from_slice(down);
    is_plain.then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays_inside_the_root() {
        for (directory, target, expected) in [
            ("", "x", true),
            ("a", "../x", true),
            ("a", "../../x", false),
            ("", "..", false),
            ("a/b", "../../x/..", false),
            ("a/b", "../../x", true),
            ("a", "x/../../..", false),
            ("a", "/etc/passwd", false),
            ("a", "", false),
            ("a", "./x", true),
        ] {
            assert_eq!(
                place_of_link(directory.as_bytes(), target.as_bytes()).is_some(),
                expected,
                "{target} in {directory:?}"
            );
        }
    }
}
