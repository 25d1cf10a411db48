#!/bin/sh
# Fetch what tools/shapes needs into a folder: fonts and radicals from Debian 12, strokes from npm. Nothing of it is committed.
#   tools/shapes/fetch.sh build/shapes && pip install -r tools/shapes/requirements.txt
set -eu
mkdir -p "$1" && cd "$1"
apt-get download fonts-noto-cjk unicode-data
for deb in *.deb; do dpkg -x "$deb" .; done
npm pack --silent hanzi-writer-data@2.0.1 cnchar-order@3.2.6
for package in hanzi-writer-data cnchar-order; do
    mkdir -p "$package" && tar xzf "$package"-*.tgz -C "$package" --strip-components=1
done
