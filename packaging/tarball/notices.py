"""notices.py: the licences of all that is linked into the programs."""
import os
import re
import shutil

from debian import Failure, unpack
from sysroot import LIBRARIES

# Licences that the copyright files only name; Debian keeps their texts in one place.
COMMON = 'usr/share/common-licenses'
# The package that has the copyright file of the compiler's libraries.
RUNTIME = 'gcc-10-base'


def place_notices(tree, sysroot, built):
    """Put the copyright file of each library into share/doc/agentest/licences."""
    folder = os.path.join(tree, 'share', 'doc', 'agentest', 'licences')
    os.makedirs(folder, exist_ok=True)
    runtime = os.path.join(sysroot.work, 'notices-' + sysroot.arch)
    shutil.rmtree(runtime, ignore_errors=True)
    unpack(sysroot.apt.fetch([RUNTIME + '/bullseye']), runtime)
    rows = [(name.removesuffix('-dev'), sysroot.path('usr', 'share', 'doc', name, 'copyright')) for name in [*LIBRARIES, 'libc6']]
    rows.append((RUNTIME, os.path.join(runtime, 'usr', 'share', 'doc', RUNTIME, 'copyright')))
    rows += [(library.name, sysroot.path(prefix[1:], 'copyright')) for library, prefix in built]
    named = set()
    for name, path in rows:
        if not os.path.exists(path):
            raise Failure(f'{name} has no copyright file ({path})')
        shutil.copyfile(path, os.path.join(folder, name + '.txt'))
        with open(path, encoding='utf-8') as file:
            named.update(re.findall(r'common-licenses/([\w.-]*\w)', file.read()))
    for name in sorted(named):
        text = sysroot.path(COMMON, name)
        if os.path.exists(text):
            shutil.copyfile(text, os.path.join(folder, 'text-' + name + '.txt'))
