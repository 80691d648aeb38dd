#!/usr/bin/env python3
"""version_text.py: the words of --version as a C source, with the commit and its day.

    version_text.py OUT.c VERSION ROOT

The commit is git's if ROOT is the top of a repository; otherwise that of ROOT/VERSION-COMMIT,
which `git archive` fills in. If neither is known, the day is SOURCE_DATE_EPOCH's, or left out.
OUT.c is written only if it changes, so a build without a new commit compiles and links nothing.
"""
import datetime
import os
import pathlib
import re
import subprocess
import sys

COMMIT = re.compile(r'([0-9a-f]{12})[0-9a-f]{28} (\d{4}-\d\d-\d\d)')


def git(root, *words):
    try:
        done = subprocess.run(['git', '-C', root, *words], capture_output=True, text=True, check=False)
    except OSError:
        return ''
    return done.stdout.strip() if done.returncode == 0 else ''


def commit_line(root):
    """Return "COMMIT DAY" in whatever form its source has it."""
    top = git(root, 'rev-parse', '--show-toplevel')
    if top and os.path.realpath(top) == os.path.realpath(root):
        return git(root, 'log', '-1', '--no-show-signature', '--format=%H %cd', '--date=format:%Y-%m-%d')
    try:
        return (pathlib.Path(root) / 'VERSION-COMMIT').read_text(encoding='utf-8').strip()
    except OSError:
        return ''


def words(root):
    found = COMMIT.fullmatch(commit_line(root))
    if found:
        return f' ({found[1]}, {found[2]})'
    epoch = os.environ.get('SOURCE_DATE_EPOCH', '')
    if epoch.isdecimal():
        day = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc)
        return f' ({day:%Y-%m-%d})'
    return ''


def main(out, version, root):
    text = ('// made by tools/version_text.py\n'
            '#include "base/version.h"\n\n'
            f'const char at_version_text[] = "{version}{words(root)}";\n')
    path = pathlib.Path(out)
    if not path.exists() or path.read_text(encoding='utf-8') != text:
        path.write_text(text, encoding='utf-8')
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
