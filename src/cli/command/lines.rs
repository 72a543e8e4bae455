//! `check --jsonl`: a record a line in, a verdict a line out.

use std::io::{self, BufReader, Write};

use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};
use scoresheet::batch::{Answer, LineChecker, RulesOptions, read_line};
use scoresheet::diagnostic::{Diagnostic, Severities, Summary};
use scoresheet::replay::ReplayOptions;
use scoresheet::report::write_answer;

use super::super::args::CheckArgs;
use super::super::exit::Exit;
use super::check::start_threads;

/// Most lines answered at once.
const LINES_AT_ONCE: usize = 64;
/// Bytes of lines read ahead.
const READ_AHEAD: usize = 256 * 1024;

/// A line, or why it was not read.
type Line = Result<Vec<u8>, Diagnostic>;

pub(super) fn run(args: &CheckArgs, severities: &Severities) -> anyhow::Result<Exit> {
    let replay =
        ReplayOptions { keep_going: args.keep_going, trace: args.trace, board: args.board, ..ReplayOptions::default() };
    let checker = LineChecker::new(RulesOptions::from(&args.rules), replay);
    start_threads(&args.inputs)?;
    let mut input = BufReader::with_capacity(READ_AHEAD, io::stdin().lock());
    let mut out = io::stdout().lock();
    let mut summary = Summary::default();
    let mut bytes = Vec::new();
    loop {
        let lines = next_lines(&mut input)?;
        if lines.is_empty() {
            return Ok(Exit::from_status(summary.exit_status()));
        }
        let check = |line: &Line| {
            let line = line.as_ref().map(Vec::as_slice).map_err(Clone::clone);
            let mut answer = checker.check(line);
            answer.report.weigh(&mut |_, finding| severities.apply(finding));
            answer
        };
        let answers: Vec<Answer> = lines.par_iter().map(check).collect();
        bytes.clear();
        for Answer { id, report } in &answers {
            summary.add(report);
            write_answer(&mut bytes, id, report)?;
        }
        out.write_all(&bytes)?;
        out.flush()?;
    }
}

/// The next line, and those behind it that are there already: nobody waits for an answer until another line comes. Empty
/// at the end.
fn next_lines(input: &mut BufReader<impl io::Read>) -> io::Result<Vec<Line>> {
    let mut lines = Vec::new();
    while lines.is_empty() || (lines.len() < LINES_AT_ONCE && input.buffer().contains(&b'\n')) {
        let mut line = Vec::new();
        let Some(read) = read_line(input, &mut line)? else { break };
        if read.is_err() || !line.trim_ascii().is_empty() {
            lines.push(read.map(|()| line));
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor};

    use super::next_lines;

    #[test]
    fn lines_that_are_there_come_together() {
        let mut input = BufReader::with_capacity(8, Cursor::new(b"a\n\nb\nlong line\nc"));
        let mut taken = Vec::new();
        loop {
            let lines = next_lines(&mut input).unwrap();
            if lines.is_empty() {
                break;
            }
            taken.push(lines.into_iter().map(Result::unwrap).collect::<Vec<_>>());
        }
        assert_eq!(taken, [vec![b"a".to_vec(), b"b".to_vec()], vec![b"long line".to_vec()], vec![b"c".to_vec()]]);
    }
}
