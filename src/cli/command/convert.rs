//! `convert`: records in another notation, to standard output or as files.

use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use scoresheet::batch::{Checker, Chooser, Conversion, ConvertedInput, Input, PlyRange, RulesOptions, discover};
use scoresheet::diagnostic::{Part, Summary};
use scoresheet::replay::ReplayOptions;
use scoresheet::report::{Format, Reporter, Style};

use super::super::args::{ConvertArgs, ExportFormat, OutArgs};
use super::super::exit::Exit;
use super::super::output::{file_stdout, new_file, stderr, write_file};
use super::super::pending::PendingFile;
use super::super::progress::Progress;
use super::super::settings::Settings;
use super::super::sheet::{Sheet, Written};
use super::check::start_threads;
use super::subject::Stopped;

pub(super) fn run(args: &ConvertArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let plies = plies(args)?;
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
    let progress = Progress::new(settings, inputs.len());
    let mut run = Run { reporter: &mut *reporter, summary: Summary::default(), refused: Vec::new(), progress };
    let mut target = match &args.out.out_dir {
        Some(folder) => Target::Folder(Folder::new(folder, args.to, &args.out)),
        None => Target::Stdout { sheet: Sheet::new(file_stdout(), args.to), files: 0 },
    };
    let conversion = Conversion { form: args.to.form(), plies };
    start_threads(&args.inputs)?;
    let finish = |converted| Written::new(converted, args.to);
    checker
        .convert_all(&inputs, conversion, &finish, &mut |input, converted| run.take(input, converted, &mut target))?;
    let Run { summary, refused, progress, .. } = run;
    drop(progress);
    drop(reporter);
    if let Target::Stdout { sheet, .. } = target {
        sheet.finish()?;
    }
    for why in &refused {
        writeln!(errors, "error: {why:#}")?;
    }
    errors.flush()?;
    Ok(if refused.is_empty() { Exit::from_status(summary.exit_status()) } else { Exit::Failure })
}

/// The entries that are asked for.
fn plies(args: &ConvertArgs) -> anyhow::Result<Option<PlyRange>> {
    match (args.start_ply, args.end_ply) {
        (None, None) => Ok(None),
        (Some(first), Some(last)) if first > last => bail!("--start-ply {first} is behind --end-ply {last}"),
        (first, last) => Ok(Some(PlyRange {
            first: first.map_or(1, std::num::NonZeroU32::get),
            last: last.map(std::num::NonZeroU32::get),
        })),
    }
}

/// What is told of a run.
struct Run<'a> {
    reporter: &'a mut dyn Reporter,
    summary: Summary,
    /// Why files were not written.
    refused: Vec<anyhow::Error>,
    progress: Progress,
}

impl Run<'_> {
    fn take<W: Write>(
        &mut self,
        input: &Input,
        converted: ConvertedInput<anyhow::Result<Written>>,
        target: &mut Target<'_, W>,
    ) -> anyhow::Result<()> {
        let report = &converted.report;
        self.summary.add(report);
        self.progress.advance(u64::from(report.part.last), report.records.len() as u64);
        let reporter = &mut *self.reporter;
        self.progress.beside(|| reporter.input(report))?;
        let several = report.part != Part::WHOLE || converted.records.len() > 1 || report.records.len() > 1;
        match target {
            Target::Folder(folder) => {
                // One file that cannot be written keeps no other from being written.
                if let Err(why) = folder.take(input, converted.records, several, report.part) {
                    self.refused.push(why);
                }
                Ok(())
            }
            Target::Stdout { sheet, files } => {
                for (_, written) in converted.records {
                    match written? {
                        Written::Part(text) => sheet.add(&text)?,
                        Written::File(bytes) if *files == 0 => {
                            *files += 1;
                            sheet.add_file(&bytes)?;
                        }
                        Written::File(_) => bail!("standard output holds one file of this form; give --out-dir"),
                    }
                }
                Ok(())
            }
        }
    }
}

/// Where converted records go.
enum Target<'a, W: Write> {
    Stdout { sheet: Sheet<W>, files: usize },
    Folder(Folder<'a>),
}

/// Files in a folder, one for each input or, where the form holds one record, one for each record.
struct Folder<'a> {
    folder: &'a Path,
    format: ExportFormat,
    out: &'a OutArgs,
    /// Files that were written in this run.
    written: BTreeSet<PathBuf>,
    /// The file of the input under way.
    sheet: Option<Sheet<PendingFile>>,
    /// Whether the file of the input under way was refused.
    refused: bool,
}

impl<'a> Folder<'a> {
    fn new(folder: &'a Path, format: ExportFormat, out: &'a OutArgs) -> Self {
        Self { folder, format, out, written: BTreeSet::new(), sheet: None, refused: false }
    }

    /// Records of an input, or of a portion of it.
    fn take(
        &mut self,
        input: &Input,
        records: Vec<(u32, anyhow::Result<Written>)>,
        several: bool,
        part: Part,
    ) -> anyhow::Result<()> {
        if part.first {
            (self.sheet, self.refused) = (None, false);
        }
        for (number, written) in records {
            match written? {
                Written::File(bytes) => {
                    let path = self.claim(input, several.then_some(number))?;
                    write_file(&path, &bytes, self.out.force)?;
                }
                Written::Part(_) if self.refused => {}
                Written::Part(text) => {
                    if self.sheet.is_none() {
                        self.refused = true;
                        let path = self.claim(input, None)?;
                        self.sheet = Some(Sheet::new(new_file(&path, self.out.force)?, self.format));
                        self.refused = false;
                    }
                    if let Some(sheet) = &mut self.sheet {
                        sheet.add(&text)?;
                    }
                }
            }
        }
        match self.sheet.take_if(|_| part.last) {
            Some(sheet) => sheet.finish()?.commit(),
            None => Ok(()),
        }
    }

    /// The path of a new file; two of one run never have the same.
    fn claim(&mut self, input: &Input, number: Option<u32>) -> anyhow::Result<PathBuf> {
        let path = self.folder.join(output_name(&input.relative, self.format.ending(), number));
        if !self.written.insert(path.clone()) {
            bail!(
                "{} was not converted: {} is the file of another input of this run; use folders of their own",
                input.name,
                path.display()
            );
        }
        Ok(path)
    }
}

/// `deep/a.zsg` to `deep/a.yaml`; of an input with several records that need a file each, they are numbered.
fn output_name(relative: &Path, ending: &str, number: Option<u32>) -> PathBuf {
    let stem = relative.file_stem().map_or_else(|| "record".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let stem: String = stem.chars().filter(|c| !matches!(c, '<' | '>')).collect();
    let name = number.map_or_else(|| format!("{stem}.{ending}"), |number| format!("{stem}-{number:04}.{ending}"));
    relative.with_file_name(name)
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
