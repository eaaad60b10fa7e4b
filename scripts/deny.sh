#!/usr/bin/env bash
# Licences, sources and bans of all dependencies, by cargo-deny, which is built once if missing.
# Advisories are left out: their database is fetched from the network at run time.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo deny --version >/dev/null 2>&1; then
    echo "building cargo-deny (once)"
    # Its speed does not matter here, the time to build it does.
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off \
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS=64 CARGO_PROFILE_RELEASE_DEBUG=false \
        cargo install --locked --quiet cargo-deny
fi
exec cargo deny --locked check bans licenses sources
