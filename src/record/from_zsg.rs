//! A saved game as a record.

use std::sync::Arc;

use super::{Action, Entry, Notation, Record, RulesNamed, ZsgParts};
use crate::diagnostic::Diagnostics;
use crate::source::SourceFile;
use crate::syntax::zsg::{self, Body, Content};

/// Reads a saved game (`spec/zsg.md`). Entries that cannot be read are among the record's entries and have their
/// findings; so have faults of the head.
///
/// `None` when the text is no saved game: its first line is not the header.
#[must_use]
pub fn read(file: &Arc<SourceFile>, findings: &mut Diagnostics) -> Option<Record> {
    let game = zsg::parse(file, findings)?;
    let layout = game.layout();
    let mut record = Record::new(file, Notation::Zsg);
    let mut late_edits = Vec::new();
    for line in game.lines {
        let (number, text, action) = match line.content {
            Content::Edit(edit) if record.entries.is_empty() => {
                record.edits.push(edit);
                continue;
            }
            Content::Edit(edit) => {
                late_edits.push((record.entries.len(), edit));
                continue;
            }
            Content::Entry { number, text, body: Body::Pass } => (Some(number), text, Action::Pass),
            Content::Entry { number, text, body: Body::Effects { partial, effects } } => {
                (Some(number), text, Action::Effects { partial, effects })
            }
            Content::Unread { number, text, finding } => (number, text, Action::Unreadable(finding)),
            Content::Header | Content::Rules | Content::Variant | Content::Nothing => continue,
        };
        let mut span = line.span;
        span.end = text.end;
        record.entries.push(Entry { number, span, text, action, comments: Vec::new() });
    }
    record.rules = RulesNamed { file: game.rules, variant: game.variant, game: None };
    record.zsg = Some(ZsgParts { version: game.version, kinds: game.kinds, late_edits, layout });
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::diagnostic::Diagnostics;
    use crate::record::{Action, Edit, Notation};
    use crate::source::SourceFile;

    const GAME: &str = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=.\\A b.zrf\r\nVariantName=A, b\r\n\
        (x a1)\r\n1. partial 2 Man c3 - e5 x d4 \r\n(x b1)\r\n1. Pass\r\n2. Man a1\r\n";

    #[test]
    fn all_parts_arrive() {
        let file = SourceFile::from_text("a.zsg", GAME);
        let record = read(&file, &mut Diagnostics::new()).unwrap();
        assert_eq!(record.notation, Notation::Zsg);
        assert_eq!(record.rules.file.as_ref().map(|word| word.text.as_str()), Some(".\\A b.zrf"));
        assert_eq!(record.rules.variant.as_ref().map(|word| word.text.as_str()), Some("A, b"));
        assert!(matches!(&record.edits[..], [Edit::Empty { at }] if at.text == "a1"));
        let parts = record.zsg.as_ref().unwrap();
        assert_eq!((parts.kinds.text.as_str(), parts.late_edits.len(), parts.late_edits[0].0), ("HC", 1, 1));
        let [hop, pass, bad] = &record.entries[..] else { panic!("three entries") };
        assert!(matches!(&hop.action, Action::Effects { partial: Some(2), effects } if effects.len() == 2));
        assert_eq!(record.entry_text(hop), "partial 2 Man c3 - e5 x d4");
        assert_eq!(record.file.slice(hop.span), "1. partial 2 Man c3 - e5 x d4");
        assert!(matches!(pass.action, Action::Pass));
        assert!(matches!(bad.action, Action::Unreadable(_)));
        assert_eq!((bad.number, record.entry_text(bad)), (Some(2), "Man a1"));
    }

    #[test]
    fn a_file_without_header_is_no_record() {
        let file = SourceFile::from_text("a.zsg", "console log\n");
        let mut findings = Diagnostics::new();
        assert!(read(&file, &mut findings).is_none());
        assert!(findings.has_errors());
    }
}
