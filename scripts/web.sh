#!/bin/sh
# The web page: `build` makes web/dist, which the program carries; `test` plays in a real browser;
# `bench` measures the first visit.
set -eu
cd "$(dirname "$0")/../web"

# Packages are fetched anew only when the lock file has changed.
packages() {
  stamp=node_modules/.parlor-lock
  if ! cmp -s package-lock.json "$stamp" 2>/dev/null; then
    npm ci --no-audit --no-fund
    cp package-lock.json "$stamp"
  fi
}

case "${1:-build}" in
  build)
    packages
    npm run --silent build
    ;;
  check)
    packages
    npm run --silent check
    ;;
  test)
    # PARLOR_BIN is the program to test; it is built after the page so that the page is inside.
    packages
    if ! command -v "${CHROMIUM:-/usr/bin/chromium}" >/dev/null; then
      apt-get update -q
      DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends chromium fonts-wqy-zenhei
    fi
    npm run --silent check
    npm test --silent
    ;;
  bench)
    packages
    node tests/paint.mjs
    ;;
  *)
    echo "usage: scripts/web.sh [build|check|test|bench]" >&2
    exit 2
    ;;
esac
