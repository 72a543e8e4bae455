//! The difference of two texts, for review.

use std::fmt::Write as _;

/// Lines shown around a change.
const AROUND: usize = 3;
/// Most pairs of lines compared; where there are more, everything between the first and last change is shown as changed.
const MAX_PAIRS: usize = 16_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line<'t> {
    Same(&'t str),
    Old(&'t str),
    New(&'t str),
}

/// The difference in the unified form; empty where there is none.
pub(crate) fn unified(old: &str, new: &str, path: &str) -> String {
    let lines = compare(&old.lines().collect::<Vec<_>>(), &new.lines().collect::<Vec<_>>());
    let changed: Vec<usize> = (0..lines.len()).filter(|&at| !matches!(lines[at], Line::Same(_))).collect();
    let Some(&first) = changed.first() else { return String::new() };
    // Writing to a String cannot fail.
    let mut out = format!("--- {path}\n+++ {path}\n");
    let mut at = first;
    let mut left = changed.as_slice();
    while let Some(&start) = left.first() {
        let joined = left.windows(2).take_while(|pair| pair[1] - pair[0] <= 2 * AROUND).count();
        let from = start.saturating_sub(AROUND).max(if at == first { 0 } else { at });
        let to = (left[joined] + AROUND + 1).min(lines.len());
        let count = |before: &[Line<'_>], side: fn(&Line<'_>) -> bool| before.iter().filter(|line| side(line)).count();
        let (in_old, in_new) =
            (|line: &Line<'_>| !matches!(line, Line::New(_)), |line: &Line<'_>| !matches!(line, Line::Old(_)));
        let (old_before, old_here) = (count(&lines[..from], in_old), count(&lines[from..to], in_old));
        let (new_before, new_here) = (count(&lines[..from], in_new), count(&lines[from..to], in_new));
        // A part without lines is placed behind the line before it.
        let start_of = |before: usize, here: usize| if here == 0 { before } else { before + 1 };
        let (old_start, new_start) = (start_of(old_before, old_here), start_of(new_before, new_here));
        let _ = writeln!(out, "@@ -{old_start},{old_here} +{new_start},{new_here} @@");
        for line in &lines[from..to] {
            let _ = match line {
                Line::Same(text) => writeln!(out, " {text}"),
                Line::Old(text) => writeln!(out, "-{text}"),
                Line::New(text) => writeln!(out, "+{text}"),
            };
        }
        at = to;
        left = &left[joined + 1..];
    }
    out
}

/// The lines of both texts, what they share once: by the longest common sequence.
fn compare<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Line<'t>> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old_rest[..old_rest.len() - tail], &new_rest[..new_rest.len() - tail]);
    let mut lines: Vec<_> = old[..head].iter().copied().map(Line::Same).collect();
    if a.len().saturating_mul(b.len()) > MAX_PAIRS {
        lines.extend(a.iter().copied().map(Line::Old).chain(b.iter().copied().map(Line::New)));
    } else {
        // How long a sequence the rests behind each pair of lines share.
        let mut shared = vec![vec![0_u32; b.len() + 1]; a.len() + 1];
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                let best = shared[i + 1][j].max(shared[i][j + 1]);
                shared[i][j] = if a[i] == b[j] { shared[i + 1][j + 1] + 1 } else { best };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            if i < a.len() && j < b.len() && a[i] == b[j] {
                lines.push(Line::Same(a[i]));
                (i, j) = (i + 1, j + 1);
            } else if j == b.len() || (i < a.len() && shared[i + 1][j] >= shared[i][j + 1]) {
                lines.push(Line::Old(a[i]));
                i += 1;
            } else {
                lines.push(Line::New(b[j]));
                j += 1;
            }
        }
    }
    lines.extend(old_rest[old_rest.len() - tail..].iter().copied().map(Line::Same));
    lines
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn changes_stand_with_the_lines_around_them() {
        let old: String = (1..=20).map(|number| format!("{number}\n")).collect();
        let new = old.replace("\n5\n", "\nfive\n").replace("\n18\n", "\n18\nmore\n");
        let expected = "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n@@ -16,5 +16,6 @@\n 16\n 17\n \
                        18\n+more\n 19\n 20\n";
        assert_eq!(unified(&old, &new, "f"), expected);
        assert_eq!(unified(&old, &old, "f"), "");
    }

    #[test]
    fn a_new_file_is_all_new() {
        assert_eq!(unified("", "a\nb\n", "f"), "--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    }
}
