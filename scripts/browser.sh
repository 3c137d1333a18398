#!/bin/sh
# A Chromium for the browser tests, from Debian's packages. Prints its path; exit 1 with the reason when there is none.
set -eu

for name in "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then
        command -v "$name"
        exit 0
    fi
done

fail() { printf 'browser: %s\n' "$*" >&2; exit 1; }

command -v apt-get >/dev/null || fail "no Chromium here and no apt-get to install one; name yours in CHROMIUM"
[ "$(id -u)" = 0 ] || fail "no Chromium here; as root: apt-get install chromium"
export DEBIAN_FRONTEND=noninteractive
install() { apt-get -q=2 -o Dpkg::Use-Pty=0 install --no-install-recommends chromium >/dev/null; }
printf 'browser: installing Chromium\n' >&2
install || { apt-get -q=2 update && install; } || fail "Chromium cannot be installed (see above)"
command -v chromium
