#!/bin/sh
# Run the tests beside each other; what fails there is run once more, alone and one by one, and named.
#
# Two processes of tests that kill workers, fill sandboxes and drive a browser on two cores disturb each other's clocks. A test that
# fails beside others and passes alone says something of the machine and is printed; one that fails alone fails the run. More
# than MOST failures are not looked at twice: that is no noise.
#
#   PYTEST="python -m pytest" scripts/tests.sh "tests" 2
set -u
TESTS=${1:-tests} WORKERS=${2:-2} MOST=${MOST:-12}
PYTEST=${PYTEST:-.venv/bin/python -m pytest}
FAILED=.pytest_cache/v/cache/lastfailed
rm -f "$FAILED"
# shellcheck disable=SC2086 # both are lists of words
$PYTEST $TESTS -n "$WORKERS" --dist loadgroup -q && exit 0
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
