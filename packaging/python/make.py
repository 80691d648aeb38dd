#!/usr/bin/env python3
"""make.py: the wheels for pip, pipx and uvx, one for each architecture.

The executable itself is one of the wheel's scripts, and short ones of the shell start it as the other programs: no
Python runs. Its data goes to share/ and libexec/ of the same prefix, where it looks for it. `python3 -m agentest_mcp`
runs agentest, too.
"""
import base64
import csv
import hashlib
import io
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import (ARCHES, GLIBC, HERE, PROJECT, filled, made, notice_rows, parse, run_main, runtime_rows, tree,  # noqa: E402
                       version, write_zip)

NAME = PROJECT['pypi'].replace('-', '_')
# `uvx NAME` looks for a command of the package's name.
ALIAS = b'#!/bin/sh\nexec "${0%/*}/agentest" "$@"\n'


def tag(arch):
    return f"py3-none-manylinux_{GLIBC[0]}_{GLIBC[1]}_{ARCHES[arch]['wheel']}"


def metadata(licences):
    lines = ['Metadata-Version: 2.4', f"Name: {PROJECT['pypi']}", f'Version: {version()}', f"Summary: {PROJECT['summary']}",
             f"Author: {PROJECT['author']}", f"License-Expression: {PROJECT['licence']}",
             *(f'License-File: {name}' for name in licences),
             f"Keywords: {','.join(PROJECT['keywords'])}",
             *(f"Project-URL: {name}, {PROJECT['repository']}{path}" for name, path in (
                 ('Repository', ''), ('Changelog', '/blob/main/CHANGELOG.md'), ('Issues', '/issues'))),
             'Classifier: Development Status :: 4 - Beta', 'Classifier: Environment :: Console',
             'Classifier: Intended Audience :: Developers', 'Classifier: Operating System :: POSIX :: Linux',
             'Classifier: Programming Language :: C', 'Classifier: Topic :: Software Development :: Testing',
             'Requires-Python: >=3.8', 'Description-Content-Type: text/markdown', '']
    return '\n'.join(lines) + '\n' + filled('about.md.in')


def placed(name):
    """The name in the wheel of a file of the prefix tree."""
    data = f'{NAME}-{version()}.data'
    return f'{data}/scripts/{name[len("bin/"):]}' if name.startswith('bin/') else f'{data}/data/{name}'


def record(rows, path):
    """The list of the wheel's files, with the hash and the size of each."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator='\n')
    for name, _, data in rows:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
        lines.writerow((name, f'sha256={digest}', len(data)))
    lines.writerow((path, '', ''))
    return text.getvalue().encode()


def write_wheel(args, arch):
    info = f'{NAME}-{version()}.dist-info'
    with tree(args, arch) as folder:
        programs, notices = runtime_rows(folder), notice_rows(folder)
    wheel = f'Wheel-Version: 1.0\nGenerator: agentest-packaging\nRoot-Is-Purelib: false\nTag: {tag(arch)}\n'
    programs.append((f"bin/{PROJECT['pypi']}", True, ALIAS))
    rows = [(placed(name), is_executable, data) for name, is_executable, data in programs]
    rows += [(f'{NAME}/{name}', False, (HERE / 'python' / name).read_bytes()) for name in ('__init__.py', '__main__.py')]
    rows = sorted(rows)
    # The metadata is last, so that a reader finds it without reading the programs.
    rows += [(f'{info}/licenses/{name}', False, data) for name, _, data in notices]
    rows += [(f'{info}/METADATA', False, metadata([name for name, _, _ in notices]).encode()),
             (f'{info}/WHEEL', False, wheel.encode())]
    rows.append((f'{info}/RECORD', False, record(rows, f'{info}/RECORD')))
    path = os.path.join(args.out, f'{NAME}-{version()}-{tag(arch)}.whl')
    write_zip(path, rows)
    return made(path)


def main():
    args = parse(__doc__)
    for arch in args.arch:
        write_wheel(args, arch)


if __name__ == '__main__':
    sys.exit(run_main(main))
