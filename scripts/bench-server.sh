#!/usr/bin/env bash
# Moves per second over the socket, against a bare relay of two sockets on the same stack.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked --quiet -p parlor
# Two sockets a match, on both ends.
ulimit -n "$(ulimit -Hn)"
exec python3 scripts/bench-server.py "${CARGO_TARGET_DIR:-target}/release/parlor" "$@"
