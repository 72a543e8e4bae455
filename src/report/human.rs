//! The format for people: source lines with marks, help, and one verdict line a record.

use std::io::{self, Write};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Message, Origin, Renderer, Snippet};

use super::snippet::Excerpt;
use super::text::{Own, clean, count, shorten, totals, words};
use super::{Reporter, Style};
use crate::diagnostic::{Diagnostic, InputReport, RecordReport, Severity, Summary};
use crate::source::Place;

/// Most further places shown of one finding; a chain of macro calls may be long.
const MAX_RELATED: usize = 6;
/// Most legal moves shown of one finding.
const MAX_LEGAL: usize = 12;

/// Most causes shown that several records share.
const MAX_CAUSES_SHOWN: usize = 20;

/// The human format.
pub(super) struct Human<'w> {
    out: &'w mut dyn Write,
    style: Style,
    renderer: Renderer,
}

impl<'w> Human<'w> {
    pub(super) fn new(out: &'w mut dyn Write, style: Style) -> Self {
        let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
        Self { out, style, renderer: renderer.term_width(style.width.max(40)) }
    }

    /// Writes findings; true if there was one to write.
    fn findings(&mut self, path: &str, findings: &[Diagnostic]) -> io::Result<bool> {
        let mut any = false;
        for finding in findings {
            if self.style.quiet && finding.severity == Severity::Note {
                continue;
            }
            let groups = groups(path, finding, self.style.boards);
            writeln!(self.out, "{}\n", self.renderer.render(&groups))?;
            any = true;
        }
        Ok(any)
    }

    /// `name: words (rules)`, the verdict in its colour.
    fn verdict_line(&mut self, name: &str, status: u8, words: &str, rest: &str) -> io::Result<()> {
        let style = match status {
            _ if !self.style.color => anstyle::Style::new(),
            0 => anstyle::AnsiColor::Green.on_default().bold(),
            3 => anstyle::AnsiColor::Yellow.on_default().bold(),
            _ => anstyle::AnsiColor::Red.on_default().bold(),
        };
        writeln!(self.out, "{}: {style}{words}{style:#}{}", clean(name), clean(rest))
    }

    fn record(&mut self, input: &InputReport, record: &RecordReport) -> io::Result<()> {
        let any = self.findings(&input.path, &record.findings)?;
        if self.style.quiet && record.exit_status() == 0 {
            return Ok(());
        }
        self.verdict_line(&input.name_of(record), record.exit_status(), &words(record), &rules(record))?;
        // The verdict closes its findings; the next ones stand apart.
        if any { writeln!(self.out) } else { Ok(()) }
    }

    /// One line for a rules file: what it defines and whether it is sound.
    fn rules_line(&mut self, input: &InputReport) -> io::Result<()> {
        let Some(variants) = &input.rules else { return Ok(()) };
        let of = |severity| input.findings.iter().filter(|finding| finding.severity == severity).count() as u64;
        let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
        let (status, own) = (input.own_status(), Own::of(input));
        if self.style.quiet && status == 0 {
            return Ok(());
        }
        let words = own.map_or("usable", |own| own.words);
        let parts =
            [count(variants.len() as u64, "variant"), count(errors, "error"), count(warnings, "warning")].join(", ");
        self.verdict_line(&input.path, status, words, &format!(" ({parts})"))
    }
}

impl Reporter for Human<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        let any = self.findings(&input.path, &input.findings)?;
        for record in &input.records {
            self.record(input, record)?;
        }
        self.rules_line(input)?;
        if any && input.rules.is_some() { writeln!(self.out) } else { Ok(()) }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        for cause in summary.shared_causes().iter().take(MAX_CAUSES_SHOWN) {
            writeln!(self.out, "{}", clean(&shorten_lines(&cause.text())))?;
        }
        if !self.style.quiet {
            writeln!(self.out, "{}", totals(summary))?;
        }
        self.out.flush()
    }
}

/// ` (Courier Eurasian Chess, rules courier-eurasian.zrf)`.
fn rules(record: &RecordReport) -> String {
    match (&record.rules, &record.game) {
        (Some(used), _) if used.bundled => format!(" ({}, bundled rules {})", used.variant, used.file),
        (Some(used), _) => format!(" ({}, rules {})", used.variant, used.file),
        (None, Some(game)) => format!(" ({game})"),
        (None, None) => String::new(),
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// A finding as the groups that the renderer draws: itself, then its further places.
fn groups<'a>(path: &'a str, finding: &'a Diagnostic, boards: bool) -> Vec<Group<'a>> {
    let title = level(finding.severity).primary_title(shorten_lines(&finding.message)).id(finding.code.id());
    let mut group = match &finding.place {
        Some(place) => title.element(snippet(place)),
        None => title.element(Origin::path(clean(path))),
    };
    group = group.elements(further_lines(finding, boards));
    let mut groups = vec![group];
    for related in finding.related.iter().take(MAX_RELATED) {
        let title = Level::NOTE.secondary_title(shorten_lines(&related.message));
        groups.push(title.element(snippet(&related.place)));
    }
    if let Some(left) = finding.related.len().checked_sub(MAX_RELATED + 1) {
        let text = format!("{} not shown", count(left as u64 + 1, "further place"));
        groups.push(Group::with_title(Level::NOTE.secondary_title(text)));
    }
    groups
}

/// The lines of a place, with its mark.
fn snippet(place: &Place) -> Snippet<'_, Annotation<'_>> {
    let excerpt = Excerpt::new(place);
    Snippet::source(excerpt.source)
        .line_start(excerpt.line as usize)
        .path(clean(&place.file.name))
        .annotation(AnnotationKind::Primary.span(excerpt.mark))
}

/// Legal moves, notes and help as lines under the source.
fn further_lines(finding: &Diagnostic, boards: bool) -> Vec<Message<'_>> {
    let mut lines = Vec::new();
    if !finding.legal.is_empty() {
        let shown: Vec<_> = finding.legal.iter().take(MAX_LEGAL).map(|text| shorten(text)).collect();
        let more = if finding.legal.len() > MAX_LEGAL { ", ..." } else { "" };
        lines.push(Level::NOTE.message(format!("legal here: {}{more}", shown.join(", "))));
    }
    let board = finding.board.as_ref().filter(|_| boards);
    lines.extend(board.map(|board| Level::NOTE.message(format!("position:\n{board}"))));
    lines.extend(finding.notes.iter().map(|note| Level::NOTE.message(note.as_str())));
    lines.extend(finding.help.iter().map(|help| Level::HELP.message(shorten_lines(help))));
    lines
}

/// A message without very long words: an entry quoted in it may have a hundred thousand characters.
fn shorten_lines(text: &str) -> String {
    const MAX_MESSAGE: usize = 4 * crate::limits::MAX_SHOWN_CHARS;
    match text.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Style, samples};

    #[test]
    fn findings_have_their_lines_and_records_their_verdict() {
        insta::assert_snapshot!(samples::render(Format::Human, Style::default()));
    }

    #[test]
    fn quiet_leaves_out_what_is_sound() {
        let quiet = Style { quiet: true, ..Style::default() };
        let mut input = samples::illegal();
        input.records[0].verdict = crate::diagnostic::Verdict::Legal;
        input.records[0].findings.clear();
        assert_eq!(samples::render_inputs(Format::Human, quiet, &[input]), "");
    }

    #[test]
    fn colours_only_where_asked_for() {
        assert!(!samples::render(Format::Human, Style::default()).contains('\x1b'));
        let color = Style { color: true, ..Style::default() };
        assert!(samples::render(Format::Human, color).contains('\x1b'));
    }
}
