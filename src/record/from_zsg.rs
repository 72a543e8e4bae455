//! A saved game as a record.

use std::sync::Arc;

use super::{Action, Entry, Notation, Record, RulesNamed, WrittenEffect, WrittenEffects, ZsgParts};
use crate::diagnostic::Diagnostics;
use crate::source::SourceFile;
use crate::syntax::zsg::{self, Body, Content, Names};

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
    record.entries.reserve(game.lines.len());
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

/// The effects of an entry with the words after `on` told apart by the names of the rules (`spec/zsg.md` 3); `None`
/// where that changes nothing.
#[must_use]
pub fn effects_by_names(record: &Record, entry: &Entry, names: Names<'_>) -> Option<WrittenEffects> {
    let Action::Effects { effects, .. } = &entry.action else { return None };
    let has_list = |effect: &WrittenEffect| matches!(effect, WrittenEffect::Change { at, .. } if !at.is_empty());
    if record.zsg.is_none() || !effects.iter().any(has_list) {
        return None;
    }
    match zsg::parse_body(record.entry_text(entry), entry.text.start, Some(names)) {
        Ok(Body::Effects { effects: by_names, .. }) if by_names != *effects => Some(by_names),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{effects_by_names, read};
    use crate::diagnostic::Diagnostics;
    use crate::record::{Action, Edit, Notation, WrittenEffect};
    use crate::source::SourceFile;
    use crate::syntax::zsg::Names;

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

    #[test]
    fn names_decide_what_stands_after_on() {
        let text = GAME.replace("2. Man a1", "2. Man a1 - a2 = T on b1 b2 b3 b4");
        let file = SourceFile::from_text("a.zsg", text);
        let record = read(&file, &mut Diagnostics::new()).unwrap();
        let is_cell = |name: &str| name.len() == 2;
        let names = Names { is_cell: &is_cell, is_piece: &|name| name == "Man" };
        let entry = &record.entries[2];
        assert!(matches!(&entry.action, Action::Effects { effects, .. } if effects.len() == 3));
        let by_names = effects_by_names(&record, entry, names).unwrap();
        assert!(matches!(&by_names[1], WrittenEffect::Change { at, .. } if at.len() == 4));
        assert_eq!(effects_by_names(&record, &record.entries[0], names), None);
    }
}
