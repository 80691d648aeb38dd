#!/usr/bin/env python3
"""test.py: audit the formula as far as this goes without a Mac, and build the source tarball by its own commands.

brew.rb stands in for Homebrew: it evaluates the formula, runs its install method and its test block.
"""
import json
import os
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import HERE, PROJECT, ROOT, find, parse, run_main, sha256, version  # noqa: E402
from make import source  # noqa: E402
from prove import Proofs, cache, empty_place, run  # noqa: E402
from readme_lines import lines  # noqa: E402

BUILD_LIMIT_S = 1800
# The names of dependencies in meson.build and what Homebrew calls them; None: a part of macOS or of the compiler.
BREW = {
    'expat': 'expat', 'jansson': 'jansson', 'libpng': 'libpng', 'sqlite3': 'sqlite', 'libmicrohttpd': 'libmicrohttpd',
    'libedit': 'libedit', 'libnghttp2': 'libnghttp2', 'libpcre2-8': 'pcre2', 'libprotobuf-c': 'protobuf-c',
    'libcurl': 'curl', 'yaml-0.1': 'libyaml', 'mbedcrypto': 'mbedtls', 'tfpsacrypto': 'mbedtls', 'libsodium': 'libsodium',
    'openh264': 'openh264', 'libjpeg': 'jpeg-turbo', 'zlib': 'zlib', 'libnats': 'cnats',
    'threads': None, 'appleframeworks': None, 'javascriptcoregtk-4.1': None,
}
# Only builds with tests need these.
TESTS = {'cmocka'}


def missing(facts):
    """Dependencies of meson.build that the formula has not."""
    scanned = json.loads(run(['meson', 'introspect', '--scan-dependencies', ROOT / 'meson.build']).stdout)
    named = {row['name'] for row in scanned if row['name']} - TESTS
    offered = {*facts['depends_on'], *facts['uses_from_macos']}
    for name in sorted(named):
        if name not in BREW:
            yield f'meson.build needs {name}, which BREW in packaging/homebrew/test.py does not know'
        elif BREW[name] and BREW[name] not in offered:
            yield f'the formula has no {BREW[name]}, which meson.build needs as {name}'
    known = {*BREW.values(), 'meson', 'pkgconf', 'python'}
    yield from (f'the formula has {name}, which nothing needs' for name in sorted(offered - known))


def write_brew(folder, install):
    """A program `brew` that installs this formula and nothing else."""
    path = os.path.join(folder, 'brew')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f"""#!/bin/sh
[ "$*" = "install {PROJECT['brew']}" ] || {{ echo "brew: no formula for $*" >&2; exit 1; }}
exec {shlex.join(map(str, install))}
""")
    os.chmod(path, 0o755)


def main():
    args = parse(__doc__, has_trees=False)
    proofs = Proofs('homebrew')
    formula = os.path.join(args.out, 'agentest.rb')
    ruby = find('ruby')
    with proofs.attempt('ruby reads the formula'):
        run([ruby, '-wc', formula])
    with proofs.attempt('its style is that of Homebrew'):
        run([find('rubocop'), '--config', HERE / 'homebrew' / 'rubocop.yml', '--cache', 'false', formula])
    with empty_place() as (folder, env):
        env |= {'CCACHE_DIR': cache('ccache'), 'CCACHE_BASEDIR': folder, 'CCACHE_NOHASHDIR': '1'}
        prefix = os.path.join(folder, 'Cellar', PROJECT['name'], version())
        os.makedirs(prefix)
        brew = [ruby, HERE / 'homebrew' / 'brew.rb', formula]
        facts = json.loads(run([*brew, folder, prefix, 'facts']).stdout)
        wrong = list(missing(facts))
        proofs.check('it has each dependency of meson.build, and no other', not wrong, '\n'.join(wrong))
        proofs.check('it names the sum of the source tarball', facts['sha256'] == sha256(source(args.out)))
        proofs.check('its description follows the audit', len(facts['desc']) <= 80 and not facts['desc'].endswith('.') and
                     not facts['desc'].lower().startswith(('a ', 'an ', 'the ', 'agentest')), facts['desc'])
        run(['tar', '-xf', source(args.out), '-C', folder])
        unpacked = os.path.join(folder, f"{PROJECT['name']}-{version()}")
        write_brew(folder, [*brew, unpacked, prefix, 'install'])
        commands = lines()['brew']
        with proofs.attempt(f"README.md: {' && '.join(commands)}, by the formula's own commands from the source tarball"):
            done = subprocess.run(['sh', '-ec', '\n'.join(commands)], env={**env, 'PATH': f"{folder}:{env['PATH']}"},
                                  text=True, capture_output=True, check=False, timeout=BUILD_LIMIT_S)
            if done.returncode:
                raise RuntimeError((done.stdout + done.stderr)[-3000:])
        with proofs.attempt('its test passes: the version, the handshake, the helper'):
            run([*brew, unpacked, prefix, 'test'], env=env)
        with proofs.attempt('the programs name the commit of the source tarball'):
            commit = run(['git', 'get-tar-commit-id'], stdin=gunzipped(source(args.out))).stdout.strip()
            told = run([os.path.join(prefix, 'bin', 'agentest'), '--version'], env=env).stdout
            if commit[:12] not in told:
                raise RuntimeError(f'{told} does not name {commit}')
        served = facts['service']['run']
        proofs.check('its service starts a program that is installed', os.access(served[0], os.X_OK), served)
    return proofs.end()


def gunzipped(path):
    # pylint: disable=consider-using-with
    return subprocess.Popen(['gzip', '-dc', path], stdout=subprocess.PIPE).stdout


if __name__ == '__main__':
    sys.exit(run_main(main))
