#!/usr/bin/env python3
"""test.py: install the wheel by pip and by uv without a network, and use it."""
import glob
import os
import platform
import re
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
from artifacts import ARCHES, GLIBC, PROJECT, find, parse, run_main, version  # noqa: E402
from make import NAME, tag  # noqa: E402
from prove import Proofs, cache, empty_place, prove_programs, prove_readme, prove_size, run, start_ms, venv  # noqa: E402
from readme_lines import lines  # noqa: E402

MACHINE = next((arch for arch, names in ARCHES.items() if names['machine'] == platform.machine()), None)
TOOLS = ('twine==7.0.0', 'check-wheel-contents==0.6.3', 'uv==0.13.9')
OF_GLIBC = re.compile(r'(lib(c|m|pthread|dl|rt|resolv)|ld-linux-(x86-64|aarch64))\.so\.\d+')


def wheel_of(out, arch):
    return os.path.join(out, f'{NAME}-{version()}-{tag(arch)}.whl')


def prove_contents(proofs, tools, wheel):
    name = os.path.basename(wheel)
    with proofs.attempt(f'twine accepts {name}'):
        run([os.path.join(tools, 'twine'), 'check', '--strict', wheel])
    with proofs.attempt(f'check-wheel-contents accepts {name}'):
        run([os.path.join(tools, 'check-wheel-contents'), wheel])
    with zipfile.ZipFile(wheel) as file:
        about = file.read(f'{NAME}-{version()}.dist-info/METADATA').decode()
        proofs.check(f"{name} names the MCP registry's server", f"<!-- mcp-name: {PROJECT['mcp']} -->" in about)
    prove_size(proofs, wheel)


def needs_of(program):
    """The shared libraries of a program and the newest version of glibc among its symbols, as readelf prints them."""
    told = run([find('readelf'), '-dVW', program]).stdout
    libraries = re.findall(r'\(NEEDED\) .*\[(\S+)\]', told)
    versions = [tuple(map(int, found.split('.'))) for found in re.findall(r'Name: GLIBC_(\d+\.\d+)', told)]
    return libraries, max(versions, default=(0, 0))


def prove_platform(proofs, wheel):
    """The tag promises an old C library and no other; auditwheel looks at modules of Python only."""
    wrong, programs = [], []
    with tempfile.TemporaryDirectory(prefix='agentest-wheel-') as folder, zipfile.ZipFile(wheel) as file:
        for name in file.namelist():
            if file.read(name)[:4] != b'\x7fELF':
                continue
            programs.append(os.path.basename(name))
            libraries, newest = needs_of(file.extract(name, folder))
            wrong += [f'{name} needs {library}' for library in libraries if not OF_GLIBC.fullmatch(library)]
            if newest > GLIBC:
                wrong.append(f'{name} needs glibc {newest[0]}.{newest[1]}')
    proofs.check(f"{', '.join(programs)} of {os.path.basename(wheel)} need glibc {GLIBC[0]}.{GLIBC[1]} at most and no other library",
                 {'agentest', 'agentest-script'} <= set(programs) and not wrong, '\n'.join(wrong))


def main():
    args = parse(__doc__, has_trees=False)
    proofs = Proofs('wheel')
    tools = venv(cache('wheel-tools'), *TOOLS)
    for path in sorted(glob.glob(os.path.join(args.out, f'{NAME}-{version()}-*.whl'))):
        prove_contents(proofs, tools, path)
        prove_platform(proofs, path)
    wheel = wheel_of(args.out, MACHINE)
    with empty_place() as (folder, env):
        place = os.path.join(folder, 'venv')
        # pip and uvx look only into the folder of the wheels.
        env |= {'PIP_NO_INDEX': '1', 'PIP_FIND_LINKS': str(args.out), 'PIP_DISABLE_PIP_VERSION_CHECK': '1',
                'UV_NO_INDEX': '1', 'UV_FIND_LINKS': str(args.out), 'UV_OFFLINE': '1', 'UV_PYTHON': sys.executable,
                'PATH': os.pathsep.join([os.path.join(place, 'bin'), tools, env['PATH']])}

        def words(name):
            return [os.path.join(place, 'bin', name)]

        for command in lines()['pip']:
            with proofs.attempt(f'README.md: {command}, in an empty environment'):
                run([sys.executable, '-m', 'venv', place], env=env)
                run(['sh', '-c', command], env=env, cwd=folder)
        with open(words('agentest')[0], 'rb') as file:
            proofs.check('the command is the program itself, no Python', file.read(4) == b'\x7fELF')
        prove_programs(proofs, words, env, os.path.join(place, 'share', 'agentest', 'scenarios', 'notes.json'))
        module = PROJECT['pypi'].replace('-', '_')
        with proofs.attempt(f'python3 -m {module}'):
            run([os.path.join(place, 'bin', 'python3'), '-m', module, '--version'], env=env)
        with proofs.attempt('uvx --from WHEEL agentest'):
            run(['uvx', '--from', wheel, 'agentest', '--version'], env=env, cwd=folder)
        prove_readme(proofs, 'uvx', words, env, folder)
        proofs.tell(f"start to the reply to initialize: {start_ms(['uvx', PROJECT['pypi']], env, cwd=folder):.0f} ms, uvx")
        proofs.tell(f"start to the reply to initialize: {start_ms(words('agentest'), env):.0f} ms, the installed command")
        with proofs.attempt('pip uninstall leaves nothing'):
            run(['pip', 'uninstall', '-y', PROJECT['pypi']], env=env)
            left = [name for name in glob.glob(place + '/**/*agentest*', recursive=True)]
            if left:
                raise RuntimeError(f'left: {left}')
    return proofs.end()


if __name__ == '__main__':
    sys.exit(run_main(main))
