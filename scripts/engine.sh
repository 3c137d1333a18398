#!/bin/sh
# A Docker engine on a bare Debian machine, for the sandbox and its tests. Needs root.
#
#   scripts/engine.sh start     unpack Debian's packages (nothing is installed), start dockerd without touching the network
#   scripts/engine.sh stop      stop the engine that `start` started; any other engine is left alone
#   scripts/engine.sh status    say what answers; exit 0 when an engine answers
#
# KINGDOM_ENGINE_ROOT (default /var/lib/kingdom-engine) is where packages, images and pid file live; KINGDOM_ENGINE_SOCKET
# (default /var/run/docker.sock) is where it answers. Two engines with different values live side by side.
set -eu
umask 022

ROOT=${KINGDOM_ENGINE_ROOT:-/var/lib/kingdom-engine}
SOCKET=${KINGDOM_ENGINE_SOCKET:-/var/run/docker.sock}
PIDFILE=$ROOT/dockerd.pid
LOG=$ROOT/dockerd.log
PACKAGES="docker.io containerd runc tini"

say() { printf 'engine: %s\n' "$*"; }
fail() { printf 'engine: %s\n' "$*" >&2; exit 1; }

answers() {
    [ -S "$SOCKET" ] && python3 - "$SOCKET" <<'PY' 2>/dev/null
import socket, sys
s = socket.socket(socket.AF_UNIX)
s.settimeout(1)
s.connect(sys.argv[1])
s.sendall(b"GET /_ping HTTP/1.0\r\nHost: d\r\n\r\n")
sys.exit(0 if b"OK" in s.recv(4096) else 1)
PY
}

ours() { [ -f "$PIDFILE" ] && kill -0 "$(cat "$PIDFILE")" 2>/dev/null && grep -qa dockerd "/proc/$(cat "$PIDFILE")/cmdline"; }

fetch() {
    # Unpacked, not installed: no triggers, no service start-up scripts, and 15 seconds less.
    command -v dpkg-deb >/dev/null || fail "this is not Debian: install a Docker engine the way your system does"
    mkdir -p "$ROOT/debs" "$ROOT/root"
    cd "$ROOT/debs"
    apt-cache show docker.io >/dev/null 2>&1 || apt-get -q=2 update
    # shellcheck disable=SC2086  # a list of words on purpose
    apt-get -q=2 -o APT::Sandbox::User=root download $PACKAGES ||
        { apt-get -q=2 update && apt-get -q=2 -o APT::Sandbox::User=root download $PACKAGES; }
    jobs_=""
    for deb in *.deb; do dpkg-deb -x "$deb" "$ROOT/root" & jobs_="$jobs_ $!"; done
    for job in $jobs_; do wait "$job" || fail "a package did not unpack"; done
    rm -f ./*.deb
    cd /
    touch "$ROOT/unpacked"
}

start() {
    if answers; then say "an engine already answers at $SOCKET"; return; fi
    [ "$(id -u)" = 0 ] || fail "starting an engine needs root; without one the sandbox uses bubblewrap"
    mkdir -p "$ROOT"
    if ! command -v dockerd >/dev/null; then
        [ -f "$ROOT/unpacked" ] && [ -x "$ROOT/root/usr/sbin/dockerd" ] || fetch
        PATH=$ROOT/root/usr/sbin:$ROOT/root/usr/bin:$PATH
        export PATH
    fi
    rm -f "$PIDFILE"
    # No bridge and no iptables: sandboxes have no network, and the machine's own must stay as it is.
    # An explicit environment: the engine needs no setting and no key of the account that starts it.
    env -i PATH="$PATH" HOME="${HOME:-/root}" TMPDIR="${TMPDIR:-/tmp}" HTTP_PROXY="${HTTP_PROXY:-}" HTTPS_PROXY="${HTTPS_PROXY:-}" NO_PROXY="${NO_PROXY:-}" \
        setsid dockerd --data-root "$ROOT/data" --exec-root "$ROOT/run" --pidfile "$PIDFILE" \
        --host "unix://$SOCKET" --bridge none --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false \
        --userland-proxy=false --exec-opt native.cgroupdriver=cgroupfs --log-level warn >"$LOG" 2>&1 </dev/null &
    tries=0
    until answers; do
        tries=$((tries + 1))
        [ $tries -lt 150 ] || { tail -n 5 "$LOG" >&2; fail "the engine did not answer within 15 s; its log is $LOG"; }
        sleep 0.1
    done
    say "started; log: $LOG"
}

stop() {
    ours || { say "no engine of ours is running"; return; }
    pid=$(cat "$PIDFILE")
    kill "$pid"
    tries=0
    while kill -0 "$pid" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 150 ] || fail "the engine (pid $pid) did not stop within 15 s"
        sleep 0.1
    done
    say "stopped"
}

status() {
    if answers; then
        if ours; then say "running (pid $(cat "$PIDFILE"))"; else say "running (started by somebody else)"; fi
        return
    fi
    say "no engine answers at $SOCKET"
    exit 1
}

case "${1:-}" in
start) start ;;
stop) stop ;;
status) status ;;
*) fail "usage: scripts/engine.sh start|stop|status" ;;
esac
