#!/bin/sh
# Finds a program that the tests drive, and installs it from Debian's packages if it is missing. Prints its path, or the
# reason for which it cannot be installed, with exit status 1.
#
#   scripts/debian_program.sh chromium     CHROMIUM=/path names another one; the shell without windows takes half the time
#   scripts/debian_program.sh pgbouncer    PGBOUNCER=/path names another one
#   scripts/debian_program.sh redis-server REDIS_SERVER=/path names another one
set -eu

package=${1:-} packages=${1:-}
case $package in
    chromium) own=${CHROMIUM:-} variable=CHROMIUM packages="chromium-headless-shell chromium"
        names="chromium-headless-shell chromium chromium-browser google-chrome" ;;
    pgbouncer) own=${PGBOUNCER:-} variable=PGBOUNCER names="pgbouncer /usr/sbin/pgbouncer" ;;
    redis-server) own=${REDIS_SERVER:-} variable=REDIS_SERVER names="redis-server valkey-server" ;;
    *) printf 'usage: %s chromium|pgbouncer|redis-server\n' "$0" >&2; exit 2 ;;
esac

fail() { printf '%s: %s\n' "$package" "$*" >&2; exit 1; }
find_program() {
    for name in $own $names; do
        command -v "$name" && return
    done
    return 1
}

find_program && exit 0
command -v apt-get >/dev/null || fail "not here, and no apt-get to install it; name yours in $variable"
[ "$(id -u)" = 0 ] || fail "not here; as root: apt-get install $package"
export DEBIAN_FRONTEND=noninteractive
install() {
    for one in $packages; do  # the first that this release of Debian has
        apt-get -q=2 -o Dpkg::Use-Pty=0 install --no-install-recommends "$one" >/dev/null && return
    done
    return 1
}
printf '%s: installing it\n' "$package" >&2
install || { apt-get -q=2 update && install; } || fail "cannot be installed (see above)"
find_program
