#!/bin/sh
# Installs PgBouncer for the tests of several machines from Debian's packages, if it is missing. Prints its path, or the
# reason for which it cannot be installed, with exit status 1.
set -eu

for name in "${PGBOUNCER:-pgbouncer}" /usr/sbin/pgbouncer; do
    if command -v "$name" >/dev/null 2>&1; then
        command -v "$name"
        exit 0
    fi
done

fail() { printf 'pooler: %s\n' "$*" >&2; exit 1; }

command -v apt-get >/dev/null || fail "no PgBouncer here and no apt-get to install one; name yours in PGBOUNCER"
[ "$(id -u)" = 0 ] || fail "no PgBouncer here; as root: apt-get install pgbouncer"
export DEBIAN_FRONTEND=noninteractive
install() { apt-get -q=2 -o Dpkg::Use-Pty=0 install --no-install-recommends pgbouncer >/dev/null; }
printf 'pooler: installing PgBouncer\n' >&2
install || { apt-get -q=2 update && install; } || fail "PgBouncer cannot be installed (see above)"
command -v pgbouncer || command -v /usr/sbin/pgbouncer
