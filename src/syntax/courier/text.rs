//! Text with the marks of a web page undone, and the way back to the places in the file.

use crate::source::Span;

/// One stretch of decoded text and the stretch of the file it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    decoded: usize,
    source: usize,
    source_end: usize,
    /// Whether both stretches hold the same bytes.
    verbatim: bool,
}

/// A decoded text whose places can be translated into places of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MappedText {
    text: String,
    runs: Vec<Run>,
}

impl MappedText {
    /// An empty text.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// A part of a file, unchanged. `offset` is where it starts in the file.
    pub(super) fn verbatim(text: &str, offset: usize) -> Self {
        let mut mapped = Self::new();
        mapped.push_verbatim(text, offset);
        mapped
    }

    /// A part of a file with entities decoded and, where the text is HTML, tags undone.
    pub(super) fn from_page(text: &str, offset: usize) -> Self {
        let mut mapped = Self::new();
        decode_page(text, offset, &mut mapped);
        mapped
    }

    /// The decoded text.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds a stretch that is the same in the file.
    pub(super) fn push_verbatim(&mut self, text: &str, source: usize) {
        if !text.is_empty() {
            self.runs.push(Run { decoded: self.text.len(), source, source_end: source + text.len(), verbatim: true });
            self.text.push_str(text);
        }
    }

    /// Adds a stretch that stands for `source..source_end` of the file.
    pub(super) fn push_replaced(&mut self, text: &str, source: usize, source_end: usize) {
        if !text.is_empty() {
            self.runs.push(Run { decoded: self.text.len(), source, source_end, verbatim: false });
            self.text.push_str(text);
        }
    }

    /// The range of the file that the range `start..end` of the decoded text came from.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        if let [Run { decoded: 0, source, verbatim: true, .. }] = self.runs[..]
            && end <= self.text.len()
        {
            return Span::new(to_u32(source + start), to_u32(source + end.max(start)));
        }
        let from = self.source_of(start, false);
        if end <= start {
            return Span::at(to_u32(from));
        }
        Span::new(to_u32(from), to_u32(self.source_of(end, true).max(from)))
    }

    /// The place in the file of one offset; as an end, it belongs to the stretch before it.
    fn source_of(&self, offset: usize, as_end: bool) -> usize {
        let key = if as_end { offset.saturating_sub(1) } else { offset };
        let index = self.runs.partition_point(|run| run.decoded <= key);
        let Some(run) = index.checked_sub(1).and_then(|index| self.runs.get(index)) else {
            return self.runs.first().map_or(0, |run| run.source);
        };
        let inside = offset - run.decoded;
        match (run.verbatim, as_end) {
            (true, _) => (run.source + inside).min(run.source_end),
            (false, true) => run.source_end,
            (false, false) => run.source,
        }
    }
}

fn to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// Tags that show a text to be HTML.
const TELLING_TAGS: [&str; 9] =
    ["<br", "<html", "<!doctype html", "<body", "<pre", "<table", "<textarea", "<p>", "<div"];
/// Tags that stand inside a line; every other tag ends the line.
const INLINE_TAGS: [&str; 18] = [
    "a", "abbr", "b", "big", "code", "em", "font", "i", "img", "nobr", "s", "small", "span", "strong", "sub", "sup",
    "tt", "u",
];

/// Longest tag; a `<` without a `>` this near is text.
const MAX_TAG_BYTES: usize = 1024;

/// Whether a text holds the tags of a web page.
pub(super) fn is_html(text: &str) -> bool {
    if memchr::memchr(b'<', text.as_bytes()).is_none() {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    TELLING_TAGS.iter().any(|tag| lower.contains(tag))
}

fn decode_page(text: &str, offset: usize, out: &mut MappedText) {
    let html = is_html(text);
    let mut at = 0;
    let mut kept = 0;
    while let Some(found) = memchr::memchr2(b'&', b'<', &text.as_bytes()[at..]) {
        let start = at + found;
        let rest = &text[start..];
        let replaced = if rest.starts_with('&') {
            entity(rest).map(|(length, character)| (length, Some(character)))
        } else if html {
            tag(rest)
        } else {
            None
        };
        let Some((length, character)) = replaced else {
            at = start + 1;
            continue;
        };
        out.push_verbatim(&text[kept..start], offset + kept);
        if let Some(character) = character {
            out.push_replaced(character.encode_utf8(&mut [0; 4]), offset + start, offset + start + length);
        }
        at = start + length;
        kept = at;
    }
    out.push_verbatim(&text[kept..], offset + kept);
}

/// A text with the signs escaped that would be taken for an entity, or would show the page to be HTML: what
/// [`MappedText::from_page`] makes of it is the text again.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        match character {
            '&' if entity(&text[at..]).is_some() => out.push_str("&amp;"),
            '<' if begins_as_html(&text[at..]) => out.push_str("&lt;"),
            _ => out.push(character),
        }
    }
    out
}

fn begins_as_html(text: &str) -> bool {
    let begins = |tag: &&str| text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    TELLING_TAGS.iter().any(begins)
}

/// A character entity at the start of the text: its length and what it stands for.
fn entity(text: &str) -> Option<(usize, char)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let character = match name {
        "nbsp" => '\u{a0}',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "hellip" => '\u{2026}',
        "ndash" => '\u{2013}',
        "mdash" => '\u{2014}',
        "minus" => '\u{2212}',
        "shy" => '\u{ad}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|&character| character != '\0')?
        }
    };
    Some((end + 1, character))
}

/// A tag, comment or whole script at the start of the text: its length, and the line end it stands for.
fn tag(text: &str) -> Option<(usize, Option<char>)> {
    if text.starts_with("<!--") {
        return Some((text.find("-->").map_or(text.len(), |end| end + 3), None));
    }
    let inner = text.strip_prefix("</").or_else(|| text.strip_prefix("<!")).or_else(|| text.strip_prefix('<'))?;
    let name_length = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let name = inner[..name_length].to_ascii_lowercase();
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let length = text.bytes().take(MAX_TAG_BYTES).position(|byte| byte == b'>')? + 1;
    if (name == "script" || name == "style") && !text.starts_with("</") {
        let closing = format!("</{name}");
        let end = find_ignoring_case(text, &closing).unwrap_or(text.len());
        return Some((end, Some('\n')));
    }
    Some((length, (!INLINE_TAGS.contains(&name.as_str())).then_some('\n')))
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::MappedText;

    #[test]
    fn entities_are_decoded_and_places_lead_back() {
        let text = "1. P&nbsp;e2-e4 &amp; so";
        let mapped = MappedText::from_page(text, 0);
        assert_eq!(mapped.as_str(), "1. P\u{a0}e2-e4 & so");
        let start = mapped.as_str().find("e2").unwrap();
        let span = mapped.span(start, start + 5);
        assert_eq!(&text[span.range()], "e2-e4");
        let blank = mapped.as_str().find('\u{a0}').unwrap();
        assert_eq!(&text[mapped.span(blank, blank + 2).range()], "&nbsp;");
    }

    #[test]
    fn unknown_entities_and_angle_brackets_of_plain_text_stay() {
        let text = "1. P e2-e4 // a<b & &foo; <i>";
        assert_eq!(MappedText::from_page(text, 0).as_str(), text);
    }

    #[test]
    fn tags_of_a_page_end_lines_or_vanish() {
        let text = "<body>1. P <b>e2-e4</b><br>1... p e7-e5<script>2. x</script><!-- 3. y --></body>";
        assert_eq!(MappedText::from_page(text, 0).as_str(), "\n1. P e2-e4\n1... p e7-e5\n\n\n");
    }
}
