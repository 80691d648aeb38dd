#!/usr/bin/env python3
"""test.py: validate and unpack the bundle by the format's own tool, start it as a client does."""
import json
import os
import pathlib
import platform
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import HERE, PROJECT, find, parse, run_main, version  # noqa: E402
from prove import Proofs, cache, drive, empty_place, node, prove_size, run, start_ms  # noqa: E402

TOOL = '@anthropic-ai/mcpb@2.1.2'


def official():
    """The folder of the format's own package."""
    place = cache('mcpb')
    found = os.path.join(place, 'node_modules', '@anthropic-ai', 'mcpb')
    if not os.path.exists(os.path.join(found, 'dist', 'index.js')):
        run([find('npm'), 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', place, TOOL])
    return found


def config(library, folder, *settings):
    told = run([node(), HERE / 'mcpb' / 'config.mjs', os.path.join(library, 'dist', 'index.js'), folder, *settings]).stdout
    return json.loads(told)


def prove_launcher(proofs, folder, env):
    """The launcher with the rest of the system replaced: other systems, other machines, a choice of adb."""
    launcher = os.path.join(folder, 'server', 'agentest')
    place = os.path.join(env['TMPDIR'], 'words')
    os.mkdir(place)

    def stand_in(name, text):
        path = pathlib.Path(place, name)
        path.write_text(f'#!/bin/sh\n{text}\n', encoding='utf-8')
        path.chmod(0o755)
        return str(path)

    as_other = {**env, 'PATH': f"{place}:{env['PATH']}"}
    stand_in('uname', '[ "$1" = -m ] && echo riscv64 || echo Linux')
    told = run([launcher, '--version'], env=as_other, check=False)
    proofs.check('on another processor it names those it has',
                 told.returncode == 1 and 'riscv64' in told.stderr and 'x86_64' in told.stderr, told.stderr)
    stand_in('uname', '[ "$1" = -m ] && echo arm64 || echo Darwin')
    told = run([launcher, '--version'], env=as_other, check=False)
    proofs.check('on macOS without the program it says how to install it',
                 told.returncode == 1 and 'brew install' in told.stderr, told.stderr)
    stand_in('uname', f'[ "$1" = -m ] && echo {platform.machine()} || echo Linux')
    adb = stand_in('adb', 'exit 0')
    shown = os.path.join(folder, 'server', platform.machine(), 'agentest')
    os.rename(shown, shown + '.kept')
    pathlib.Path(shown).write_text('#!/bin/sh\necho "$ANDROID_SERIAL|${ANDROID_HOME-unset}|$(command -v adb)"\n', encoding='utf-8')
    os.chmod(shown, 0o644)
    told = run([launcher], env={**as_other, 'ANDROID_SERIAL': 'abc', 'ANDROID_HOME': '${user_config.sdk}', 'BUNDLE_ADB': adb})
    proofs.check('fields reach the program, an empty one is unset, the chosen adb is first',
                 told.stdout == f'abc|unset|{adb}\n', told.stdout)
    os.rename(shown + '.kept', shown)
    os.chmod(shown, 0o644)
    told = run([launcher, '--version'], env=env, check=False)
    proofs.check('a client that drops the modes of files starts it, too', told.returncode == 0 and version() in told.stdout,
                 told.stderr)


def main():
    args = parse(__doc__, has_trees=False)
    proofs = Proofs('mcpb')
    bundle = os.path.join(args.out, f"{PROJECT['name']}-{version()}.mcpb")
    library = official()
    tool = [node(), os.path.join(library, 'dist', 'cli', 'cli.js')]
    prove_size(proofs, bundle)
    with empty_place() as (folder, env):
        place = os.path.join(folder, 'bundle')
        with proofs.attempt('the format\'s own tool unpacks it'):
            run([*tool, 'unpack', bundle, place], env=env)
        with proofs.attempt('and accepts its manifest'):
            run([*tool, 'validate', os.path.join(place, 'manifest.json')], env=env)
        with open(os.path.join(place, 'manifest.json'), encoding='utf-8') as file:
            manifest = json.load(file)
        with proofs.attempt('a client that fills in its configuration shakes hands, and the tools are those of the manifest'):
            how = config(library, place)
            found = drive([how['command'], *how['args']], {**env, **how['env']})
            if found['tools'] != [row['name'] for row in manifest['tools']]:
                raise RuntimeError(f"{found['tools']} are not {manifest['tools']}")
        with proofs.attempt('a field of the user becomes a variable'):
            how = config(library, place, 'device=emulator-5554')
            if how['env']['ANDROID_SERIAL'] != 'emulator-5554' or how['env']['ANDROID_HOME'] != '':
                raise RuntimeError(how['env'])
        proofs.tell(f"start to the reply to initialize: {start_ms([how['command']], {**env, **config(library, place)['env']}):.0f} ms")
        prove_launcher(proofs, place, env)
        shutil.rmtree(place)
    return proofs.end()


if __name__ == '__main__':
    sys.exit(run_main(main))
