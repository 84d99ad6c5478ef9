//! Recipes from raw bytes, for libFuzzer: the same as [`strategies`](crate::strategies) makes, in
//! other proportions, since the fuzzer finds its own.

use arbitrary::{Result, Unstructured};
use patch_apply::{Contract, Locate};

use crate::alphabet::{ENDINGS, LINES, PATHS, total};
use crate::noise::Noise;
use crate::recipe::{Pick, Recipe, Step, Text, Writer};
use crate::{Case, Rules};

/// A recipe; any bytes give one.
///
/// # Errors
///
/// Never in practice: bytes that run out count as zeroes.
pub fn recipe(bytes: &mut Unstructured<'_>) -> Result<Recipe> {
    Ok(Recipe {
        rules: rules(bytes)?,
        writer: writer(bytes)?,
        context: usize::from(byte(bytes, 4)?),
        files: list(bytes, 1, 3, |bytes| Ok((path(bytes)?, text(bytes)?, chance(bytes, 10)?)))?,
        steps: list(bytes, 1, 5, step)?,
        noise: list(bytes, 0, 3, noise)?,
    })
}

/// What the caller decides.
///
/// # Errors
///
/// As [`recipe`].
pub fn rules(bytes: &mut Unstructured<'_>) -> Result<Rules> {
    let bits = byte(bytes, 7)?;
    Ok(Rules {
        contract: if bits & 1 == 0 { Contract::Agent } else { Contract::Git },
        locate: if bits & 2 == 0 { Locate::First } else { Locate::Unique },
        overwrite: bits & 4 != 0,
    })
}

/// The case that a recipe makes.
///
/// # Errors
///
/// As [`recipe`].
pub fn case(bytes: &mut Unstructured<'_>) -> Result<Case> {
    Ok(recipe(bytes)?.cook().case)
}

pub(crate) fn byte(bytes: &mut Unstructured<'_>, most: u8) -> Result<u8> {
    bytes.int_in_range(0..=most)
}

/// True once in so many times.
fn chance(bytes: &mut Unstructured<'_>, times: u8) -> Result<bool> {
    Ok(byte(bytes, times - 1)? == times - 1)
}

pub(crate) fn list<T>(
    bytes: &mut Unstructured<'_>,
    least: usize,
    most: usize,
    item: impl Fn(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = bytes.int_in_range(least..=most)?;
    (0..count).map(|_| item(bytes)).collect()
}

fn path(bytes: &mut Unstructured<'_>) -> Result<Pick> {
    bytes.int_in_range(0..=total(PATHS) - 1)
}

fn line(bytes: &mut Unstructured<'_>) -> Result<Pick> {
    bytes.int_in_range(0..=total(LINES) - 1)
}

pub(crate) fn number(bytes: &mut Unstructured<'_>) -> Result<Pick> {
    byte(bytes, u8::MAX).map(Pick::from)
}

pub(crate) fn text(bytes: &mut Unstructured<'_>) -> Result<Text> {
    Ok(Text {
        endings: bytes.int_in_range(0..=total(ENDINGS) - 1)?,
        final_newline: !chance(bytes, 4)?,
        mark: chance(bytes, 20)?,
        latin: chance(bytes, 20)?,
        repeat: if chance(bytes, 20)? { 70 } else { 1 },
        lines: list(bytes, 0, 20, line)?,
    })
}

fn step(bytes: &mut Unstructured<'_>) -> Result<Step> {
    Ok(match byte(bytes, 9)? {
        0 => Step::Add(path(bytes)?, text(bytes)?, chance(bytes, 10)?),
        1 => Step::Delete(number(bytes)?),
        2 => Step::Move(number(bytes)?, path(bytes)?),
        3 => Step::Copy(number(bytes)?, path(bytes)?),
        4 => Step::Chmod(number(bytes)?),
        _ => Step::Edit {
            file: number(bytes)?,
            at: number(bytes)?,
            remove: usize::from(byte(bytes, 3)?),
            insert: list(bytes, 0, 3, line)?,
        },
    })
}

fn writer(bytes: &mut Unstructured<'_>) -> Result<Writer> {
    Ok(match byte(bytes, 5)? {
        0 => Writer::Git,
        1 => Writer::Plain,
        2 => Writer::OwnUnified,
        anchors => Writer::OpenCode(anchors - 3),
    })
}

fn noise(bytes: &mut Unstructured<'_>) -> Result<Noise> {
    Ok(match byte(bytes, 24)? {
        0 => Noise::Drift(i8::try_from(byte(bytes, 20)?).expect("at most 20") - 10),
        1 => Noise::NoNumbers,
        2 => Noise::WrongCounts,
        3 => Noise::TrailingBlanks,
        4 => Noise::StrippedContext,
        5 => Noise::CrLfPatch,
        6 => Noise::Prose,
        7 => Noise::Fence,
        8 => Noise::Heredoc,
        9 => Noise::Cut(byte(bytes, u8::MAX)?),
        10 => Noise::Twice,
        11 => Noise::Byte(byte(bytes, u8::MAX)?, byte(bytes, u8::MAX)?),
        12 => Noise::Prepended(byte(bytes, 12)?),
        13 => Noise::Doubled,
        14 => Noise::CrLfFiles,
        15 => Noise::BlanksInFiles,
        16 => Noise::Elsewhere(byte(bytes, u8::MAX)?),
        17 => Noise::LastHunkAgain,
        18 => Noise::Gone(byte(bytes, u8::MAX)?),
        19 => Noise::Appeared(byte(bytes, u8::MAX)?),
        20 => Noise::Indented(1 + byte(bytes, 3)?),
        21 => Noise::CollapsedBlanks,
        22 => Noise::Typography,
        23 => Noise::SpacesInFiles,
        _ => Noise::Touched(byte(bytes, u8::MAX)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_give_a_case() {
        for seed in 0..=u8::MAX {
            let bytes: Vec<u8> = (0..200_u8).map(|at| at.wrapping_mul(seed) ^ seed).collect();
            let recipe = recipe(&mut Unstructured::new(&bytes)).unwrap();
            assert!(!recipe.files.is_empty(), "bytes that run out count as zeroes");
        }
        assert!(recipe(&mut Unstructured::new(b"")).is_ok());
    }
}
