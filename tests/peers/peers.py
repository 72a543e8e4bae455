"""Runs all scripts of this folder, one after the other."""

import subprocess
import sys
from pathlib import Path

SCRIPTS = ["chess_peers.py", "fairy_peers.py", "roundtrip.py", "throughput.py", "courier.py"]

if __name__ == "__main__":
    here = Path(__file__).parent
    worst = 0
    for script in SCRIPTS:
        print(f"== {script}", flush=True)
        worst = max(worst, subprocess.run([sys.executable, str(here / script)], check=False).returncode)
    sys.exit(worst)
