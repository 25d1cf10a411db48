#!/bin/sh
# Renews requirements/{run,dev,bench}.txt from pyproject.toml: exact versions with hashes, for every platform and Python ≥ 3.11.
# Versions already locked are kept unless --upgrade (or --upgrade-package NAME) is given.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input "$(sed -n 's/^lock = \["\(.*\)"\]$/\1/p' pyproject.toml)"

compile() {
    out=requirements/$1.txt
    shift
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
        --output-file "$out" pyproject.toml "$@"
}

compile run --extra board --extra push --group build "$@"
compile dev -c requirements/run.txt --extra board --extra push --extra fast --group dev "$@"
compile bench -c requirements/dev.txt --extra board --extra push --extra fast --group dev --group bench "$@"
grep -hc '==' requirements/run.txt requirements/dev.txt requirements/bench.txt | paste -sd' ' | sed 's/^/lock: packages in run, dev, bench: /'
