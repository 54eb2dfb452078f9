# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2034
# Shared by the scripts: where the repository is, and the Debian packages that it needs.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build
export LC_ALL=C.UTF-8

packages=(
  git cmake ninja-build make pkg-config g++ python3 python3-venv patch
  llvm-19-dev libclang-19-dev libclang-common-19-dev clang-19 clang-format-19 llvm-19-tools
  libgtest-dev
  gcc-offload-nvptx
  pocl-opencl-icd ocl-icd-opencl-dev oclgrind clinfo
  libpng-dev valgrind
  openmpi-bin libopenmpi-dev
  mkdocs
  chromium-headless-shell
)

# What scripts/package needs beside those: what LLVM's static libraries need, and dpkg's tools.
package_packages=(zlib1g-dev libzstd-dev libxml2-dev dpkg-dev file)

say() { printf '\n== %s\n' "$*"; }

# Installs what is missing of the named packages; needs root or sudo for that only.
install_packages() {
  command -v dpkg-query > /dev/null || { echo "no Debian package tools here; needed are: $*" >&2; return 0; }
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2> /dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  say "installing ${missing[*]}"
  local as=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo > /dev/null || { echo "please install as root: apt-get install ${missing[*]}" >&2; return 1; }
    as=(sudo)
  fi
  export DEBIAN_FRONTEND=noninteractive
  "${as[@]}" apt-get update -qq
  "${as[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
}

# Configures and builds a preset. The first time several files are compiled as one.
build_preset() {
  local preset=$1
  shift
  [ -e "$root/build${preset_suffix[$preset]}" ] || set -- -DKASANE_TOGETHER=ON "$@"
  cmake -S "$root" --preset "$preset" "$@" > "$root/.configure.log" 2>&1 || { cat "$root/.configure.log"; return 1; }
  rm -f "$root/.configure.log"
  cmake --build "$root/build${preset_suffix[$preset]}" -j "$jobs"
}
declare -A preset_suffix=([release]='' [debug]=-debug [sanitize]=-sanitize)

jobs=${JOBS:-$(nproc)}
