#!/usr/bin/env bash
# Three nodes on one PostgreSQL and one NATS, with every commit on the disk, while people play across
# them: `kill -9` of each node in turn, of the bus, and PostgreSQL restarted, again and again. Prints
# the load's report; fails if anything was lost or doubled or somebody was away for 5 seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
export PARLOR_FAULT_ROUNDS=${PARLOR_FAULT_ROUNDS:-5} PARLOR_TEST_FSYNC=1
exec scripts/services.sh run cargo test --locked --quiet -p parlor --test kill -- \
    --nocapture --test-threads=1 nodes::die
