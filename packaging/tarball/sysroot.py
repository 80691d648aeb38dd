"""sysroot.py: a folder with what the programs of one architecture are compiled and linked with.

It has the C library of Debian 11 (glibc 2.31), headers and static libraries, and no shared library but the C library's own:
the linker has nothing else to choose. The libraries of Debian 12 ask for nothing that glibc 2.31 hasn't; verify.py looks at
each program that comes out.
"""
import glob
import inspect
import os
import re
import shutil

from debian import Apt, Failure, digest, run, unpack

# The names of an architecture: ours, Debian's, the compiler's.
ARCHES = {
    'x86_64': {'debian': 'amd64', 'triplet': 'x86_64-linux-gnu', 'cpu': 'x86_64',
               'loader': 'lib64/ld-linux-x86-64.so.2'},
    'arm64': {'debian': 'arm64', 'triplet': 'aarch64-linux-gnu', 'cpu': 'aarch64',
              'loader': 'lib/ld-linux-aarch64.so.1'},
}

SUITES = [
    ('deb', 'bullseye', 'main'),
    ('deb', 'bookworm', 'main'),
    ('deb', 'bookworm-security', 'security'),
]

# Debian 11: the C library, and the C++ runtime for openh264 (that of Debian 12 asks for a glibc of 2.35).
BASE = [
    'libc6',
    'libc6-dev',
    'linux-libc-dev',
    'libgcc-10-dev',
    'libstdc++-10-dev',
]

# Debian 12: libraries that are whole in their .a, and whose copyright files go into the tarball.
LIBRARIES = [
    'libbsd-dev',
    'libedit-dev',
    'libexpat1-dev',
    'libjansson-dev',
    'libjpeg62-turbo-dev',
    'libmd-dev',
    'libncurses-dev',
    'libnghttp2-dev',
    'libopenh264-dev',
    'libpcre2-dev',
    'libpng-dev',
    'libprotobuf-c-dev',
    'libsodium-dev',
    'libsqlite3-dev',
    'libyaml-dev',
    'zlib1g-dev',
]

# For the notices: the texts of licences that others only name, and the file that libncurses-dev's link leads to.
NOTICES = [
    'base-files',
    'libtinfo6',
]

# Libraries that the .pc files of static ones leave out. expat takes arc4random_buf() from a newer glibc; libbsd has it too.
PRIVATE = {
    'expat': '-lm -lbsd -lmd',
    'sqlite3': '-lm -lz -lpthread -ldl',
}

# The C library's own names in a program's list of needed libraries.
OWN = r'(ld-linux|ld-\d|libc|libm|libmvec|libpthread|libdl|librt|libresolv|libutil|libanl|libnss_\w+|libnsl)[-.]'


class Sysroot:
    """The folder of one architecture in `work`; made by make()."""

    def __init__(self, arch, work, places):
        self.arch = arch
        self.names = ARCHES[arch]
        self.triplet = self.names['triplet']
        self.work = work
        self.apt = Apt(os.path.join(work, 'apt-' + arch), self.names['debian'], SUITES, places)
        self.folder = ''
        self.key = ''

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    @property
    def lib(self):
        return self.path('usr', 'lib', self.triplet)

    def make(self):
        """Fetch and unpack; a sysroot of the same packages is used again."""
        base = self.apt.fetch([name + '/bullseye' for name in BASE])
        others = self.apt.fetch(LIBRARIES + NOTICES)
        steps = [inspect.getsource(step) for step in (Sysroot.drop_shared, Sysroot.place_runtime, Sysroot.point_inside)]
        self.key = digest(OWN, *steps, *[os.path.basename(path) for path in base + others])
        self.folder = os.path.join(self.work, f'sysroot-{self.arch}-{self.key}')
        if os.path.exists(self.path('complete')):
            self.write_compiler()
            self.complete_needs()
            return self
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        unpack(base + others, self.folder)
        self.drop_shared()
        self.place_runtime()
        self.point_inside()
        self.write_compiler()
        self.complete_needs()
        with open(self.path('complete'), 'w', encoding='utf-8'):
            pass
        return self

    def drop_shared(self):
        """Keep the C library shared and everything else static."""
        static = [os.path.basename(path) for path in glob.glob(os.path.join(self.lib, '*.a'))]
        for path in glob.glob(os.path.join(self.lib, '*.so*')) + glob.glob(self.path('lib', self.triplet, '*.so*')):
            if not re.match(OWN, os.path.basename(path)) and os.path.basename(path) != 'libutil.so':
                os.remove(path)
        for name in static:
            if re.match(OWN, name) and not name.startswith('libmvec'):
                os.remove(os.path.join(self.lib, name))

    def place_runtime(self):
        """Debian 11's C++ runtime where the compiler finds it before its own."""
        for name in ('libstdc++.a', 'libgcc_eh.a'):
            shutil.copy(self.path('usr', 'lib', 'gcc', self.triplet, '10', name), self.lib)
        shutil.rmtree(self.path('usr', 'lib', 'gcc'))

    def point_inside(self):
        """Make absolute links relative; they would lead to the machine's own files."""
        for folder, _, files in os.walk(self.folder):
            for name in files:
                path = os.path.join(folder, name)
                target = os.readlink(path) if os.path.islink(path) else ''
                if target.startswith('/'):
                    os.remove(path)
                    os.symlink(os.path.relpath(self.folder + target, folder), path)

    def complete_needs(self):
        """Add PRIVATE to the .pc files, once."""
        for name, libraries in PRIVATE.items():
            path = os.path.join(self.lib, 'pkgconfig', name + '.pc')
            with open(path, encoding='utf-8') as file:
                lines = [line for line in file.read().splitlines() if not line.startswith('Libs.private:')]
            with open(path, 'w', encoding='utf-8') as file:
                file.write('\n'.join([*lines, f'Libs.private: {libraries}', '']))

    def tool(self, name):
        """A program of the binutils or the compiler of this architecture."""
        found = shutil.which(f'{self.triplet}-{name}')
        if not found:
            raise Failure(f'there is no {self.triplet}-{name}: run tools/install-deps --packages')
        return found

    def compiler(self):
        """The script that compiles with this sysroot and nothing of the machine's."""
        return self.path('cc')

    def write_compiler(self):
        gcc = self.tool('gcc')
        own = run([gcc, '-print-file-name=include']).strip()
        headers = f'-isystem {own} -isystem {self.path("usr/include", self.triplet)} -isystem {self.path("usr/include")}'
        before = 'ccache ' if shutil.which('ccache') else ''
        with open(self.compiler(), 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\nexec {before}{gcc} --sysroot={self.folder} -nostdinc {headers} -B{self.lib}/ '
                       f'-static-libgcc "$@"\n')
        os.chmod(self.compiler(), 0o755)

    def compiler_key(self):
        return digest(self.key, run([self.tool('gcc'), '--version']))
