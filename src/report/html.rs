//! One page for the browser, without anything outside it: every record with its verdict, and at each fault the line, the
//! board and what would have been legal.

use std::io::{self, Write};

use super::snippet::Excerpt;
use super::text::{Own, shorten, totals, words};
use super::xml::escape;
use super::{Reporter, Style};
use crate::diagnostic::{Diagnostic, InputReport, Severity, Summary};
use crate::source::Place;

const CSS: &str = include_str!("html.css");

/// The page.
pub(super) struct Html<'w> {
    out: &'w mut dyn Write,
    style: Style,
    started: bool,
}

impl<'w> Html<'w> {
    pub(super) fn new(out: &'w mut dyn Write, style: Style) -> Self {
        Self { out, style, started: false }
    }

    fn head(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        let name = env!("CARGO_PKG_NAME");
        write!(
            self.out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{name} report</title>\n\
             <style>\n{CSS}</style>\n</head>\n<body>\n<h1>{name} report</h1>\n"
        )
    }

    fn section(&mut self, name: &str, status: u8, words: &str, findings: &[Diagnostic]) -> io::Result<()> {
        if self.style.quiet && status == 0 {
            return Ok(());
        }
        let (name, words) = (escape(name), escape(words));
        write!(self.out, "<section class=\"s{status}\">\n<h2>{name}: <span class=\"verdict\">{words}</span></h2>\n")?;
        for finding in findings {
            if !(self.style.quiet && finding.severity == Severity::Note) {
                self.finding(finding)?;
            }
        }
        self.out.write_all(b"</section>\n")
    }

    fn finding(&mut self, finding: &Diagnostic) -> io::Result<()> {
        let (severity, code, slug) = (finding.severity.name(), finding.code, finding.code.slug());
        let message = escape(&finding.message);
        writeln!(
            self.out,
            "<div class=\"{severity}\">\n<p><b>{severity}[{code}]</b> {message} <span class=\"place\">{slug}</span></p>"
        )?;
        if let Some(place) = &finding.place {
            self.excerpt(place)?;
        }
        for related in &finding.related {
            writeln!(self.out, "<p>{}</p>", escape(&related.message))?;
            self.excerpt(&related.place)?;
        }
        if let Some(board) = &finding.board {
            writeln!(self.out, "<pre class=\"board\">{}</pre>", escape(board))?;
        }
        if !finding.legal.is_empty() {
            let legal = finding.legal.join(", ");
            writeln!(self.out, "<p class=\"legal\">legal here: {}</p>", escape(&legal))?;
        }
        for note in &finding.notes {
            writeln!(self.out, "<pre>{}</pre>", escape(note))?;
        }
        if let Some(help) = &finding.help {
            writeln!(self.out, "<p class=\"help\">help: {}</p>", escape(help))?;
        }
        self.out.write_all(b"</div>\n")
    }

    /// The lines of a place, with its mark.
    fn excerpt(&mut self, place: &Place) -> io::Result<()> {
        let start = place.start();
        let name = escape(&place.file.name);
        writeln!(self.out, "<p class=\"place\">{name}:{}:{}</p>", start.line, start.column)?;
        let Excerpt { source, mark, .. } = Excerpt::new(place);
        let (before, marked, after) = (&source[..mark.start], &source[mark.clone()], &source[mark.end..]);
        let (marked, after) = (shorten(marked), shorten(after));
        writeln!(self.out, "<pre>{}<mark>{}</mark>{}</pre>", escape(before), escape(&marked), escape(&after))
    }
}

impl Reporter for Html<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        self.head()?;
        for record in &input.records {
            self.section(&input.name_of(record), record.exit_status(), &words(record), &record.findings)?;
        }
        match Own::of(input) {
            Some(own) => self.section(&input.path, own.status, own.words, &input.findings),
            None => Ok(()),
        }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.head()?;
        write!(self.out, "<footer><p>{}</p></footer>\n</body>\n</html>\n", escape(&totals(summary)))?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Style, samples};

    #[test]
    fn faults_have_their_line_and_board() {
        let mut input = samples::illegal();
        input.records[0].findings[0].board = Some("2 | . <k>\n1 | K .\n".to_owned());
        let page = samples::render_inputs(Format::Html, Style::default(), &[input]);
        assert!(page.contains("2. <mark>Horse b2 - c5</mark></pre>"), "{page}");
        assert!(page.contains("<pre class=\"board\">2 | . &lt;k&gt;&#10;1 | K .&#10;</pre>"), "{page}");
        assert!(page.contains("<span class=\"verdict\">illegal at ply 2 of 2</span>"), "{page}");
        assert!(page.ends_with("</html>\n"));
    }

    #[test]
    fn nothing_of_an_input_becomes_markup_and_nothing_is_fetched() {
        let mut input = samples::missing();
        input.path = "<script>alert(1)</script>".to_owned();
        input.findings[0].message = "</p><img src=x onerror=alert(1)>".to_owned();
        let page = samples::render_inputs(Format::Html, Style::default(), &[input]);
        assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
        assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("url("), "{page}");
    }
}
