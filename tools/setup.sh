#!/bin/sh
# Makes .venv and installs a lock into it: sh tools/setup.sh run|dev|bench
# Called by the Makefile only when a lock or pyproject.toml is newer than its stamp. Says what to type when it cannot go on.
set -eu
cd "$(dirname "$0")/.."
want=$1
venv=.venv
log=$(mktemp "${TMPDIR:-/tmp}/bansha-setup.XXXXXX")
trap 'rm -f "$log"' EXIT

stop() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# Runs quietly; what it printed is shown only if it failed.
quietly() { "$@" >"$log" 2>&1 || { status=$?; tail -n 30 "$log" >&2; return $status; }; }

python=${PYTHON:-}
if [ -z "$python" ]; then
    for python in python3.11 python3; do
        "$python" -c '' 2>/dev/null && break
        python=
    done
    [ -n "$python" ] || stop "no Python found. On Debian: apt-get install python3 — or name one: make $want PYTHON=/path/to/python3.11"
fi
"$python" -c '' 2>/dev/null || stop "cannot start '$python'. Name a Python 3.11 or later: make PYTHON=/path/to/python3.11 …"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "'$python' is $("$python" -V 2>&1 | head -n 1), but 3.11 or later is needed. Name one: make PYTHON=/path/to/python3.11 …"

# Two at once would spoil each other's work: the second waits, and finds it done.
if command -v flock >/dev/null; then
    exec 9<tools/setup.sh
    flock 9
    if [ -n "$(find "$venv/.$want" -newer "requirements/$want.txt" -newer pyproject.toml -newer tools/setup.sh 2>/dev/null)" ]; then exit 0; fi
fi

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then # Debian keeps them in a package of their own
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        install="apt-get install -y python$version-venv"
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            echo "setup: this Python has no venv module; running $install" >&2
            quietly apt-get update && DEBIAN_FRONTEND=noninteractive quietly $install </dev/null || stop "that failed (above). Please run it by hand: $install"
        else
            stop "this Python has no venv module. Please type: sudo $install"
        fi
    fi
    echo "setup: making $venv with $("$python" -V)" >&2
    quietly "$python" -m venv --clear "$venv" || stop "could not make $venv (above)"
fi

pip() { quietly "$venv/bin/python" -m pip --quiet --disable-pip-version-check --no-input "$@"; }

echo "setup: installing requirements/$want.txt" >&2
pip install --require-hashes --only-binary :all: -r "requirements/$want.txt" ||
    stop "could not install requirements/$want.txt (above). Is the package index reachable? Then the same command again goes on from here."

pip install --no-deps --no-build-isolation --no-index --editable . || stop "could not install bansha itself (above)"
touch "$venv/.$want"
