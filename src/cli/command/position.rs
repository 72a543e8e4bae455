//! The position that `show` and `moves` look at.

use std::sync::Arc;

use scoresheet::batch::{Choice, Chooser, Input, Opened, RulesOptions, discover, open, usable};
use scoresheet::diagnostic::{Code, Diagnostic, Diagnostics};
use scoresheet::engine::{Move, Playthrough};
use scoresheet::notation::Spelling;
use scoresheet::record::Record;
use scoresheet::replay::{Observer, ReplayOptions, replay_observed, start_setup};

use super::super::args::PositionArgs;
use super::subject::{self, Stopped};

/// A position, and how its game is spelled.
pub(super) struct Found {
    pub(super) playthrough: Playthrough,
    pub(super) spelling: std::sync::Arc<Spelling>,
    /// The halfmove clock of FEN.
    pub(super) clock: u32,
}

/// The position that the arguments name.
pub(super) fn find(args: &PositionArgs) -> Result<Found, Stopped> {
    let title = args.rules.variant.as_deref();
    let Some(path) = &args.path else {
        let rules = subject::rules(None, args.rules.game.as_deref())?;
        return at_start(&subject::choice(rules, title)?, args);
    };
    let inputs = discover(std::slice::from_ref(path), &args.stdin_name);
    let [input] = inputs.as_slice() else {
        let finding = Diagnostic::new(Code::FormUnknown, "this stands for several inputs; name one file");
        return Err(Stopped::new(path.to_string_lossy(), finding));
    };
    match open(input).map_err(|finding| Stopped::new(&input.name, finding))? {
        Opened::Rules(rules) => at_start(&subject::choice(rules, title)?, args),
        Opened::Records { records, findings, .. } => match records.get(args.record.get() - 1) {
            Some((record, _)) => in_record(record, input, args),
            None if records.is_empty() => Err(Stopped::all(&input.name, findings)),
            None => {
                let message = format!("there is no record {}; there are {}", args.record, records.len());
                Err(Stopped::new(&input.name, Diagnostic::new(Code::InputMissing, message)))
            }
        },
    }
}

fn at_start(choice: &Choice, args: &PositionArgs) -> Result<Found, Stopped> {
    match args.ply {
        None | Some(0) => {
            let (playthrough, clock) = subject::playthrough(choice, args.rules.start.as_deref())?;
            let spelling = choice.spelling(playthrough.game());
            Ok(Found { spelling, playthrough, clock })
        }
        Some(ply) => {
            let message = format!("the start position of rules has no ply {ply}");
            Err(Stopped::new(&choice.rules.path, Diagnostic::new(Code::PlyMissing, message)))
        }
    }
}

fn in_record(record: &Record, input: &Input, args: &PositionArgs) -> Result<Found, Stopped> {
    let stop = |finding| Stopped::new(&input.name, finding);
    let chooser = Chooser::new(RulesOptions::from(&args.rules)).map_err(stop)?;
    let choices = chooser.choose(record, input.path()).map_err(stop)?;
    let Some(choice) = choices.first() else {
        return Err(stop(Diagnostic::new(Code::NoRules, "no rules are known for the record")));
    };
    let (game, _) = usable(choice).map_err(stop)?;
    let spelling = choice.spelling(game);
    let stop_all = |findings| Stopped::all(&input.name, findings);
    let options = choice
        .replay_options(record, game, &spelling, &ReplayOptions::default(), chooser.start(), &mut Vec::new())
        .map_err(stop_all)?;
    let setup = match &options.start {
        Some(setup) => setup.clone(),
        None => start_setup(record, game, options.profile.as_ref(), &mut Diagnostics::new()).map_err(stop_all)?,
    };
    let start = Playthrough::from_setup(Arc::clone(game), setup);
    let clock = options.start_clock;
    if args.ply == Some(0) {
        return Ok(Found { playthrough: start, spelling, clock });
    }
    let mut keeper = Keeper { spelling: &spelling, wanted: args.ply, clock, kept: None };
    let replayed = replay_observed(record, game, &options, &mut keeper);
    match (keeper.kept, args.ply) {
        (Some((playthrough, clock)), _) => Ok(Found { playthrough, spelling, clock }),
        (None, None) => Ok(Found { playthrough: start, spelling, clock }),
        (None, Some(ply)) => {
            let message = format!("there is no position after entry {ply}: {} can be played", replayed.plies_legal);
            let mut findings = vec![Diagnostic::new(Code::PlyMissing, message)];
            findings.extend(replayed.findings);
            Err(Stopped::all(&input.name, findings))
        }
    }
}

/// Keeps the position after the entry wanted, or the last one there was.
struct Keeper<'s> {
    spelling: &'s Spelling,
    wanted: Option<usize>,
    clock: u32,
    kept: Option<(Playthrough, u32)>,
}

impl Observer for Keeper<'_> {
    fn before(&mut self, playthrough: &mut Playthrough, _index: usize, chosen: &Move) {
        self.clock = self.spelling.clock_after(self.clock, playthrough.position(), chosen.as_ref());
    }

    fn after(&mut self, playthrough: &mut Playthrough, index: usize) {
        if self.wanted.is_none_or(|wanted| wanted == index + 1) {
            self.kept = Some((playthrough.clone(), self.clock));
        }
    }
}
