#!/usr/bin/env python3
"""jvm_server.py: the helper's own server on this machine, for clients' tests.

    android/jvm_server.py TOKEN [PORT [LINGER_MS]]
    android/jvm_server.py --resident [-Dagentest.slot=FILE] [-Dagentest.peer=UID]

The second reads its line on stdin, prints the blocks of a start and ends with stdin,
as the helper that is not installed. Needs a JDK and nothing else. It is compiled once into .cache and again when a
source is newer; then this process becomes it. See JvmServer.java.
"""
import fcntl
import os
import sys

import build

CLASSES = os.path.join(os.path.dirname(build.HERE), '.cache', 'jvm-server')
SOURCES = os.path.join(build.HERE, 'helper', 'src', 'com', 'agentest', 'helper')
# The rooms that know nothing of Android.
PURE = ['json', 'http', 'api', 'idle', 'serve', 'target',
        os.path.join('input', 'GesturePlan.java')]


def sources():
    found = build.files(os.path.join(build.HERE, 'helper', 'jvm-server'), '.java')
    for room in PURE:
        path = os.path.join(SOURCES, room)
        found += [path] if path.endswith('.java') else build.files(path, '.java')
    return found


def compiled():
    """The class path, fresh. Of several processes one compiles, and the others wait for it."""
    names = sources()
    mark = os.path.join(CLASSES, '.compiled')
    newest = max(os.path.getmtime(name) for name in names)
    os.makedirs(CLASSES, exist_ok=True)
    with open(os.path.join(CLASSES, '.lock'), 'w', encoding='ascii') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(mark) or os.path.getmtime(mark) < newest:
            build.compile_java(names, '', CLASSES)
            with open(mark, 'w', encoding='ascii') as out:
                out.write('\n')
            os.utime(mark, (newest, newest))
    return CLASSES


def java(class_path, *properties, entry='JvmServer'):
    """The words that start it, before its own: small and quick, tests run many of them."""
    return ['java', *build.BRIEF, '-Xmx64m', *properties, '-cp', class_path,
            'com.agentest.helper.jvm.' + entry]


def main():
    asked = sys.argv[1:]
    try:
        words = java(compiled(), *asked[1:], entry='JvmResident') \
            if asked[:1] == ['--resident'] else [*java(compiled()), *asked]
    except build.Failed as why:
        sys.exit(f'jvm_server: {why}')
    os.execvp(words[0], words)


if __name__ == '__main__':
    main()
