//! `check --watch`: the check is made again whenever a record, rules file or other file that it reads changes.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context as _, bail};
use notify::{Event, EventKind, RecursiveMode, Watcher};
use scoresheet::batch::InputKind;

use super::super::args::CheckArgs;
use super::super::exit::Exit;
use super::super::settings::Settings;
use super::check;

/// An editor writes a file in several steps: so long it must be quiet before the check begins.
const QUIET: Duration = Duration::from_millis(200);

type Events = Receiver<notify::Result<Event>>;

pub(super) fn run(args: &CheckArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let (sender, events) = channel();
    let mut watcher = notify::recommended_watcher(sender).context("cannot watch files")?;
    for (path, mode) in watched(args) {
        watcher.watch(&path, mode).with_context(|| format!("cannot watch {}", path.display()))?;
    }
    loop {
        if let Err(error) = check::once(args, settings) {
            writeln!(io::stderr().lock(), "error: {error:#}")?;
        }
        let changed = next_change(&events, args)?;
        if !settings.style.quiet {
            let names: Vec<_> = changed.iter().map(|path| path.display().to_string()).collect();
            writeln!(io::stderr().lock(), "\nchanged: {}", names.join(", "))?;
        }
    }
}

/// The folders that are watched: those named with all below them, and those of files that are named. Rules stand beside
/// the records or in a folder that is named.
fn watched(args: &CheckArgs) -> BTreeSet<(PathBuf, RecursiveMode)> {
    let rules = &args.rules;
    let folders = args.paths.iter().chain(&rules.rules_dir).filter(|path| path.is_dir());
    let mut watched: BTreeSet<_> = folders.map(|path| (path.clone(), RecursiveMode::Recursive)).collect();
    let files = args.paths.iter().chain(&rules.rules).chain(&rules.profile).filter(|path| path.is_file());
    let of_file = |path: &PathBuf| match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    watched.extend(files.map(|path| (of_file(path), RecursiveMode::NonRecursive)));
    watched
}

/// Waits for a change of a file that may matter, and until nothing more changes.
fn next_change(events: &Events, args: &CheckArgs) -> anyhow::Result<BTreeSet<PathBuf>> {
    let reports: Vec<PathBuf> =
        args.report.report.iter().filter_map(|report| std::path::absolute(&report.path).ok()).collect();
    let mut changed = BTreeSet::new();
    loop {
        let event = if changed.is_empty() {
            events.recv().context("files are not watched any more")?
        } else {
            match events.recv_timeout(QUIET) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => return Ok(changed),
                Err(RecvTimeoutError::Disconnected) => bail!("files are not watched any more"),
            }
        };
        let event = event.context("cannot watch files")?;
        let is_change = matches!(event.kind, EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_));
        let paths = event.paths.into_iter().filter(|path| is_change && matters(path, &reports));
        changed.extend(paths);
    }
}

/// Whether a file may be read by a check: a record, rules, a profile, expectations; not a report of our own.
fn matters(path: &Path, reports: &[PathBuf]) -> bool {
    let is_text = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
    let is_report = std::path::absolute(path).is_ok_and(|path| reports.contains(&path));
    (is_text || InputKind::by_ending(path).is_some()) && !is_report
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::matters;

    #[test]
    fn reports_and_other_files_do_not_matter() {
        let reports = [PathBuf::from("/w/report.json")];
        for (name, expected) in [
            ("/w/a.zsg", true),
            ("/w/b.zrf", true),
            ("/w/b.INC", true),
            ("/w/expect.yaml", true),
            ("/w/log.txt", true),
            ("/w/report.json", false),
            ("/w/report.json.12.tmp", false),
            ("/w/a.png", false),
        ] {
            assert_eq!(matters(Path::new(name), &reports), expected, "{name}");
        }
    }
}
