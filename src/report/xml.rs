//! Text inside XML and HTML.

use std::borrow::Cow;

/// A text as it may stand between tags and in quoted attributes of XML 1.0 and HTML.
///
/// Characters that XML has no place for are replaced. Line ends and tabs become references, because readers of
/// attributes turn them into blanks.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| replacement(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match replacement(c) {
            Some(replacement) => out.push_str(replacement),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

const fn replacement(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\'' => "&#39;",
        '\t' => "&#9;",
        '\n' => "&#10;",
        '\r' => "&#13;",
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => "\u{fffd}",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::escape;

    #[test]
    fn marks_and_controls_are_escaped() {
        assert_eq!(escape("a<b> & \"c\" 'd'"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
        assert_eq!(escape("x\u{1b}[1m\ny\0"), "x\u{fffd}[1m&#10;y\u{fffd}");
        assert_eq!(escape("Café"), "Café");
    }

    proptest! {
        #[test]
        fn any_text_comes_back_from_an_xml_reader(text in any::<String>()) {
            let page = format!("<a b=\"{}\">{}</a>", escape(&text), escape(&text));
            let read = roxmltree::Document::parse(&page).expect("well-formed");
            let no_place = |c: char| c.is_control() && !"\t\n\r".contains(c) || matches!(c, '\u{fffe}' | '\u{ffff}');
            let expected = text.replace(no_place, "\u{fffd}");
            assert_eq!(read.root_element().attribute("b"), Some(expected.as_str()));
            assert_eq!(read.root_element().text().unwrap_or_default(), expected);
        }
    }
}
