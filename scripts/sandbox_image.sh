#!/bin/sh
# The sandbox's root tree and image, from Debian packages and the wheels of config/sandbox/documents.txt: no image registry, no engine
# and no root needed. Without the wheels the tree is built all the same; documents (PDF, DOCX, XLSX) are not read then.
#
#   scripts/sandbox_image.sh            build what is missing, load it into the engine when one answers
#   scripts/sandbox_image.sh --force    build again even when everything is there
#   scripts/sandbox_image.sh --locked   refuse when Debian no longer offers a locked version
#   scripts/sandbox_image.sh --update-lock   take today's versions and write them to the lock file
#   scripts/sandbox_image.sh --data     the second tree, with NumPy, pandas and Matplotlib (data.txt), below data/; any option above fits
#
# Result in KINGDOM_SANDBOX_ROOT (default /var/lib/kingdom-sandbox as root, else ~/.local/share/kingdom-sandbox):
#   rootfs/      the read-only root of every sandbox        image.tar    the same tree as a Docker archive
#   host/        bubblewrap, when the machine has none      image.json   id, versions, and which lock they come from
set -eu
umask 022

HERE=$(cd "$(dirname "$0")" && pwd)
HELPER=$HERE/sandbox_image.py
LOCK=$HERE/../config/sandbox/packages.lock
WHEELS=$HERE/../config/sandbox/documents.txt
RELEASE=bookworm
PACKAGES="libc6 libgcc-s1 libcrypt1 zlib1g libexpat1 libbz2-1.0 liblzma5 libffi8 libssl3 libuuid1 libsqlite3-0 libpython3.11-minimal
  libpython3.11-stdlib python3.11-minimal media-types tzdata python3-yaml"
TRIMMED="lxml/includes lxml/isoschematron numpy/tests numpy/*/tests numpy/f2py numpy/_core/include numpy/_core/lib pandas/tests
  matplotlib/tests matplotlib/backends/web_backend matplotlib/mpl-data/sample_data mpl_toolkits/*/tests kiwisolver/*.pyi"
# The virtual environment's interpreter where there is one: python3 may be a script that first looks for another.
OWN=$HERE/../.venv/bin/python
if [ -x "$OWN" ]; then PYTHON=${PYTHON:-$OWN} PIP="$OWN -m pip"; else PYTHON=${PYTHON:-python3} PIP="$PYTHON -m pip"; fi

if [ "$(id -u)" = 0 ]; then DEFAULT=/var/lib/kingdom-sandbox; else DEFAULT=${XDG_DATA_HOME:-$HOME/.local/share}/kingdom-sandbox; fi
ROOT=${KINGDOM_SANDBOX_ROOT:-$DEFAULT}
HOST=$ROOT/host
FORCE='' MODE=locked-if-offered DATA=''
for word in "$@"; do
    case $word in
    --force) FORCE=1 ;;
    --locked) MODE=locked FORCE=1 ;;
    --update-lock) MODE=update FORCE=1 ;;
    --data)
        # NumPy needs the C++ library. Without its wheels this tree has no purpose: then it is not built.
        DATA=1 ROOT=$ROOT/data LOCK=$HERE/../config/sandbox/data-packages.lock WHEELS=$HERE/../config/sandbox/data.txt PACKAGES="$PACKAGES libstdc++6"
        ;;
    *) echo "usage: scripts/sandbox_image.sh [--data] [--force] [--locked] [--update-lock]" >&2; exit 2 ;;
    esac
done

say() { printf 'sandbox image: %s\n' "$*"; }
fail() { printf 'sandbox image: %s\n' "$*" >&2; exit 1; }

# As a plain user apt works in a state folder of its own; as root in the machine's.
apt() {
    if [ "$(id -u)" = 0 ]; then set -- -o APT::Sandbox::User=root "$@"
    elif [ -d "$ROOT/apt/lists" ]; then set -- -o Dir::State="$ROOT/apt" -o Dir::Cache="$ROOT/apt/cache" -o Dir::State::status=/var/lib/dpkg/status "$@"; fi
    apt-get -q=2 "$@"
}

refresh() {
    [ "$(id -u)" = 0 ] || mkdir -p "$ROOT/apt/lists/partial" "$ROOT/apt/cache/archives/partial"
    apt update
}

download() {  # download WHAT…: the package files, into the current folder; refreshes the lists once when apt does not know them
    apt download "$@" 2>"$WORK/apt.log" || { refresh && apt download "$@" 2>"$WORK/apt.log"; }
}

fetch_packages() {
    mkdir -p "$WORK/debs"
    cd "$WORK/debs"
    if [ "$MODE" != update ]; then
        # shellcheck disable=SC2046  # a list of words on purpose
        if download $("$PYTHON" "$HELPER" wanted "$LOCK" "$ARCH") && "$PYTHON" "$HELPER" verify "$LOCK" "$ARCH" .; then
            LOCKED=1
            return
        fi
        [ "$MODE" != locked ] || fail "Debian does not offer every version of the lock file; run this with --update-lock and commit the result"
        say "WARNING: Debian no longer offers every locked version; taking its current, signed ones (the image id will differ from the lock)"
        rm -f ./*.deb
    fi
    # shellcheck disable=SC2086
    download $PACKAGES || { cat "$WORK/apt.log" >&2; fail "the packages could not be downloaded"; }
    LOCKED=''
}

fetch_wheels() {  # the hashes of the lock are checked; the sandbox runs Debian's Python 3.11
    mkdir -p "$WORK/wheels"
    case $ARCH in amd64) MACHINE=x86_64 ;; arm64) MACHINE=aarch64 ;; *) MACHINE=$ARCH ;; esac
    # shellcheck disable=SC2086  # a command of several words
    $PIP download -q --disable-pip-version-check --no-input --no-deps --require-hashes --only-binary=:all: --python-version 3.11 --implementation cp \
        --platform "manylinux_2_28_$MACHINE" --platform "manylinux2014_$MACHINE" -d "$WORK/wheels" -r "$WHEELS" >"$WORK/pip.log" 2>&1 && return
    [ "$MODE$DATA" = locked-if-offered ] || fail "the wheels of $(basename "$WHEELS") could not be downloaded: $(tail -n 1 "$WORK/pip.log")"
    say "WARNING: the readers of documents could not be downloaded ($(tail -n 1 "$WORK/pip.log")); PDF, DOCX and XLSX files will not be read"
    rm -f "$WORK"/wheels/*
    LOCKED=''
}

make_tree() {
    tree=$1
    mkdir -p "$tree"
    for deb in "$WORK"/debs/*.deb; do dpkg-deb -x "$deb" "$tree"; done
    (
        cd "$tree/usr"
        rm -rf share/doc share/man share/lintian share/locale share/binfmts share/applications share/pixmaps share/python3.11 share/bug \
            share/zoneinfo/posix share/zoneinfo/right share/bash-completion lib/*-linux-gnu/gconv lib/*-linux-gnu/audit sbin ../sbin ../etc
        cd lib/python3.11
        rm -rf test idlelib tkinter turtledemo ensurepip lib2to3 pydoc_data
        # PyYAML without its C part, which would need one more library for a parser that this product bounds anyway.
        rm -f ../python3/dist-packages/yaml/_yaml.*.so ../python3/dist-packages/_yaml/*.so
    )
    mkdir -p "$tree/tmp" "$tree/proc" "$tree/sys" "$tree/dev" "$tree/etc" "$tree/var/tmp"
    chmod 1777 "$tree/tmp" "$tree/var/tmp"
    ln -sf python3.11 "$tree/usr/bin/python3"
    cp "$tree/usr/share/media-types/mime.types" "$tree/etc/mime.types" 2>/dev/null || :
    printf 'root:x:0:0:root:/:/nonexistent\nnobody:x:65534:65534:nobody:/nonexistent:/nonexistent\n' >"$tree/etc/passwd"
    printf 'root:x:0:\nnogroup:x:65534:\n' >"$tree/etc/group"
    for wheel in "$WORK"/wheels/*.whl; do
        [ ! -f "$wheel" ] || "$PYTHON" -m zipfile -e "$wheel" "$tree/usr/lib/python3/dist-packages"
    done
    # shellcheck disable=SC2086  # patterns on purpose
    (cd "$tree/usr/lib/python3/dist-packages" && rm -rf $TRIMMED)
    # What a program writes to /out is given back: a folder of its own /tmp, which the caller's program makes.
    [ -z "$DATA" ] || ln -s tmp/out "$tree/out"
    find "$tree" -name __pycache__ -prune -exec rm -rf {} +
    find "$tree" -xdev -perm /6000 -type f -exec chmod a-s {} +
    compile_tree "$tree"
}

compile_tree() {
    # A read-only root can cache nothing later, so every start would compile again.
    set -- "$1" /usr/bin/python3.11 -I -S -m compileall -q --invalidation-mode unchecked-hash -j 1 /usr/lib/python3.11 /usr/lib/python3/dist-packages
    tree=$1
    shift
    if [ "$(id -u)" = 0 ]; then chroot "$tree" "$@"
    else "$BWRAP" --unshare-all --uid 0 --gid 0 --bind "$tree" / --proc /proc --dev /dev --tmpfs /tmp --clearenv "$@"; fi >"$WORK/compile.log" 2>&1 ||
        fail "the interpreter of the new tree does not run: $(tail -n 1 "$WORK/compile.log")"
    # bubblewrap leaves its mount points' files in the tree; the tree must be the same whoever builds it.
    find "$tree/dev" "$tree/proc" "$tree/sys" "$tree/tmp" -mindepth 1 -delete
}

find_bwrap() {
    BWRAP=$(command -v bwrap || :)
    [ -z "$BWRAP" ] || return 0
    BWRAP=$HOST/usr/bin/bwrap
    if ! "$BWRAP" --version >/dev/null 2>&1; then
        mkdir -p "$WORK/bwrap" "$HOST"
        cd "$WORK/bwrap"
        download bubblewrap || fail "bubblewrap could not be downloaded"
        dpkg-deb -x bubblewrap_*.deb "$HOST"
        rm -rf "$HOST/usr/share"
        "$BWRAP" --version >/dev/null 2>&1 || fail "the unpacked bubblewrap does not run here; install it with apt-get install bubblewrap"
    fi
}

build() {
    command -v dpkg-deb >/dev/null || fail "this needs Debian's tools; on other systems build config/sandbox/Dockerfile and set KINGDOM_SANDBOX_IMAGE"
    grep -q "VERSION_CODENAME=$RELEASE" /etc/os-release ||
        fail "the package list is Debian $RELEASE's; on other systems build config/sandbox/Dockerfile and set KINGDOM_SANDBOX_IMAGE"
    ARCH=$(dpkg --print-architecture)
    fetch_packages
    fetch_wheels
    make_tree "$WORK/tree"
    tar --sort=name --mtime=@1700000000 --owner=0 --group=0 --numeric-owner --format=ustar -C "$WORK/tree" -cf "$WORK/rootfs.tar" .
    "$PYTHON" "$HELPER" archive "$LOCK" "$ARCH" "$WORK" "$MODE" "${LOCKED:-}" "$WHEELS"
    # Whoever runs a sandbox now keeps the old tree until its last process ends.
    rm -rf "$ROOT/rootfs.old"
    [ ! -d "$ROOT/rootfs" ] || mv "$ROOT/rootfs" "$ROOT/rootfs.old"
    mv "$WORK/tree" "$ROOT/rootfs"
    mv "$WORK/image.tar" "$ROOT/image.tar"
    mv "$WORK/image.json" "$ROOT/image.json"
    rm -rf "$ROOT/rootfs.old"
    say "built $("$PYTHON" "$HELPER" id "$ROOT")"
}

mkdir -p "$ROOT"
WORK=$(mktemp -d "$ROOT/build.XXXXXX")
trap 'rm -rf "$WORK"' EXIT
chmod 755 "$WORK"
find_bwrap
if [ -z "$FORCE" ]; then
    # One process, since each start of the product comes here.
    STATUS=0
    "$PYTHON" -I "$HELPER" load-current "$LOCK" "$ROOT" "$WHEELS" || STATUS=$?
    [ "$STATUS" = 3 ] || exit "$STATUS"
fi
build
"$PYTHON" "$HELPER" load "$ROOT"
