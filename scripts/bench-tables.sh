#!/usr/bin/env bash
# Builds the tables of Marelles up to a pair (6-6 if none is given) for both removal rules, holds
# every count against the rule page, and measures building and probing.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked --quiet -p parlor
cargo build --release --locked --quiet -p parlor-endgame --example probe
exec python3 scripts/bench-tables.py "${CARGO_TARGET_DIR:-target}/release" "${1:-6-6}"
