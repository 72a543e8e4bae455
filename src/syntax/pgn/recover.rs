//! Where a comment that is never closed stops to matter.

/// Offsets of the lines in `text` that begin a block of tag pairs: a line `[Name "value"]` whose line before is no such
/// line.
pub(super) fn tag_blocks(text: &str) -> Vec<usize> {
    let mut blocks = Vec::new();
    let mut after_tag = false;
    let mut at = 0;
    let line_end = if text.contains('\n') { '\n' } else { '\r' };
    for line in text.split_inclusive(line_end) {
        let is_tag = is_tag_line(line.trim());
        if is_tag && !after_tag {
            blocks.push(at);
        }
        after_tag = is_tag;
        at += line.len();
    }
    blocks
}

fn is_tag_line(line: &str) -> bool {
    let Some(inner) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]")) else { return false };
    let Some((name, _)) = inner.split_once(" \"") else { return false };
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::tag_blocks;

    #[test]
    fn blocks_of_tags_begin_at_line_starts() {
        let text = "{open Nxb3 *\n\n[Event \"B\"]\n[Result \"*\"]\r\n\n1. b3 [x \"y\"] *\r\n\r\n[Event \"C\"]\n";
        let starts: Vec<&str> = tag_blocks(text).into_iter().map(|at| &text[at..at + 10]).collect();
        assert_eq!(starts, ["[Event \"B\"", "[Event \"C\""]);
    }
}
