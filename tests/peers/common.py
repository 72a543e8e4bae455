"""What the scripts share: the program under test, peers, and a tally that cannot hide a failure."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: All bundled games.
GAMES = (ROOT / "docs" / "games").glob("*.md")
GAMES = sorted(path.stem for path in GAMES)


def binary():
    """The program: SCORESHEET, else the release build, else the one on the path."""
    named = os.environ.get("SCORESHEET")
    built = ROOT / "target" / "release" / "scoresheet"
    found = named or (str(built) if built.exists() else shutil.which("scoresheet"))
    if not found:
        sys.exit("no scoresheet: set SCORESHEET, or run `cargo build --release`")
    return found


BINARY = binary()


def scoresheet(*arguments, status=0, stdin=None):
    """Runs the program; its standard output as bytes. Another exit status than `status` is a failure of the script."""
    done = subprocess.run([BINARY, *map(str, arguments)], input=stdin, capture_output=True, check=False)
    if status is not None and done.returncode != status:
        sys.stderr.write(done.stderr.decode(errors="replace")[-4000:])
        sys.exit(f"exit status {done.returncode} of {' '.join(map(str, done.args))}")
    return done.stdout


def final_fen(path, *options):
    """The FEN behind the last entry of a record."""
    for line in scoresheet("show", path, *options).decode().splitlines():
        if line.startswith("FEN "):
            return line[4:]
    sys.exit(f"`show` printed no FEN for {path}")


def each(function, items):
    """The results of a function for all items, in their order, on all processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


class Tally:
    """Counts what was compared. A script ends with `sys.exit(tally.status())`."""

    def __init__(self):
        self.failures = 0

    def result(self, what, count, faults):
        """One check: how many things were compared, and the differences found."""
        if count == 0:
            faults = [*faults, "nothing was compared"]
        self.failures += bool(faults)
        print(f"{'FAIL' if faults else 'ok  '} {what}: {count} compared, {len(faults)} differ", flush=True)
        for fault in faults[:5]:
            print(f"     {fault}")

    def skip(self, what, why):
        """A check that cannot be made here."""
        print(f"skip {what}: {why}", flush=True)

    def status(self):
        """The exit status of the script."""
        return 1 if self.failures else 0
