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

# What the page is made of.
sources() {
  find src public scripts index.html ./*.json ./*.ts ./*.js -type f | LC_ALL=C sort
}

# One at a time, and the program's build waits for it. The page is as old as the newest thing it is made of:
# so cargo sees that it has changed, and that it has not.
page() {
  exec 9>.building
  command -v flock >/dev/null && flock 9
  made_of=$(sources | xargs sha256sum | sha256sum)
  if [ -f dist/index.html ] && [ "$made_of" = "$(cat .built 2>/dev/null)" ]; then
    return
  fi
  packages
  npm run --silent build
  newest=$(find src public scripts index.html ./*.json ./*.ts ./*.js -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2-)
  find dist -exec touch -r "$newest" {} +
  echo "$made_of" >.built
}

case "${1:-build}" in
  build)
    page
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
