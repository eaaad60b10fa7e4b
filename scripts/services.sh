#!/usr/bin/env bash
# Throw-away PostgreSQL, MariaDB and NATS servers for tests and benchmarks, on free loopback ports,
# with everything they write in one temporary folder. Needs no systemd; runs as root or not.
#
#   eval "$(scripts/services.sh start)"      start, and set PARLOR_TEST_* and PARLOR_SERVICES_DIR
#   scripts/services.sh stop "$PARLOR_SERVICES_DIR"
#   scripts/services.sh run COMMAND…         start, run the command, stop; the command's exit code
#   scripts/services.sh restart-postgres "$PARLOR_SERVICES_DIR" fast|immediate
#
# PARLOR_TEST_FSYNC=1   write through to the disk as in production (for benchmarks)
set -euo pipefail

readonly PASSWORD=parlor
readonly SELF=$0

say() { echo "services: $*" >&2; }
die() { say "$*"; exit 1; }

usage() { sed -n '2,10s/^# \{0,1\}//p' "$SELF" >&2; exit 2; }

# --- programs ----------------------------------------------------------------------------------

# Debian keeps PostgreSQL's programs off the path.
find_programs() {
    local folder
    PATH=$PATH:/usr/sbin:/sbin
    for folder in /usr/lib/postgresql/*/bin; do
        [[ -x $folder/initdb ]] && PATH=$folder:$PATH
    done
    export PATH
}

install_programs() {
    local missing=()
    find_programs
    command -v initdb >/dev/null || missing+=(postgresql)
    command -v mariadbd >/dev/null || missing+=(mariadb-server)
    command -v nats-server >/dev/null || missing+=(nats-server)
    command -v sqlite3 >/dev/null || missing+=(sqlite3)
    # The ACME server that the tests of certificates talk to.
    command -v pebble >/dev/null || missing+=(pebble)
    ((${#missing[@]})) || return 0
    command -v apt-get >/dev/null || die "please install: ${missing[*]}"
    local sudo=()
    ((EUID == 0)) || sudo=(sudo)
    say "installing ${missing[*]}"
    # The packages would start servers of their own: a policy forbids it while they are set up.
    local policy=/usr/sbin/usr-sbin-policy-was-absent
    if [[ ! -e /usr/sbin/policy-rc.d ]]; then
        policy=/usr/sbin/policy-rc.d
        printf '#!/bin/sh\nexit 101\n' | "${sudo[@]}" tee "$policy" >/dev/null
        "${sudo[@]}" chmod +x "$policy"
    fi
    local done=0
    {
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q &&
            "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
                apt-get install -yq --no-install-recommends "${missing[@]}"
    } >&2 || done=$?
    [[ $policy == /usr/sbin/policy-rc.d ]] && "${sudo[@]}" rm -f "$policy"
    ((done == 0)) || die "installing failed"
    find_programs
}

# --- helpers -----------------------------------------------------------------------------------

# Runs a command as another user when we are root (PostgreSQL refuses to run as root).
as() {
    local user=$1
    shift
    if ((EUID == 0)); then
        runuser -u "$user" -- "$@"
    else
        "$@"
    fi
}

own() { ((EUID != 0)) || chown "$1" "$2"; }

is_free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# A free port. Another process may take it before we do: starting is therefore tried again.
free_port() {
    local port
    while :; do
        port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
        is_free "$port" && { echo "$port"; return; }
    done
}

# await SECONDS COMMAND…
await() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < deadline)) || return 1
        sleep 0.05
    done
}

alive() { kill -0 "$1" 2>/dev/null; }
gone() { ! alive "$1"; }

is_fsync() { [[ ${PARLOR_TEST_FSYNC:-0} == 1 ]]; }

# --- the servers ---------------------------------------------------------------------------------

start_postgres() {
    local dir=$1/postgres port options attempt
    mkdir "$dir"
    own postgres "$dir"
    echo "$PASSWORD" >"$dir/password"
    own postgres "$dir/password"
    as postgres initdb -D "$dir/data" -U parlor --pwfile="$dir/password" -A scram-sha-256 \
        -E UTF8 --locale=C.UTF-8 --no-sync >"$1/initdb.log" 2>&1
    options="-c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=300"
    is_fsync || options+=" -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    for attempt in 1 2 3 4 5; do
        port=$(free_port)
        if as postgres pg_ctl -D "$dir/data" -l "$dir/log" -w -t 30 -s \
            -o "$options -p $port" start </dev/null >"$1/pg_ctl.log" 2>&1; then
            head -n1 "$dir/data/postmaster.pid" >"$1/postgres.pid"
            echo "postgres://parlor:$PASSWORD@127.0.0.1:$port/postgres" >"$1/postgres.url"
            return
        fi
    done
    return 1
}

# `immediate` is as if its process had been killed.
restart_postgres() {
    find_programs
    as postgres pg_ctl -D "$1/postgres/data" -l "$1/postgres/log" -m "$2" -w -t 60 -s restart \
        </dev/null >"$1/pg_ctl.log" 2>&1 || { cat "$1/pg_ctl.log" >&2; die "PostgreSQL does not restart"; }
    head -n1 "$1/postgres/data/postmaster.pid" >"$1/postgres.pid"
}

start_mariadb() {
    local dir=$1/mariadb port pid attempt options=()
    mkdir "$dir"
    own mysql "$dir"
    ((EUID != 0)) || options+=(--user=mysql)
    # Its own folder: a server that starts clears away every temporary table it finds.
    mkdir "$dir/tmp"
    own mysql "$dir/tmp"
    options+=(--tmpdir="$dir/tmp")
    mariadb-install-db --no-defaults --datadir="$dir/data" "${options[@]}" \
        --auth-root-authentication-method=normal --skip-test-db --skip-name-resolve \
        >"$1/mariadb-install.log" 2>&1
    # One statement a line.
    cat >"$dir/init.sql" <<SQL
CREATE USER IF NOT EXISTS 'parlor'@'127.0.0.1' IDENTIFIED BY '$PASSWORD';
GRANT ALL ON *.* TO 'parlor'@'127.0.0.1' WITH GRANT OPTION;
SQL
    is_fsync ||
        options+=(--innodb-flush-log-at-trx-commit=0 --innodb-flush-method=nosync --sync-binlog=0)
    for attempt in 1 2 3 4 5; do
        port=$(free_port)
        setsid mariadbd --no-defaults --datadir="$dir/data" --port="$port" \
            --bind-address=127.0.0.1 --socket="$dir/s" --pid-file="$dir/pid" \
            --skip-name-resolve --character-set-server=utf8mb4 --max-connections=300 \
            --innodb-buffer-pool-size=64M --init-file="$dir/init.sql" "${options[@]}" \
            </dev/null >"$dir/log" 2>&1 &
        pid=$!
        echo "$pid" >"$1/mariadb.pid"
        if await 30 mariadb_settled "$port" "$pid" && alive "$pid"; then
            echo "mysql://parlor:$PASSWORD@127.0.0.1:$port" >"$1/mariadb.url"
            return
        fi
        kill -9 "$pid" 2>/dev/null || true
    done
    return 1
}

# Ready, or dead: then waiting is of no use and the caller tries again.
mariadb_settled() {
    gone "$2" || mariadb --no-defaults -h127.0.0.1 -P"$1" -uparlor -p"$PASSWORD" -e 'SELECT 1'
}

start_nats() {
    local dir=$1/nats pid
    mkdir "$dir"
    # Port -1: the server picks a free one and writes down which.
    setsid nats-server -a 127.0.0.1 -p -1 --ports_file_dir "$dir" -l "$dir/log" \
        </dev/null >/dev/null 2>&1 &
    pid=$!
    echo "$pid" >"$1/nats.pid"
    await 15 nats_ports "$dir"
    nats_ports "$dir" >"$1/nats.url"
}

nats_ports() { cat "$1"/nats-server_*.ports 2>/dev/null | grep -o 'nats://127[^"]*' | head -n1 | grep .; }

# --- commands ------------------------------------------------------------------------------------

start() {
    install_programs
    DIR=$(mktemp -d "${TMPDIR:-/tmp}/parlor-XXXXXX")
    chmod 755 "$DIR"
    # Whatever goes wrong from here on, nothing stays behind.
    trap 'stop "$DIR"' ERR INT TERM
    # Their first start takes seconds each: side by side.
    local server pids=()
    for server in postgres mariadb nats; do
        "start_$server" "$DIR" &
        pids+=($!)
    done
    local failed=() place=0
    for server in postgres mariadb nats; do
        wait "${pids[place++]}" || failed+=("$server")
    done
    trap - ERR INT TERM
    if ((${#failed[@]})); then
        tail -n 50 "$DIR"/*.log "$DIR"/*/log >&2 || true
        stop "$DIR"
        die "did not start: ${failed[*]}"
    fi
}

print_variables() {
    printf 'export PARLOR_TEST_POSTGRES=%q\n' "$(<"$DIR/postgres.url")"
    printf 'export PARLOR_TEST_MYSQL=%q\n' "$(<"$DIR/mariadb.url")"
    printf 'export PARLOR_TEST_NATS=%q\n' "$(<"$DIR/nats.url")"
    printf 'export PARLOR_SERVICES_DIR=%q\n' "$DIR"
}

stop() {
    local dir=$1 file pid
    [[ -d $dir && $(basename "$dir") == parlor-* ]] || die "not a folder of services: $dir"
    for file in "$dir"/*.pid; do
        [[ -s $file ]] || continue
        pid=$(<"$file")
        # QUIT is PostgreSQL's quickest way out, TERM is the others'; nothing here is worth saving.
        if [[ $file == */postgres.pid ]]; then kill -QUIT "$pid"; else kill "$pid"; fi 2>/dev/null || continue
    done
    for file in "$dir"/*.pid; do
        [[ -s $file ]] || continue
        pid=$(<"$file")
        await 10 gone "$pid" || kill -9 "$pid" 2>/dev/null || true
        await 5 gone "$pid" || say "process $pid does not end"
    done
    rm -rf "$dir"
}

run() {
    (($#)) || usage
    start
    trap 'stop "$DIR"' EXIT
    eval "$(print_variables)"
    # In a process group of its own, so that a signal to us ends all of it at once: bash does not
    # look at signals while it waits for a command in the foreground.
    set -m
    "$@" <&0 &
    local child=$! code=0
    set +m
    trap "kill -TERM -- -$child 2>/dev/null; exit 130" INT
    trap "kill -TERM -- -$child 2>/dev/null; exit 143" TERM HUP
    wait "$child" || code=$?
    exit "$code"
}

case ${1:-} in
    start) start && print_variables ;;
    stop) (($# == 2)) || usage; stop "$2" ;;
    run) shift; run "$@" ;;
    restart-postgres) (($# == 3)) || usage; restart_postgres "$2" "$3" ;;
    *) usage ;;
esac
