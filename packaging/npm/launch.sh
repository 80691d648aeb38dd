#!/bin/sh
# Run the program of this name from the package of this platform. A shell replaces itself by the program, so signals,
# exit status and standard streams are the program's own, and no Node process stays beside it.
self=$0
while [ -L "$self" ]; do
    target=$(readlink "$self")
    case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
    esac
done
case $self in
*/*) here=${self%/*} ;;
*) here=. ;;
esac
name=${self##*/}
[ "$name" != {{NPM}} ] || name=agentest
system=$(uname -s)-$(uname -m)
case $system in
Linux-x86_64 | Linux-amd64) platform=linux-x64 ;;
Linux-aarch64 | Linux-arm64) platform=linux-arm64 ;;
*) platform= ;;
esac
if [ -n "$platform" ]; then
    # Nested, or beside this package as npm, pnpm and Yarn put it.
    for folder in "$here/../node_modules/{{PREFIX}}$platform" "$here/{{UP}}/{{PREFIX}}$platform"; do
        if [ -x "$folder/bin/$name" ]; then
            exec "$folder/bin/$name" "$@"
        fi
    done
fi
# Layouts that only Node resolves; it also says what to do if there is no package.
exec node "$here/../find.js" "$name" "$platform" "$system" "$@"
