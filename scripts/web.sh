#!/bin/sh
# The web page: `build` makes web/dist, which the program carries; `test` plays in real browsers;
# `pictures` renews docs/pictures; `bench` measures the page.
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

browsers() {
  if ! command -v "${CHROMIUM:-/usr/bin/chromium}" >/dev/null || ! command -v "${FIREFOX:-/usr/bin/firefox-esr}" >/dev/null; then
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends chromium firefox-esr fonts-wqy-zenhei
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
    browsers
    npm run --silent check
    npm test --silent
    ;;
  pictures)
    packages
    browsers
    RENEW_PICTURES=1 node tests/run.mjs pictures
    ;;
  bench)
    packages
    browsers
    shift
    node tests/bench.mjs "$@"
    ;;
  *)
    echo "usage: scripts/web.sh [build|check|test|pictures|bench]" >&2
    exit 2
    ;;
esac
