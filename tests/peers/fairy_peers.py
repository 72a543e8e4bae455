"""Xiangqi, shogi, capablanca and grand against pyffish (Fairy-Stockfish).

200 random games each: pyffish accepts the start FEN and every move, agrees on the number of legal moves at each ply,
and reaches the same board.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from common import ROOT, Tally, each, final_fen, scoresheet

#: The program that counts legal moves: `cargo build --release --example legal_counts`.
COUNTER = os.environ.get("LEGAL_COUNTS", str(ROOT / "target" / "release" / "examples" / "legal_counts"))
VARIANTS = ["xiangqi", "shogi", "capablanca", "grand"]
GAMES, PLIES = 200, 100

try:
    import pyffish
except ImportError:
    pyffish = None

#: Shogi pieces that are promoted, so that a change to them is written `+`.
PROMOTED = "Promoted"


def main():
    tally = Tally()
    for variant in VARIANTS:
        if pyffish is None:
            tally.skip(variant, "pyffish is not installed")
        elif not Path(COUNTER).exists():
            tally.skip(variant, "the example legal_counts is not built")
        else:
            compare(tally, variant)
    sys.exit(tally.status())


def uci(variant, ply):
    """The move of a ply, from its effects, as Fairy-Stockfish writes it."""
    first, *further = ply["effects"]
    if "drop" in first:
        return f"{LETTERS[variant][first['piece']]}@{first['drop']}"
    move = first["move"] + first["to"]
    for effect in further:
        if effect.get("change") == first["to"] and "to" in effect:
            kind = effect["to"]
            move += "+" if variant == "shogi" else LETTERS[variant][kind].lower()
    return move


#: The letters of pieces that are dropped or promoted to.
LETTERS = {
    "xiangqi": {},
    "shogi": {
        "Pawn": "P", "Lance": "L", "Knight": "N", "Silver": "S", "Gold": "G", "Bishop": "B", "Rook": "R",
    },
    "capablanca": {
        "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Archbishop": "A", "Chancellor": "C",
    },
    "grand": {
        "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Cardinal": "A", "Marshal": "C",
    },
}


def legal_counts(variant, paths):
    """The number of legal moves before each entry and after the last, file by file."""
    done = subprocess.run([COUNTER, variant, *map(str, paths)], capture_output=True, text=True, check=True)
    return [int(count) for line in done.stdout.splitlines() for count in line.split("\t")[1].split()]


def allowed(variant, start, moves, legal):
    """How many of the moves are legal. Fairy-Stockfish lists the Pawn dropped with mate and has it lose; here it is none."""
    if variant != "shogi":
        return len(legal)

    def mates(move):
        after = moves + [move]
        return move.startswith("P@") and pyffish.gives_check(variant, start, after) and not pyffish.legal_moves(variant, start, after)

    return sum(not mates(move) for move in legal)


def board_part(fen):
    """The pieces on the board, without the stock."""
    return fen.split(" ")[0].split("[")[0]


def compare(tally, variant):
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "zsg"
        scoresheet(
            "generate", "--game", variant, "--games", GAMES, "--seed", 5, "--plies", PLIES, "--out-dir", folder
        )
        lines = scoresheet("convert", folder, "--game", variant, "--to", "jsonl").decode().splitlines()
        games = [json.loads(line) for line in lines]
        paths = sorted(folder.iterdir())
        start = final_fen(paths[0], "--ply", "0", "--game", variant)
        answer = pyffish.validate_fen(start, variant)
        tally.result(f"{variant}: start FEN", 1, [] if answer == pyffish.FEN_OK else [f"{start}: {answer}"])

        plies, refused, counts = 0, [], []
        wanted = []
        ends = []
        for path, game in zip(paths, games):
            moves = []
            for ply in game["plies"]:
                legal = pyffish.legal_moves(variant, start, moves)
                wanted.append((path, len(moves), allowed(variant, start, moves, legal)))
                move = uci(variant, ply)
                if move not in legal:
                    refused.append(f"{path.name}, ply {ply['ply']}: {move} of `{ply['recorded']}`")
                    break
                moves.append(move)
                plies += 1
            legal = pyffish.legal_moves(variant, start, moves)
            wanted.append((path, len(moves), allowed(variant, start, moves, legal)))
            ends.append(pyffish.get_fen(variant, start, moves))
        tally.result(f"{variant}: moves that pyffish accepts in {len(games)} games", plies, refused)

        found = legal_counts(variant, paths)
        for (path, ply, theirs), ours in zip(wanted, found):
            if ours != theirs:
                counts.append(f"{path.name}, ply {ply}: {ours} legal moves, pyffish has {theirs}")
        if len(found) != len(wanted):
            counts.append(f"{len(found)} counts for {len(wanted)} positions")
        tally.result(f"{variant}: number of legal moves at each ply", len(wanted), counts)

        finals = each(lambda path: final_fen(path, "--game", variant), paths)
        differ = [
            f"{path.name}: {fen}, pyffish has {end}"
            for path, fen, end in zip(paths, finals, ends)
            if board_part(fen) != board_part(end)
        ]
        tally.result(f"{variant}: board of the final FEN", len(finals), differ)


if __name__ == "__main__":
    main()
