#!/usr/bin/env python3
"""signatures.py: the platform's members that the helper reaches by reflection, at all levels.

    android/signatures.py            are platform/signatures.txt and the jars here at one?
    android/signatures.py --write    makes the table anew, of all levels of platform/jars.txt

Which members these are says Hidden.java; of each the table has every overload, so
that a test sees what is missing and what is new. The first needs no more than the
jars that the tests have anyway. The second fetches each level's jar through Maven,
one at a time (2 GB in all, once), and stores its framework classes in .cache/platform.
"""
import os
import re
import shutil
import sys
import zipfile

import artifacts
import build
from classfile import ClassFile

PLATFORM = os.path.join(build.HERE, 'platform')
TABLE = os.path.join(PLATFORM, 'signatures.txt')
JARS = os.path.join(PLATFORM, 'jars.txt')
ROWS = os.path.join(build.HERE, 'helper/src/com/agentest/helper/android/Hidden.java')
STORE = os.path.join(os.path.dirname(build.HERE), '.cache', 'platform')
KEPT = re.compile(r'(android/(accessibilityservice|app|content|content/pm|graphics|hardware/\w+|media|net|os|'
                  r'util|view|view/\w+|window)|com/android/internal/(app|os|view))/[\w$]+\.class')
# The tests' own jars: level and start of the file's name.
AT_HAND = {21: 'android-all-instrumented-5', 26: 'android-all-instrumented-8',
           34: 'android-all-14', 35: 'android-all-instrumented-15'}
HEAD = ('# Levels, class, member, descriptor. Made by android/signatures.py --write; not by hand.\n')


def rows():
    """The (class, member) pairs that Hidden.java names."""
    found = re.findall(r'\(\d+, (?:\d+|NEWEST),\s*"([\w/$]+)",\s*"([\w<>$]+)",',
                       build.read(ROWS).decode())
    if not found:
        raise build.Failed('Hidden.java has no rows that this program can read')
    return sorted(set(found))


def members(archive, owner, name):
    """[descriptor] of all overloads, 'static ' before those that are; none without the class."""
    try:
        data = archive.read(owner + '.class')
    except KeyError:
        return []
    return sorted(('static ' if member in found.static else '') + member[1]
                  for found in [ClassFile(data)] for member in found.members if member[0] == name)


def levels():
    """{level: (version, sha256)}"""
    with open(JARS, encoding='ascii') as lines:
        words = [line.split() for line in lines if line.strip() and line[0] != '#']
    return {int(level): (version, total) for level, version, total in words}


def stored(level, version, total):
    """The archive of one level's framework classes, fetched once."""
    path = os.path.join(STORE, f'{level}-{version}.zip')
    if not os.path.exists(path):
        os.makedirs(STORE, exist_ok=True)
        jar = artifacts.Artifact(f'{total} org.robolectric:android-all:{version} platform')
        there = jar.is_good()
        if not there:
            artifacts.copy([jar])
        if not jar.is_good():
            raise artifacts.Missing(f'{jar.path}: sha256 is {artifacts.digest(jar.path)}, '
                                    f'{JARS} says {total}')
        keep(jar.path, path)
        if not there:
            remove(jar)
    return zipfile.ZipFile(path)


def keep(jar, path):
    with zipfile.ZipFile(jar) as whole, \
            zipfile.ZipFile(path + '.part', 'w', zipfile.ZIP_DEFLATED) as part:
        for name in whole.namelist():
            if KEPT.fullmatch(name):
                part.writestr(name, whole.read(name))
    os.rename(path + '.part', path)


def remove(jar):
    """Here and in Maven's own store: 60 to 200 MB each."""
    os.remove(jar.path)
    os.remove(f'{jar.path}.{jar.sha256[:16]}')
    shutil.rmtree(os.path.expanduser(f'~/.m2/repository/org/robolectric/android-all/'
                                     f'{jar.item[2]}'), ignore_errors=True)


def ranges(numbers):
    """'21-23,26' of [21, 22, 23, 26]."""
    parts = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ','.join(str(first) if first == last else f'{first}-{last}' for first, last in parts)


def write():
    seen = {}
    for level, (version, total) in sorted(levels().items()):
        with stored(level, version, total) as archive:
            for owner, name in rows():
                for descriptor in members(archive, owner, name):
                    seen.setdefault((owner, name, descriptor), []).append(level)
    lines = [f'{ranges(at)} {owner} {name} {descriptor}\n'
             for (owner, name, descriptor), at in sorted(seen.items())]
    with open(TABLE, 'w', encoding='ascii') as out:
        out.write(HEAD + ''.join(lines))


def table():
    """{level: {(class, member, descriptor)}}"""
    found = {level: set() for level in levels()}
    with open(TABLE, encoding='ascii') as lines:
        for line in lines:
            if line[0] == '#':
                continue
            at, owner, name, descriptor = line.rstrip('\n').split(' ', 3)
            for part in at.split(','):
                first, _, last = part.partition('-')
                for level in range(int(first), int(last or first) + 1):
                    found[level].add((owner, name, descriptor))
    return found


def differences():
    """List the differences between the table and the available jars."""
    jars = [each for use in ('build', 'test') for each in artifacts.fetch(use)]
    told = table()
    for owner, name in rows():
        if not any((owner, name) == each[:2] for level in told.values() for each in level):
            yield f'{owner} {name} is not in the table: run android/signatures.py --write'
    for level, start in AT_HAND.items():
        with zipfile.ZipFile(artifacts.path_of(jars, start)) as archive:
            # Robolectric adds a constructor without parameters to each class it instruments.
            extra = ('<init>', '()V') if 'instrumented' in start else ()
            for owner, name in rows():
                here = {(owner, name, each) for each in members(archive, owner, name)
                        if (name, each) != extra}
                there = {each for each in told[level] if each[:2] == (owner, name)
                         and each[1:] != extra}
                for each in sorted(here ^ there):
                    yield f"level {level}: {' '.join(each)} is " + \
                        ('not in the table' if each in here else 'not in the jar')


def check():
    """passed, failed."""
    wrong = list(differences())
    for each in wrong:
        print(f'   {each}')
    return len(AT_HAND), len(wrong)


def main():
    try:
        if '--write' in sys.argv[1:]:
            write()
        passed, failed = check()
    except (build.Failed, artifacts.Missing) as why:
        sys.exit(f'signatures: {why}')
    print(f'{passed} levels compared, {failed} differences')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
