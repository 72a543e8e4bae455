#!/bin/sh
# Builds a target with coverage by the stable compiler, without cargo-fuzz and without a sanitizer, and runs it.
set -eu
target=${1:?a target: courier, zsg, pgn or zrf}
seconds=${2:-60}
cd "$(dirname "$0")"
host=$(rustc -vV | sed -n 's/^host: //p')
coverage="-Cpasses=sancov-module -Ccodegen-units=1 --cfg fuzzing"
for option in level=4 inline-8bit-counters pc-table trace-compares; do
    coverage="$coverage -Cllvm-args=-sanitizer-coverage-$option"
done
# With --target the flags do not reach build scripts.
RUSTFLAGS="$coverage" cargo build --release --target "$host" --bin "$target"
mkdir -p "corpus/$target" "artifacts/$target"
exec "${CARGO_TARGET_DIR:-target}/$host/release/$target" "corpus/$target" \
    "-artifact_prefix=artifacts/$target/" "-max_total_time=$seconds" -max_len=4096 -timeout=10
