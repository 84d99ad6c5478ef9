//! How the cost of a benchmark grows with its input.
//!
//! Read from what the counting benchmarks print: the benchmarks of one function whose inputs are
//! called `lines_1k`, `lines_10k` and so on, or `hunks_1k`, `hunks_10k`.

use std::fmt::Write as _;

/// How large an input is, in what its name counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    unit: &'static str,
    count: u64,
}

/// One counted benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Count {
    function: String,
    size: Size,
    instructions: u64,
}

/// A table of exponents: from each size to the next, instructions grow with this power of the
/// lines or hunks. Empty where nothing was counted over several sizes.
pub fn table(output: &str) -> String {
    let counts = counts(output);
    let mut rows = String::new();
    for pair in counts.windows(2) {
        let [small, large] = pair else { continue };
        let is_one = small.function == large.function && small.size.unit == large.size.unit;
        if !is_one || small.size.count >= large.size.count {
            continue;
        }
        let exponent = ratio(large.instructions, small.instructions).ln()
            / ratio(large.size.count, small.size.count).ln();
        let Count { function, size: Size { unit, count }, instructions } = large;
        let _ =
            writeln!(rows, "{function:<20} {count:>9} {unit} {instructions:>14}  {exponent:.2}");
    }
    if rows.is_empty() {
        return rows;
    }
    let head =
        format!("{:<20} {:>15} {:>14}  exponent since the size before", "", "size", "instructions");
    format!("{head}\n{rows}")
}

#[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
fn ratio(large: u64, small: u64) -> f64 {
    large as f64 / small.max(1) as f64
}

/// The benchmarks over so many lines or hunks, in the order in which they ran.
fn counts(output: &str) -> Vec<Count> {
    let mut counts = Vec::new();
    let mut name = None;
    for line in output.lines() {
        if let Some(instructions) = line.trim_start().strip_prefix("Instructions:") {
            let number = instructions.trim_start().split('|').next();
            let instructions = number.and_then(|number| number.trim().parse().ok());
            if let (Some((function, size)), Some(instructions)) = (name.take(), instructions) {
                counts.push(Count { function, size, instructions });
            }
        } else if line.contains("::") && !line.starts_with(' ') {
            name = bench_name(line);
        }
    }
    counts
}

/// The function and the size of `file::group::function lines_10k:(...)`.
fn bench_name(line: &str) -> Option<(String, Size)> {
    let split = |unit: &'static str| {
        let (path, rest) = line.split_once(&format!(" {unit}_"))?;
        Some((path, rest, unit))
    };
    let (path, rest, unit) = split("lines").or_else(|| split("hunks"))?;
    let (size, _) = rest.split_once(':')?;
    let (digits, factor) = size.split_at_checked(size.len().checked_sub(1)?)?;
    let factor = match factor {
        "k" => 1000,
        "m" => 1_000_000,
        _ => return None,
    };
    let function = path.rsplit("::").next()?;
    let count = digits.parse::<u64>().ok()? * factor;
    Some((function.to_owned(), Size { unit, count }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_one_function_are_compared() {
        let output = "\
placement::drifted::ours lines_1k:(drifted(1_000))
  Instructions:                    1000|N/A      (*********)
  L1 Hits:                         2000|N/A
placement::drifted::ours lines_10k:(drifted(10_000))
  Instructions:                   10000|900      (+1.0)
placement::moved::ours hunks_50:(moved())
  Instructions:                   77|N/A
placement::drifted::peer lines_1k:(drifted(1_000))
  Instructions:                     5|N/A
placement::drifted::peer lines_10k:(drifted(10_000))
  Instructions:                   500|N/A
placement::drifted::peer hunks_5k:(hunks(5_000))
  Instructions:                   500|N/A
placement::drifted::peer hunks_10k:(hunks(10_000))
  Instructions:                  1000|N/A
";
        let table = table(output);
        let rows: Vec<Vec<&str>> =
            table.lines().skip(1).map(|row| row.split_whitespace().collect()).collect();
        let expected = [
            ["ours", "10000", "lines", "10000", "1.00"],
            ["peer", "10000", "lines", "500", "2.00"],
            ["peer", "10000", "hunks", "1000", "1.00"],
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn other_benchmarks_have_no_table() {
        assert_eq!(table("parse::ours small:(x)\n  Instructions: 5|N/A\n"), "");
    }
}
