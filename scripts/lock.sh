#!/bin/sh
# Write the hashed locks from pyproject.toml. Needs a network and uv, which is fetched into a folder of its own when it is missing.
#
#   scripts/lock.sh              keep what is locked and still fits      scripts/lock.sh --upgrade    take the newest that fits
set -eu

cd "$(dirname "$0")/.."
VENV=${VENV:-.venv}
if [ -x "$VENV/bin/uv" ]; then
    UV=$VENV/bin/uv
elif command -v uv >/dev/null; then
    UV=uv
else
    "$VENV/bin/python" -m venv .cache/uv
    .cache/uv/bin/python -m pip install --quiet uv
    UV=.cache/uv/bin/uv
fi

compile() {
    "$UV" pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header "$@"
}

compile "$@" pyproject.toml -o requirements/base.txt
compile "$@" config/sandbox/documents.in -o config/sandbox/documents.txt
# For the sandbox's interpreter alone: pip would read markers of other versions by the builder's Python.
"$UV" pip compile -q --python-version 3.11 --python-platform x86_64-manylinux_2_28 --generate-hashes --no-emit-index-url --no-header "$@" \
    config/sandbox/data.in -o config/sandbox/data.txt
compile "$@" --group pyproject.toml:dev -c requirements/base.txt pyproject.toml -o requirements/dev.txt
