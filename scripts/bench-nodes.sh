#!/usr/bin/env bash
# One, two and three nodes on PostgreSQL and NATS, against what PostgreSQL itself can take and, with
# BEFORE=COMMIT, against an earlier version; the cost of the bus; and one match with a thousand spectators.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
cargo build --release --locked --quiet -p parlor
. scripts/before.sh
ulimit -n "$(ulimit -Hn)"
export PARLOR_TEST_FSYNC=1
exec scripts/services.sh run python3 scripts/bench-nodes.py "$target/release/parlor" "${before[@]}" "$@"
