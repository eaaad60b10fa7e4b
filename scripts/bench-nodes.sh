#!/usr/bin/env bash
# One, two and three nodes on PostgreSQL and NATS, against what PostgreSQL itself can take; the cost
# of the bus; and one match with a thousand spectators.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked --quiet -p parlor
ulimit -n "$(ulimit -Hn)"
export PARLOR_TEST_FSYNC=1
exec scripts/services.sh run python3 scripts/bench-nodes.py "${CARGO_TARGET_DIR:-target}/release/parlor" "$@"
