//! `generate`: random legal games.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use scoresheet::batch::{Checker, Choice, Chooser, Converted, LoadedRules, RulesOptions};
use scoresheet::diagnostic::{Diagnostics, RecordReport};
use scoresheet::engine::{Playthrough, Setup};
use scoresheet::export::document::{ReplayFacts, document};
use scoresheet::export::facts::gather;
use scoresheet::export::new_game::new_game;
use scoresheet::export::zsg;
use scoresheet::game::Game;
use scoresheet::notation::zillions;
use scoresheet::record::document::Document;
use scoresheet::record::from_zsg;
use scoresheet::replay::ReplayOptions;
use scoresheet::source::SourceFile;

use super::super::args::{ExportFormat, GenerateArgs};
use super::super::exit::Exit;
use super::super::output::{stdout, write_file};
use super::super::settings::Settings;
use super::moves::cells;
use super::subject;

pub(super) fn run(args: &GenerateArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let found = subject::rules(args.path.as_deref(), args.rules.game.as_deref())
        .and_then(|rules| subject::choice(rules, args.rules.variant.as_deref()))
        .and_then(|choice| subject::playthrough(&choice, args.rules.start.as_deref()).map(|start| (choice, start)));
    let (choice, start) = match found {
        Ok(found) => found,
        Err(stopped) => return stopped.report(settings),
    };
    let rules = &choice.rules;
    let game = Arc::clone(start.game());
    if matches!(args.to, ExportFormat::Zsg | ExportFormat::Courier) && args.out.out_dir.is_none() && args.games > 1 {
        bail!("a file of this form holds one game; give --out-dir, or --to jsonl");
    }
    let stem = Path::new(&rules.file_name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (mut documents, mut single) = (Vec::new(), Vec::new());
    for number in 1..=args.games {
        let name = format!("{stem}-{number:04}.{}", args.to.ending());
        let bytes = play(start.clone(), rules, Random::new(args.seed, number), args.plies);
        let bytes = match args.to {
            ExportFormat::Zsg => bytes,
            ExportFormat::Pgn | ExportFormat::Courier => {
                let text = converted(args, &format!("{stem}-{number:04}.zsg"), &bytes)?;
                if args.out.out_dir.is_none() {
                    single.extend(text);
                    continue;
                }
                text
            }
            format => {
                documents.push(told(&choice, &game, &format!("{stem}-{number:04}.zsg"), &bytes)?);
                if args.out.out_dir.is_none() {
                    continue;
                }
                format.text(&std::mem::take(&mut documents))?.into_bytes()
            }
        };
        match &args.out.out_dir {
            Some(folder) => write_file(&folder.join(name), &bytes, args.out.force)?,
            None => single = bytes,
        }
    }
    let mut out = stdout(settings);
    out.write_all(&single)?;
    if !documents.is_empty() {
        out.write_all(args.to.text(&documents)?.as_bytes())?;
    }
    out.flush()?;
    Ok(Exit::Fine)
}

/// Plays one game of moves drawn evenly from the legal ones, and gives its saved game.
fn play(mut playthrough: Playthrough, rules: &LoadedRules, mut random: Random, plies: u32) -> Vec<u8> {
    let game = &Arc::clone(playthrough.game());
    let setup = Setup::of(game, playthrough.position());
    let mut lines = Vec::new();
    for _ in 0..plies {
        let moves = playthrough.legal_moves();
        if moves.is_empty() {
            break;
        }
        let chosen = moves.get(random.below(moves.len())).to_owned();
        let round = game.turns.round(playthrough.position().turn_number());
        let text = zillions::text(game, cells(playthrough.position()), chosen.as_ref());
        lines.push((u32::try_from(round).unwrap_or(u32::MAX), text));
        playthrough.play_for_good(chosen.as_ref());
    }
    zsg::write(&new_game(game, &rules.file_name, &setup, &lines))
}

/// A game just played as text of another notation.
fn converted(args: &GenerateArgs, name: &str, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let record = from_zsg::read(&SourceFile::from_bytes(name, bytes), &mut Diagnostics::new())
        .context("names of these rules cannot stand in a saved game")?;
    let options = RulesOptions {
        editions: args.path.iter().cloned().collect(),
        game: args.rules.game.clone(),
        variant: args.rules.variant.clone(),
        ..RulesOptions::default()
    };
    let chooser = Chooser::new(options).map_err(|finding| anyhow::anyhow!(finding.message))?;
    let checker = Checker { chooser, replay: ReplayOptions::default() };
    match checker.convert_record(&record, &[], name, None, args.to.form()) {
        (_, Some(Converted::File(bytes))) => Ok(bytes),
        (_, Some(Converted::Text(text))) => Ok(text.into_bytes()),
        (report, _) => {
            let why =
                report.findings.last().map_or_else(|| report.verdict.name().to_owned(), |last| last.message.clone());
            bail!("the game cannot be written: {why}")
        }
    }
}

/// The document of a game just played.
fn told(choice: &Choice, game: &Arc<Game>, name: &str, bytes: &[u8]) -> anyhow::Result<Document> {
    let mut findings = Diagnostics::new();
    let record = from_zsg::read(&SourceFile::from_bytes(name, bytes), &mut findings)
        .context("names of these rules cannot stand in a saved game")?;
    let gathered = gather(&record, game, &choice.spelling(game), &ReplayOptions::default());
    let report = RecordReport {
        index: 1,
        game: Some(game.title.clone()),
        rules: Some(choice.rules.used(choice.variant)),
        verdict: gathered.replayed.verdict,
        plies: gathered.replayed.plies,
        plies_legal: gathered.replayed.plies_legal,
        result: gathered.replayed.result.clone(),
        findings: gathered.replayed.findings.clone(),
        weighed: None,
    };
    let facts = ReplayFacts {
        game,
        report: &report,
        sides: gathered.sides,
        plies: gathered.plies,
        start: gathered.start,
        by: gathered.by,
        winner: gathered.winner,
    };
    Ok(document(&record, Some(&facts)))
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
