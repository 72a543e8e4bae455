//! The lines of a text, with their ends, and what follows the last one.

use nom::bytes::complete::take_till;
use nom::error::{Error, ErrorKind};
use nom::{Err, IResult, Parser};

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// CR LF, as the original program writes.
    #[default]
    CrLf,
    /// LF.
    Lf,
    /// CR.
    Cr,
    /// The text stops here.
    None,
}

impl LineEnd {
    /// All ends, in the order of preference where several are as frequent.
    pub const ALL: [Self; 4] = [Self::CrLf, Self::Lf, Self::Cr, Self::None];

    /// The characters.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::CrLf => "\r\n",
            Self::Lf => "\n",
            Self::Cr => "\r",
            Self::None => "",
        }
    }

    /// The word used in exports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CrLf => "crlf",
            Self::Lf => "lf",
            Self::Cr => "cr",
            Self::None => "none",
        }
    }

    /// The end of this name, as [`Self::name`] writes it.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.name() == name)
    }

    /// The most frequent of some ends; CR LF where there is none.
    #[must_use]
    pub fn most_frequent(ends: impl IntoIterator<Item = Self>) -> Self {
        let mut counts = [0_usize; 3];
        for end in ends {
            if let Some(index) = Self::ALL[..3].iter().position(|&known| known == end) {
                counts[index] += 1;
            }
        }
        let most = counts.iter().max().copied().unwrap_or(0);
        Self::ALL.into_iter().zip(counts).find(|&(_, count)| count == most).map_or(Self::CrLf, |(end, _)| end)
    }
}

/// One line: its text and its end. Line ends are ASCII, so that bytes tell them apart as well as characters do.
pub(super) fn line(input: &str) -> IResult<&str, (&str, LineEnd)> {
    let parsed: IResult<&[u8], (&[u8], LineEnd)> =
        (take_till(|byte| byte == b'\r' || byte == b'\n'), line_end).parse(input.as_bytes());
    match parsed {
        Ok((rest, (text, end))) => Ok((&input[input.len() - rest.len()..], (&input[..text.len()], end))),
        Err(error) => Err(error.map_input(|rest| &input[input.len() - rest.len()..])),
    }
}

/// The end of a line, or of the text.
pub(super) fn line_end(input: &[u8]) -> IResult<&[u8], LineEnd> {
    match input {
        [b'\r', b'\n', rest @ ..] => Ok((rest, LineEnd::CrLf)),
        [b'\n', rest @ ..] => Ok((rest, LineEnd::Lf)),
        [b'\r', rest @ ..] => Ok((rest, LineEnd::Cr)),
        [] => Ok((input, LineEnd::None)),
        _ => Err(Err::Error(Error::new(input, ErrorKind::CrLf))),
    }
}

/// Where the lines stop: at a control-Z behind which only blanks, line ends, NULs and more of its kind stand.
pub(super) fn tail_start(text: &str) -> usize {
    let tail_only = |character: char| matches!(character, '\u{1a}' | ' ' | '\t' | '\r' | '\n' | '\0');
    let candidate = text.trim_end_matches(tail_only).len();
    text[candidate..].find('\u{1a}').map_or(text.len(), |offset| candidate + offset)
}

#[cfg(test)]
mod tests {
    use super::{LineEnd, line, tail_start};

    #[test]
    fn each_kind_of_end_ends_one_line() {
        assert_eq!(line("a\r\nb"), Ok(("b", ("a", LineEnd::CrLf))));
        assert_eq!(line("a\rb"), Ok(("b", ("a", LineEnd::Cr))));
        assert_eq!(line("\n\n"), Ok(("\n", ("", LineEnd::Lf))));
        assert_eq!(line("a"), Ok(("", ("a", LineEnd::None))));
    }

    #[test]
    fn the_tail_begins_at_the_control_z() {
        assert_eq!(tail_start("a\r\n\u{1a}"), 3);
        assert_eq!(tail_start("a\u{1a}\r\n\0\u{1a}"), 1);
        assert_eq!(tail_start("a\u{1a}b\r\n"), 5, "a control-Z inside the text ends nothing");
    }

    #[test]
    fn ties_go_to_the_first_kind() {
        assert_eq!(LineEnd::most_frequent([LineEnd::Lf, LineEnd::CrLf]), LineEnd::CrLf);
        assert_eq!(LineEnd::most_frequent([LineEnd::Cr, LineEnd::Lf, LineEnd::Lf]), LineEnd::Lf);
        assert_eq!(LineEnd::most_frequent([LineEnd::None]), LineEnd::CrLf);
    }
}
