//! What surrounds the body of a token: marks, promotion, effects.

/// One part of a token, taken apart without knowing cells or pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part<'t> {
    /// Piece, origin, sign and destination.
    pub(super) body: &'t str,
    /// The symbol behind `=`, or in round brackets.
    pub(super) promotion: Option<&'t str>,
    /// The effects in angle brackets.
    pub(super) effects: Option<Vec<String>>,
}

/// The marks behind a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    /// No mark.
    #[default]
    None,
    /// `+`, also `++`.
    Check,
    /// `#`.
    Mate,
}

impl Mark {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Check => "+",
            Self::Mate => "#",
        }
    }
}

/// Cuts annotation glyphs and marks off the end of a token.
pub(super) fn split_marks(token: &str) -> (&str, Mark) {
    let mut rest = token.trim_end_matches(['!', '?']);
    for suffix in ["e.p.", "ep", "e.p"] {
        // `exd6e.p.`; a cell may end in these letters, but not behind a digit.
        if let Some(shorter) = rest.strip_suffix(suffix).filter(|s| s.ends_with(|c: char| c.is_ascii_digit())) {
            rest = shorter;
            break;
        }
    }
    let bare = rest.trim_end_matches(['+', '#', '†', '‡']);
    let marks = &rest[bare.len()..];
    let mark = if marks.contains(['#', '‡']) {
        Mark::Mate
    } else if marks.is_empty() {
        Mark::None
    } else {
        Mark::Check
    };
    (bare, mark)
}

/// Where the quoted or bracketed text that begins at `start` ends; the end of the text if it is not closed.
fn closed(text: &str, start: usize, close: char) -> usize {
    text[start + 1..].find(close).map_or(text.len(), |at| start + 1 + at + close.len_utf8())
}

/// The offsets in `text` of characters that stand outside quotes and angle brackets.
pub(super) fn outside(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut until = 0;
    text.char_indices().filter(move |&(at, c)| {
        if at < until {
            return false;
        }
        match c {
            '"' => until = closed(text, at, '"'),
            '<' => until = closed(text, at, '>'),
            _ => return true,
        }
        c == '<'
    })
}

/// Whether anything stands behind the first effects: a further part of a chain.
pub(super) fn goes_on_behind_effects(text: &str) -> bool {
    outside(text).find(|&(_, c)| c == '<').is_some_and(|(at, _)| closed(text, at, '>') < text.len())
}

/// Takes one part apart: `BODY`, then `=P` or `(P)`, then `<...>`, in this order.
pub(super) fn split_part(text: &str) -> Part<'_> {
    let (text, effects) = match outside(text).find(|&(_, c)| c == '<') {
        Some((at, _)) => {
            let inner = text[at + 1..].strip_suffix('>').unwrap_or(&text[at + 1..]);
            let effects = inner.split(',').map(str::trim).filter(|effect| !effect.is_empty()).map(str::to_owned);
            (&text[..at], Some(effects.collect()))
        }
        None => (text, None),
    };
    let (body, promotion) = match outside(text).find(|&(at, c)| at > 0 && matches!(c, '=' | '(')) {
        Some((at, '=')) => (&text[..at], Some(&text[at + 1..])),
        Some((at, _)) => {
            let inner = text[at + 1..].strip_suffix(')').unwrap_or(&text[at + 1..]);
            (&text[..at], Some(inner.strip_prefix('=').unwrap_or(inner)))
        }
        None => (text, None),
    };
    Part { body, promotion: promotion.filter(|symbol| !symbol.is_empty()), effects }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Part, split_marks, split_part};

    #[test]
    fn marks_and_glyphs_are_cut_off() {
        assert_eq!(split_marks("Nf3!?"), ("Nf3", Mark::None));
        assert_eq!(split_marks("Qh7#!!"), ("Qh7", Mark::Mate));
        assert_eq!(split_marks("Qh7++"), ("Qh7", Mark::Check));
        assert_eq!(split_marks("exd6e.p."), ("exd6", Mark::None));
    }

    #[test]
    fn a_part_has_body_promotion_and_effects() {
        let part = split_part("Ke1-e2<x d2, = Guard on f2>");
        assert_eq!(part.body, "Ke1-e2");
        assert_eq!(part.effects, Some(vec!["x d2".to_owned(), "= Guard on f2".to_owned()]));
        let promoted = |text| split_part(text).promotion;
        assert_eq!(promoted("e8=Q"), Some("Q"));
        assert_eq!(promoted("e8(Q)"), Some("Q"));
        assert_eq!(promoted("e8=\"=Odd\""), Some("\"=Odd\""));
        assert_eq!(split_part("\"a=b\"c1"), Part { body: "\"a=b\"c1", promotion: None, effects: None });
    }
}
