"""Xiangqi, shogi, capablanca and grand against pyffish (Fairy-Stockfish).

200 random games each: pyffish accepts the start FEN and every move, agrees on the number of legal moves at each ply,
and reaches the same board.
"""

import json
import sys
import tempfile
from pathlib import Path

from common import Tally, each, final_fen, scoresheet

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
        "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Cardinal": "A", "Marshall": "C",
    },
}


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
                wanted.append((path, len(moves), len(legal)))
                move = uci(variant, ply)
                if move not in legal:
                    refused.append(f"{path.name}, ply {ply['ply']}: {move} of `{ply['recorded']}`")
                    break
                moves.append(move)
                plies += 1
            wanted.append((path, len(moves), len(pyffish.legal_moves(variant, start, moves))))
            ends.append(pyffish.get_fen(variant, start, moves))
        tally.result(f"{variant}: moves that pyffish accepts in {len(games)} games", plies, refused)

        def ours(place):
            path, ply, _ = place
            return len(scoresheet("moves", path, "--ply", ply, "--game", variant).splitlines())

        for (path, ply, theirs), found in zip(wanted, each(ours, wanted)):
            if found != theirs:
                counts.append(f"{path.name}, ply {ply}: {found} legal moves, pyffish has {theirs}")
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
