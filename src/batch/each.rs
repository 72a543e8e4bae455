//! Work on inputs in order: short ones side by side, long files of several games portion by portion.

use std::fs::File;
use std::io::{self, Read};

use rayon::prelude::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::discover::{Input, InputSource};
use super::kind::{InputKind, not_text};
use super::open::bytes_of;
use super::portions::{Portion, Portions, survey};
use super::read;
use super::run::in_order;
use crate::diagnostic::{Diagnostic, InputReport, RecordReport};
use crate::limits::PORTION_BYTES;
use crate::record::Record;
use crate::source::decode;

/// A portion of an input, or why no more of it can be read.
#[derive(Debug)]
pub(super) struct PortionOf {
    /// Whether portions came before.
    continued: bool,
    read: Result<Portion, Diagnostic>,
}

impl PortionOf {
    /// The results of some work on the records of the portion, done side by side; the record's number is given too.
    pub(super) fn each<T: Send>(&self, work: impl Fn(&Record, &[Diagnostic], u32) -> T + Sync) -> Vec<T> {
        let Ok(portion) = &self.read else { return Vec::new() };
        let number = |index: usize| u32::try_from(portion.before + index + 1).unwrap_or(u32::MAX);
        let records = portion.records.par_iter().enumerate();
        records.map(|(index, (record, read))| work(record, read, number(index))).collect()
    }

    /// A report of the portion without its records.
    pub(super) fn frame(&self, input: &Input) -> InputReport {
        let mut report = InputReport::new(input.name.clone(), Some(InputKind::Pgn.name()));
        report.part.first = !self.continued;
        match &self.read {
            Ok(portion) => report.part.last = portion.is_last,
            Err(finding) => report.findings.push(finding.clone()),
        }
        report
    }

    /// The report of the portion.
    pub(super) fn report(
        &self,
        input: &Input,
        work: impl Fn(&Record, &[Diagnostic]) -> RecordReport + Sync,
    ) -> InputReport {
        let mut report = self.frame(input);
        report.records = self.each(|record, read, number| RecordReport { index: number, ..work(record, read) });
        report
    }
}

/// An input that may be held in memory; its bytes, where they were read already.
type Short<'i> = (&'i Input, Option<Bytes>);

/// The bytes of an input, or why they cannot be read.
type Bytes = Result<Vec<u8>, Diagnostic>;

/// Applies `whole` to the bytes of inputs and `portion` to the portions of long ones, and gives the results to `sink` in order.
///
/// # Errors
///
/// The first error of `sink`; the rest is left undone.
pub(super) fn each<T: Send, E>(
    inputs: &[Input],
    whole: &(impl Fn(&Input, Result<&[u8], Diagnostic>) -> T + Sync),
    portion: &impl Fn(&Input, &PortionOf) -> T,
    sink: &mut dyn FnMut(&Input, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut short: Vec<Short<'_>> = Vec::new();
    let work = |(input, bytes): &Short<'_>| match bytes {
        None => whole(input, bytes_of(input).as_deref().map_err(Clone::clone)),
        Some(bytes) => whole(input, bytes.as_deref().map_err(Clone::clone)),
    };
    for input in inputs {
        match length(input) {
            Length::Short(bytes) => short.push((input, bytes)),
            Length::Long(portions) => {
                run(&mut short, &work, sink)?;
                let mut continued = false;
                for read in portions {
                    let given = portion(input, &PortionOf { continued, read });
                    sink(input, given)?;
                    continued = true;
                }
            }
        }
    }
    run(&mut short, &work, sink)
}

/// Works on what has gathered.
fn run<T: Send, E>(
    short: &mut Vec<Short<'_>>,
    work: &(impl Fn(&Short<'_>) -> T + Sync),
    sink: &mut dyn FnMut(&Input, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut inputs = short.iter().map(|(input, _)| *input);
    in_order(short, work, |result| inputs.next().map_or(Ok(()), |input| sink(input, result)))?;
    drop(inputs);
    short.clear();
    Ok(())
}

/// How an input is to be read.
enum Length {
    /// As a whole.
    Short(Option<Bytes>),
    /// In portions.
    Long(Portions<Box<dyn Read>>),
}

/// Looks at the start of an input. What cannot be read is left to those who read the whole.
fn length(input: &Input) -> Length {
    match &input.source {
        InputSource::Named(path) | InputSource::Walked(path) => {
            let kind = InputKind::by_ending(path);
            let may_be_long = matches!(kind, None | Some(InputKind::Pgn))
                && path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() > PORTION_BYTES as u64);
            if !may_be_long {
                return Length::Short(None);
            }
            let Ok(mut file) = File::open(path) else { return Length::Short(None) };
            match head(&mut file) {
                Ok(head) if is_long_pgn(kind, &head) => match survey(path) {
                    Ok(survey) => Length::Long(Portions::new(&input.name, head, Box::new(file), Some(survey))),
                    Err(_) => Length::Short(None),
                },
                _ => Length::Short(None),
            }
        }
        InputSource::Stdin => {
            let mut stdin = io::stdin().lock();
            let kind = InputKind::by_ending(std::path::Path::new(&input.name));
            match head(&mut stdin) {
                Ok(head) if is_long_pgn(kind, &head) => {
                    Length::Long(Portions::new(&input.name, head, Box::new(stdin), None))
                }
                Ok(head) => Length::Short(Some(read::stream(io::Cursor::new(head).chain(stdin)))),
                Err(error) => Length::Short(Some(Err(read::cannot_read(&error)))),
            }
        }
        InputSource::Nothing(_) => Length::Short(None),
    }
}

/// The first bytes of an input, as many as make it long.
fn head(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    input.take(PORTION_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}

fn is_long_pgn(kind: Option<InputKind>, head: &[u8]) -> bool {
    let by_contents = || InputKind::by_contents(&decode(head).text);
    head.len() >= PORTION_BYTES && not_text(head).is_none() && kind.or_else(by_contents) == Some(InputKind::Pgn)
}
