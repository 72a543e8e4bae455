//! Did-you-mean: the nearest of some known names.

/// The known name nearest to `word`, if one is near enough to be meant: at most a third of its letters differ
/// (swapped neighbours count as one difference), or only the letter case does.
#[must_use]
pub fn did_you_mean<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let lower = word.to_lowercase();
    let limit = (word.chars().count() / 3).clamp(1, 3);
    known
        .into_iter()
        .filter(|name| !name.is_empty() && *name != word)
        .map(|name| (distance(&lower, &name.to_lowercase()), name))
        .filter(|&(distance, name)| distance <= limit && distance < name.chars().count())
        .min_by_key(|&(distance, name)| (distance, name))
        .map(|(_, name)| name)
}

/// Edit distance with swaps of neighbours (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn near_names_only() {
        assert_eq!(did_you_mean("laep", ["leap", "step"]), Some("leap"));
        assert_eq!(did_you_mean("stepp", ["leap", "step"]), Some("step"));
        assert_eq!(did_you_mean("Queen", ["King", "Rook"]), None);
        assert_eq!(did_you_mean("rook", ["King", "Rook"]), Some("Rook"));
    }
}
