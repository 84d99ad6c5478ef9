//! Reads the time after a file name in a `---` or `+++` line.
//!
//! Only one time has a meaning: GNU diff writes the epoch for a file that does not exist.

use nom::Parser as _;
use nom::bytes::complete::{tag, take_while_m_n, take_while1};
use nom::character::complete::one_of;
use nom::combinator::{all_consuming, map, opt};
use nom::sequence::{preceded, terminated};

use super::{Input, PResult, split_at_byte};

/// Whether a timestamp is the epoch in its own time zone, which means that the side does not exist;
/// `None` for other text.
///
/// Typical input is `1970-01-01 00:00:00.000000000 +0000` or `1969-12-31 19:00:00 -0500`
/// (GNU diff, *Detailed Unified*).
pub(super) fn opt_is_epoch(text: &[u8]) -> Option<bool> {
    let (_, time) = timestamp(text.trim_ascii()).ok()?;
    Some(time.is_epoch())
}

/// Whether the text after a name and a tab may be a time or a version, in any of the forms that
/// tools write: `(revision 5)`, `Mon Jan 1 00:00:00 2024`, `2024/01/01 1.5`, nothing.
pub(super) fn may_be_time(text: &[u8]) -> bool {
    const WORDS: [&[u8; 3]; 19] = [
        b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun", b"Jan", b"Feb", b"Mar", b"Apr",
        b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec",
    ];
    match text.trim_ascii() {
        [] | [b'(' | b'[', ..] => true,
        [first, ..] if first.is_ascii_digit() => true,
        [a, b, c, b' ' | b',', ..] => WORDS.contains(&&[*a, *b, *c]),
        _ => false,
    }
}

/// A name, or a header line with a name, without the tab and the time after it.
pub(crate) fn without_time(text: &[u8]) -> &[u8] {
    split_at_byte(b'\t', text).map_or(text, |(name, _)| name).trim_ascii_end()
}

/// Splits a name from a timestamp that follows it after blanks instead of a tab.
pub(super) fn split_after_blank(text: &[u8]) -> Option<(&[u8], &[u8])> {
    // The shortest form is `2024-01-01 00:00`; look for the date among the last few words.
    memchr::memrchr_iter(b' ', text)
        .take(4)
        .filter_map(|at| text.split_at_checked(at))
        .find(|(_, time)| timestamp(time.trim_ascii()).is_ok())
}

struct Timestamp {
    date: (u32, u32, u32),
    minutes: i64,
    seconds: u32,
    /// Whether there is a fraction of a second that is not zero.
    has_fraction: bool,
    zone_minutes: i64,
}

impl Timestamp {
    fn is_epoch(&self) -> bool {
        let days = match self.date {
            (1970, 1, 1) => 0,
            (1969, 12, 31) => -1,
            (1970, 1, 2) => 1,
            _ => return false,
        };
        self.seconds == 0
            && !self.has_fraction
            && days * 24 * 60 + self.minutes == self.zone_minutes
    }
}

/// ```ebnf
/// timestamp = year "-" month "-" day ( " " | "T" ) hour ":" minute [ ":" second [ "." digits ] ] [ zone ] ;
/// ```
fn timestamp(i: Input<'_>) -> PResult<'_, Timestamp> {
    let (i, year) = terminated(number(4), tag("-")).parse(i)?;
    let (i, month) = terminated(number(2), tag("-")).parse(i)?;
    let (i, day) = terminated(number(2), one_of(" T")).parse(i)?;
    let (i, hour) = terminated(number(2), tag(":")).parse(i)?;
    let (i, minute) = number(2).parse(i)?;
    let (i, seconds) = opt(preceded(tag(":"), number(2))).parse(i)?;
    let digits = take_while1(|b: u8| b.is_ascii_digit());
    let (i, fraction) = opt(preceded(tag("."), digits)).parse(i)?;
    let (i, zone) = all_consuming(opt(preceded(opt(tag(" ")), zone))).parse(i)?;
    let time = Timestamp {
        date: (year, month, day),
        minutes: i64::from(hour) * 60 + i64::from(minute),
        seconds: seconds.unwrap_or(0),
        has_fraction: fraction.is_some_and(|digits| digits.iter().any(|digit| *digit != b'0')),
        zone_minutes: zone.unwrap_or(0),
    };
    Ok((i, time))
}

/// `+hhmm` or `-hhmm`, in minutes.
fn zone(i: Input<'_>) -> PResult<'_, i64> {
    let (i, sign) = one_of("+-").parse(i)?;
    let (i, hours) = number(2).parse(i)?;
    let (i, _) = opt(tag(":")).parse(i)?;
    let (i, minutes) = number(2).parse(i)?;
    let offset = i64::from(hours) * 60 + i64::from(minutes);
    Ok((i, if sign == '-' { -offset } else { offset }))
}

/// Exactly `digits` decimal digits, at most four.
fn number<'a>(
    digits: usize,
) -> impl nom::Parser<Input<'a>, Output = u32, Error = super::Trace<'a>> {
    map(take_while_m_n(digits, digits, |b: u8| b.is_ascii_digit()), |text: &[u8]| {
        text.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_epoch_is_recognised_in_every_time_zone() {
        for text in [
            "1970-01-01 00:00:00.000000000 +0000",
            "1969-12-31 19:00:00.000000000 -0500",
            "1970-01-01 05:30:00 +0530",
            "1970-01-01 00:00",
        ] {
            assert_eq!(opt_is_epoch(text.as_bytes()), Some(true), "{text}");
        }
        for text in [
            "2024-05-01 00:00:00 +0000",
            "1970-01-01 00:00:01 +0000",
            "1970-01-01 00:00:00.001000000 +0000",
        ] {
            assert_eq!(opt_is_epoch(text.as_bytes()), Some(false), "{text}");
        }
        for text in ["yesterday", "(revision 5)", ""] {
            assert_eq!(opt_is_epoch(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_time_behind_blanks_is_not_part_of_the_name() {
        let (name, time) = split_after_blank(b"my file.c 2024-05-01 10:00:00 +0200").unwrap();
        assert_eq!(name, b"my file.c");
        assert_eq!(time, b" 2024-05-01 10:00:00 +0200");
        assert!(split_after_blank(b"2024 report.txt").is_none());
    }
}
