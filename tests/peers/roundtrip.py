"""Saved games through all forms and back.

`.zsg` to PGN to YAML to JSON to `.zsg` gives the same bytes: for 50 random games of every bundled game, and for the
saved games in the folder that SAVED_GAMES names (their rules files beside them), as far as they replay. PGN carries no
line ends, so those files are compared with CR LF; through YAML alone the bytes are the same always.

The documents on the way are held against `docs/schema/record.schema.json`, and PyYAML must load from the YAML export
what `json` loads from the JSON export.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

from common import GAMES, ROOT, Tally, each, scoresheet

COUNT, PLIES = 50, 120

try:
    import yaml
except ImportError:
    yaml = None
try:
    import jsonschema
except ImportError:
    jsonschema = None


def main():
    tally = Tally()
    validator = None
    if jsonschema is None:
        tally.skip("documents against the schema", "jsonschema is not installed")
    else:
        schema = json.loads((ROOT / "docs/schema/record.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
    if yaml is None:
        tally.skip("YAML as PyYAML loads it", "PyYAML is not installed")
    documents = Documents(validator)
    for game in GAMES:
        bundled(tally, game, documents)
    saved = os.environ.get("SAVED_GAMES")
    if saved:
        saved_games(tally, Path(saved), documents)
    else:
        tally.skip("saved games of others", "SAVED_GAMES names no folder")
    documents.report(tally)
    sys.exit(tally.status())


class Documents:
    """All documents met: the schema, and the two spellings."""

    def __init__(self, validator):
        self.validator = validator
        self.validated, self.invalid = 0, []
        self.compared, self.unequal = 0, []

    def look(self, name, yaml_text, json_text):
        documents = json.loads(json_text)
        if self.validator:
            for document in documents:
                self.validated += 1
                self.invalid += [f"{name}: {error.message[:200]}" for error in self.validator.iter_errors(document)][:1]
        if yaml:
            self.compared += 1
            loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
            if list(yaml.load_all(yaml_text, Loader=loader)) != documents:
                self.unequal.append(name)

    def report(self, tally):
        if self.validator:
            tally.result("documents against the schema", self.validated, self.invalid)
        if yaml:
            tally.result("YAML as PyYAML loads it, and JSON", self.compared, self.unequal)


def bundled(tally, game, documents):
    """Random games of one bundled game, a folder at a time."""
    with tempfile.TemporaryDirectory() as top:
        top = Path(top)
        scoresheet(
            "generate", "--game", game, "--games", COUNT, "--seed", 6, "--plies", PLIES, "--out-dir", top / "0"
        )
        for step, form in enumerate(["pgn", "yaml", "json", "zsg"], 1):
            folder = top / str(step - 1)
            scoresheet("convert", folder, "--game", game, "--to", form, "--out-dir", top / str(step))
        differ = [
            path.name for path in sorted((top / "0").iterdir()) if path.read_bytes() != read(top / "4" / path.name)
        ]
        tally.result(f"{game}: zsg, pgn, yaml, json, zsg", len(list((top / "0").iterdir())), differ)
        # From the saved games and from the PGN: two kinds of documents.
        for source in ["0", "1"]:
            for form in ["yaml", "json"]:
                scoresheet("convert", top / source, "--game", game, "--to", form, "--out-dir", top / f"{source}{form}")
            for path in sorted((top / f"{source}yaml").iterdir()):
                documents.look(path.name, path.read_text(), (top / f"{source}json" / f"{path.stem}.json").read_text())


def read(path):
    return path.read_bytes() if path.exists() else None


def crlf(data):
    """The bytes with CR LF behind every line."""
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def saved_games(tally, folder, documents):
    """Saved games with their rules beside them."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".zsg")

    def one(path):
        report = json.loads(scoresheet("check", path, "--format", "json", status=None))
        records = report["inputs"][0]["records"]
        verdict = records[0]["verdict"] if records else "unreadable"
        data = path.read_bytes()
        through = data
        # Each step is read from standard input under a name beside the file, so that the rules are found.
        as_yaml = convert(path, data, "zsg", "yaml")
        as_json = convert(path, data, "zsg", "json")
        again = convert(path, as_yaml, "yaml", "zsg")
        forms = ["zsg", "pgn", "yaml", "json", "zsg"]
        if verdict in ("legal", "contradiction", "legal-after-repair"):
            for before, after in zip(forms, forms[1:]):
                through = convert(path, through, before, after)
        else:
            through = None
        return verdict, data, as_yaml, as_json, again, through

    results = each(one, paths)
    yaml_faults, all_faults, replayed = [], [], 0
    for path, (verdict, data, as_yaml, as_json, again, through) in zip(paths, results):
        if again != data:
            yaml_faults.append(str(path))
        if as_yaml and as_json:
            documents.look(str(path), as_yaml.decode(), as_json.decode())
        if through is not None:
            replayed += 1
            if through != crlf(data):
                all_faults.append(str(path))
    tally.result("saved games of others through YAML", len(paths), yaml_faults)
    tally.result("saved games of others that replay, through pgn, yaml and json", replayed, all_faults)


def convert(path, data, before, after):
    """One conversion of bytes; the rules lie in the folder of `path`."""
    with tempfile.TemporaryDirectory() as top:
        source = Path(top) / f"{path.stem}.{before}"
        source.write_bytes(data)
        return scoresheet("convert", source, "--to", after, "--rules-dir", path.parent, status=None)


if __name__ == "__main__":
    main()
