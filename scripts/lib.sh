# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the scripts in this folder and .ci/run share: installing what is
# missing, configuring and building. Sourced, under "set -euo pipefail".
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
current_build=$root/build/release-torch-current

# Everything the build and the tests ask for, as Debian packages. This list
# is the only place that names them.
packages=(
  clang-22 lld-22 cmake ninja-build python3        # the build itself
  llvm-22-dev libclang-22-dev libclang-cpp22-dev   # the checker
  libyaml-cpp-dev                                  # its rules
  libgrpc++-dev libprotobuf-dev pkg-config         # tensor-clangd
  libtorch-dev libunwind-dev                       # the probe and the demo
  llvm-22-tools clang-tidy-22 libgtest-dev libgmock-dev  # the tests
  clang-format-22                                  # the format check
  libclang-rt-22-dev                               # presets asan and tsan
  chromium-headless-shell                          # the test of report's page
)

# The torch of ./scripts/test --torch current: a release that the rules and
# the probe are tested with besides Debian's.
current_torch=2.15.0

say() { printf '==> %s\n' "$*" >&2; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# The packages of the list that are not installed, one a line.
missing_packages() {
  local package status
  for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) ||
      status=absent
    [[ $status == installed ]] || printf '%s\n' "$package"
  done
}

# Runs a command as root: directly, or through sudo.
as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "'$*' needs root, and there is no sudo: run it as root, then repeat"
  fi
}

# Stops unless apt can install every package given.
require_candidates() {
  local package absent=()
  for package in "$@"; do
    apt-cache show "$package" >/dev/null 2>&1 || absent+=("$package")
  done
  ((${#absent[@]} == 0)) && return
  die "apt offers no ${absent[*]}. Add a source that has them to" \
    "/etc/apt/sources.list.d (LLVM 22: Debian's security archive or the LLVM" \
    "project's own apt archive), then repeat"
}

# Installs the packages that are missing; does nothing when none is.
# TENSOR_TIDY_SKIP_INSTALL=1 leaves the machine alone.
install_missing() {
  [[ ${TENSOR_TIDY_SKIP_INSTALL:-0} == 1 ]] && return
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    die "this script installs with apt, which is not here. Install what" \
      "corresponds to these Debian packages and set" \
      "TENSOR_TIDY_SKIP_INSTALL=1: ${packages[*]}"
  fi
  local missing
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]} == 0)) && return
  say "installing what is missing: ${missing[*]}"
  as_root apt-get update ||
    say "apt-get update failed; trying with the lists that are here"
  require_candidates "${missing[@]}"
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}" ||
    die "apt-get could not install: ${missing[*]}"
}

# The Python that fetches and runs the current torch; TENSOR_TIDY_PYTHON
# chooses another.
current_python=${TENSOR_TIDY_PYTHON:-python3}

# Fails unless that Python has pip, and the headers to build extensions with.
current_python_is_complete() {
  "$current_python" -c 'import os, pip, sysconfig
assert os.path.exists(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null
}

require_current_python() {
  current_python_is_complete ||
    die "'$current_python' does not run, has no pip or no Python.h: install" \
      "python3-pip and python3-dev, or name another with TENSOR_TIDY_PYTHON"
}

# How many compilers may run at once: one per core, and 1.5 GiB for each.
jobs_here() {
  local cores mebibytes jobs
  cores=$(nproc)
  mebibytes=$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)
  jobs=$((mebibytes / 1536))
  ((jobs > cores)) && jobs=$cores
  ((jobs < 1)) && jobs=1
  printf '%s\n' "$jobs"
}

# Configures build/release once. TENSOR_TIDY_PRESET (release or ci) chooses
# the preset; unset, a configured folder keeps the one it has.
configure() {
  local preset=${TENSOR_TIDY_PRESET:-}
  case $preset in
  '' | release | ci) ;;
  *) die "TENSOR_TIDY_PRESET is '$preset'; release and ci are possible" ;;
  esac
  [[ -z $preset && -f $build/build.ninja ]] && return
  say "configuring $build (preset ${preset:-release})"
  (cd "$root" && cmake --preset "${preset:-release}")
}

# build_stale [TARGET...]: builds what is out of date, by default everything.
build_stale() {
  configure
  build_in "$build" "$@"
}

# build_in FOLDER [TARGET...]: the same in any configured folder.
build_in() {
  local folder=$1 target arguments=()
  shift
  say "building $folder with $(jobs_here) jobs"
  for target in "$@"; do
    arguments+=(--target "$target")
  done
  cmake --build "$folder" --parallel "$(jobs_here)" ${arguments[@]+"${arguments[@]}"}
}

# What depends on libtorch, with the torch of ./scripts/get-torch, in a folder
# of its own. The checker is taken from build/release, which has all of it
# brought up to date first.
build_with_current_torch() {
  local prefix preset=${TENSOR_TIDY_PRESET:-}
  local arguments=(-S "$root" -B "$current_build")
  prefix=$("$root/scripts/get-torch") || exit 1
  build_stale shared-checker
  if [[ -n $preset || ! -f $current_build/build.ninja ]]; then
    case $preset in
    ci) arguments=(--preset ci-torch-current) ;;
    *) arguments=(--preset torch-current) ;;
    esac
  fi
  say "configuring $current_build (torch in $prefix)"
  (cd "$root" && cmake "${arguments[@]}" -DTorch_ROOT="$prefix" \
    -DTENSOR_TIDY_PYTHON="$(command -v "$current_python")")
  build_in "$current_build"
}
