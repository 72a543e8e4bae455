//! A stream of records, one a line of JSON in and one verdict out: the form in which engines that spread work over many
//! machines hand it to a program (`docs/report-format.md`).

use std::collections::HashMap;
use std::io::{self, BufRead, Read};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;

use super::check::Checker;
use super::choose::{Chooser, RulesOptions};
use super::discover::Input;
use super::kind::InputKind;
use super::open::open_bytes;
use crate::diagnostic::{Code, Diagnostic, InputReport, did_you_mean};
use crate::limits::{MAX_LINE_BYTES, MAX_STREAM_RULES};
use crate::replay::ReplayOptions;

/// Checks the records of a stream.
#[derive(Debug)]
pub struct LineChecker {
    rules: RulesOptions,
    replay: ReplayOptions,
    checkers: Mutex<HashMap<Own, Loaded>>,
}

/// A checker, or why there is none.
type Loaded = Result<Arc<Checker>, Diagnostic>;

/// What a line says of its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Own {
    rules: Option<String>,
    game: Option<String>,
    variant: Option<String>,
}

/// The answer to a line.
#[derive(Debug)]
pub struct Answer {
    /// What the line gave as its `id`; null where it gave none or cannot be read.
    pub id: serde_json::Value,
    /// The report of its text.
    pub report: InputReport,
}

/// A line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(default)]
    id: serde_json::Value,
    format: Option<String>,
    text: String,
    rules: Option<String>,
    game: Option<String>,
    variant: Option<String>,
}

impl LineChecker {
    /// A checker that reads lines which name no rules by these options.
    #[must_use]
    pub fn new(rules: RulesOptions, replay: ReplayOptions) -> Self {
        Self { rules, replay, checkers: Mutex::default() }
    }

    /// The answer to a line. It hangs on nothing but the line: where it stands is the business of those who cut the stream.
    #[must_use]
    pub fn check(&self, line: Result<&[u8], Diagnostic>) -> Answer {
        let name = "record".to_owned();
        let read = line.and_then(|line| serde_json::from_slice::<Line>(line).map_err(|error| not_a_line(&error)));
        let line = match read {
            Ok(line) => line,
            Err(finding) => return Answer { id: serde_json::Value::Null, report: refused(name, None, finding) },
        };
        let id = line.id;
        let kind = match line.format.as_deref().map(kind_of).transpose() {
            Ok(kind) => kind,
            Err(finding) => return Answer { id, report: refused(name, None, finding) },
        };
        let own = Own { rules: line.rules, game: line.game, variant: line.variant };
        let checker = match self.checker(own) {
            Ok(checker) => checker,
            Err(finding) => return Answer { id, report: refused(name, kind, finding) },
        };
        let named = kind.map_or_else(|| name.clone(), |kind| format!("{name}.{}", kind.ending()));
        let input = Input::stdin(&named);
        let report = checker.whole(&input, open_bytes(&input, line.text.as_bytes()));
        Answer { id, report: report.unwrap_or_else(|| InputReport::new(name, None)) }
    }

    fn checker(&self, own: Own) -> Loaded {
        let known = self.checkers.lock().unwrap_or_else(PoisonError::into_inner).get(&own).cloned();
        if let Some(loaded) = known {
            return loaded;
        }
        let mut options = self.rules.clone();
        if let Some(rules) = &own.rules {
            (options.editions, options.game) = (vec![rules.into()], None);
        } else if let Some(game) = &own.game {
            (options.editions, options.game) = (Vec::new(), Some(game.clone()));
        }
        options.variant = own.variant.clone().or(options.variant);
        let replay = self.replay.clone();
        let loaded = Chooser::new(options).map(|chooser| Arc::new(Checker { chooser, replay }));
        let mut checkers = self.checkers.lock().unwrap_or_else(PoisonError::into_inner);
        if checkers.len() >= MAX_STREAM_RULES {
            checkers.clear();
        }
        checkers.entry(own).or_insert(loaded).clone()
    }
}

fn refused(name: String, kind: Option<InputKind>, finding: Diagnostic) -> InputReport {
    let mut report = InputReport::new(name, kind.map(InputKind::name));
    report.findings.push(finding);
    report
}

fn not_a_line(error: &serde_json::Error) -> Diagnostic {
    Diagnostic::new(Code::FormUnknown, format!("the line cannot be read: {error}"))
        .help("a line is a JSON object with the keys `id`, `format`, `text`, and `rules`, `game` or `variant`")
}

fn kind_of(format: &str) -> Result<InputKind, Diagnostic> {
    let known = [InputKind::Zsg, InputKind::Courier, InputKind::Pgn, InputKind::Yaml, InputKind::Json];
    known.into_iter().find(|kind| kind.name() == format).ok_or_else(|| {
        let help = match did_you_mean(format, known.iter().map(|kind| kind.name())) {
            Some(near) => format!("did you mean {near}?"),
            None => "there are zsg, courier, pgn, yaml and json".to_owned(),
        };
        Diagnostic::new(Code::FormUnknown, format!("there is no format `{format}`")).help(help)
    })
}

/// Reads the next line of a stream into `line`, without its end. `None` at the end of the stream.
///
/// # Errors
///
/// Where the stream cannot be read. A line over the bound is passed over, and its finding is the inner error.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<Result<(), Diagnostic>>> {
    read_line_up_to(input, line, MAX_LINE_BYTES)
}

fn read_line_up_to(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    bound: usize,
) -> io::Result<Option<Result<(), Diagnostic>>> {
    line.clear();
    // One byte more for the end of a line of exactly the bound.
    let read = input.by_ref().take(bound as u64 + 1).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > bound {
        line.clear();
        input.skip_until(b'\n')?;
        let message = format!("the line is longer than {bound} bytes and was not read");
        return Ok(Some(Err(Diagnostic::new(Code::FileTooLarge, message))));
    }
    Ok(Some(Ok(())))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use serde_json::json;

    use super::{LineChecker, read_line_up_to};
    use crate::batch::RulesOptions;
    use crate::diagnostic::{Code, Verdict};
    use crate::replay::ReplayOptions;

    fn checker() -> LineChecker {
        LineChecker::new(RulesOptions::default(), ReplayOptions::default())
    }

    #[test]
    fn a_line_is_read_under_the_rules_it_names() {
        let checker = checker();
        let line = |text: &str| json!({"id": 7, "format": "pgn", "text": text, "game": "chess"}).to_string();
        let answer = checker.check(Ok(line("1. e4 e5 *").as_bytes()));
        assert_eq!((answer.id, answer.report.records[0].verdict), (json!(7), Verdict::Legal));
        let answer = checker.check(Ok(line("1. e4 e4 *").as_bytes()));
        assert_eq!(answer.report.records[0].verdict, Verdict::Illegal);
    }

    #[test]
    fn lines_that_cannot_be_used_are_answered() {
        let checker = checker();
        for (line, code) in [
            ("not json", Code::FormUnknown),
            (r#"{"id": "a", "text": "1. e4", "fromat": "pgn"}"#, Code::FormUnknown),
            (r#"{"id": "a", "text": "1. e4", "format": "pgm"}"#, Code::FormUnknown),
            (r#"{"id": "a", "text": "1. e4", "format": "pgn", "game": "ches"}"#, Code::RulesOptionMissing),
            (r#"{"id": "a", "text": "1. e4", "format": "pgn", "rules": "no-such.zrf"}"#, Code::RulesOptionMissing),
            (r#"{"id": "a", "text": ""}"#, Code::FormUnknown),
        ] {
            let answer = checker.check(Ok(line.as_bytes()));
            assert_eq!(answer.report.findings[0].code, code, "{line}");
            assert_eq!(answer.report.exit_status(), 2, "{line}");
        }
    }

    #[test]
    fn the_bound_on_a_line_holds() {
        let mut input = Cursor::new(b"12345\n123456\nx".as_slice());
        let mut line = Vec::new();
        assert_eq!(read_line_up_to(&mut input, &mut line, 5).unwrap(), Some(Ok(())));
        assert_eq!(line, b"12345");
        let long = read_line_up_to(&mut input, &mut line, 5).unwrap().unwrap();
        assert_eq!(long.unwrap_err().code, Code::FileTooLarge);
        assert_eq!(read_line_up_to(&mut input, &mut line, 5).unwrap(), Some(Ok(())));
        assert_eq!(line, b"x");
        assert_eq!(read_line_up_to(&mut input, &mut line, 5).unwrap(), None);
    }
}
