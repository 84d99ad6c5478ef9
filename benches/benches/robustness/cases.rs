//! Texts from releases, and the cases drawn from them.

use std::fs;
use std::path::Path;

use patch_parse::Format;
use patch_testkit::noise::{Case, Damage, Pair};

use crate::options::Options;

/// A model seldom works on longer files in one go.
const LONGEST: u64 = 120_000;

/// How many pairs are tried for a case before a damage is given up.
const TRIES: u64 = 30;

/// A file of two releases.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) path: String,
    pub(crate) old: Vec<u8>,
    pub(crate) new: Vec<u8>,
}

/// A case and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    /// Its name for `--show`: the damage or `ONE+OTHER`, the format, a number.
    pub(crate) label: String,
    pub(crate) damage: &'static Damage,
    pub(crate) case: Case,
}

/// The text files that differ between each two folders, by path.
pub(crate) fn read_texts(
    pairs: &[(std::path::PathBuf, std::path::PathBuf)],
) -> Result<Vec<Text>, String> {
    let mut texts = Vec::new();
    for (old, new) in pairs {
        let mut paths = Vec::new();
        walk(old, old, &mut paths)?;
        paths.sort();
        for path in paths {
            let (Some(old), Some(new)) = (read(&old.join(&path)), read(&new.join(&path))) else {
                continue;
            };
            if old != new {
                texts.push(Text { path, old, new });
            }
        }
    }
    if texts.is_empty() {
        return Err("the folders have no text in common that differs".to_owned());
    }
    Ok(texts)
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) -> Result<(), String> {
    let story = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(story)? {
        let path = entry.map_err(story)?.path();
        if path.is_dir() {
            walk(root, &path, found)?;
        } else if let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str) {
            found.extend((!name.contains(' ')).then(|| name.replace('\\', "/")));
        }
    }
    Ok(())
}

/// The contents of a text file of moderate length.
fn read(path: &Path) -> Option<Vec<u8>> {
    let is_short = fs::metadata(path).is_ok_and(|metadata| metadata.len() <= LONGEST);
    let bytes = fs::read(path).ok().filter(|_| is_short)?;
    let is_text = std::str::from_utf8(&bytes).is_ok_and(|text| !text.contains('\0'));
    is_text.then_some(bytes)
}

/// About as many cases as requested: for every damage in every format as many as its weight says,
/// if the texts provide so many.
pub(crate) fn draw(texts: &[Text], options: &Options) -> Vec<Drawn> {
    if options.twice {
        return draw_twice(texts, options);
    }
    let shares: usize = Damage::all().map(|damage| damage.formats.len() * damage.weight()).sum();
    let mut all = Vec::new();
    for damage in Damage::all() {
        let quota = (options.cases * damage.weight()).div_ceil(shares).max(1);
        let mut found: Vec<Vec<Drawn>> = damage.formats.iter().map(|_| Vec::new()).collect();
        let most = u64::try_from(quota).unwrap_or(u64::MAX).saturating_mul(TRIES);
        for number in 0..most {
            if found.iter().all(|found| found.len() >= quota) {
                break;
            }
            let draw = options.seed.wrapping_mul(1_000_003).wrapping_add(number);
            for (format, found) in damage.formats.iter().zip(&mut found) {
                if found.len() < quota {
                    found.extend(one(texts, damage, *format, draw, found.len()));
                }
            }
        }
        all.extend(found.into_iter().flatten());
    }
    all
}

/// Cases of two damages each, drawn from all pairs of them.
fn draw_twice(texts: &[Text], options: &Options) -> Vec<Drawn> {
    let damages: Vec<&'static Damage> = Damage::all().collect();
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let mut draw = |number: usize| {
        let (damage, other) = (rng.choice(&damages)?, rng.choice(&damages)?);
        let format = *rng.choice(&[Format::Unified, Format::OpenCode])?;
        let text = rng.choice(texts)?;
        let pair = Pair { path: &text.path, old: &text.old, new: &text.new };
        let case = damage.case_with(other, &pair, format, rng.u64(..))?;
        let label = format!("{}+{}:{format}:{number}", damage.name, other.name);
        Some(Drawn { label, damage, case })
    };
    let tries = options.cases.saturating_mul(usize::try_from(TRIES).unwrap_or(usize::MAX));
    (0..tries).filter_map(&mut draw).take(options.cases).collect()
}

fn one(
    texts: &[Text],
    damage: &'static Damage,
    format: Format,
    draw: u64,
    number: usize,
) -> Option<Drawn> {
    // Neighbours in the list are alike; a stride far from any divisor mixes them.
    let count = u64::try_from(texts.len()).ok()?;
    let index = usize::try_from(draw.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 17).ok()?;
    let text = texts.get(index % usize::try_from(count).ok()?)?;
    let pair = Pair { path: &text.path, old: &text.old, new: &text.new };
    let case = damage.case(&pair, format, draw)?;
    Some(Drawn { label: format!("{}:{format}:{number}", damage.name), damage, case })
}
