"""Chess against pgn-extract and python-chess.

2,000 random games, and 200 in which castling, promotion, en passant and mate are played wherever they can be, are
exported as PGN: both peers must read them without a warning and reach the position that scoresheet shows. Then games
written by python-chess are read: the verdicts, the final positions and the move text of the re-export must be the same.
"""

import io
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import Tally, each, final_fen, scoresheet

RANDOM, SPECIAL, BROKEN = 2000, 200, 200

try:
    import chess
    import chess.pgn
except ImportError:
    chess = None

PGN_EXTRACT = shutil.which("pgn-extract") or shutil.which("/usr/games/pgn-extract")


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as top:
        top = Path(top)
        scoresheet("generate", "--game", "chess", "--games", RANDOM, "--seed", 1, "--out-dir", top / "zsg")
        export(tally, top / "zsg", "random games")
        if chess is None:
            tally.skip("special games, games of python-chess", "python-chess is not installed")
        else:
            special_games(tally, top)
            foreign_games(tally, top)
            broken_games(tally, top)
    sys.exit(tally.status())


def export(tally, zsg, what):
    """Saved games to PGN, held against the peers."""
    pgn = zsg.with_name(zsg.name + "-pgn")
    scoresheet("convert", zsg, "--to", "pgn", "--game", "chess", "--out-dir", pgn)
    files = sorted(pgn.iterdir())
    fens = each(lambda path: final_fen(path), files)
    if PGN_EXTRACT:
        pgn_extract(tally, files, fens, what)
    else:
        tally.skip(f"{what}, pgn-extract", "pgn-extract is not installed")
    if chess is None:
        tally.skip(f"{what}, python-chess", "python-chess is not installed")
        return
    faults = []
    for path, fen in zip(files, fens):
        game = chess.pgn.read_game(io.StringIO(path.read_text()))
        board = game.end().board()
        if game.errors or board.fen() != fen:
            faults.append(f"{path.name}: {game.errors or board.fen()}, not {fen}")
        if board.is_checkmate() != path.read_text().split()[-2].endswith("#"):
            faults.append(f"{path.name}: mate and its mark differ")
    tally.result(f"{what}, python-chess: no error, final FEN", len(files), faults)


def pgn_extract(tally, files, fens, what):
    """One file of all games through pgn-extract: any line on standard error is a failure."""
    together = "".join(path.read_text() for path in files)
    done = subprocess.run(
        [PGN_EXTRACT, "-F", "--quiet"], input=together, capture_output=True, text=True, check=False
    )
    warnings = [line for line in done.stderr.splitlines() if line.strip()]
    tally.result(f"{what}, pgn-extract: no warning", len(files), warnings)
    found = [" ".join(fen.split()) for fen in re.findall(r'\{\s*"([^"]*)"\s*\}', done.stdout)]
    # pgn-extract writes the cell behind every double step, scoresheet where a Pawn can take there.
    faults = [] if len(found) == len(fens) else [f"{len(found)} positions of {len(fens)} games"]
    for path, theirs, ours in zip(files, found, fens):
        theirs, ours = theirs.split(), ours.split()
        if ours[3] == "-":
            theirs[3] = "-"
        if theirs != ours:
            faults.append(f"{path.name}: {' '.join(theirs)}, not {' '.join(ours)}")
    tally.result(f"{what}, pgn-extract: final FEN", len(found), faults)


def special_games(tally, top):
    """Games of python-chess in which the rare moves are played whenever there are any, by way of saved games."""
    chosen = random.Random(2)
    seen = {"castling": 0, "promotion": 0, "en passant": 0, "mate": 0}
    folder = top / "special-in"
    folder.mkdir()
    for number in range(SPECIAL):
        board, moves = chess.Board(), []
        while not board.is_game_over() and len(moves) < 400:
            legal = list(board.legal_moves)
            rare = [m for m in legal if board.is_castling(m) or m.promotion or board.is_en_passant(m) or mates(board, m)]
            # Pawns go first, so that there is something to promote.
            pawns = [m for m in legal if board.piece_type_at(m.from_square) == chess.PAWN]
            pool = rare or (pawns if pawns and chosen.random() < 0.5 else legal)
            move = chosen.choice(pool)
            seen["castling"] += board.is_castling(move)
            seen["promotion"] += move.promotion is not None
            seen["en passant"] += board.is_en_passant(move)
            moves.append(move)
            board.push(move)
            seen["mate"] += board.is_checkmate()
        (folder / f"special-{number:04}.pgn").write_text(written(board, moves))
    missing = [name for name, count in seen.items() if count < 20]
    kinds = ", ".join(f"{count} {name}" for name, count in seen.items())
    tally.result(f"special games hold {kinds}", SPECIAL, missing)
    scoresheet("convert", folder, "--to", "zsg", "--game", "chess", "--out-dir", top / "special")
    export(tally, top / "special", "special games")


def mates(board, move):
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def written(board, moves):
    """A game as python-chess writes it."""
    game = chess.pgn.Game()
    game.headers["Variant"] = "Chess"
    game.add_line(moves)
    game.headers["Result"] = board.result()
    return str(game) + "\n"


def random_game(chosen):
    board, moves = chess.Board(), []
    length = chosen.randrange(1, 200)
    while not board.is_game_over() and len(moves) < length:
        move = chosen.choice(list(board.legal_moves))
        moves.append(move)
        board.push(move)
    return board, moves


def move_text(pgn):
    """The tokens behind the tags."""
    return pgn.strip().split("\n\n", 1)[-1].split()


def foreign_games(tally, top):
    """2,000 games written by python-chess: verdict, final FEN, move text of the re-export."""
    chosen = random.Random(3)
    folder = top / "foreign"
    folder.mkdir()
    boards = {}
    for number in range(RANDOM):
        board, moves = random_game(chosen)
        path = folder / f"foreign-{number:04}.pgn"
        path.write_text(written(board, moves))
        boards[path] = board
    paths = sorted(boards)
    scoresheet("check", folder, "--format", "json")
    fens = each(final_fen, paths)
    faults = [f"{path.name}: {fen}" for path, fen in zip(paths, fens) if boards[path].fen() != fen]
    tally.result("games of python-chess: all legal, final FEN", len(paths), faults)
    scoresheet("convert", folder, "--to", "pgn", "--out-dir", top / "again")
    faults = [
        path.name
        for path in paths
        if move_text(path.read_text()) != move_text((top / "again" / path.name).read_text())
    ]
    tally.result("games of python-chess: move text of the re-export", len(paths), faults)


def broken_games(tally, top):
    """Games of python-chess with one move replaced: both find the fault at the same move, or none."""
    import json

    chosen = random.Random(4)
    folder = top / "broken"
    folder.mkdir()
    faulty_at = {}
    for number in range(BROKEN):
        board, moves = random_game(chosen)
        tokens = move_text(written(board, moves))
        places = [at for at, token in enumerate(tokens[:-1]) if not token.endswith(".")]
        tokens[chosen.choice(places)] = chosen.choice(["Ka1", "Qh5", "Nf3", "Rd8", "Bb5", "e4", "d5", "O-O", "Nxe5", "axb3"])
        text = '[Variant "Chess"]\n[Result "' + tokens[-1] + '"]\n\n' + " ".join(tokens) + "\n"
        path = folder / f"broken-{number:04}.pgn"
        path.write_text(text)
        # Errors go to a logger too.
        chess.pgn.LOGGER.disabled = True
        game = chess.pgn.read_game(io.StringIO(text))
        faulty_at[path.name] = len(list(game.mainline_moves())) if game.errors else None
    report = json.loads(scoresheet("check", folder, "--format", "json", status=None))
    faults = []
    for entry in report["inputs"]:
        name, record = Path(entry["path"]).name, entry["records"][0]
        theirs = faulty_at[name]
        ours = record["plies_legal"] if record["plies_legal"] < record["plies"] else None
        if ours != theirs:
            faults.append(f"{name}: python-chess stops at {theirs}, scoresheet at {ours} ({record['verdict']})")
    tally.result("broken games of python-chess: the same move is at fault", len(report["inputs"]), faults)


if __name__ == "__main__":
    main()
