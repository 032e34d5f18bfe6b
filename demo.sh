#!/usr/bin/env bash
# Set-up, build, and the main job: the program of the first page on the host's threads and on a Vulkan device.
set -euo pipefail
cd "$(dirname "$0")"
./setup.sh
cargo build --release
ferrotran=target/release/ferrotran
sample=samples/workdistribute.f90
run() { printf '\n$ %s\n' "ferrotran $*"; "$ferrotran" "$@"; }
run explain "$sample"
run run --device host "$sample"
run run --device vulkan "$sample"
