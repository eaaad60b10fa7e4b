# What the scripts around it need, installed if it is missing. To be read by bash: `. scripts/packages.sh`

# needs COMMAND:PACKAGE…   Debian packages, by apt
needs() {
    local pair missing=()
    for pair; do
        PATH=$PATH:/usr/sbin:/sbin command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
    done
    ((${#missing[@]})) || return 0
    command -v apt-get >/dev/null || { echo "please install: ${missing[*]}" >&2; return 1; }
    local sudo=()
    ((EUID == 0)) || sudo=(sudo)
    echo "installing ${missing[*]}" >&2
    {
        "${sudo[@]}" apt-get update -q &&
            "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "${missing[@]}"
    } >&2
}

# `cargo zigbuild`, and the compiler and linker it uses.
zig() {
    local folder=$PWD/.cache/zig
    if [[ ! -x $folder/bin/cargo-zigbuild ]]; then
        python3 -m venv "$folder" 2>/dev/null || { needs /none:python3-venv && python3 -m venv --clear "$folder"; }
        "$folder/bin/pip" install --quiet ziglang==0.17.0 cargo-zigbuild==0.24.0
    fi
    export PATH=$folder/bin:$PATH
}
