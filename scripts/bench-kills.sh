#!/usr/bin/env bash
# `kill -9` under load, again and again on each back end, with every commit on the disk. In parts of
# PARLOR_KILL_ROUNDS (20) rounds, by turns of the back ends, until each has ROUNDS (334: together
# 1,000). Each whole part is a line of .cache/kills.tsv: back end, rounds, moves acknowledged, lost,
# doubled, clients resumed; what is in it is not done again. `rm .cache/kills.tsv` begins anew.
# Prints the sums; fails at the first part in which anything was lost or doubled.
set -euo pipefail
cd "$(dirname "$0")/.."
export PARLOR_KILL_ROUNDS=${PARLOR_KILL_ROUNDS:-20} PARLOR_TEST_FSYNC=1
export PARLOR_KILL_TALLY=$PWD/.cache/kills.tsv
rounds=${ROUNDS:-334}
mkdir -p .cache
touch "$PARLOR_KILL_TALLY"

if [[ -z ${PARLOR_KILL_BIN:-} ]]; then
    PARLOR_KILL_BIN=$(cargo test --locked -p parlor --test kill --no-run 2>&1 |
        tee /dev/stderr | sed -n 's/.*Executable.*(\(.*\))$/\1/p')
    export PARLOR_KILL_BIN
fi
if [[ -z ${PARLOR_TEST_POSTGRES:-} ]]; then
    exec scripts/services.sh run "$0"
fi

done_so_far() { awk -F'\t' -v name="$1" '$1 == name { n += $2 } END { print n + 0 }' "$PARLOR_KILL_TALLY"; }

going=1
while ((going)); do
    going=0
    for name in sqlite postgres mariadb; do
        if (($(done_so_far "$name") < rounds)); then
            going=1
            "$PARLOR_KILL_BIN" --exact "$name" --nocapture --quiet
        fi
    done
done
awk -F'\t' '{ r[$1] += $2; m[$1] += $3; l[$1] += $4; d[$1] += $5; c[$1] += $6 }
    END { for (n in r) printf "%-9s %5d rounds, %7d moves acknowledged, %d lost, %d doubled, %6d of %6d clients resumed\n",
        n, r[n], m[n], l[n], d[n], c[n], 10 * r[n] }' "$PARLOR_KILL_TALLY" | sort
