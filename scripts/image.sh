#!/usr/bin/env bash
# A container image with the program and the C library it needs, nothing else: no shell, no package
# manager. deploy/Dockerfile says the same for Docker.
#
#   scripts/image.sh PROGRAM VERSION ARCHIVE
set -euo pipefail
program=$1 version=$2 archive=$3
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

mkdir -p "$root"/{usr/bin,etc/ssl/certs,data,tmp}
install -m 755 "$program" "$root/usr/bin/parlor"
# The loader and the libraries, where the program looks for them.
{
    ldd "$program" | grep -o '/[^ ]*'
    # Names of hosts are looked up by these.
    ls /lib/"$(uname -m)"-linux-gnu/libnss_{files,dns}.so.2 /lib/"$(uname -m)"-linux-gnu/libresolv.so.2
} | sort -u | while read -r file; do
    install -D -m 755 "$(realpath "$file")" "$root$file"
done
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo 'parlor:x:10001:10001::/data:/' >"$root/etc/passwd"
echo 'parlor:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
chmod 1777 "$root/tmp"

export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
container=$(buildah from scratch)
buildah add --quiet "$container" "$root" / >/dev/null
# `add` gives everything to root; the data is the program's own.
chown 10001:10001 "$(buildah mount "$container")/data"
buildah umount "$container" >/dev/null
buildah config --user 10001:10001 --workingdir /data --volume /data --port 8080 \
    --env PARLOR_DATABASE=sqlite:/data/parlor.db --env PARLOR_TLS_FOLDER=/data/tls \
    --env SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt --stop-signal SIGTERM \
    --entrypoint '["/usr/bin/parlor"]' --cmd '["serve","--listen","0.0.0.0:8080"]' \
    --label org.opencontainers.image.version="$version" "$container"
buildah commit --quiet "$container" "parlor:$version" >/dev/null 2>&1
buildah rm "$container" >/dev/null
buildah push --quiet "parlor:$version" "docker-archive:$archive:parlor:$version" 2>/dev/null
