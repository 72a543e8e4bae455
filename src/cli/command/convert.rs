//! `convert`: records in another notation, to standard output or as files.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scoresheet::batch::{
    Checker, Chooser, Converted, ConvertedInput, ExportForm, Input, RulesOptions, discover, in_order,
};
use scoresheet::diagnostic::Summary;
use scoresheet::export::document::{to_json, to_jsonl, to_yaml};
use scoresheet::record::document::Document;
use scoresheet::replay::ReplayOptions;
use scoresheet::report::{Format, Reporter, Style};

use super::super::args::{ConvertArgs, ExportFormat, OutArgs};
use super::super::exit::Exit;
use super::super::output::{stderr, stdout, write_file};
use super::super::settings::Settings;
use super::check::pool;
use super::subject::Stopped;

pub(super) fn run(args: &ConvertArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let chooser = match Chooser::new(RulesOptions::from(&args.rules)) {
        Ok(chooser) => chooser,
        Err(finding) => return Stopped::new("", finding).report(settings),
    };
    let checker =
        Checker { chooser, replay: ReplayOptions { keep_going: args.keep_going, ..ReplayOptions::default() } };
    let inputs = discover(&args.paths, &args.inputs.stdin_name);
    let mut errors = BufWriter::new(stderr(settings));
    // What is sound goes without saying here.
    let mut reporter = Format::Human.reporter(&mut errors, Style { quiet: true, ..settings.error_style });
    let mut summary = Summary::default();
    let mut target = Target::new(args.to, &args.out);
    let form = args.to.form();
    pool(&args.inputs)?.in_place_scope(|_| {
        in_order(
            &inputs,
            |input| checker.convert(input, form).map(|converted| (input, converted)),
            |converted| match converted {
                Some((input, converted)) => take(input, converted, &mut *reporter, &mut summary, &mut target),
                None => Ok(()),
            },
        )
    })?;
    drop(reporter);
    errors.flush()?;
    target.finish(settings)?;
    Ok(Exit::from_status(summary.exit_status()))
}

fn take(
    input: &Input,
    converted: ConvertedInput,
    reporter: &mut dyn Reporter,
    summary: &mut Summary,
    target: &mut Target<'_>,
) -> anyhow::Result<()> {
    summary.add(&converted.report);
    reporter.input(&converted.report)?;
    target.take(input, converted.records)
}

/// Where converted records go: files of their own, or standard output at the end.
struct Target<'a> {
    format: ExportFormat,
    out: &'a OutArgs,
    written: BTreeSet<PathBuf>,
    files: Vec<Vec<u8>>,
    documents: Vec<Document>,
    text: String,
}

impl<'a> Target<'a> {
    fn new(format: ExportFormat, out: &'a OutArgs) -> Self {
        Self { format, out, written: BTreeSet::new(), files: Vec::new(), documents: Vec::new(), text: String::new() }
    }

    fn take(&mut self, input: &Input, records: Vec<Converted>) -> anyhow::Result<()> {
        let (mut files, mut documents, mut text) = (Vec::new(), Vec::new(), String::new());
        for record in records {
            match record {
                Converted::File(bytes) => files.push(bytes),
                Converted::Document(document) => documents.push(*document),
                Converted::Text(one) => text.push_str(&one),
            }
        }
        let Some(folder) = &self.out.out_dir else {
            self.files.append(&mut files);
            self.documents.append(&mut documents);
            self.text.push_str(&text);
            if self.files.len() > 1 {
                bail!("standard output holds one file of this form; give --out-dir");
            }
            return Ok(());
        };
        if !documents.is_empty() {
            files.push(self.format.text(&documents)?.into_bytes());
        }
        if !text.is_empty() {
            files.push(text.into_bytes());
        }
        let several = files.len() > 1;
        for (number, bytes) in (1..).zip(&files) {
            let name = output_name(&input.relative, self.format.ending(), several.then_some(number));
            let path = folder.join(name);
            if !self.written.insert(path.clone()) {
                bail!("two inputs would be written to {}; convert them into folders of their own", path.display());
            }
            write_file(&path, bytes, self.out.force)?;
        }
        Ok(())
    }

    fn finish(self, settings: &Settings) -> io::Result<()> {
        if self.out.out_dir.is_some() {
            return Ok(());
        }
        let mut out = stdout(settings);
        for bytes in &self.files {
            out.write_all(bytes)?;
        }
        out.write_all(self.text.as_bytes())?;
        if !self.documents.is_empty() {
            out.write_all(self.format.text(&self.documents).map_err(io::Error::other)?.as_bytes())?;
        }
        out.flush()
    }
}

/// `deep/a.zsg` to `deep/a.yaml`; the records of an input that gives several files are numbered.
fn output_name(relative: &Path, ending: &str, number: Option<u32>) -> PathBuf {
    let stem = relative.file_stem().map_or_else(|| "record".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let stem: String = stem.chars().filter(|c| !matches!(c, '<' | '>')).collect();
    let name = number.map_or_else(|| format!("{stem}.{ending}"), |number| format!("{stem}-{number:04}.{ending}"));
    relative.with_file_name(name)
}

impl ExportFormat {
    /// The form of each record.
    pub(super) const fn form(self) -> ExportForm {
        match self {
            Self::Zsg => ExportForm::Zsg,
            Self::Yaml | Self::Json | Self::Jsonl => ExportForm::Document,
            Self::Pgn => ExportForm::Pgn,
            Self::Courier => ExportForm::Courier,
        }
    }

    /// The ending of a file's name.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Zsg => "zsg",
            Self::Yaml => "yaml",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Pgn => "pgn",
            Self::Courier => "gc",
        }
    }

    /// Documents as one text.
    pub(super) fn text(self, documents: &[Document]) -> anyhow::Result<String> {
        match self {
            Self::Yaml => to_yaml(documents).context("cannot write YAML"),
            Self::Jsonl => to_jsonl(documents).context("cannot write JSON"),
            Self::Json | Self::Zsg | Self::Pgn | Self::Courier => to_json(documents).context("cannot write JSON"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::output_name;

    #[test]
    fn outputs_keep_their_folder_and_change_their_ending() {
        assert_eq!(output_name(Path::new("deep/a.b.zsg"), "yaml", None), PathBuf::from("deep/a.b.yaml"));
        assert_eq!(output_name(Path::new("all.pgn"), "zsg", Some(3)), PathBuf::from("all-0003.zsg"));
        assert_eq!(output_name(Path::new("<stdin>"), "json", None), PathBuf::from("stdin.json"));
    }
}
