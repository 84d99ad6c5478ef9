//! The counts as a table for people, or as JSON.

use std::fmt::Write as _;

use patch_apply::visible;
use serde::Serialize;

use super::tally::Group;
use super::unread::Unread;
use crate::answer::to_line;

#[derive(Serialize)]
struct Answer<'g> {
    ok: bool,
    groups: &'g [Group],
    /// The lines that are no recorded call.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unread: &'g [Unread],
}

/// One line of JSON.
pub(super) fn json(groups: &[Group], unread: &[Unread]) -> Vec<u8> {
    to_line(&Answer { ok: unread.is_empty(), groups, unread })
}

/// A line for each format and model, and below it the reasons for refusals.
pub(super) fn text(groups: &[Group]) -> Vec<u8> {
    let names = groups.iter().map(|group| shown(&group.model).chars().count());
    let width = names.max().unwrap_or_default().max("model".len());
    let mut text = format!(
        "{:8}  {:width$}  tasks  first try  later  fallback  wrong  calls  patch bytes\n",
        "format", "model"
    );
    for group in groups {
        let Group { format, tasks, later, fallbacks, wrong, calls, patch_bytes, .. } = group;
        let model = shown(&group.model);
        let first = format!("{} %", percent(group.first_try, *tasks));
        let _ = writeln!(
            text,
            "{format:8}  {model:width$}  {tasks:5}  {first:>9}  {later:5}  {fallbacks:8}  {wrong:5}  {calls:5}  {patch_bytes:11}"
        );
        for (code, count) in &group.refused {
            let _ = writeln!(text, "{:8}  refused: {code} {count}", "");
        }
    }
    text.into_bytes()
}

fn shown(model: &str) -> String {
    visible::line(model.as_bytes()).to_string()
}

/// Rounded down: 100 means all of them.
fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or_default()
}
