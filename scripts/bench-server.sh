#!/usr/bin/env bash
# Moves per second over the socket, against relays on the same stack and, with BEFORE=COMMIT, against
# an earlier version of the program, built beside this one.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
cargo build --release --locked --quiet -p parlor
. scripts/before.sh
# Two sockets a match, on both ends.
ulimit -n "$(ulimit -Hn)"
exec python3 scripts/bench-server.py "$target/release/parlor" "${before[@]}" "$@"
