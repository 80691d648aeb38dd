#!/usr/bin/env python3
"""make.py: agentest-VERSION-linux-ARCH.tar.gz, a folder that runs on any Linux with glibc 2.31 or newer.

    make.py --arch x86_64|arm64 --out DIR [--work DIR]

The programs are linked with everything but the C library's own files. What is fetched and built for that stays in the work
folder and is used again. The same sources and packages give the same bytes.
"""
import argparse
import gzip
import os
import re
import shutil
import sys
import tarfile
import time

from debian import Failure, mirrors, run
from libraries import JOBS, make_all
from notices import place_notices
from sysroot import ARCHES, PRIVATE, Sysroot
from verify import is_program, verify_tree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
QEMU = 'qemu-aarch64-static'

LINK = ['-Wl,--gc-sections', '-Wl,-z,relro', '-Wl,-z,now', '-Wl,-z,noexecstack', '-Wl,--as-needed', '-Wl,--build-id=sha1']
COMPILE = ['-ffunction-sections', '-fdata-sections', '-fstack-protector-strong', '-U_FORTIFY_SOURCE',
           '-D_FORTIFY_SOURCE=2']


# Files of the MCP server beside its program, for packages of it alone.
SERVER = ['LICENSE', 'share/agentest', 'share/doc/agentest/licences', 'share/man/man1/agentest.1']


def version():
    with open(os.path.join(ROOT, 'meson.build'), encoding='utf-8') as file:
        return re.search(r"version: '([^']+)'", file.read())[1]


def epoch():
    """The time of every file: SOURCE_DATE_EPOCH, or that of the last commit."""
    given = os.environ.get('SOURCE_DATE_EPOCH')
    return int(given or run(['git', '-C', ROOT, 'log', '-1', '--format=%ct']).strip())


def cross_file(sysroot, prefixes):
    """The description of the compiler for meson; its path."""
    folders = [sysroot.path(prefix[1:]) for prefix in prefixes]
    pc = [os.path.join(folder, 'lib', 'pkgconfig') for folder in folders] + [os.path.join(sysroot.lib, 'pkgconfig')]
    is_foreign = sysroot.arch != os.uname().machine
    wrapper = f"exe_wrapper = ['{shutil.which(QEMU) or QEMU}', '-L', '{sysroot.folder}']\n" if is_foreign else ''
    text = f'''[binaries]
c = '{sysroot.compiler()}'
ar = '{sysroot.tool('gcc-ar')}'
strip = '{sysroot.tool('strip')}'
pkgconfig = 'pkg-config'
pkg-config = 'pkg-config'
{wrapper}
[properties]
sys_root = '{sysroot.folder}'
pkg_config_libdir = {pc}
needs_exe_wrapper = {str(is_foreign).lower()}

[built-in options]
c_args = {COMPILE}
c_link_args = {LINK}

[host_machine]
system = 'linux'
cpu_family = '{sysroot.names['cpu']}'
cpu = '{sysroot.names['cpu']}'
endian = 'little'
'''
    path = os.path.join(sysroot.work, f'cross-{sysroot.arch}.ini')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path, text


# One executable has each library once. Pools over NATS would need OpenSSL: they are in the packages of Debian.
OPTIONS = ['--prefix=/usr', '--libexecdir=libexec', '-Doptimization=2', '-Ddebug=false', '-Dprefer_static=true', '-Db_pie=true',
           '-Dsingle_program=true', '-Dscript=quickjs', '-Dnats=disabled', '-Dtests=false']


def build(sysroot, built):
    """Build and install into folders of the work folder: all of it, and the MCP server alone."""
    cross, text = cross_file(sysroot, [prefix for _, prefix in built])
    folder = os.path.join(sysroot.work, 'build-' + sysroot.arch)
    state = os.path.join(folder, 'set-up-with.txt')
    setup = ['meson', 'setup', folder, ROOT, '--cross-file', cross, *OPTIONS]
    wanted = text + '\n'.join(setup) + repr(PRIVATE)
    if not os.path.exists(state) or read(state) != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        run(setup)
        with open(state, 'w', encoding='utf-8') as file:
            file.write(wanted)
    run(['ninja', '-C', folder, '-j', str(JOBS)])
    stage = os.path.join(sysroot.work, 'stage-' + sysroot.arch)
    shutil.rmtree(stage, ignore_errors=True)
    run(['meson', 'install', '-C', folder, '--no-rebuild', '--quiet'], env={**os.environ, 'DESTDIR': stage})
    tree, server = os.path.join(stage, 'usr'), os.path.join(stage, 'server')
    os.makedirs(os.path.join(server, 'bin'))
    shutil.copy(os.path.join(folder, 'agentest-server'), os.path.join(server, 'bin', 'agentest'))
    return tree, server


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def strip_all(sysroot, tree):
    for folder, _, names in os.walk(tree):
        for name in names:
            if is_program(os.path.join(folder, name)):
                run([sysroot.tool('strip'), '--strip-all', '-R', '.comment', os.path.join(folder, name)])


def pack(tree, name, out, when):
    """Write the folder as `name`/... into out/name.tar.gz: sorted, nobody's, of one time; its path."""
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, name + '.tar.gz')

    def plain(info):
        info.uid = info.gid = 0
        info.uname = info.gname = ''
        info.mtime = when
        info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        return info

    with open(path + '.part', 'wb') as file:
        with gzip.GzipFile('', 'wb', 9, file, mtime=0) as packed:
            with tarfile.open(fileobj=packed, mode='w', format=tarfile.GNU_FORMAT) as tar:
                tar.add(tree, name, filter=plain)  # sorts the entries of each folder
    os.replace(path + '.part', path)
    return path


def packed_size(path):
    with open(path, 'rb') as file:
        return len(gzip.compress(file.read(), 9))


def describe(tree, path):
    """Print what the package's bytes are."""
    for folder, _, names in sorted(os.walk(tree)):
        for name in sorted(names):
            whole = os.path.join(folder, name)
            if not os.path.islink(whole) and os.path.getsize(whole) > 200_000:
                print(f'  {os.path.relpath(whole, tree):38} {os.path.getsize(whole) / 1e6:6.2f} MB, '
                      f'{packed_size(whole) / 1e6:5.2f} MB packed')
    print(f'{path}: {os.path.getsize(path) / 1e6:.2f} MB')


def make(arch, out, work):
    began = time.monotonic()
    places = mirrors()
    sysroot = Sysroot(arch, work, places).make()
    built = make_all(sysroot, work, places)
    print(f'{arch}: sysroot and libraries ready after {time.monotonic() - began:.0f} s')
    tree, server = build(sysroot, built)
    place_notices(tree, sysroot, built)
    shutil.copy(os.path.join(ROOT, 'LICENSE'), tree)
    for name in SERVER:
        copy = shutil.copytree if os.path.isdir(os.path.join(tree, name)) else shutil.copy
        os.makedirs(os.path.dirname(os.path.join(server, name)), exist_ok=True)
        copy(os.path.join(tree, name), os.path.join(server, name))
    text = read(os.path.join(HERE, 'README.tarball')).replace('@VERSION@', version()).replace('@ARCH@', arch)
    with open(os.path.join(tree, 'README'), 'w', encoding='utf-8') as file:
        file.write(text)
    for folder, part in ((tree, ''), (server, '-server')):
        strip_all(sysroot, folder)
        verify_tree(folder, sysroot)
        describe(folder, pack(folder, f'agentest-{version()}-linux-{arch}{part}', out, epoch()))
    print(f'{arch}: made in {time.monotonic() - began:.0f} s')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--arch', choices=sorted(ARCHES), required=True)
    parser.add_argument('--out', required=True, help='where the tarball goes')
    parser.add_argument('--work', default=os.path.join(ROOT, '.cache', 'tarball'), help='what is kept for the next time')
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    make(args.arch, os.path.abspath(args.out), os.path.abspath(args.work))


if __name__ == '__main__':
    try:
        main()
    except Failure as failure:
        sys.exit(f'make.py: {failure}')
