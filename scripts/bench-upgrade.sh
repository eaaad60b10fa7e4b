#!/usr/bin/env bash
# From an older program to this one, node by node, on one database and one bus, while people play.
#
#   scripts/bench-upgrade.sh REVISION      the older program's; built in .cache, which takes a while
set -euo pipefail
cd "$(dirname "$0")/.."
(($# == 1)) || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
revision=$(git rev-parse --short "$1^{commit}")
folder=$PWD/.cache/upgrade/$revision
if [[ ! -x $folder/target/debug/parlor ]]; then
    mkdir -p "$folder"
    git archive "$revision" | tar -x -C "$folder"
    CARGO_TARGET_DIR=$folder/target cargo build --locked -p parlor --manifest-path "$folder/Cargo.toml"
fi
export PARLOR_OLD_BIN=$folder/target/debug/parlor
exec scripts/services.sh run cargo test --locked --quiet -p parlor --test kill -- --nocapture nodes::are_upgraded
