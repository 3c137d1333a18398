#!/bin/sh
# Run the tests in parallel; repeat the failed ones once, alone and one by one, and name them.
#
# Tests that kill workers, fill sandboxes and drive a browser beside each other on two cores disturb each other's clocks. A test that
# fails beside others and passes alone is printed, so that it can be mended; one that fails alone fails the run. More than MOST failures
# are not repeated.
#
#   PYTEST="python -m pytest" PARALLEL="-n 2 --dist loadgroup --no-loadscope-reorder" scripts/tests.sh tests
set -u
TESTS=${1:-tests} MOST=${MOST:-12}
PYTEST=${PYTEST:-.venv/bin/python -m pytest}
PARALLEL=${PARALLEL:--n 2 --dist loadgroup --no-loadscope-reorder}
FAILED=.pytest_cache/v/cache/lastfailed
rm -f "$FAILED"
# shellcheck disable=SC2086 # all three are lists of words
$PYTEST $TESTS $PARALLEL -q && exit 0
first=$?
[ "$first" -eq 1 ] && [ -f "$FAILED" ] || exit "$first"
# a test's group is no part of its name when it runs alone
sed -i 's/@[A-Za-z0-9_]*": true/": true/' "$FAILED"
count=$(grep -c '^ *"' "$FAILED")
if [ "$count" -gt "$MOST" ]; then
    echo "tests: $count failed, which is more than noise" >&2
    exit "$first"
fi
echo "tests: $count failed beside others and run once more, alone:" >&2
sed -n 's/^ *"\(.*\)": true,*$/  \1/p' "$FAILED" >&2
# shellcheck disable=SC2086
exec $PYTEST $TESTS --last-failed --last-failed-no-failures none -q
