#!/usr/bin/env bash
# Does with dist/ what a newcomer does: on a fresh Debian the package is installed, the house opened,
# somebody plays; a newer package comes over it, it is removed, and nothing is lost. Then the archive and
# the container image. Needs root; nothing outside a temporary folder is changed.
#
#   scripts/release.sh && scripts/test-release.sh
set -euo pipefail
cd "$(dirname "$0")/.."

readonly DIST=${DIST:-$PWD/dist}
folder=$(mktemp -d)
running=()

step() { echo "test-release: $*" >&2; }
die() { step "FAILED: $*"; exit 1; }
end() {
    for pid in "${running[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT

port=$((20000 + RANDOM % 20000))
url=http://127.0.0.1:$port
quiet=(--coexistence "" --marelles "" --terminal "")

answers() {
    for _ in $(seq 100); do
        curl -fsS -m 5 "$url/healthz" >/dev/null 2>&1 && return
        sleep 0.1
    done
    die "the house does not answer: $(tail -3 "$folder/log")"
}

stop() {
    kill "$1"
    wait "$1" 2>/dev/null || true
    running=()
}

step "checksums"
(cd "$DIST" && sha256sum --quiet -c SHA256SUMS)
deb=$(ls "$DIST"/parlor_*.deb)
python3 -c "import json,sys; d=json.load(open(sys.argv[1])); assert d['bomFormat']=='CycloneDX' and len(d['components'])>100" "$DIST"/*.cdx.json

step "a fresh Debian"
root=$folder/root
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$root" >"$folder/log" 2>&1 ||
    die "mmdebstrap: $(tail -3 "$folder/log")"

install_deb() {
    cp "$1" "$root/tmp/parlor.deb"
    chroot "$root" env DEBIAN_FRONTEND=noninteractive dpkg -i /tmp/parlor.deb >"$folder/log" 2>&1 ||
        die "dpkg -i: $(cat "$folder/log")"
}

# What the unit does, for there is no systemd in here.
serve_installed() {
    mkdir -p "$root/var/lib/parlor"
    chown 10001:10001 "$root/var/lib/parlor"
    chroot --userspec=10001:10001 "$root" sh -c "cd /var/lib/parlor && exec parlor serve \
        --config /etc/parlor/parlor.toml --listen 127.0.0.1:$port --coexistence '' --marelles '' --terminal ''" \
        >"$folder/log" 2>&1 &
    running=($!)
    answers
}

step "install, open, play"
install_deb "$deb"
serve_installed
curl -fsS "$url/" | grep -q '<html' || die "no page"
token=$(curl -fsS -H 'content-type: application/json' -d '{"name":"Ann","bearer":true}' "$url/api/v1/session" |
    sed 's/.*"token":"\([^"]*\)".*/\1/')
table=$(curl -fsS -H "authorization: Bearer $token" -H 'content-type: application/json' \
    -d '{"game":"marelles","bots":["easy"]}' "$url/api/v1/tables" | sed 's/.*"id":"\([^"]*\)".*/\1/')
[[ -n $table ]] || die "no table"
stop "${running[0]}"

step "a newer package over it"
newer=$folder/newer
dpkg-deb -R "$deb" "$newer"
sed -i 's/^Version: .*/&+1/' "$newer/DEBIAN/control"
dpkg-deb --root-owner-group --build "$newer" "$folder/newer.deb" >/dev/null
echo '# a line of the operator' >>"$root/etc/parlor/parlor.toml"
install_deb "$folder/newer.deb"
grep -q 'a line of the operator' "$root/etc/parlor/parlor.toml" || die "the settings were overwritten"
serve_installed
curl -fsS -H "authorization: Bearer $token" "$url/api/v1/me/games" | grep -q "$table" || die "the match is gone"
stop "${running[0]}"

step "remove and purge"
chroot "$root" dpkg --purge parlor >"$folder/log" 2>&1 || die "purge: $(cat "$folder/log")"
[[ -s $root/var/lib/parlor/parlor.db ]] || die "the database is gone"
[[ ! -e $root/usr/bin/parlor ]] || die "the program is still there"

step "the archive"
mkdir "$folder/unpacked"
tar -C "$folder/unpacked" --strip-components=1 -xzf "$DIST"/parlor-*-linux-*.tar.gz
(cd "$folder/unpacked" && exec ./parlor serve --listen "127.0.0.1:$port" "${quiet[@]}") >"$folder/log" 2>&1 &
running=($!)
answers
stop "${running[0]}"

image=$(ls "$DIST"/parlor-*-image.tar 2>/dev/null || true)
if [[ -n $image ]]; then
    step "the container image"
    export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
    container=$(buildah from "docker-archive:$image" 2>/dev/null)
    buildah run --network host "$container" -- /usr/bin/parlor serve --listen "127.0.0.1:$port" "${quiet[@]}" \
        >"$folder/log" 2>&1 &
    running=($!)
    answers
    stop "${running[0]}"
    buildah rm "$container" >/dev/null
fi
step "all as it should be"
