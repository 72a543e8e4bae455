//! Every record below `fixtures/records` is a test of its own name: those in `legal` are legal to the end, those in
//! `illegal` are named `CODE-what.ending` or `CODE-pN-what.ending` and have that code as their first error (at ply N).

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use scoresheet::batch::{Checker, Chooser, RulesOptions, discover};
use scoresheet::diagnostic::{InputReport, Severity, Verdict};
use scoresheet::replay::ReplayOptions;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/records")
}

fn report(path: &Path) -> Result<InputReport, Failed> {
    let chooser = Chooser::new(RulesOptions::default()).map_err(|finding| finding.message)?;
    let checker = Checker { chooser, replay: ReplayOptions::default() };
    let inputs = discover(&[path.to_path_buf()], "<stdin>");
    let input = inputs.first().ok_or("the fixture is an input")?;
    Ok(checker.check(input).ok_or("the fixture is of a known form")?)
}

fn is_legal(path: &Path) -> Result<(), Failed> {
    let report = report(path)?;
    let record = report.records.first().ok_or("the fixture holds a record")?;
    let errors: Vec<_> = record.findings.iter().filter(|found| found.severity == Severity::Error).collect();
    if record.verdict != Verdict::Legal || record.plies == 0 {
        return Err(format!("{} at ply {}: {errors:?}", record.verdict.name(), record.plies_legal + 1).into());
    }
    Ok(())
}

fn is_faulty(path: &Path) -> Result<(), Failed> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut parts = name.split('-');
    let code = parts.next().unwrap_or_default().to_owned();
    let ply: Option<u32> = parts.next().and_then(|part| part.strip_prefix('p')).and_then(|number| number.parse().ok());
    let report = report(path)?;
    let record = report.records.first().ok_or("the fixture holds a record")?;
    let first = record.findings.iter().find(|found| found.severity == Severity::Error);
    let first = first.ok_or_else(|| format!("no error was found; the verdict is {}", record.verdict.name()))?;
    if first.code.id() != code || (ply.is_some() && first.ply != ply) {
        return Err(format!("found {} at ply {:?}: {}", first.code, first.ply, first.message).into());
    }
    if first.place.is_none() || first.help.is_none() {
        return Err("the finding has a place and a next step".into());
    }
    Ok(())
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else if path.extension().is_some_and(|ending| ["zsg", "pgn", "gc"].iter().any(|known| ending == *known)) {
            found.push(path);
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for (kind, test) in [("legal", is_legal as fn(&Path) -> _), ("illegal", is_faulty)] {
        let mut found = Vec::new();
        if let Err(error) = files(&root().join(kind), &mut found) {
            let message = format!("fixtures/records/{kind}: {error}");
            trials.push(Trial::test(kind, move || Err(Failed::from(message))));
        }
        found.sort();
        trials.extend(found.into_iter().map(|path| {
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            Trial::test(name, move || test(&path))
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
