"""Many games: files a second with one and two jobs, and the same games in one PGN beside pgn-extract and python-chess.

Measures, and compares the verdicts: every game is legal for everybody. The figures are ratios within one run, because a
machine may be busy with other work; the load is printed with them. `GAMES` sets the number of files (20000).
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from common import BINARY, Tally, scoresheet

GAMES = int(os.environ.get("GAMES", "20000"))
SEED = 8


def watch(process, most):
    """Keeps the most memory (KiB) a process held so far. The system's own figure counts this script before the `exec`."""
    while process.returncode is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text()
        except OSError:
            return
        most[0] = max([most[0], *(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))])
        time.sleep(0.01)


def timed(command, folder):
    """Wall seconds, processor seconds and the most memory (MiB) of a command; its standard output."""
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    most = [0]
    threading.Thread(target=watch, args=(process, most), daemon=True).start()
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    cpu = usage.ru_utime + usage.ru_stime
    return wall, cpu, most[0] / 1024, out, process.returncode


def load():
    return ", ".join(f"{value:.1f}" for value in os.getloadavg())


def one_game_files(tally, folder):
    print(f"{GAMES} files of one game; load {load()}")
    walls = {}
    for _ in range(3):
        for jobs in (1, 2):
            wall, cpu, memory, out, status = timed([BINARY, "check", "files", "--jobs", str(jobs), "--no-config"], folder)
            expected = f"{GAMES} inputs, {GAMES} records: {GAMES} legal"
            last = out.decode().strip().splitlines()[-1]
            tally.result(f"files, {jobs} jobs", GAMES, [] if last.startswith(expected) and status == 0 else [last])
            print(f"     {GAMES / wall:9.0f} files/s, {cpu:.2f} s of processor in {wall:.2f} s, {memory:.1f} MiB; load {load()}")
            walls[jobs] = min(walls.get(jobs, wall), wall)
    print(f"     two jobs are {walls[1] / walls[2]:.2f} times as fast as one (best of three each)")


PYTHON_CHESS = """
import chess.pgn, sys
games = plies = 0
with open(sys.argv[1]) as file:
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors, game.errors
        games += 1
        plies += sum(1 for _ in game.mainline_moves())
print(games, plies)
"""


def one_file(tally, folder):
    """All games in one file, against others that read and replay them; processor seconds are compared."""
    path = folder / "all.pgn"
    _, own, memory, out, status = timed([BINARY, "check", path, "--jobs", "1", "--quiet", "--no-config"], folder)
    tally.result("one file", GAMES, [] if status == 0 else [out.decode()[-300:]])
    print(f"     scoresheet   {GAMES / own:9.0f} games/s of processor, {memory:.1f} MiB")
    peers = {}
    extract = shutil.which("pgn-extract") or shutil.which("/usr/games/pgn-extract")
    if extract:
        peers["pgn-extract"] = [extract, "-s", "-o", os.devnull, str(path)]
    else:
        tally.skip("pgn-extract", "it is not installed")
    has_chess = subprocess.run([sys.executable, "-c", "import chess.pgn"], capture_output=True, check=False)
    if has_chess.returncode == 0:
        peers["python-chess"] = [sys.executable, "-c", PYTHON_CHESS, str(path)]
    else:
        tally.skip("python-chess", "it is not installed")
    for name, command in peers.items():
        _, cpu, memory, out, status = timed(command, folder)
        tally.result(f"one file, {name}", GAMES, [] if status == 0 else [out.decode()[-300:]])
        print(f"     {name:12} {GAMES / cpu:9.0f} games/s of processor, {memory:.1f} MiB; scoresheet is {cpu / own:.2f} times as fast")


def saved_games(tally, folder):
    """The same games as saved games and as logs, a file each, against pgn-extract's check of them in one file."""
    extract = shutil.which("pgn-extract") or shutil.which("/usr/games/pgn-extract")
    for form in ("zsg", "courier"):
        options = ["--game", "chess", "--games", GAMES, "--seed", SEED, "--plies", 80]
        scoresheet("generate", *options, "--to", form, "--out-dir", folder / form)
        command = [BINARY, "check", form, "--jobs", "1", "--no-config"]
        owns, others = [], []
        for _ in range(3):
            _, own, _, out, status = timed(command, folder)
            last = out.decode().strip().splitlines()[-1]
            fine = last.startswith(f"{GAMES} inputs, {GAMES} records: {GAMES} legal") and status == 0
            tally.result(f"{form} files", GAMES, [] if fine else [last])
            owns.append(own)
            if extract:
                _, cpu, _, out, status = timed([extract, "-s", "-r", "all.pgn"], folder)
                tally.result("one file, pgn-extract", GAMES, [] if status == 0 else [out.decode()[-300:]])
                others.append(cpu)
        plies = int(re.search(r"([0-9]+) plies", last).group(1))
        print(f"     {form}: {plies / min(owns) / 1e6:.2f} M half-moves/s of processor, files read from the disk")
        if others:
            ratio = statistics.median(other / own for own, other in zip(owns, others))
            print(f"     {form}: {ratio:.2f} times as fast as pgn-extract's check of the same games (median of three)")
    if not extract:
        tally.skip("pgn-extract", "it is not installed")


def memory(tally, folder):
    """A hundred thousand games in one file."""
    games = (folder / "all.pgn").read_bytes()
    times = max(1, 100_000 // GAMES)
    path = folder / "long.pgn"
    with open(path, "wb") as file:
        for _ in range(times):
            file.write(games)
    wall, _, most, out, status = timed([BINARY, "check", path, "--quiet", "--no-config"], folder)
    count = times * GAMES
    faults = [] if status == 0 else [out.decode()[-300:]]
    if most >= 16:
        faults.append(f"{most:.1f} MiB")
    tally.result(f"memory for {count} games in one file below 16 MiB", count, faults)
    print(f"     {most:.1f} MiB for {path.stat().st_size / 1e6:.0f} MB in {wall:.1f} s")


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "files").mkdir()
        text = scoresheet("generate", "--game", "chess", "--games", GAMES, "--seed", SEED, "--plies", 80, "--to", "pgn")
        (folder / "all.pgn").write_bytes(text)
        games = text.decode().split("[Event ")[1:]
        for number, game in enumerate(games):
            (folder / "files" / f"{number:05}.pgn").write_text("[Event " + game)
        tally.result("games generated", GAMES, [] if len(games) == GAMES else [f"{len(games)} games"])
        one_game_files(tally, folder)
        one_file(tally, folder)
        saved_games(tally, folder)
        memory(tally, folder)
    return tally.status()


if __name__ == "__main__":
    sys.exit(main())
