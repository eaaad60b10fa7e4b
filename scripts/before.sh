# To be sourced at the root: with BEFORE=COMMIT it builds that version beside this one, and `before` are
# the arguments that tell a bench where it is.
before=()
if [[ -n ${BEFORE:-} ]]; then
    tree=.cache/before
    [[ -d $tree ]] || git worktree add --quiet --detach "$tree" "$BEFORE"
    git -C "$tree" checkout --quiet --detach "$BEFORE"
    mkdir -p "$tree/web/dist"
    CARGO_TARGET_DIR=$PWD/.cache/before-target \
        cargo build --release --locked --quiet --manifest-path "$tree/Cargo.toml" -p parlor
    before=(--before .cache/before-target/release/parlor)
fi
