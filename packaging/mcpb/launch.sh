#!/bin/sh
# Run agentest for the machine that this is. A field that its user left empty is no setting, whether the client
# replaces it by nothing or leaves its name.
here=${0%/*}

is_set() {
    case $1 in
    '' | '${'*) return 1 ;;
    esac
}

is_set "${ANDROID_SERIAL-}" || unset ANDROID_SERIAL
is_set "${ANDROID_HOME-}" || unset ANDROID_HOME
is_set "${AGENTEST_OUTPUT_DIR-}" || unset AGENTEST_OUTPUT_DIR
if is_set "${BUNDLE_ADB-}"; then
    # The program of the user's choice goes before that of an SDK.
    unset ANDROID_HOME ANDROID_SDK_ROOT
    PATH=${BUNDLE_ADB%/*}:$PATH
    export PATH
fi
unset BUNDLE_ADB

case $(uname -s) in
Darwin)
    # Desktop clients start programs without the PATH of a shell.
    for program in /opt/homebrew/bin/agentest /usr/local/bin/agentest; do
        [ ! -x "$program" ] || exec "$program" "$@"
    done
    echo 'agentest: install the program, then start this extension again: brew install {{BREW}}' >&2
    exit 1
    ;;
esac
machine=$(uname -m)
[ "$machine" != arm64 ] || machine=aarch64
program=$here/$machine/agentest
if [ ! -f "$program" ]; then
    echo "agentest: this bundle has no program for $(uname -s) on $machine, only for x86_64 and aarch64" >&2
    exit 1
fi
# Not every client keeps the modes of a bundle's files.
[ -x "$program" ] || chmod +x "$program"
exec "$program" "$@"
