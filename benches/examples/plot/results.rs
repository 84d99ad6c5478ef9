//! The results that `cargo xtask bench` keeps.

#![expect(clippy::disallowed_methods, reason = "it reads results and writes charts")]

use std::fs;
use std::path::Path;

use serde_json::Value;

/// One file of results.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// Its name, `DATE-COMMIT`, followed by a number for a further run of the same.
    pub(crate) name: String,
    time: String,
    pub(crate) figures: Vec<Figure>,
}

/// What a tool took for a work.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) group: String,
    pub(crate) work: String,
    pub(crate) tool: String,
    pub(crate) measure: String,
    pub(crate) value: f64,
    /// The ratio to ours; 1 for ours.
    pub(crate) ratio: Option<f64>,
}

impl Figure {
    fn read(json: &Value) -> Option<Self> {
        let text = |key: &str| Some(json.get(key)?.as_str()?.to_owned());
        let tool = text("tool")?;
        let ratio = json.get("ratio").and_then(Value::as_f64);
        Some(Self {
            group: text("group")?,
            work: text("work")?,
            measure: text("measure")?,
            value: json.get("value")?.as_f64()?,
            ratio: if tool == "ours" { Some(1.0) } else { ratio },
            tool,
        })
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.tool == "ours"
    }
}

impl Results {
    fn read(path: &Path) -> Option<Self> {
        let json: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        Some(Self {
            name: path.file_stem()?.to_string_lossy().into_owned(),
            time: json.get("time")?.as_str()?.to_owned(),
            figures: json
                .get("figures")?
                .as_array()?
                .iter()
                .map(Figure::read)
                .collect::<Option<_>>()?,
        })
    }

    /// All of a folder, from old to new.
    ///
    /// # Panics
    ///
    /// When a file cannot be read.
    pub(crate) fn read_all(folder: &Path) -> Vec<Self> {
        let entries = fs::read_dir(folder).expect("there is a folder of results");
        let paths = entries.map(|entry| entry.expect("it can be listed").path());
        let files = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
        let mut all: Vec<Self> =
            files.map(|path| Self::read(&path).expect("a file of results")).collect();
        all.sort_by(|a, b| a.time.cmp(&b.time));
        all
    }

    /// The newest figures of each group and measure.
    pub(crate) fn newest(all: &[Self]) -> Vec<Figure> {
        let mut newest: Vec<Figure> = Vec::new();
        for results in all.iter().rev() {
            let is_known = |figure: &&Figure| {
                let mut known = newest.iter();
                known.any(|known| known.group == figure.group && known.measure == figure.measure)
            };
            let found: Vec<_> = results.figures.iter().filter(|f| !is_known(f)).cloned().collect();
            newest.extend(found);
        }
        newest
    }
}

/// The number that is in a name such as `lines_10k`.
pub(crate) fn size(work: &str) -> Option<f64> {
    let size = number(work.strip_prefix("lines_")?)?;
    u32::try_from(size).ok().map(f64::from)
}

/// A name in its parts, so that numbers sort by their size.
pub(crate) type Name = Vec<(Option<u64>, String)>;

/// The parts of a name.
pub(crate) fn natural(name: &str) -> Name {
    name.split('_').map(|part| (number(part), part.to_owned())).collect()
}

/// `500`, `10k` or `1m`.
fn number(part: &str) -> Option<u64> {
    let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match part.get(digits.len()..) {
        Some("k") => 1000,
        Some("m" | "mb") => 1_000_000,
        _ => 1,
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}
