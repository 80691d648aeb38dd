#!/usr/bin/env python3
"""test.py: run a tarball's programs in an empty root with Debian 11's C library and nothing else.

    test.py TARBALL [--work DIR]

The root has no shell, no adb, no source tree and no other library; an arm64 tarball runs in qemu there. The adb server and
the network are this machine's. Prints what each step proves, and the time from the start of agentest to its first reply.
"""
import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

from debian import Failure, mirrors, run, unpack
from make import QEMU, ROOT
from sysroot import Sysroot
from verify import verify_tree

sys.path.insert(0, os.path.join(ROOT, 'tools'))
# pylint: disable=wrong-import-position
from local_adb import LocalAdb  # noqa: E402
from mcp_client import McpClient  # noqa: E402

SLOW = 10  # a step may take ten times what it needs
HANDSHAKE_S = 10
LARGEST = 6_000_000
TOOLS_LEAST = 10

SCRIPT_FLOW = '''appId: com.example.notes
---
- launchApp:
    clearState: true
- evalScript: ${output.who = ['demo', 'example.com'].join('@')}
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
    """The environment of a program in the root: the adb server's port, and no trace of this machine."""
    return {'HOME': '/home', 'TMPDIR': '/tmp', 'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'LANG': 'C.UTF-8',
            'ANDROID_ADB_SERVER_PORT': env['ANDROID_ADB_SERVER_PORT']}


def answers(root, env):
    """The programs start, and agentest speaks MCP."""
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


def start_device(adb, root, env):
    """A virtual device whose program runs in the root; its serial."""
    adb.env, kept = env, adb.env
    try:
        serial, _ = adb.start_device_by(root.words('virtual-android', '--port', '0'))
    finally:
        adb.env = kept
    check(True, f'virtual-android is {serial} of the adb server')
    return serial


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
    root.put('home/script.yaml', SCRIPT_FLOW)
    ended = root.run(env, 'mobile-dev-agent', 'test', '/home/script.yaml')
    check(ended.returncode == 0, 'mobile-dev-agent runs a flow with a script', ended.stdout)


def arch_of(tarball):
    found = re.fullmatch(r'agentest-.+-linux-(x86_64|arm64)\.tar\.gz', os.path.basename(tarball))
    if not found:
        raise Failure(f"'{tarball}' is not agentest-VERSION-linux-ARCH.tar.gz")
    return found[1]


def test(tarball, work):
    sysroot = Sysroot(arch_of(tarball), work, mirrors()).make()
    size = os.path.getsize(tarball)
    check(size <= LARGEST, f'{os.path.basename(tarball)} has {size / 1e6:.2f} MB, at most {LARGEST / 1e6:.0f}')
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix='agentest-root-'))
        root = Root(folder, tarball, sysroot)
        verify_tree(root.tree, sysroot)
        adb = stack.enter_context(LocalAdb())
        env = inside(adb.env)
        answers(root, env)
        drives(root, env, start_device(adb, root, env))
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
