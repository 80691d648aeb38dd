"""artifacts.py: what all packages share: names, the prefix tree they are made from, archives without a time or a user.

A prefix tree is what `meson install` makes and what the tarball of a release holds: bin/, libexec/, share/. Each make.py
takes it from the tarballs in its --out, or from a folder given by --tree ARCH=FOLDER.
"""
import argparse
import contextlib
import glob
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PROJECT = json.loads((HERE / 'project.json').read_text(encoding='utf-8'))
# The names of an architecture: ours, then those of npm, of wheels, and of `uname -m`.
ARCHES = {
    'x86_64': {'npm': 'x64', 'wheel': 'x86_64', 'machine': 'x86_64'},
    'arm64': {'npm': 'arm64', 'wheel': 'aarch64', 'machine': 'aarch64'},
}
# The oldest C library on which the programs run.
GLIBC = (2, 31)
# The folders that the programs need at run time. Pages, completions and units are for packages of a system.
RUNTIME = ('bin/', 'libexec/', 'share/agentest/', 'share/virtual-android/')


class Failure(Exception):
    """Something that a person must change; run_main() prints it as one line."""


def version():
    """The version of the project, from its one place."""
    found = re.search(r"^    version: '([^']+)',$", (ROOT / 'meson.build').read_text(encoding='utf-8'), re.M)
    if not found:
        raise Failure("meson.build has no line `version: '…',`")
    return found[1]


def git(*words):
    try:
        done = subprocess.run(['git', '-C', str(ROOT), *words], capture_output=True, text=True, check=False)
    except OSError:
        return ''
    return done.stdout.strip() if done.returncode == 0 else ''


def epoch():
    """The time that archives carry: SOURCE_DATE_EPOCH, else that of the commit."""
    given = os.environ.get('SOURCE_DATE_EPOCH', '') or git('log', '-1', '--no-show-signature', '--format=%ct')
    if not given.isdecimal():
        raise Failure('set SOURCE_DATE_EPOCH: neither it nor a git commit gives the time of the release')
    return int(given)


def sha256(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def tarball(out, arch, part=''):
    """The path of the Linux tarball of an architecture, or of a part of it."""
    stem = f"{PROJECT['name']}-{version()}-linux-{arch}{part}.tar"
    found = sorted(glob.glob(os.path.join(out, stem + '.*')))
    found = [path for path in found if re.search(r'\.(gz|xz|zst)$', path)]
    if not found:
        raise Failure(f'there is no {stem}.* in {out}: run packaging/tarball/make.py --arch {arch} --out {out}, '
                      f'or give a folder that `meson install` made with --tree {arch}=FOLDER')
    return found[0]


@contextlib.contextmanager
def tree(args, arch, part=''):
    """The prefix tree of an architecture as a folder; of '-server' it has the MCP server alone."""
    given = dict(args.tree).get(arch)
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix='agentest-tree-') as folder:
        path = tarball(args.out, arch, part)
        subprocess.run(['tar', '-xf', path, '-C', folder], check=True)
        inside = os.listdir(folder)
        if len(inside) != 1:
            raise Failure(f'{path} holds {len(inside)} folders instead of one')
        yield os.path.join(folder, inside[0])


def script_for(link):
    """The script in place of a link to the one executable: neither npm nor pip keeps links."""
    way = os.path.relpath(os.path.realpath(link), os.path.realpath(os.path.dirname(link)))
    return f'#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/{way}" {os.path.basename(link)} "$@"\n'.encode()


def rows_of(folder, wanted):
    """Rows (name, is_executable, bytes) of the tree's files below the wanted folders, in the order of their names."""
    rows = []
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in names:
            path = os.path.join(parent, name)
            inside = os.path.relpath(path, folder)
            if inside.startswith(tuple(wanted)) and os.path.islink(path):
                rows.append((inside, True, script_for(path)))
            elif inside.startswith(tuple(wanted)):
                with open(path, 'rb') as file:
                    rows.append((inside, os.access(path, os.X_OK), file.read()))
    return sorted(rows)


def runtime_rows(folder):
    """The rows that every package of programs has; a tree without one of the programs is refused."""
    rows = rows_of(folder, RUNTIME)
    names = {name for name, _, _ in rows}
    for needed in [*(f'bin/{name}' for name in PROJECT['programs']), 'share/agentest/agentest-helper.jar']:
        if needed not in names:
            raise Failure(f'{folder} has no {needed}: it is not a whole tree of `meson install`')
    return rows


def third_party(folder):
    """The notices of all libraries in a tree's programs, and of those in the dashboard, as one text."""
    parts = []
    for path in sorted(pathlib.Path(folder, 'share', 'doc', 'agentest', 'licences').glob('*.txt')):
        parts.append(f'{path.stem}\n\n'.encode() + path.read_bytes().strip())
    parts.append((ROOT / 'web' / 'dist' / 'licences.txt').read_bytes().strip())
    return f"\n\n{'=' * 78}\n\n".encode().join(parts) + b'\n'


def notice_rows(folder):
    """The licences that every package carries."""
    return [('LICENSE', False, (ROOT / 'LICENSE').read_bytes()),
            ('third-party-licences.txt', False, third_party(folder))]


def write_tar_gz(path, rows):
    """Write rows as a gzipped tar without an owner, with the release's time."""
    when = epoch()
    with open(path, 'wb') as file, gzip.GzipFile('', 'wb', 9, file, mtime=when) as packed, \
            tarfile.open(fileobj=packed, mode='w', format=tarfile.USTAR_FORMAT) as tar:
        for name, is_executable, data in rows:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(data), when, 0o755 if is_executable else 0o644
            tar.addfile(entry, io.BytesIO(data))


def write_zip(path, rows):
    """Write rows as a zip with the modes of Unix and the release's time."""
    when = time.gmtime(max(epoch(), 315532800))[:6]  # a zip begins in 1980
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, is_executable, data in rows:
            entry = zipfile.ZipInfo(name, when)
            entry.create_system = 3
            entry.external_attr = (0o100755 if is_executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry, data, compresslevel=9)


def filled(template, **words):
    """The text of a template of this folder with its {{NAME}} replaced; an unknown one is refused."""
    text = (HERE / template).read_text(encoding='utf-8')
    words = {'VERSION': version(), 'MCP_NAME': PROJECT['mcp'], 'NPM': PROJECT['npm']['package'], 'PYPI': PROJECT['pypi'],
             'BREW': PROJECT['brew'], 'REPOSITORY': PROJECT['repository'], **words}

    def word(match):
        if match[1] not in words:
            raise Failure(f'packaging/{template}: nothing gives {match[0]}')
        return str(words[match[1]])

    return re.sub(r'\{\{(\w+)\}\}', word, text)


def as_json(value):
    return (json.dumps(value, indent=2, ensure_ascii=False) + '\n').encode()


def parser(about, has_trees=True):
    made = argparse.ArgumentParser(description=about.strip().split('\n', maxsplit=1)[0])
    made.add_argument('--out', default=str(ROOT / 'build-release'), help='where the tarballs are and the packages go')
    if has_trees:
        made.add_argument('--tree', action='append', default=[], type=lambda word: tuple(word.split('=', 1)),
                          metavar='ARCH=FOLDER', help='a prefix tree instead of the tarball of that architecture')
        made.add_argument('--arch', action='append', choices=list(ARCHES), help='only this architecture')
    return made


def made(path):
    """Say what was made."""
    print(f'{os.path.basename(path)}: {os.path.getsize(path):,} bytes', flush=True)
    return path


def run_main(main):
    """Run a make.py; the exit status."""
    try:
        return main() or 0
    except Failure as failure:
        print(f'{os.path.relpath(sys.argv[0], ROOT)}: {failure}', file=sys.stderr)
        return 1


def parse(about, has_trees=True):
    args = parser(about, has_trees).parse_args()
    os.makedirs(args.out, exist_ok=True)
    if has_trees:
        args.arch = args.arch or list(ARCHES)
        for arch, folder in args.tree:
            if arch not in ARCHES or not os.path.isdir(folder):
                raise Failure(f'--tree {arch}={folder}: the form is ARCH=FOLDER, with {" or ".join(ARCHES)} and a folder')
    return args


def find(name):
    """A program's path, or a failure that says how to get it."""
    path = shutil.which(name)
    if not path:
        raise Failure(f'there is no {name}: run tools/install-deps --packages')
    return path
