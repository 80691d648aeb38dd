"""prove.py: what a test does with the programs that it installed, and the count of what it proved.

Each kind's test.py installs its package into an empty place and hands over the words that start a program there. The
rest is the same for all: the version, the handshake, doctor, the equivalent of ./demo, and the sample scenario.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'tools'))
# pylint: disable=wrong-import-position
from artifacts import PROJECT, ROOT, Failure, version  # noqa: E402
from local_adb import LocalAdb  # noqa: E402
from readme_lines import lines  # noqa: E402

APP = 'com.example.notes'
# Hangs end after this; nothing needs a tenth of it.
LIMIT_S = 300
TOOLS = 10
INITIALIZE = {'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {
    'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': {'name': 'packages', 'version': '1'}}}
PACKAGE_BYTES_MAX = 6 * 1000 * 1000


class Proofs:
    """The proofs of one kind of package. A failed one is told at once, and the rest goes on."""

    def __init__(self, kind):
        self.kind, self.passed, self.failed = kind, 0, 0

    def check(self, what, holds, why=''):
        print(f"   {'ok  ' if holds else 'FAIL'} {self.kind}: {what}", flush=True)
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            if why:
                print('        ' + str(why).strip().replace('\n', '\n        '), flush=True)
        return holds

    def tell(self, what):
        print(f'        {self.kind}: {what}', flush=True)

    @contextlib.contextmanager
    def attempt(self, what):
        """A proof that its block ends without an exception."""
        try:
            yield
        except (OSError, ValueError, KeyError, RuntimeError, TimeoutError, subprocess.SubprocessError, Failure) as error:
            told = getattr(error, 'stderr', None) or ''
            self.check(what, False, f'{error}\n{told[-2000:] if isinstance(told, str) else told}')
            return
        self.check(what, True)

    def end(self):
        """Print the sum; the exit status."""
        print(f'{self.passed} passed, {self.failed} failed', flush=True)
        return 1 if self.failed or not self.passed else 0


def run(words, env=None, cwd=None, check=True, **more):
    """Run words and return what they said; with check a status that is not 0 is an exception with it."""
    done = subprocess.run([str(word) for word in words], env=env, cwd=cwd, text=True, capture_output=True, check=False,
                          timeout=LIMIT_S, **more)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
    return done


@contextlib.contextmanager
def empty_place():
    """A new folder with an empty HOME, and an environment that names nothing else of this machine."""
    with tempfile.TemporaryDirectory(prefix='agentest-package-') as folder:
        home = os.path.join(folder, 'home')
        os.mkdir(home)
        env = {'HOME': home, 'TMPDIR': folder, 'LANG': 'C.UTF-8', 'PATH': os.environ['PATH']}
        yield folder, env


def node():
    """The node of the end-to-end tests, or the machine's."""
    own = ROOT / 'tests' / 'e2e' / 'node_modules' / 'node' / 'bin' / 'node'
    return str(own) if own.exists() else shutil.which('node')


def drive(command, env, package=''):
    """Use a server by the official client; what it found."""
    done = run([node(), HERE / 'drive.mjs', json.dumps({'command': command, 'packageName': package})], env=env)
    return json.loads(done.stdout)


def start_ms(command, env, cwd=None, times=7):
    """The median of the milliseconds from the start of the words to the reply to initialize."""
    found = []
    for _ in range(times):
        began = time.monotonic()
        with subprocess.Popen(command, env=env, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as child:
            child.stdin.write(json.dumps(INITIALIZE).encode() + b'\n')
            child.stdin.flush()
            line = child.stdout.readline()
            found.append((time.monotonic() - began) * 1000)
            child.stdin.close()
            if b'"serverInfo"' not in line:
                raise RuntimeError(f"{' '.join(command)} replied {line[:200]!r}")
    return statistics.median(found)


@contextlib.contextmanager
def virtual_device(words, env):
    """An adb server with one virtual device of the installed program; the environment to reach it."""
    with LocalAdb() as adb:
        adb.env = {**env, **{name: adb.env[name] for name in (
            'ANDROID_ADB_SERVER_PORT', 'ADB_LOCAL_TRANSPORT_MAX_PORT', 'ADB_USB', 'ADB_MDNS')}}
        command = words('virtual-android')
        serial, _ = adb.start_device(*command)
        yield {**adb.env, 'ANDROID_SERIAL': serial}


def prove_readme(proofs, channel, words, env, cwd):
    """The commands of README.md's install section for the channel, with a device that doctor can find."""
    commands = lines()[channel]
    with proofs.attempt(f"README.md: {' && '.join(commands)}"), virtual_device(words, env) as on_device:
        told = run(['sh', '-ec', '\n'.join(commands)], env=on_device, cwd=cwd).stdout
        if 'doctor' in commands[-1] and '1 of 1 device usable' not in told:
            raise RuntimeError(told)


def prove_server(proofs, words, env):
    """The handshake of the server, and a session on the device."""
    with proofs.attempt('the official client shakes hands, lists ten tools, logs in to the sample app'):
        found = drive(words('agentest'), env, APP)
        if found['server']['version'] != version() or len(found['tools']) != TOOLS:
            raise RuntimeError(f"{found['server']} has {len(found['tools'])} tools: {found['tools']}")
        if json.loads(found['flow'].split('\n')[0]).get('success') is not True:
            raise RuntimeError(found['flow'])
        # The helper came from the package: without its jar there is only adb.
        if 'resident' not in found['connect']:
            raise RuntimeError(f"no helper: {found['connect'][:600]}")


def prove_programs(proofs, words, env, scenario):
    """All that must hold of installed programs; words(NAME) starts one, scenario is the installed sample."""
    for name in PROJECT['programs']:
        with proofs.attempt(f'{name} --version'):
            told = run([*words(name), '--version'], env=env).stdout
            if not re.fullmatch(rf'{name} {re.escape(version())}( \([^)]+\))?\n.*', told, re.S):
                raise RuntimeError(f'it prints {told!r}')
    with proofs.attempt('a virtual device starts, doctor finds it'), virtual_device(words, env) as on_device:
        run([*words('agentest'), 'doctor'], env=on_device)
        prove_server(proofs, words, on_device)
        with proofs.attempt('mobile-dev-agent reads its screen'):
            told = run([*words('mobile-dev-agent'), 'ui', 'snapshot'], env=on_device, cwd=env['HOME']).stdout
            if 'screen ' not in told and '@' not in told:
                raise RuntimeError(told)
        with proofs.attempt('the sample scenario passes'):
            run([*words('mobile-tester-agent'), 'run', scenario], env=on_device, cwd=env['HOME'])


def prove_size(proofs, path):
    size = os.path.getsize(path)
    proofs.check(f'{os.path.basename(path)} is at most 6 MB: {size / 1e6:.2f} MB', size <= PACKAGE_BYTES_MAX)


def venv(folder, *packages):
    """A virtual environment with packages of PyPI, kept in a cache between runs; the folder of its programs."""
    stamp = os.path.join(folder, 'has-' + '-'.join(re.sub(r'\W+', '_', name) for name in packages))
    if not os.path.exists(stamp):
        run([sys.executable, '-m', 'venv', folder])
        run([os.path.join(folder, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', *packages])
        pathlib.Path(stamp).touch()
    return os.path.join(folder, 'bin')


def cache(name):
    """A folder that is kept between runs and ignored by git."""
    folder = ROOT / '.cache' / 'packages' / name
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)
