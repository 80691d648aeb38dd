#!/usr/bin/env python3
"""readme_lines.py: the commands of README.md's install section, for the tests of the packages.

A comment `<!-- install: NAME -->` marks the next indented block. lines() gives {NAME: [command, …]}, and run as a program
this prints it as JSON. Tests run the commands of a channel in one shell, from the packages as they were built:
stand_ins() replaces the programs that would fetch them from elsewhere, and nothing else.
"""
import json
import pathlib
import re
import shlex

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASES = 'https://github.com/agentest/agentest/releases/download/'
SOURCES = 'https://github.com/agentest/agentest'

# A release's file from a folder: into the current folder with -O, else to standard output.
CURL = r'''#!/bin/sh
file= to=
for word; do
    case $word in
    %(releases)s*/*) file=%(folder)s/${word##*/} ;;
    -*O) to=${file:-later} ;;
    -*) ;;
    *) echo "curl: not an address of a release: $word" >&2; exit 6 ;;
    esac
done
[ -f "$file" ] || { echo "curl: the release has no ${file##*/}" >&2; exit 22; }
if [ -n "$to" ]; then cp "$file" .; else exec cat "$file"; fi
'''
# A clone of the sources that are here.
GIT = r'''#!/bin/sh
case "$1 $2" in
"clone %(sources)s") exec %(git)s clone -q --no-hardlinks %(root)s agentest ;;
esac
exec %(git)s "$@"
'''


def lines(page=ROOT / 'README.md'):
    """The commands of each channel, in the order of the page."""
    found = {}
    text = pathlib.Path(page).read_text(encoding='utf-8')
    for name, block in re.findall(r'^<!-- install: ([\w-]+) -->\n\n?((?: {4}.+\n)*)', text, re.M):
        commands = [line[4:] for line in block.splitlines()]
        if not commands:
            raise ValueError(f"{page}: no indented block follows the mark of '{name}'")
        if name in found:
            raise ValueError(f"{page}: '{name}' is marked twice")
        found[name] = commands
    return found


def stand_ins(folder, release, git='/usr/bin/git'):
    """Write curl, sudo and git into the folder, which a test puts in front of PATH. release: a folder with its files."""
    quoted = {'releases': RELEASES, 'sources': SOURCES, 'folder': shlex.quote(str(release)),
              'root': shlex.quote(str(ROOT)), 'git': shlex.quote(git)}
    scripts = {'curl': CURL % quoted, 'git': GIT % quoted, 'sudo': '#!/bin/sh\nexec "$@"\n'}
    for name, script in scripts.items():
        path = pathlib.Path(folder, name)
        path.write_text(script, encoding='utf-8')
        path.chmod(0o755)


if __name__ == '__main__':
    print(json.dumps(lines(), indent=2))
