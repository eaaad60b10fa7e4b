#!/usr/bin/env bash
# Does with dist/ what a newcomer does, on fresh systems: the oldest Debian that is looked after and the newest.
# The package is installed over the data of an old house, upgraded, removed; the archive is unpacked and
# started; the image is run; then the whole walk of a new operator (walk.py). Needs root; nothing outside
# a temporary folder is changed, except that missing Debian packages are installed.
#
#   scripts/release.sh && scripts/test-release.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
readonly DIST=${DIST:-$PWD/dist}
readonly MIRROR=${MIRROR:-http://deb.debian.org/debian}
readonly OLDEST=${OLDEST:-bullseye} NEWEST=${NEWEST:-trixie}

((EUID == 0)) || { echo "test-release: must be run by root, for it makes systems of their own" >&2; exit 1; }
needs mmdebstrap:mmdebstrap python3:python3
compgen -G "$DIST/*-image.tar" >/dev/null && needs buildah:buildah

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for suite in "$OLDEST" "$NEWEST"; do
    echo "test-release: a fresh Debian, $suite" >&2
    mmdebstrap --quiet --variant=apt --include=ca-certificates "$suite" "$folder/$suite" \
        "deb $MIRROR $suite main" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
done
if compgen -G "$DIST/*-linux-aarch64.tar.gz" >/dev/null && [[ $(uname -m) != aarch64 ]]; then
    needs qemu-aarch64:qemu-user
    mmdebstrap --quiet --variant=extract --architectures=arm64 --include=libc6 "$OLDEST" "$folder/arm64" \
        "deb $MIRROR $OLDEST main" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
fi
python3 scripts/test-release.py "$DIST" "$folder" "$OLDEST" "$NEWEST"
