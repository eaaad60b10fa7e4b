#!/usr/bin/env bash
# Saves the database of a running house into one file, and restores it into an empty database.
#
#   scripts/backup.sh save DATABASE FILE        while the house is open
#   scripts/backup.sh restore FILE DATABASE     before a house is opened on it
#
# DATABASE is what `parlor serve --database` takes. What was acknowledged before saving began is in
# the file. Uses sqlite3, pg_dump and pg_restore, mariadb-dump and mariadb.
set -euo pipefail

die() { echo "backup: $*" >&2; exit 1; }
usage() { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }

path_of() {
    local path=${1#sqlite:}
    path=${path#//}
    echo "${path%%\?*}"
}

# mysql://USER:PASSWORD@HOST:PORT/NAME, as the flags of MariaDB's programs; the password goes where
# other users of the machine cannot read it.
mariadb_flags() {
    [[ $1 =~ ^mysql://([^:@/]+)(:([^@/]*))?@([^:/]+)(:([0-9]+))?/([^?]+) ]] || die "not understood: a mysql:// URL"
    export MYSQL_PWD=${BASH_REMATCH[3]}
    flags=(--no-defaults "--user=${BASH_REMATCH[1]}" "--host=${BASH_REMATCH[4]}" "--port=${BASH_REMATCH[6]:-3306}")
    name=${BASH_REMATCH[7]}
}

save() {
    local database=$1 file=$2 flags name
    [[ ! -e $file ]] || die "$file exists"
    case $database in
        # One snapshot, however much is written meanwhile; `.backup` begins again with every write.
        sqlite:*) sqlite3 "$(path_of "$database")" "VACUUM INTO '${file//\'/\'\'}'" ;;
        postgres*) pg_dump --format=custom --file="$file" "$database" ;;
        mysql:*)
            mariadb_flags "$database"
            mariadb-dump "${flags[@]}" --single-transaction --quick "$name" >"$file"
            ;;
        *) die "expected sqlite:PATH, postgres://… or mysql://…" ;;
    esac
}

restore() {
    local file=$1 database=$2 flags name
    [[ -s $file ]] || die "there is nothing in $file"
    case $database in
        sqlite:*)
            [[ ! -e $(path_of "$database") ]] || die "$(path_of "$database") exists"
            cp "$file" "$(path_of "$database")"
            ;;
        postgres*) pg_restore --no-owner --exit-on-error --single-transaction --dbname="$database" "$file" ;;
        mysql:*)
            mariadb_flags "$database"
            mariadb "${flags[@]}" "$name" <"$file"
            ;;
        *) die "expected sqlite:PATH, postgres://… or mysql://…" ;;
    esac
}

(($# == 3)) || usage
case $1 in
    save) save "$2" "$3" ;;
    restore) restore "$2" "$3" ;;
    *) usage ;;
esac
