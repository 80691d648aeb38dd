#!/usr/bin/env python3
"""test.py: run a tarball's programs in an empty root with Debian 11's C library and nothing else.

    test.py TARBALL [--work DIR]

The root has no shell, no adb, no source tree and no other library; an arm64 tarball runs in qemu there. The adb server and
the network are this machine's. Prints what each step proves, and the time from the start of agentest to its first reply.
"""
import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

from debian import Failure, mirrors, run, unpack
from https_server import serving
from make import QEMU, ROOT
from sysroot import Sysroot
from verify import verify_tree

sys.path[:0] = [os.path.join(ROOT, 'tools'), os.path.join(ROOT, 'packaging')]
# pylint: disable=wrong-import-position
from demo import LOGIN, texts  # noqa: E402
from local_adb import LocalAdb  # noqa: E402
from mcp_client import McpClient  # noqa: E402
from readme_lines import lines, stand_ins  # noqa: E402

SLOW = 10  # a step may take ten times what it needs
HANDSHAKE_S = 10
LARGEST = 6_000_000
TOOLS_LEAST = 10
PROGRAMS = ['agentest', 'mobile-dev-agent', 'mobile-tester-agent', 'virtual-android']

SCRIPT_FLOW = '''appId: com.example.notes
---
- launchApp:
    clearState: true
- evalScript: ${output.who = http.get('https://127.0.0.1:@PORT@').body}
- tapOn: E-mail
- inputText: ${output.who}
- tapOn: Password
- inputText: secret123
- tapOn: Log in
- assertVisible: New note
'''

# A namespace of its own for /dev and /proc, and for root's rights if the caller has none.
ENTER = '''mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" || exit 99
root=$1; shift; exec chroot "$root" "$@"'''


def check(is_so, what, seen=''):
    if not is_so:
        raise Failure(f'{what}: no\n{seen}')
    print(f'ok: {what}', flush=True)


class Root:
    """A folder with the tarball and the C library, and how to run a program in it."""

    def __init__(self, folder, tarball, sysroot):
        self.folder = folder
        self.is_foreign = sysroot.arch != os.uname().machine
        unpack([path for path in sysroot.apt.fetch(['libc6/bullseye'])], folder)
        for name in ('dev', 'proc', 'tmp', 'home', 'etc'):
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        with tarfile.open(tarball) as tar:
            tar.extractall(os.path.join(folder, 'opt'))
        self.name = os.path.basename(tarball).removesuffix('.tar.gz')
        self.tree = os.path.join(folder, 'opt', self.name)
        if self.is_foreign:
            self.add_qemu(sysroot)

    def add_qemu(self, sysroot):
        qemu = shutil.which(QEMU)
        if not qemu:
            raise Failure(f'there is no {QEMU}: run tools/install-deps --packages')
        shutil.copy(qemu, os.path.join(self.folder, 'qemu'))
        run([sysroot.compiler(), '-O2', '-shared', '-fPIC', os.path.join(os.path.dirname(__file__), 'exec_in_qemu.c'), '-o',
             os.path.join(self.folder, 'exec_in_qemu.so')])
        with open(os.path.join(self.folder, 'etc', 'ld.so.preload'), 'w', encoding='utf-8') as file:
            file.write('/exec_in_qemu.so\n')

    def words(self, program, *args):
        inside = f'/opt/{self.name}/bin/{program}'
        user = [] if os.geteuid() == 0 else ['--user', '--map-root-user']
        qemu = ['/qemu', '-0', inside] if self.is_foreign else []
        return ['unshare', *user, '--mount', 'sh', '-c', ENTER, 'sh', self.folder, *qemu, inside, *args]

    def put(self, path, text):
        with open(os.path.join(self.folder, path), 'w', encoding='utf-8') as file:
            file.write(text)

    def run(self, env, program, *args, deadline_s=60):
        return subprocess.run(self.words(program, *args), env=env, text=True, check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=deadline_s * SLOW)


def inside(env):
    """The environment of a program in the root: where the adb server is, and no trace of this machine."""
    port = env['ANDROID_ADB_SERVER_PORT']
    return {'HOME': '/home', 'TMPDIR': '/tmp', 'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'LANG': 'C.UTF-8',
            'ANDROID_ADB_SERVER_PORT': port, 'ADB_SERVER_SOCKET': f'tcp:127.0.0.1:{port}'}


def answers(root, env):
    """The programs start by their names, and agentest speaks MCP."""
    for program in sorted(os.listdir(os.path.join(root.tree, 'bin'))):
        ended = root.run(env, program, '--version')
        check(ended.returncode == 0 and ended.stdout.strip(), f'{ended.stdout.strip() or program}: --version', ended.stdout)
    began = time.monotonic()
    with McpClient(root.words('agentest'), env=env) as client:
        server = client.initialize()['serverInfo']
        took = time.monotonic() - began
        tools = client.request('tools/list')['tools']
    print(f'start to the reply of initialize: {took * 1000:.0f} ms{" in qemu" if root.is_foreign else ""}')
    check(took < HANDSHAKE_S and server['name'] == 'agentest', f'initialize answers within {HANDSHAKE_S} s', server)
    check(len(tools) >= TOOLS_LEAST, f'tools/list has {len(tools)} tools')


def check_names(root, env):
    """The one executable has each name, as its first word, too."""
    for program in PROGRAMS[1:]:
        told = [root.run(env, *words, '--version').stdout for words in ((program,), ('agentest', program))]
        check(told[0].startswith(program + ' ') and told[0] == told[1], f'`agentest {program}` is {program}', told)
    check(sorted(os.listdir(os.path.join(root.tree, 'bin'))) == PROGRAMS, f'bin has {", ".join(PROGRAMS)}')


def start_device(adb, root, env):
    """A virtual device whose program runs in the root; its serial."""
    adb.env, kept = env, adb.env
    try:
        serial, _ = adb.start_device_by(root.words('virtual-android', '--port', '0'))
    finally:
        adb.env = kept
    check(True, f'virtual-android is {serial} of the adb server')
    return serial


def shows_demo(root, env, serial):
    """The equivalent of ./demo: an MCP client connects to the sample app, with the helper, and logs in."""
    with McpClient(root.words('agentest'), env=env) as client:
        client.initialize()
        seen = texts(client.call('agentest_connect', packageName='com.example.notes', deviceId=serial))
        check('resident' in seen[0], 'agentest connects to the sample app by its own helper', seen[0])
        trace = json.loads(texts(client.call('agentest_run_flow', steps=LOGIN, echo=True))[0])
        check(trace['success'], 'and logs in by a flow', trace)


def drives(root, env, serial):
    """A scenario and flows on the virtual device, with the installed data."""
    ended = root.run(env, 'agentest', 'doctor')
    check(serial in ended.stdout and '1 of 1 device usable' in ended.stdout, 'agentest doctor finds the device usable',
          ended.stdout)
    data = f'/opt/{root.name}/share/agentest'
    ended = root.run(env, 'mobile-tester-agent', 'run', f'{data}/scenarios/notes.json', '--data', '/home/data')
    check(ended.returncode == 0, 'mobile-tester-agent runs share/agentest/scenarios/notes.json as recorded', ended.stdout)
    ended = root.run(env, 'mobile-dev-agent', 'test', f'{data}/flows/login.yaml')
    check(ended.returncode == 0, 'mobile-dev-agent test share/agentest/flows/login.yaml', ended.stdout)


def runs_scripts(root, env):
    """A flow with a script that makes a request: the sandboxed engine, the fetching program, and TLS."""
    with serving(os.path.join(root.folder, 'home'), 'demo@example.com') as (port, certificate):
        root.put('home/script.yaml', SCRIPT_FLOW.replace('@PORT@', str(port)))
        words = ('mobile-dev-agent', 'test', '/home/script.yaml', '--allow-local-http')
        ended = root.run(env, *words)
        check(ended.returncode != 0 and 'certificate' in ended.stdout.lower(),
              'a server without a trusted certificate is refused', ended.stdout)
        os.makedirs(os.path.join(root.folder, 'etc', 'ssl', 'certs'))
        shutil.copy(certificate, os.path.join(root.folder, 'etc', 'ssl', 'certs', 'ca-certificates.crt'))
        ended = root.run(env, *words)
        check(ended.returncode == 0, 'mobile-dev-agent runs a flow with a script, which asks a server by TLS 1.3', ended.stdout)


def follows_readme(tarball, env):
    """README.md's lines, whose download is the tarball here."""
    with tempfile.TemporaryDirectory(prefix='agentest-readme-') as folder:
        stand_ins(folder, os.path.dirname(tarball))
        commands = lines()['tarball']
        ended = subprocess.run(['sh', '-ec', '\n'.join(commands)], cwd=folder, text=True, check=False,
                               env={**env, 'PATH': f"{folder}:{os.environ['PATH']}"}, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60 * SLOW)
        check('1 of 1 device usable' in ended.stdout, f"README.md: {' && '.join(commands)}", ended.stdout)


def parts_of(tarball):
    found = re.fullmatch(r'agentest-.+-linux-(x86_64|arm64)(-server)?\.tar\.gz', os.path.basename(tarball))
    if not found:
        raise Failure(f"'{tarball}' is not agentest-VERSION-linux-ARCH.tar.gz")
    return found[1], bool(found[2])


def test(tarball, work):
    arch, is_server = parts_of(tarball)
    sysroot = Sysroot(arch, work, mirrors()).make()
    size = os.path.getsize(tarball)
    check(size <= LARGEST, f'{os.path.basename(tarball)} has {size / 1e6:.2f} MB, at most {LARGEST / 1e6:.0f}')
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix='agentest-root-'))
        root = Root(folder, tarball, sysroot)
        verify_tree(root.tree, sysroot)
        adb = stack.enter_context(LocalAdb())
        env = inside(adb.env)
        answers(root, env)
        if not is_server:
            check_names(root, env)
            serial = start_device(adb, root, env)
            shows_demo(root, env, serial)
            drives(root, env, serial)
            runs_scripts(root, env)
            if not root.is_foreign:
                follows_readme(tarball, adb.env)
    print(f'{os.path.basename(tarball)}: all of it')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('tarball')
    parser.add_argument('--work', default=os.path.join(ROOT, '.cache', 'tarball'), help='the one of make.py')
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    test(os.path.abspath(args.tarball), os.path.abspath(args.work))


if __name__ == '__main__':
    try:
        main()
    except (Failure, TimeoutError, subprocess.TimeoutExpired) as failure:
        sys.exit(f'test.py: {failure}')
