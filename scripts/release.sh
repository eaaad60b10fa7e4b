#!/usr/bin/env bash
# What people download, in dist/: the program without symbols (and the symbols beside it), a Debian
# package, a container image, a list of everything inside, licences, checksums.
#
#   scripts/release.sh                     build and pack
#   PARLOR_RELEASE_BIN=PATH scripts/release.sh   pack a program that is there already
#   NO_IMAGE=1                             without the container image
#   ARCH=arm64                             for another kind of machine, beside what is there (without the image)
#
# The program is linked by zig (from PyPI, into .cache) against a C library of 2012, so that it runs on every
# distribution that is still looked after.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

readonly DIST=${DIST:-$PWD/dist}
readonly MOST_BYTES=30000000
readonly GLIBC=2.17
# `parlor load` and `parlor simulate` are for those who work on Parlor.
readonly FEATURES=(--no-default-features --features nats,telemetry)

step() { echo "release: $*" >&2; }
die() { step "$*"; exit 1; }

version=${VERSION:-$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)}
arch=${ARCH:-$(dpkg --print-architecture)}
case $arch in
    amd64) machine=x86_64 ;;
    arm64) machine=aarch64 ;;
    *) die "no release for $arch" ;;
esac
name=parlor-$version-linux-$machine
mkdir -p "$DIST"
# What another machine of the same version got stays.
find "$DIST" -mindepth 1 ! -name "*$version*" -delete
rm -f "$DIST/$name"* "$DIST"/*"_$arch.deb"
needs readelf:binutils dpkg-deb:dpkg python3:python3
objcopy=objcopy
if [[ $machine != "$(uname -m)" ]]; then
    objcopy=$machine-linux-gnu-objcopy
    needs "$objcopy:binutils-${machine/_/-}-linux-gnu"
    NO_IMAGE=1
    rustup target add --quiet "$machine-unknown-linux-gnu" 2>/dev/null || die "Rust's library for $machine is missing"
fi
[[ -n ${NO_IMAGE:-} ]] || needs buildah:buildah

if [[ -n ${PARLOR_RELEASE_BIN:-} ]]; then
    program=$PARLOR_RELEASE_BIN
else
    step "building the page and the program (minutes)"
    scripts/web.sh build
    zig
    cargo zigbuild --release --locked -p parlor "${FEATURES[@]}" --target "$machine-unknown-linux-gnu.$GLIBC"
    program=${CARGO_TARGET_DIR:-target}/$machine-unknown-linux-gnu/release/parlor
fi

step "1/6 the program"
"$objcopy" --only-keep-debug --compress-debug-sections "$program" "$DIST/$name.debug"
"$objcopy" --strip-all --add-gnu-debuglink="$DIST/$name.debug" "$program" "$DIST/parlor"
size=$(stat -c %s "$DIST/parlor")
((size < MOST_BYTES)) || die "the program has $size bytes, and may have $MOST_BYTES"
# The oldest C library it runs with.
glibc=$(readelf -W --dyn-syms "$DIST/parlor" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -1)
libraries=$(readelf -d "$DIST/parlor" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
step "    $((size / 1000000)) MB, needs glibc $glibc or newer and no library but: $libraries"
[[ -n ${PARLOR_RELEASE_BIN:-} ]] || [[ $(printf '%s\n' "$glibc" "$GLIBC" | sort -V | tail -1) == "$GLIBC" ]] ||
    die "it was to run with glibc $GLIBC"
depends="libc6 (>= $glibc)"
[[ $libraries != *libgcc_s* ]] || depends+=", libgcc-s1"

step "2/6 what is inside, and its licences"
scripts/inventory.py "$version" "$machine-unknown-linux-gnu" "$DIST/$name.cdx.json" "$DIST/THIRD-PARTY.txt"

step "3/6 the archive"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/$name"
cp "$DIST/parlor" LICENSE README.md parlor.toml.sample "$DIST/THIRD-PARTY.txt" "$folder/$name/"
tar -C "$folder" --owner=0 --group=0 -czf "$DIST/$name.tar.gz" "$name"

step "4/6 the Debian package"
root=$folder/deb
install -D -m 755 "$DIST/parlor" "$root/usr/bin/parlor"
install -D -m 644 parlor.toml.sample "$root/usr/share/doc/parlor/parlor.toml.sample"
install -D -m 644 deploy/debian/parlor.toml "$root/etc/parlor/parlor.toml"
install -D -m 644 deploy/debian/copyright "$root/usr/share/doc/parlor/copyright"
gzip -9nc "$DIST/THIRD-PARTY.txt" >"$root/usr/share/doc/parlor/THIRD-PARTY.txt.gz"
cp docs/operations.md "$root/usr/share/doc/parlor/"
cp -r docs/hosting "$root/usr/share/doc/parlor/"
mkdir -p "$root/lib/systemd/system"
sed -e 's|/usr/local/bin|/usr/bin|; s|/usr/local/share|/usr/share|' \
    deploy/systemd/parlor.service >"$root/lib/systemd/system/parlor.service"
mkdir "$root/DEBIAN"
sed -e "s/@VERSION@/$version/; s/@ARCH@/$arch/; s/@DEPENDS@/$depends/" \
    -e "s/@SIZE@/$(du -sk "$root" | cut -f1)/" deploy/debian/control >"$root/DEBIAN/control"
echo /etc/parlor/parlor.toml >"$root/DEBIAN/conffiles"
for script in postinst prerm postrm; do
    install -m 755 "deploy/debian/$script" "$root/DEBIAN/$script"
done
chmod -R go-w "$root"
dpkg-deb --root-owner-group --build "$root" "$DIST/parlor_${version}_$arch.deb" >/dev/null

if [[ -z ${NO_IMAGE:-} ]]; then
    step "5/6 the container image"
    scripts/image.sh "$DIST/parlor" "$version" "$DIST/parlor-$version-image.tar"
else
    step "5/6 no container image wanted"
fi

step "6/6 checksums"
rm "$DIST/parlor"
(cd "$DIST" && sha256sum -- * >SHA256SUMS)
ls -l "$DIST" >&2
