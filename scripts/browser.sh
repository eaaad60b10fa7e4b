#!/usr/bin/env bash
# Debian's Chromium for the browser tests, installed if missing.
set -euo pipefail
command -v chromium >/dev/null && exit 0
sudo=()
((EUID == 0)) || sudo=(sudo)
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -yq --no-install-recommends chromium fonts-noto-cjk
