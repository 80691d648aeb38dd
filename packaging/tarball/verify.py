"""verify.py: what a program of the tarball may need from the system it runs on."""
import os
import re

from debian import Failure, run

GLIBC = (2, 31)
SYSTEM = re.compile(r'(libc|libm|libpthread|libdl|librt|libresolv|ld-linux-x86-64|ld-linux-aarch64)\.so\.\d')


def is_program(path):
    if os.path.islink(path):
        return False
    with open(path, 'rb') as file:
        return file.read(4) == b'\x7fELF'


def needed(dump):
    """The shared libraries of `objdump -p`."""
    return re.findall(r'^\s+NEEDED\s+(\S+)$', dump, re.M)


def newest(dump):
    """The newest version of glibc in `objdump -p`, as numbers."""
    return max([tuple(map(int, found.split('.'))) for found in re.findall(r'\bGLIBC_(2\.[\d.]+)', dump)], default=(0,))


def faults(name, dump):
    """The faults of a program, from its `objdump -p`."""
    found = [f'{name} needs {library}, which is not of glibc' for library in needed(dump) if not SYSTEM.fullmatch(library)]
    if newest(dump)[:2] > GLIBC:
        found.append(f'{name} needs glibc {".".join(map(str, newest(dump)))}')
    found += [f'{name} looks for libraries in {path}' for path in re.findall(r'^\s+R(?:UN)?PATH\s+(\S+)$', dump, re.M)]
    return found


def verify_tree(tree, sysroot):
    """Look at each program of the tree; a Failure names all that is wrong."""
    bad, programs = [], []
    for folder, _, names in sorted(os.walk(tree)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if is_program(path):
                programs.append(name)
                dump = run([sysroot.tool('objdump'), '-p', path])
                bad += faults(name, dump)
                with open(path, 'rb') as file:
                    if os.fsencode(sysroot.work) in file.read():
                        bad.append(f'{name} contains the path of the work folder')
    if bad:
        raise Failure('\n'.join(bad))
    print(f'{len(programs)} programs need glibc {GLIBC[0]}.{GLIBC[1]} at most and no other library: {", ".join(programs)}')
