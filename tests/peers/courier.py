"""Saved games as Game Courier text, and back.

For every bundled game 20 random games (fixed seed) are written in both levels of automation, `full` and `none`. What was
written must be legal, without a warning, and give the same saved game byte for byte, and the same position at the end.
Then every game goes the long way: `.zsg` to Game Courier to YAML to `.zsg`.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

from common import GAMES, Tally, each, final_fen, scoresheet

COUNT, PLIES, SEED = 20, 200, 5


def main():
    tally = Tally()
    for game in GAMES:
        with tempfile.TemporaryDirectory() as top:
            both_levels(tally, game, Path(top))
    sys.exit(tally.status())


def both_levels(tally, game, top):
    zsg = top / "zsg"
    scoresheet("generate", "--game", game, "--games", COUNT, "--seed", SEED, "--plies", PLIES, "--out-dir", zsg)
    scoresheet("games", game, "--extract", "--out-dir", top / "rules")
    bundled = next((top / "rules").glob("*.profile.yaml")).read_text()
    paths = sorted(zsg.iterdir())
    for level in ["full", "none"]:
        profile = top / f"{level}.yaml"
        profile.write_text(re.sub(r"automation: \w+", f"automation: {level}", bundled))
        options = ["--game", game, "--profile", profile]
        courier, back = top / f"gc-{level}", top / f"back-{level}"
        scoresheet("convert", zsg, *options, "--to", "courier", "--out-dir", courier)
        scoresheet("convert", courier, *options, "--to", "zsg", "--out-dir", back)
        report = json.loads(scoresheet("check", courier, *options, "--format", "json"))
        faults = [fault for read in report["inputs"] for fault in findings(read)]
        faults += [f"{path.name}: other bytes" for path in paths if data(back / path.name) != path.read_bytes()]

        def same_end(path):
            return final_fen(path, "--game", game) == final_fen(courier / f"{path.stem}.gc", *options)

        faults += [f"{path.name}: another end" for path, same in zip(paths, each(same_end, paths)) if not same]
        tally.result(f"{game}: automation {level}", len(report["inputs"]), faults)
    # The profile is the bundled one here.
    for source, form in [("zsg", "courier"), ("courier", "yaml"), ("yaml", "zsg")]:
        before = zsg if source == "zsg" else top / source
        out = top / ("again" if form == "zsg" else form)
        scoresheet("convert", before, "--game", game, "--to", form, "--out-dir", out)
    differ = [path.name for path in paths if data(top / "again" / path.name) != path.read_bytes()]
    tally.result(f"{game}: zsg, courier, yaml, zsg", len(paths), differ)


def findings(read):
    """What is wrong with an input: any other verdict than legal, any finding above a note."""
    for record in read["records"]:
        if record["verdict"] != "legal":
            yield f"{read['path']}: {record['verdict']}"
        for found in record["findings"]:
            if found["severity"] != "note":
                yield f"{read['path']}: {found['code']} {found['message']}"
    if len(read["records"]) != 1:
        yield f"{read['path']}: {len(read['records'])} records"


def data(path):
    return path.read_bytes() if path.exists() else None


if __name__ == "__main__":
    main()
