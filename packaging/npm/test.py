#!/usr/bin/env python3
"""test.py: install the npm packages as a user does, and use them.

npm talks to a registry of the packed files (registry.py), in an empty HOME: what it installs, it found there.
"""
import json
import os
import pathlib
import platform
import signal
import subprocess
import sys
import tarfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
from artifacts import ARCHES, PROJECT, parse, run_main  # noqa: E402
from make import NAME, file_of, platform_of  # noqa: E402
from prove import Proofs, empty_place, prove_programs, prove_readme, prove_size, run, start_ms  # noqa: E402
from registry import serving  # noqa: E402

MACHINE = next((arch for arch, names in ARCHES.items() if names['machine'] == platform.machine()), None)
OTHER = next(arch for arch in ARCHES if arch != MACHINE)


def about_of(path):
    with tarfile.open(path) as tar:
        return json.load(tar.extractfile('package/package.json')), tar.getnames()


def prove_contents(proofs, out):
    """Prove what the files say, without installing them."""
    thin, names = about_of(os.path.join(out, file_of(NAME)))
    proofs.check('the thin package runs nothing at installation', 'scripts' not in thin, thin.get('scripts'))
    proofs.check('it names the MCP registry\'s server', thin['mcpName'] == PROJECT['mcp'])
    proofs.check('each command has a launcher', all(f'package/{path}' in names for path in thin['bin'].values()), names)
    for arch in ARCHES:
        path = os.path.join(out, file_of(platform_of(arch)))
        if not os.path.exists(path):
            continue
        about, _ = about_of(path)
        proofs.check(f'{platform_of(arch)} is for its platform only and runs nothing at installation',
                     about['os'] == ['linux'] and about['cpu'] == [ARCHES[arch]['npm']] and about['libc'] == ['glibc'] and
                     'scripts' not in about, about)
        proofs.check(f'{platform_of(arch)} is a dependency of this version',
                     thin['optionalDependencies'].get(about['name']) == about['version'])
        prove_size(proofs, path)


def prove_signals(proofs, words, env):
    """A signal and an exit status are the program's own: there is no process between."""
    with proofs.attempt('a signal to the command reaches the program, a status comes back'):
        with subprocess.Popen([*words('virtual-android'), '--port', '0'], env=env, stdout=subprocess.PIPE, text=True) as child:
            child.stdout.readline()
            name = os.path.basename(os.readlink(f'/proc/{child.pid}/exe'))
            child.send_signal(signal.SIGTERM)
            child.wait(30)
        if name not in ('agentest', 'virtual-android'):  # the one executable, or one of several
            raise RuntimeError(f'process {child.pid} is {name}')
        status = run([*words('agentest'), '--no-such-option'], env=env, check=False).returncode
        if status != 2:
            raise RuntimeError(f'a wrong option ends with {status}, not 2')


def prove_missing(proofs, place, env):
    """Without the platform's package the command says what to do; with it elsewhere Node finds it."""
    modules = pathlib.Path(place, 'node_modules')
    package, hidden = modules / platform_of(MACHINE), modules / 'hidden'
    package.rename(hidden)
    command = [str(modules / '.bin' / 'agentest'), '--version']
    told = run(command, env=env, check=False)
    proofs.check('without the platform\'s package it says what to do',
                 told.returncode == 1 and '--omit=optional' in told.stderr and platform_of(MACHINE) in told.stderr,
                 told.stdout + told.stderr)
    elsewhere = pathlib.Path(place, 'elsewhere', platform_of(MACHINE))
    elsewhere.parent.mkdir(parents=True)
    hidden.rename(elsewhere)
    told = run(command, env={**env, 'NODE_PATH': str(elsewhere.parent)}, check=False)
    proofs.check('a layout that only Node resolves works, too', told.returncode == 0 and 'agentest ' in told.stdout,
                 told.stdout + told.stderr)
    elsewhere.rename(package)


def tell_times(proofs, place, env):
    """Figures, which are printed and not asserted."""
    modules = pathlib.Path(place, 'node_modules')
    rows = {
        'the program itself': [str(modules / platform_of(MACHINE) / 'bin' / 'agentest')],
        'the package\'s command': [str(modules / '.bin' / 'agentest')],
        'npx, the package installed': ['npx', '--no', NAME],
    }
    for what, command in rows.items():
        proofs.tell(f'start to the reply to initialize: {start_ms(command, env, cwd=place):.0f} ms, {what}')


def main():
    args = parse(__doc__, has_trees=False)
    proofs = Proofs('npm')
    prove_contents(proofs, args.out)
    with serving(args.out) as registry, empty_place() as (folder, env):
        env |= {'npm_config_registry': registry, 'npm_config_update_notifier': 'false', 'npm_config_audit': 'false',
                'npm_config_fund': 'false'}
        place = os.path.join(folder, 'project')
        os.mkdir(place)
        with proofs.attempt(f'npx -y {NAME} --version in an empty folder and HOME'):
            told = run(['npx', '-y', NAME, '--version'], env=env, cwd=place).stdout
            if not told.startswith('agentest '):
                raise RuntimeError(told)
        with proofs.attempt(f'npm install {NAME}'):
            run(['npm', 'install', NAME], env=env, cwd=place)
        modules = pathlib.Path(place, 'node_modules')
        proofs.check('only the package of this platform is installed',
                     (modules / platform_of(MACHINE)).is_dir() and not (modules / platform_of(OTHER)).exists(),
                     sorted(path.name for path in modules.glob('*')))

        def words(name):
            return [str(modules / '.bin' / name)]

        scenario = modules / platform_of(MACHINE) / 'share' / 'agentest' / 'scenarios' / 'notes.json'
        prove_programs(proofs, words, env, scenario)
        prove_readme(proofs, 'npx', words, env, folder)
        prove_signals(proofs, words, env)
        prove_missing(proofs, place, env)
        tell_times(proofs, place, env)
    return proofs.end()


if __name__ == '__main__':
    sys.exit(run_main(main))
