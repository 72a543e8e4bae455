//! Records as files: several in one, each in its form, with what stands between them.

use std::io::{self, Write};

use anyhow::Context as _;
use scoresheet::batch::{Converted, ExportForm};
use scoresheet::export::document::{to_json, to_jsonl, to_yaml};

use super::args::ExportFormat;

/// A record as it is written.
pub(crate) enum Written {
    /// A file of its own.
    File(Vec<u8>),
    /// A part of a file that may hold several records.
    Part(String),
}

impl Written {
    /// A record in its form.
    pub(crate) fn new(converted: Converted, format: ExportFormat) -> anyhow::Result<Self> {
        Ok(match converted {
            Converted::File(bytes) => Self::File(bytes),
            Converted::Text(text) => Self::Part(text),
            Converted::Document(document) => {
                let document = [*document];
                Self::Part(match format {
                    ExportFormat::Yaml => to_yaml(&document).context("cannot write YAML")?,
                    ExportFormat::Jsonl => to_jsonl(&document).context("cannot write JSON")?,
                    _ => {
                        // The array's own signs are left to the sheet.
                        let text = to_json(&document).context("cannot write JSON")?;
                        let inner = text.strip_prefix("[\n").and_then(|text| text.strip_suffix("\n]\n"));
                        inner.unwrap_or(&text).to_owned()
                    }
                })
            }
        })
    }
}

/// Several records in one file, written as they come.
pub(crate) struct Sheet<W> {
    out: W,
    format: ExportFormat,
    parts: usize,
}

impl<W: Write> Sheet<W> {
    pub(crate) const fn new(out: W, format: ExportFormat) -> Self {
        Self { out, format, parts: 0 }
    }

    /// Adds a record.
    pub(crate) fn add(&mut self, part: &str) -> io::Result<()> {
        let before = match (self.format, self.parts) {
            (ExportFormat::Json, 0) => "[\n",
            (ExportFormat::Json, _) => ",\n",
            (ExportFormat::Yaml, 1..) => "---\n",
            _ => "",
        };
        self.parts += 1;
        self.out.write_all(before.as_bytes())?;
        self.out.write_all(part.as_bytes())
    }

    /// Adds the bytes of a file that holds one record.
    pub(crate) fn add_file(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// Ends the file and gives what it was written to.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if self.format == ExportFormat::Json && self.parts > 0 {
            self.out.write_all(b"\n]\n")?;
        }
        self.out.flush()?;
        Ok(self.out)
    }
}

impl ExportFormat {
    /// The form of each record.
    pub(crate) const fn form(self) -> ExportForm {
        match self {
            Self::Zsg => ExportForm::Zsg,
            Self::Yaml | Self::Json | Self::Jsonl => ExportForm::Document,
            Self::Pgn => ExportForm::Pgn,
            Self::Courier => ExportForm::Courier,
        }
    }

    /// The ending of a file's name.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Zsg => "zsg",
            Self::Yaml => "yaml",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Pgn => "pgn",
            Self::Courier => "gc",
        }
    }

    /// Whether a file of this form holds one record.
    pub(crate) const fn holds_one(self) -> bool {
        matches!(self, Self::Zsg | Self::Courier)
    }
}

#[cfg(test)]
mod tests {
    use scoresheet::export::document::{to_json, to_yaml};
    use scoresheet::record::document::Document;

    use super::super::args::ExportFormat;
    use super::{Converted, Sheet, Written};

    #[test]
    fn records_that_come_one_by_one_give_the_text_of_all() {
        let document = |name: &str| {
            let mut document = Document { scoresheet: 1, ..Document::default() };
            document.tags.add("Name", name);
            document
        };
        let documents = [document("a"), document("b\n\"c\""), document("d")];
        let written = |format| {
            let mut sheet = Sheet::new(Vec::new(), format);
            for document in documents.clone() {
                let Written::Part(part) = Written::new(Converted::Document(Box::new(document)), format).unwrap() else {
                    panic!("a document is a part")
                };
                sheet.add(&part).unwrap();
            }
            String::from_utf8(sheet.finish().unwrap()).unwrap()
        };
        assert_eq!(written(ExportFormat::Json), to_json(&documents).unwrap());
        assert_eq!(written(ExportFormat::Yaml), to_yaml(&documents).unwrap());
        assert_eq!(Sheet::new(Vec::new(), ExportFormat::Json).finish().unwrap(), b"", "nothing gives nothing");
    }
}
