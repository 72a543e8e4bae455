//! `profile`: drafts of Game Courier profiles.

use std::fs;
use std::io::Write;

use anyhow::Context as _;
use scoresheet::diagnostic::{Code, Diagnostic, Diagnostics};
use scoresheet::game::{PieceTypeId, PlayerId};
use scoresheet::notation::Spelling;
use scoresheet::profile::Draft;
use scoresheet::source::SourceFile;
use scoresheet::syntax::courier;

use super::super::args::{DraftArgs, ProfileArgs, ProfileCommand};
use super::super::exit::Exit;
use super::super::output::{report_findings, stdout};
use super::super::settings::Settings;
use super::subject::{self, Stopped};

pub(super) fn run(args: &ProfileArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let ProfileCommand::Draft(args) = &args.command;
    draft(args, settings)
}

fn draft(args: &DraftArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let mut findings = Diagnostics::new();
    let rules = match (&args.rules, &args.game) {
        (None, None) => None,
        (path, game) => {
            let found = subject::rules(path.as_deref(), game.as_deref())
                .and_then(|rules| subject::choice(rules, args.variant.as_deref()))
                .and_then(|choice| subject::game(&choice).map(|game| (choice, game)));
            match found {
                Ok(found) => Some(found),
                Err(stopped) => return stopped.report(settings),
            }
        }
    };
    let draft = match (&args.path, &rules, &args.start) {
        (Some(path), rules, _) => {
            let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let file = SourceFile::from_bytes(path.to_string_lossy(), &bytes);
            let log = match courier::read(&file.text) {
                Ok(log) => log,
                Err(remark) => {
                    let finding = Diagnostic::new(Code::FormUnknown, remark.message);
                    return Stopped::new(path.to_string_lossy(), finding).report(settings);
                }
            };
            let mut draft = Draft::from_settings(&log, &mut findings);
            if let (Some(draft), Some((choice, game))) = (&mut draft, rules) {
                draft.match_rules(game, &choice.rules.file_name, &mut findings);
            }
            draft
        }
        (None, Some((choice, game)), Some(start)) => {
            Draft::from_rules(game, &choice.rules.file_name, start, &mut findings)
        }
        (None, Some((choice, game)), None) => {
            let spelling = choice.spelling(game);
            let label = |player, piece| label(&spelling, player, piece);
            Draft::of_rules(game, &choice.rules.file_name, label, &mut findings)
        }
        (None, None, _) => None,
    };
    let name = args.path.as_ref().map_or_else(|| "the profile".to_owned(), |path| path.display().to_string());
    let exit = report_findings(settings, &name, findings.into_vec())?;
    let Some(draft) = draft else { return Ok(exit) };
    let mut out = stdout(settings);
    out.write_all(draft.to_yaml().as_bytes())?;
    out.flush()?;
    Ok(Exit::Fine)
}

/// Capitals for the first side, small letters for the second; with more sides these again behind a low line.
fn label(spelling: &Spelling, player: PlayerId, piece: PieceTypeId) -> String {
    let symbol = spelling.symbols.symbol(piece);
    let order = spelling.sides.order();
    let number = order.iter().position(|&known| known == player).unwrap_or(player.index());
    let cased = if number % 2 == 0 { symbol.to_uppercase() } else { symbol.to_lowercase() };
    format!("{}{cased}", "_".repeat(number / 2))
}
