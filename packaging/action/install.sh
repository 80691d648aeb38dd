#!/bin/sh
# Install AgenTest's programs and adb on a runner, and name them in its PATH.
#
# AT_VERSION  the release; empty: the version of this checkout
# AT_BUILD    true: build this checkout instead of fetching a release
# AT_PATH     an installed tree or a release's tarball that is already here
# AT_URL      the folder that has the releases; empty: the releases of the action's repository
# AT_SHA256   the sum that the tarball must have, besides that of SHA256SUMS
#
# Inputs of a workflow arrive in the environment and never become a part of a script.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$(CDPATH='' cd -- "$here/../.." && pwd)
. "$here/say.sh"

work=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/agentest-action
tree=$work/tree

own_version() {
    sed -n "s/^ *version: '\([^']*\)',\$/\1/p" "$top/meson.build" | head -n 1
}

machine() {
    case $(uname -m) in
    x86_64 | amd64) echo x86_64 ;;
    aarch64 | arm64) echo arm64 ;;
    *) fail "there is no release for the processor $(uname -m): set build: true" ;;
    esac
}

sum_of() {
    if command -v sha256sum >/dev/null; then
        sha256sum <"$1" | cut -d ' ' -f 1
    else
        shasum -a 256 <"$1" | cut -d ' ' -f 1
    fi
}

# The runner checks an action out as _actions/OWNER/REPOSITORY/REF. Composite actions are not told their repository
# (actions/runner issue 2473), so it is read there.
repository() {
    if [ -n "${GITHUB_ACTION_REPOSITORY-}" ]; then
        printf '%s' "$GITHUB_ACTION_REPOSITORY"
        return
    fi
    case $top in
    */_actions/*/*/*) printf '%s' "${top##*/_actions/}" | cut -d / -f 1-2 ;;
    *) printf '%s' "${GITHUB_REPOSITORY-}" ;;
    esac
}

releases() {
    url=${AT_URL-}
    if [ -z "$url" ]; then
        owner=$(repository)
        [ -n "$owner" ] || fail "the action does not know its repository: set url to the folder of its releases"
        url=${GITHUB_SERVER_URL:-https://github.com}/$owner/releases/download
    fi
    case $url in
    https://* | file:///* | http://127.0.0.1:* | http://localhost:*) printf '%s' "${url%/}" ;;
    *) fail "url must begin with https://, since the sums come from there too: $url" ;;
    esac
}

download() {
    curl --fail --silent --show-error --location --proto-redir '=https' --retry 3 --output "$2" "$1" ||
        fail "$1 could not be fetched: see curl's message above; is $version a release? (version, url and build: true choose another one)"
}

# Compare with SHA256SUMS before anything of the tarball is read.
check_sum() {
    got=$(sum_of "$1")
    [ "$got" = "$2" ] ||
        fail "$(basename "$1") has the SHA-256 sum $got, but $3 says $2: nothing of it was installed"
}

fetch_release() {
    version=${AT_VERSION:-$(own_version)}
    case $version in
    '' | *[!0-9A-Za-z.+~-]*) fail "version must be like 0.2.0, without a leading v, not '$version'" ;;
    esac
    [ "$(uname -s)" = Linux ] || fail "releases have programs for Linux: on $(uname -s) set build: true"
    base=$(releases)/v$version
    name=agentest-$version-linux-$(machine)
    download "$base/SHA256SUMS" "$work/SHA256SUMS"
    file=$(awk -v "start=$name.tar." 'index($2, start) == 1 || index($2, "*" start) == 1 { sub(/^\*/, "", $2); print $2 }' \
        "$work/SHA256SUMS" | head -n 1)
    [ -n "$file" ] || fail "$base/SHA256SUMS has no $name.tar.*: there is no such release for this processor"
    wanted=$(awk -v "file=$file" '$2 == file || $2 == "*" file { print $1 }' "$work/SHA256SUMS" | head -n 1)
    case $file in */*) fail "$base/SHA256SUMS names a path: $file" ;; esac
    download "$base/$file" "$work/$file"
    check_sum "$work/$file" "$wanted" SHA256SUMS
    [ -z "${AT_SHA256-}" ] || check_sum "$work/$file" "$AT_SHA256" 'the input sha256'
    unpack "$work/$file"
}

# The tarball has one folder, whose content becomes the tree.
unpack() {
    tar -xf "$1" -C "$work/unpacked" || fail "$1 could not be unpacked"
    set -- "$work"/unpacked/*
    [ -d "$1/bin" ] || fail "the tarball has no folder with bin/ in it"
    mv "$1" "$tree"
}

# With the programs of a tree alone: its tests need more.
build() {
    "$top/tools/install-deps" || fail "the packages of a build are missing: see above"
    meson setup "$work/build" "$top" -Dbuildtype=release "-Dprefix=$tree" &&
        ninja -C "$work/build" && meson install --no-rebuild --quiet -C "$work/build" ||
        fail "the build failed: see above"
}

use_path() {
    if [ -d "$AT_PATH" ]; then
        tree=$(CDPATH='' cd -- "$AT_PATH" && pwd)
    elif [ -f "$AT_PATH" ]; then
        [ -z "${AT_SHA256-}" ] || check_sum "$AT_PATH" "$AT_SHA256" 'the input sha256'
        unpack "$AT_PATH"
    else
        fail "path is neither a folder nor a tarball: $AT_PATH"
    fi
}

need_adb() {
    command -v adb >/dev/null && return
    sdk=${ANDROID_HOME:-${ANDROID_SDK_ROOT-}}
    if [ -n "$sdk" ] && [ -x "$sdk/platform-tools/adb" ]; then
        use_folder "$sdk/platform-tools"
        return
    fi
    command -v apt-get >/dev/null || fail "adb is missing: install Android's platform-tools before this step"
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get update -q && $as_root apt-get install -y -q --no-install-recommends adb ||
        fail "apt-get could not install adb"
}

rm -rf "$work"
mkdir -p "$work/unpacked"
if [ -n "${AT_PATH-}" ]; then
    use_path
elif [ "${AT_BUILD-}" = true ]; then
    build
else
    fetch_release
fi
for program in mobile-tester-agent virtual-android; do
    [ -x "$tree/bin/$program" ] || fail "the installed tree has no bin/$program: $tree"
done
says=$("$tree/bin/mobile-tester-agent" --version) || fail "the installed mobile-tester-agent does not run here"
echo "$says"
use_folder "$tree/bin"
output bin "$tree/bin"
output version "$(printf '%s' "$says" | cut -d ' ' -f 2)"
need_adb
