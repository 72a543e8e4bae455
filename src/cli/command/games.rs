//! `games`: the bundled games.

use std::io::Write;

use scoresheet::batch::bundled_game;
use scoresheet::library::{self, BundledGame};

use super::super::args::GamesArgs;
use super::super::exit::Exit;
use super::super::output::{stdout, write_file};
use super::super::settings::Settings;
use super::subject::Stopped;

pub(super) fn run(args: &GamesArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let Some(name) = &args.name else {
        let mut out = stdout(settings);
        let width = library::all().iter().map(|game| game.name.len()).max().unwrap_or(0);
        for game in library::all() {
            writeln!(out, "{:width$}  {}", game.name, game.title)?;
        }
        out.flush()?;
        return Ok(Exit::Fine);
    };
    let game = match bundled_game(name) {
        Ok(game) => game,
        Err(finding) => return Stopped::new(name, finding).report(settings),
    };
    if args.extract {
        return extract(game, args);
    }
    let mut out = stdout(settings);
    writeln!(out, "{}\n\n{}\n\nrules: {} (--game {})", game.title, game.summary, game.file, game.name)?;
    out.flush()?;
    Ok(Exit::Fine)
}

fn extract(game: &BundledGame, args: &GamesArgs) -> anyhow::Result<Exit> {
    let folder = args.out.folder();
    write_file(&folder.join(game.file), game.rules.as_bytes(), args.out.force)?;
    write_file(&folder.join(game.profile_file()), game.profile.as_bytes(), args.out.force)?;
    Ok(Exit::Fine)
}
