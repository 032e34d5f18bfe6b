#!/usr/bin/env bash
# Installs what a bare Debian machine lacks for the whole test suite: a C linker for Rust itself, the software Vulkan
# device (lavapipe) and the SPIR-V validator. The compiler needs none of them to compile and run programs on the host.
set -euo pipefail
need=()
command -v cc >/dev/null || need+=(gcc libc6-dev)
ls /usr/share/vulkan/icd.d/*lvp* /usr/share/vulkan/icd.d/*lavapipe* >/dev/null 2>&1 || need+=(mesa-vulkan-drivers libvulkan1)
ldconfig -p 2>/dev/null | grep -q libvulkan.so.1 || need+=(libvulkan1)
command -v spirv-val >/dev/null || need+=(spirv-tools)
[ ${#need[@]} -eq 0 ] && exit 0
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -q
$sudo apt-get install -q -y --no-install-recommends "${need[@]}"
