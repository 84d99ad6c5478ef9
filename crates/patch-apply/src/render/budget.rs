//! Fits the parts of a text into a number of characters.

/// The value of a part, if there is not room for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    Must,
    Much,
    Some,
    Little,
}

/// The parts in their order; the most valuable are chosen first, as long as there is room.
pub(super) fn fit(parts: &[(Worth, String)], most: usize) -> String {
    let mut left = most;
    let mut taken = vec![false; parts.len()];
    for worth in [Worth::Must, Worth::Much, Worth::Some, Worth::Little] {
        for ((own, text), taken) in parts.iter().zip(&mut taken) {
            let count = text.chars().count();
            if *own == worth && count <= left {
                left -= count;
                *taken = true;
            }
        }
    }
    let text: String = parts
        .iter()
        .zip(taken)
        .filter(|(_, taken)| *taken)
        .map(|((_, text), _)| text.as_str())
        .collect();
    // If there is not even room for the first sentence, as much of it as fits.
    match parts.first() {
        Some((_, first)) if text.is_empty() => first.chars().take(most).collect(),
        _ => text,
    }
}

/// The first lines of a text, as many as fit, and how many more there are.
pub(super) fn first_lines(text: String, most: usize) -> String {
    if text.chars().count() <= most {
        return text;
    }
    let room = most.saturating_sub(MORE.len());
    let mut left = room;
    let has_room = |line: &&str| {
        let count = line.chars().count();
        let fits = count <= left;
        left = left.saturating_sub(count);
        fits
    };
    let shown: Vec<&str> = text.split_inclusive('\n').take_while(has_room).collect();
    let more = text.lines().count() - shown.len();
    let cut = format!("{}and {more} more lines\n", shown.concat());
    cut.chars().take(most).collect()
}

/// The longest possible last line.
const MORE: &str = "and 18446744073709551615 more lines\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worth_most_is_taken_first_and_the_order_is_kept() {
        let parts = [
            (Worth::Must, "what ".to_owned()),
            (Worth::Little, "excerpt ".to_owned()),
            (Worth::Much, "patch".to_owned()),
        ];
        assert_eq!(fit(&parts, 100), "what excerpt patch");
        assert_eq!(fit(&parts, 10), "what patch");
        assert_eq!(fit(&parts, 3), "wha");
    }

    #[test]
    fn lines_are_taken_whole_and_the_others_counted() {
        let text = "0123456789\n".repeat(10);
        assert_eq!(first_lines(text.clone(), 110), text);
        let cut = first_lines(text.clone(), 60);
        assert_eq!(cut, "0123456789\n0123456789\nand 8 more lines\n");
        assert_eq!(first_lines(text, 5).chars().count(), 5);
    }
}
