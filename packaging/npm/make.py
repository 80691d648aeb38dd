#!/usr/bin/env python3
"""make.py: the npm packages: a thin one with the commands, and one for each platform with the programs.

The thin one names the others as optional dependencies, so npm installs only the one that fits. Nothing runs at
installation.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import (ARCHES, PROJECT, as_json, filled, made, notice_rows, parse, run_main, runtime_rows, tree,  # noqa: E402
                       version, write_tar_gz)

NAME, PREFIX = PROJECT['npm']['package'], PROJECT['npm']['platforms']


def file_of(package):
    """The name of a package's file, as `npm pack` gives it."""
    return f"{package.lstrip('@').replace('/', '-')}-{version()}.tgz"


def common(name, description):
    return {
        'name': name,
        'version': version(),
        'description': description,
        'license': PROJECT['licence'],
        'author': PROJECT['author'],
        'repository': {'type': 'git', 'url': f"git+{PROJECT['repository']}.git"},
        'homepage': f"{PROJECT['repository']}#readme",
        'bugs': f"{PROJECT['repository']}/issues",
    }


def packed(rows):
    return sorted((f'package/{name}', is_executable, data) for name, is_executable, data in rows)


def platform_of(arch):
    return f"{PREFIX}linux-{ARCHES[arch]['npm']}"


def write_platform(args, arch):
    name = platform_of(arch)
    about = {
        **common(name, f"The programs of {PROJECT['title']} for Linux on {ARCHES[arch]['npm']}"),
        'os': ['linux'],
        'cpu': [ARCHES[arch]['npm']],
        'libc': ['glibc'],
        'preferUnplugged': True,
    }
    page = f'# {name}\n\nThe programs that the package {NAME} runs on this platform. Install that one.\n'
    with tree(args, arch) as folder:
        rows = [*runtime_rows(folder), *notice_rows(folder)]
    path = os.path.join(args.out, file_of(name))
    write_tar_gz(path, packed([*rows, ('package.json', False, as_json(about)), ('README.md', False, page.encode())]))
    return made(path)


def write_thin(args):
    commands = [NAME, *PROJECT['programs']]  # `npx NAME` looks for a command of the package's name
    about = {
        **common(NAME, PROJECT['summary']),
        'keywords': PROJECT['keywords'],
        'mcpName': PROJECT['mcp'],
        'bin': {name: f'bin/{name}' for name in commands},
        'optionalDependencies': {platform_of(arch): version() for arch in ARCHES},
        'engines': {'node': '>=16'},
    }
    words = {'PREFIX': PREFIX, 'UP': '../..' if '/' not in NAME else '../../..'}
    launcher = filled('npm/launch.sh', **words).encode()
    rows = [(f'bin/{name}', True, launcher) for name in commands]
    rows += [('find.js', False, filled('npm/find.js', **words).encode()),
             ('README.md', False, filled('about.md.in').encode()),
             ('package.json', False, as_json(about))]
    with tree(args, args.arch[0]) as folder:
        rows += [row for row in notice_rows(folder) if row[0] == 'LICENSE']
    path = os.path.join(args.out, file_of(NAME))
    write_tar_gz(path, packed(rows))
    return made(path)


def main():
    args = parse(__doc__)
    for arch in args.arch:
        write_platform(args, arch)
    write_thin(args)


if __name__ == '__main__':
    sys.exit(run_main(main))
