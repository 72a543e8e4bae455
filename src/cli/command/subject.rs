//! The rules that a command works on when it is given no record.

use std::path::Path;
use std::sync::Arc;

use scoresheet::batch::{Choice, LoadedRules, RulesStore, bundled_game, default_variant, find_title, usable};
use scoresheet::diagnostic::{Code, Diagnostic, Severity};
use scoresheet::engine::Playthrough;
use scoresheet::game::Game;
use scoresheet::notation::fen;

use super::super::exit::Exit;
use super::super::output::report_findings;
use super::super::settings::Settings;

/// Findings that stop a command, with the name of what they are about.
#[derive(Debug)]
pub(super) struct Stopped {
    path: String,
    findings: Vec<Diagnostic>,
}

impl Stopped {
    /// One finding about an input.
    pub(super) fn new(path: impl Into<String>, finding: Diagnostic) -> Self {
        Self { path: path.into(), findings: vec![finding] }
    }

    /// Findings about an input.
    pub(super) fn all(path: impl Into<String>, findings: Vec<Diagnostic>) -> Self {
        Self { path: path.into(), findings }
    }

    /// Tells the user, and gives the exit status.
    pub(super) fn report(self, settings: &Settings) -> anyhow::Result<Exit> {
        let faulty_rules = self.findings.iter().any(|finding| finding.code == Code::RulesUnusable);
        let exit = report_findings(settings, &self.path, self.findings)?;
        Ok(if faulty_rules { Exit::Findings } else { exit })
    }
}

/// The rules of a file or of a bundled game.
pub(super) fn rules(path: Option<&Path>, game: Option<&str>) -> Result<Arc<LoadedRules>, Stopped> {
    let store = RulesStore::new();
    match (path, game) {
        (Some(path), _) => store.file(path).map_err(|finding| Stopped::new(path.to_string_lossy(), finding)),
        (None, Some(name)) => {
            bundled_game(name).and_then(|game| store.bundled(game)).map_err(|finding| Stopped::new(name, finding))
        }
        (None, None) => Err(Stopped::new("", Diagnostic::new(Code::NoRules, "no rules are given"))),
    }
}

/// The variant of a title, or the one that the rules stand for.
pub(super) fn choice(rules: Arc<LoadedRules>, title: Option<&str>) -> Result<Choice, Stopped> {
    let found = match title {
        Some(title) => find_title(&rules, title, None),
        None => default_variant(&rules).map(|index| (index, None)),
    };
    match found {
        Ok((variant, finding)) => {
            Ok(Choice { rules, variant, findings: finding.into_iter().collect(), profile: None, labels: None })
        }
        Err(finding) => {
            let mut stopped = Stopped::new(rules.path.clone(), finding);
            if rules.variants().is_empty() {
                stopped.findings.extend(errors(&rules.findings));
            }
            Err(stopped)
        }
    }
}

/// The compiled game of a choice.
pub(super) fn game(choice: &Choice) -> Result<Arc<Game>, Stopped> {
    match usable(choice) {
        Ok((game, _)) => Ok(Arc::clone(game)),
        Err(finding) => {
            let mut stopped = Stopped::new(choice.rules.path.clone(), finding);
            stopped.findings.extend(errors(&choice.rules.findings));
            stopped.findings.extend(errors(&choice.rules.variant(choice.variant).findings));
            Err(stopped)
        }
    }
}

/// The game of a choice from the position of `--start`, or from its own start; with its halfmove clock.
pub(super) fn playthrough(choice: &Choice, start: Option<&str>) -> Result<(Playthrough, u32), Stopped> {
    let game = game(choice)?;
    let Some(text) = start else { return Ok((Playthrough::new(game), 0)) };
    match fen::read(&game, &choice.spelling(&game), text) {
        Ok(read) => Ok((Playthrough::from_setup(game, read.setup), read.clock)),
        Err(error) => {
            let message = format!("the start position `{text}` cannot be read: {error}");
            let finding = Diagnostic::new(Code::StartPositionBad, message).help("give it as FEN of the game");
            Err(Stopped::new("", finding))
        }
    }
}

fn errors(findings: &[Diagnostic]) -> impl Iterator<Item = Diagnostic> + '_ {
    findings.iter().filter(|finding| finding.severity == Severity::Error).cloned()
}
