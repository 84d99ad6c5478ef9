//! Shows one case in full, for debugging.

use patch_parse::Format;
use patch_testkit::noise::{Damage, Outcome};

use crate::cases::{self, Text};
use crate::options::Options;
use crate::tools;

/// Prints the file, the patch, what is right, and what each tool did. The label is `DAMAGE:NUMBER`
/// or `DAMAGE:FORMAT:NUMBER`.
pub(crate) fn show(texts: &[Text], options: &Options, label: &str) -> Result<(), String> {
    let parts: Vec<&str> = label.split(':').collect();
    // For two damages, the first gives the texts.
    let name = parts.first().and_then(|names| names.split('+').next()).unwrap_or_default();
    let damage = Damage::named(name).ok_or_else(|| {
        let names: Vec<_> = Damage::all().map(|damage| damage.name).collect();
        format!("there is no damage {name:?}; there are {}", names.join(", "))
    })?;
    let format = damage.formats.first().copied().unwrap_or(Format::Unified);
    let label = match parts.as_slice() {
        [name, number] => format!("{name}:{format}:{number}"),
        _ => label.to_owned(),
    };
    let drawn = cases::draw(texts, options);
    let found = drawn.iter().find(|drawn| drawn.label == label);
    let case = &found.ok_or_else(|| format!("there is no case {label:?} with this seed"))?.case;
    println!("{label}, {}, {}: {}", case.path, case.refusal.as_str(), damage.what);
    section("patch", &visible(&case.patch));
    section("change that is right", &difference(&case.before, &case.expected));
    for tool in &mut tools::all(options.only_ours) {
        let Some(outcome) = tool.run(case) else { continue };
        let verdict = case.judge(&outcome);
        let story = match &outcome {
            Outcome::Applied(found) if *found == case.expected => String::new(),
            Outcome::Applied(found) => {
                format!("applied, from right to found:\n{}", difference(&case.expected, found))
            }
            Outcome::HalfDone(found) => format!("half done:\n{}", difference(&case.before, found)),
            Outcome::Refused(why) => why.clone(),
        };
        section(&format!("{}: {verdict:?}", tool.name), &story);
    }
    section("before", &numbered(&case.before));
    Ok(())
}

pub(crate) fn section(title: &str, text: &str) {
    println!("\n==== {title}\n{}", text.trim_end_matches('\n'));
}

/// The text with its carriage returns and marks made visible.
pub(crate) fn visible(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    text.replace('\r', "\u{240D}").replace('\u{feff}', "\u{2409}").replace('\t', "\u{2192}")
}

pub(crate) fn numbered(text: &[u8]) -> String {
    let text = visible(text);
    let lines = text.lines().enumerate().map(|(number, line)| format!("{:5} {line}\n", number + 1));
    lines.collect()
}

/// The difference between two texts as a unified diff.
pub(crate) fn difference(old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    visible(diffy::create_patch(&old, &new).to_string().as_bytes())
}
