//! How the cost of a benchmark grows with its input.
//!
//! Read from what the counting benchmarks print: the benchmarks of one function whose inputs are
//! called `lines_1k`, `lines_10k` and so on.

use std::fmt::Write as _;

/// One counted benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Count {
    function: String,
    lines: u64,
    instructions: u64,
}

/// A table of exponents: from each size to the next, instructions grow with this power of the
/// lines. Empty where nothing was counted over several sizes.
pub fn table(output: &str) -> String {
    let counts = counts(output);
    let mut rows = String::new();
    for pair in counts.windows(2) {
        let [small, large] = pair else { continue };
        if small.function != large.function || small.lines >= large.lines {
            continue;
        }
        let exponent = ratio(large.instructions, small.instructions).ln()
            / ratio(large.lines, small.lines).ln();
        let Count { function, lines, instructions } = large;
        let _ = writeln!(rows, "{function:<20} {lines:>9} {instructions:>14}  {exponent:.2}");
    }
    if rows.is_empty() {
        return rows;
    }
    let head =
        format!("{:<20} {:>9} {:>14}  exponent since the size before", "", "lines", "instructions");
    format!("{head}\n{rows}")
}

#[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
fn ratio(large: u64, small: u64) -> f64 {
    large as f64 / small.max(1) as f64
}

/// The benchmarks over so many lines, in the order in which they ran.
fn counts(output: &str) -> Vec<Count> {
    let mut counts = Vec::new();
    let mut name = None;
    for line in output.lines() {
        if let Some(instructions) = line.trim_start().strip_prefix("Instructions:") {
            let number = instructions.trim_start().split('|').next();
            let instructions = number.and_then(|number| number.trim().parse().ok());
            if let (Some((function, lines)), Some(instructions)) = (name.take(), instructions) {
                counts.push(Count { function, lines, instructions });
            }
        } else if line.contains("::") && !line.starts_with(' ') {
            name = bench_name(line);
        }
    }
    counts
}

/// The function and the number of lines of `file::group::function lines_10k:(...)`.
fn bench_name(line: &str) -> Option<(String, u64)> {
    let (path, rest) = line.split_once(" lines_")?;
    let (size, _) = rest.split_once(':')?;
    let (digits, unit) = size.split_at_checked(size.len().checked_sub(1)?)?;
    let unit = match unit {
        "k" => 1000,
        "m" => 1_000_000,
        _ => return None,
    };
    let function = path.rsplit("::").next()?;
    Some((function.to_owned(), digits.parse::<u64>().ok()? * unit))
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
";
        let table = table(output);
        let rows: Vec<Vec<&str>> =
            table.lines().skip(1).map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(rows, [["ours", "10000", "10000", "1.00"], ["peer", "10000", "500", "2.00"]]);
    }

    #[test]
    fn other_benchmarks_have_no_table() {
        assert_eq!(table("parse::ours small:(x)\n  Instructions: 5|N/A\n"), "");
    }
}
