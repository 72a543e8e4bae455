#!/usr/bin/env python3
"""Counts positions with this program and with others in one run, and prints the ratios of CPU time.

    compare_speed.py [BINARY] [--rounds 5]

BINARY is a release build of scoresheet; without it the environment's SCORESHEET, else target/release/scoresheet.

Peers that are not installed are skipped and named; if none is there, that is a failure. Every count is checked: a peer
that counts something else is an error.
Fairy-Stockfish is looked for as `fairy-stockfish` (also in /usr/games), python-chess as the module `chess` of
this interpreter, cozy-chess is built from `tests/peers/cozy`.
"""
import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Game, Fairy-Stockfish's name, depth, positions.
COUNTS = [
    ("chess", "chess", 5, 4865609),
    ("shogi", "shogi", 4, 719731),
    ("xiangqi", "xiangqi", 4, 3290240),
    ("grand", "grand", 3, 259514),
]
PYTHON_CHESS = """
import chess
def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes
print(perft(chess.Board(), 4))
"""


def cpu(command, text=None):
    """Runs a command; its output and the CPU seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(name, command, text, nodes):
    """One run; CPU seconds. The count must stand in the output."""
    out, seconds = cpu(command, text)
    if str(nodes) not in out.split():
        sys.exit(f"{name} did not count {nodes}:\n{out[-500:]}")
    return max(seconds, 1e-6)


def compare(title, nodes, ours, peer_name, peer, start, rounds, digits=2):
    """Prints the median speeds and the ratio; `start` is what the peer needs to start up, taken off."""
    mine, theirs = [], []
    for _ in range(rounds):
        mine.append(measure("scoresheet", *ours, nodes))
        theirs.append(max(measure(peer_name, *peer, nodes) - start, 1e-6))
    ratio = statistics.median(other / own for own, other in zip(mine, theirs))
    own, other = statistics.median(mine), statistics.median(theirs)
    print(
        f"{title:12} scoresheet {nodes / own / 1e6:8.2f} M nodes/s   {peer_name} {nodes / other / 1e6:8.2f} M nodes/s"
        f"   ratio {ratio:.{digits}f}"
    )


def fairy(rounds, binary):
    path = shutil.which("fairy-stockfish") or shutil.which("/usr/games/fairy-stockfish")
    if path is None:
        print("skipped: fairy-stockfish is not installed")
        return False
    _, start = min((cpu([path], "quit\n") for _ in range(3)), key=lambda run: run[1])
    for game, variant, depth, nodes in COUNTS:
        text = f"setoption name UCI_Variant value {variant}\nposition startpos\ngo perft {depth}\nquit\n"
        ours = ([binary, "perft", "--game", game, str(depth)], None)
        try:
            compare(f"{game} {depth}", nodes, ours, "fairy-stockfish", ([path], text), start, rounds)
        except SystemExit as stop:
            # Builds without large boards do not know every game.
            print(f"skipped: {game}: {str(stop).splitlines()[0]}")
    return True


def cozy(rounds, binary):
    manifest = os.path.join(HERE, "cozy", "Cargo.toml")
    build = ["cargo", "build", "--release", "--quiet", "--manifest-path", manifest]
    if shutil.which("cargo") is None or subprocess.run(build, check=False).returncode != 0:
        print("skipped: cozy-chess could not be built")
        return False
    folder = os.environ.get("CARGO_TARGET_DIR", os.path.join(HERE, "cozy", "target"))
    peer = [os.path.join(folder, "release", "cozy-perft"), "6"]
    # Deep enough that the start of neither program weighs anything.
    nodes = 119060324
    ours = ([binary, "perft", "--game", "chess", "6"], None)
    compare("chess 6", nodes, ours, "cozy-chess", (peer, None), 0, rounds, digits=3)
    return True


def python_chess(rounds, binary):
    try:
        import chess  # noqa: F401
    except ImportError:
        print("skipped: python-chess is not installed")
        return False
    _, start = cpu([sys.executable, "-c", "import chess"])
    peer = ([sys.executable, "-c", PYTHON_CHESS], None)
    ours = ([binary, "perft", "--game", "chess", "4"], None)
    compare("chess 4", 197281, ours, "python-chess", peer, start, min(rounds, 3))
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = os.path.dirname(os.path.dirname(HERE))
    built = os.environ.get("SCORESHEET", os.path.join(root, "target", "release", "scoresheet"))
    parser.add_argument("binary", nargs="?", default=built, help="a release build of scoresheet")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    compared = [peer(args.rounds, os.path.abspath(args.binary)) for peer in (cozy, fairy, python_chess)]
    if not any(compared):
        sys.exit("no peer is installed: nothing was compared")


if __name__ == "__main__":
    main()
