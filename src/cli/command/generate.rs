//! `generate`: random legal games.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use scoresheet::batch::{Checker, Choice, Chooser, Converted, RulesOptions};
use scoresheet::diagnostic::Diagnostics;
use scoresheet::engine::{Playthrough, Setup};
use scoresheet::export::new_game::new_game;
use scoresheet::export::zsg::{self, NewEntry, NewGame};
use scoresheet::game::Game;
use scoresheet::notation::zillions;
use scoresheet::record::from_zsg;
use scoresheet::replay::ReplayOptions;
use scoresheet::source::SourceFile;

use super::super::args::{ExportFormat, GenerateArgs};
use super::super::exit::Exit;
use super::super::output::{file_stdout, write_file};
use super::super::settings::Settings;
use super::super::sheet::{Sheet, Written};
use super::moves::cells;
use super::subject;

pub(super) fn run(args: &GenerateArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let found = subject::rules(args.path.as_deref(), args.rules.game.as_deref())
        .and_then(|rules| subject::choice(rules, args.rules.variant.as_deref()))
        .and_then(|choice| {
            subject::playthrough(&choice, args.rules.start.as_deref()).map(|(start, _)| (choice, start))
        });
    let (choice, start) = match found {
        Ok(found) => found,
        Err(stopped) => return stopped.report(settings),
    };
    if args.to.holds_one() && args.out.out_dir.is_none() && args.games > 1 {
        bail!("a file of this form holds one game; give --out-dir, or --to jsonl");
    }
    let rules = &choice.rules;
    let stem = Path::new(&rules.file_name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let writer = Writer::new(args, &choice, &start)?;
    let mut single = Sheet::new(file_stdout(), args.to);
    for number in 1..=args.games {
        let entries = play(start.clone(), Random::new(args.seed, number), args.plies);
        let name = |ending: &str| format!("{stem}-{number:04}.{ending}");
        let written = Written::new(writer.game(&name("zsg"), entries)?, args.to)?;
        match (&args.out.out_dir, written) {
            (None, Written::File(bytes)) => single.add_file(&bytes)?,
            (None, Written::Part(text)) => single.add(&text)?,
            (Some(folder), Written::File(bytes)) => {
                write_file(&folder.join(name(args.to.ending())), &bytes, args.out.force)?;
            }
            (Some(folder), Written::Part(text)) => {
                let mut sheet = Sheet::new(Vec::new(), args.to);
                sheet.add(&text)?;
                write_file(&folder.join(name(args.to.ending())), &sheet.finish()?, args.out.force)?;
            }
        }
    }
    single.finish()?;
    Ok(Exit::Fine)
}

/// Plays one game of moves drawn evenly from the legal ones, and gives the lines of its saved game.
fn play(mut playthrough: Playthrough, mut random: Random, plies: u32) -> Vec<NewEntry> {
    let game = &Arc::clone(playthrough.game());
    let first_turn = playthrough.position().turn_number() - playthrough.position().turn();
    let mut entries = Vec::new();
    for _ in 0..plies {
        let moves = playthrough.legal_moves();
        if moves.is_empty() {
            break;
        }
        let chosen = moves.get(random.below(moves.len())).to_owned();
        let number = game.turns.round(playthrough.position().turn_number() - first_turn);
        let text = zillions::text(game, cells(playthrough.position()), chosen.as_ref());
        entries.push(NewEntry { number, text });
        playthrough.play_for_good(chosen.as_ref());
    }
    entries
}

/// Writes games just played in the form wanted.
struct Writer<'a> {
    args: &'a GenerateArgs,
    game: &'a Arc<Game>,
    /// The head of a saved game.
    head: NewGame,
    checker: Checker,
}

impl<'a> Writer<'a> {
    fn new(args: &'a GenerateArgs, choice: &Choice, start: &'a Playthrough) -> anyhow::Result<Self> {
        let game = start.game();
        if let Some(name) = zsg::unwritable_name(game) {
            bail!("the name `{name}` of these rules cannot stand in a saved game");
        }
        // Other forms tell the start position in their own way; the saved game in between need not.
        let setup = match args.to {
            ExportFormat::Zsg => Setup::of(game, start.position()),
            _ => Setup::start(game),
        };
        let head = new_game(game, &choice.spelling(game), &choice.rules.file_name, &setup, Vec::new())
            .map_err(|lost| anyhow::anyhow!("a saved game cannot tell {lost}; --to pgn or yaml can"))?;
        let options = RulesOptions {
            editions: args.path.iter().cloned().collect(),
            game: args.rules.game.clone(),
            variant: args.rules.variant.clone(),
            start: args.rules.start.clone(),
            ..RulesOptions::default()
        };
        let chooser = Chooser::new(options).map_err(|finding| anyhow::anyhow!(finding.message))?;
        Ok(Self { args, game, head, checker: Checker { chooser, replay: ReplayOptions::default() } })
    }

    fn game(&self, name: &str, entries: Vec<NewEntry>) -> anyhow::Result<Converted> {
        let bytes = zsg::write(&NewGame { entries, ..self.head.clone() });
        if self.args.to == ExportFormat::Zsg {
            return Ok(Converted::File(bytes));
        }
        let mut record = from_zsg::read(&SourceFile::from_bytes(name, &bytes), &mut Diagnostics::new())
            .context("the game just played cannot be read")?;
        if self.args.rules.start.is_some() {
            // The saved game does not tell where it starts, so it is not to be written back from the export.
            record.zsg = None;
        }
        match self.checker.convert_record(&record, &[], name, None, self.args.to.form()) {
            (_, Some(converted)) => Ok(converted),
            (report, None) => {
                let why = report.findings.last().map_or_else(|| report.verdict.name(), |last| &last.message);
                bail!("the game of {} cannot be written: {why}", self.game.title)
            }
        }
    }
}

/// A stream of random numbers (splitmix64), one for each game of a seed: game N is the same however many are asked for.
struct Random(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    fn new(seed: u64, game: u32) -> Self {
        let mut start = Self(seed);
        let first = start.next();
        Self(first ^ u64::from(game).wrapping_mul(STEP))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each as likely as the others: the incomplete last round of values is drawn again.
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        let usable = u64::MAX - u64::MAX % bound;
        loop {
            let drawn = self.next();
            if drawn < usable {
                return usize::try_from(drawn % bound).unwrap_or(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_generator_is_the_published_one() {
        // The first outputs of splitmix64 for the seed 1234567, as its author's reference code prints them.
        let mut random = Random(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn games_of_one_seed_differ_and_stay_the_same() {
        let of = |seed, game| Random::new(seed, game).below(1_000_000);
        assert_eq!(of(7, 1), of(7, 1));
        assert_ne!(of(7, 1), of(7, 2));
        assert_ne!(of(7, 1), of(8, 1));
    }
}
