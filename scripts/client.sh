#!/bin/sh
# Generate the client package from the OpenAPI schema of this code.
#
#   scripts/client.sh              into clients/python/kingdom_client, and build the wheel into dist/
#   scripts/client.sh FOLDER       only the package, into FOLDER
set -eu

cd "$(dirname "$0")/.."
VENV=${VENV:-.venv}
PACKAGE=${1:-clients/python/kingdom_client}
SCHEMA=$(mktemp)
trap 'rm -f "$SCHEMA"' EXIT
BIN=$(cd "$VENV/bin" && pwd)
PATH=$BIN:$PATH

env -u DATABASE_URL -u CELERY_BROKER_URL KINGDOM_DATA="$VENV/check" "$BIN/python" -W ignore manage.py spectacular --file "$SCHEMA" 2>/dev/null
"$BIN/openapi-python-client" generate --path "$SCHEMA" --config clients/python/generator.yaml --meta none \
    --output-path "$PACKAGE" --overwrite >/dev/null
touch "$PACKAGE/py.typed"
[ -n "${1:-}" ] || "$BIN/python" -m pip wheel -q --no-deps -w dist clients/python
