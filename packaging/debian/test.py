#!/usr/bin/env python3
"""test.py: the Debian packages in an empty Debian 12, without a network and without this source tree.

    packaging/debian/test.py [--work DIR] DEB...

Prints a line for each proof. Needs root, mmdebstrap, lintian and autopkgtest. The root's archive and what the packages
need are downloaded once and kept in DIR.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(ROOT / 'tools')]
# pylint: disable=wrong-import-position
from artifacts import Failure, PROJECT, run_main  # noqa: E402
from make import changelog  # noqa: E402
from mcp_client import McpClient  # noqa: E402
from readme_lines import lines, stand_ins  # noqa: E402
from root import (APT_QUIET, INSIDE, USER, Report, Root, base, become_root, command, download,  # noqa: E402
                  enter_namespaces)

MAX_BYTES = 6_000_000
MAX_SECONDS = 10
NAMES = PROJECT['programs']
FOR_AUTOPKGTEST = ['apt-utils', 'dpkg-dev']
HOME = '/home/tester'
# Where a removed package may leave something: what others wrote, and what isn't of a package.
ELSEWHERE = ['proc', 'sys', 'dev', 'tmp', 'home', 'var/log', 'var/lib/apt', 'var/cache/apt']


def check_sizes(debs):
    sizes = {deb.name.split('_')[0]: deb.stat().st_size for deb in debs}
    large = [name for name, size in sizes.items() if size > MAX_BYTES]
    if large:
        raise Failure(f'{", ".join(large)}: {sizes}')
    return ', '.join(f'{name} {size / 1000:.0f} kB' for name, size in sizes.items())


def check_names(debs):
    found = sorted(deb.name.split('_')[0] for deb in debs)
    if found != NAMES:
        raise Failure(f'{found}')
    return ', '.join(found)


def check_copyright():
    """Each holder in the notices of the dashboard's libraries is in debian/copyright."""
    notices = (ROOT / 'web/dist/licences.txt').read_text(encoding='utf-8')
    copyright_file = (HERE / 'copyright').read_text(encoding='utf-8')
    names = re.findall(r'^Copyright (?:\(c\) )?(?:\d{4}(?:-present)?,? )?((?!notice|[Hh]older|statement|HOLDER)[^(<\n]+)',
                       notices, re.M)
    missing = [name.strip() for name in names if name.strip() not in copyright_file]
    if missing or len(names) < 10:
        raise Failure(f'missing: {missing}')
    return f'{len(names)} holders'


def check_lintian(debs):
    command(['lintian', '--allow-root', '--fail-on', 'error,warning', *debs])


def handshake(root):
    words = root.words(['agentest'], user=USER, home=HOME)
    with McpClient(words, stderr=subprocess.DEVNULL) as agentest:
        return agentest.initialize()['serverInfo']


def processor_seconds():
    used = os.times()
    return used.children_user + used.children_system


def check_first_reply(root, debs):
    """The time from README.md's lines, whose download is a copy, to the first reply. On a busy machine the processor's
    time counts."""
    stand_ins(root.path('usr/local/bin'), pathlib.Path('/tmp/release'))
    root.copy_in(debs, '/tmp/release')
    pathlib.Path(root.path('etc/apt/apt.conf.d/90yes')).write_text('APT::Get::Assume-Yes "true";\n', encoding='utf-8')
    began, used = time.monotonic(), processor_seconds()
    root.run(['sh', '-ec', '\n'.join(['cd /tmp', *lines()['apt']])], env={'PATH': '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'})
    server = handshake(root)
    seconds, used = time.monotonic() - began, processor_seconds() - used
    told = f"{server['name']} {server['version']} after {seconds:.1f} s, {used:.1f} s of them computing"
    if seconds > MAX_SECONDS and (used > MAX_SECONDS or seconds < 2 * used):
        raise Failure(told)
    return told


def check_versions(root, debs):
    expected = debs[0].name.split('_')[1].rsplit('-', 1)[0]
    for name in NAMES:
        said = root.run([name, '--version'], user=USER, home=HOME)
        if not said.startswith(f'{name} {expected}'):
            raise Failure(said)
    return expected


def check_demo(root):
    """The script of autopkgtest, as a user and with nothing of the source."""
    script, = root.copy_in([HERE / 'tests/demo'], '/tmp/demo')
    said = root.run([script], user=USER, home=HOME)
    for part in ('agentest: connect', 'agentest doctor', 'login.yaml', 'notes.json'):
        if part not in said:
            raise Failure(f'no {part} in {said}')
    return 'MCP, doctor, the sample flow and the sample scenario'


def check_autopkgtest(root, debs):
    """The same by Debian's own tool. What it needs is installed before: it tries for minutes to reach a mirror."""
    root.run(['apt-get', 'install', *APT_QUIET, *FOR_AUTOPKGTEST])
    os.remove(root.path('etc/apt/sources.list'))
    with tempfile.TemporaryDirectory(prefix='agentest-autopkgtest-') as folder:
        tree = pathlib.Path(folder) / 'tree'
        shutil.copytree(HERE, tree / 'debian', ignore=shutil.ignore_patterns('*.py', '__pycache__'))
        (tree / 'debian/changelog').write_text(changelog(0), encoding='utf-8')
        command(['autopkgtest', '--no-built-binaries', *debs, tree, '--', 'chroot', root.folder], timeout=600)


def paths_of(root):
    """All paths of the root but those ELSEWHERE."""
    prune = []
    for place in ELSEWHERE:
        prune += ['-path', root.path(place), '-prune', '-o']
    return set(command(['find', root.folder, *prune, '-print']).splitlines())


def check_purge(root):
    before = set()
    for name in NAMES:
        before.update(root.run(['dpkg', '-L', name]).split())
    owned = [path for path in before if re.search(r'agentest|mobile-(dev|tester)-agent|virtual-android', path)]
    root.run(['apt-get', 'purge', *APT_QUIET, *NAMES])
    left = [path[len(root.folder):] for path in paths_of(root)
            if re.search(r'agentest|mobile-(dev|tester)-agent|virtual-android', path[len(root.folder):])]
    if left or len(owned) < 20:
        raise Failure(f'left: {sorted(left)}; there were {len(owned)}')
    return f'{len(owned)} paths are gone'


def inside(debs, work):
    report = Report()
    report.prove('packages', lambda: check_names(debs))
    report.prove('at most 6 MB each', lambda: check_sizes(debs))
    report.prove('copyright names the holders of the dashboard', check_copyright)
    report.prove('lintian finds no error and no warning', lambda: check_lintian(debs))
    with Root(base(work), work) as root:
        root.run(['useradd', '--create-home', '--uid', str(USER), '--home-dir', HOME, 'tester'])
        report.prove('README.md, apt: the first MCP reply within 10 s of the download', lambda: check_first_reply(root, debs))
        report.prove('all packages install', lambda: root.install(debs) and '')
        report.prove('versions', lambda: check_versions(root, debs))
        report.prove('the demo with installed programs', lambda: check_demo(root))
        report.prove('purge leaves nothing', lambda: check_purge(root))
        report.prove('autopkgtest', lambda: check_autopkgtest(root, debs))
    return 1 if report.failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('debs', metavar='DEB', nargs='+', type=pathlib.Path, help='the packages of make.py')
    parser.add_argument('--work', metavar='DIR', type=pathlib.Path, default=ROOT / '.cache/debian',
                        help='where downloads are kept')
    options = parser.parse_args()
    debs = sorted(deb.resolve() for deb in options.debs)
    work = options.work.resolve()
    become_root()
    if not os.environ.get(INSIDE):
        download(work, [*debs, *FOR_AUTOPKGTEST])
        enter_namespaces()
    return inside(debs, work)


if __name__ == '__main__':
    sys.exit(run_main(main))
