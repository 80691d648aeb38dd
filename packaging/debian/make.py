#!/usr/bin/env python3
"""make.py: the Debian packages of the commit that is checked out.

    packaging/debian/make.py --out DIR

Exports the commit, adds debian/, and builds it as a distribution does. The same commit gives the same bytes. Build
dependencies are those of tools/install-deps, and its packages= line.
"""
import argparse
import datetime
import email.utils
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
# pylint: disable=wrong-import-position
from artifacts import Failure, epoch, git, made, run_main, version  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NOT_DEBIAN = shutil.ignore_patterns('*.py', '__pycache__', 'README.md')
REVISION = 1


def changelog(date):
    """Debian's changelog has the packaging's history; ours is in the package."""
    control = (HERE / 'control').read_text(encoding='utf-8')
    maintainer = re.search(r'^Maintainer: (.*)$', control, re.M)[1]
    when = email.utils.format_datetime(datetime.datetime.fromtimestamp(date, datetime.timezone.utc))
    return (f'agentest ({version()}-{REVISION}) unstable; urgency=medium\n\n'
            '  * New version; /usr/share/doc/agentest/CHANGELOG.md.gz has what changed.\n\n'
            f' -- {maintainer}  {when}\n')


def export(tree, date):
    """The commit's files with debian/ among them."""
    with subprocess.Popen(['git', 'archive', '--format=tar', 'HEAD'], cwd=ROOT, stdout=subprocess.PIPE) as archive:
        subprocess.run(['tar', '-x', '-C', tree], stdin=archive.stdout, check=True)
    if archive.returncode != 0:
        raise Failure('git archive failed: packages are built from a clone')
    shutil.copytree(tree / 'packaging/debian', tree / 'debian', ignore=NOT_DEBIAN)
    (tree / 'debian/changelog').write_text(changelog(date), encoding='utf-8')


def environment(date):
    env = {**os.environ, 'SOURCE_DATE_EPOCH': str(date), 'LC_ALL': 'C.UTF-8', 'TZ': 'UTC',
           'DEB_BUILD_OPTIONS': 'parallel=2 noautodbgsym', 'DEB_CFLAGS_STRIP': '-g'}
    # debhelper hides the home folder, where ccache would look.
    if shutil.which('ccache'):
        folder = subprocess.run(['ccache', '--get-config', 'cache_dir'], check=True, stdout=subprocess.PIPE, text=True).stdout
        env.setdefault('CCACHE_DIR', folder.strip())
    return env


def build(tree, date):
    log = tree.parent / 'build.log'
    with open(log, 'w', encoding='utf-8') as file:
        done = subprocess.run(['dpkg-buildpackage', '--build=binary', '--no-sign'], cwd=tree, env=environment(date),
                              stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        sys.stderr.write(''.join(log.read_text(encoding='utf-8', errors='replace').splitlines(True)[-60:]))
        raise Failure(f'dpkg-buildpackage: status {done.returncode}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--out', metavar='DIR', type=pathlib.Path, required=True, help='the folder of the packages')
    parser.add_argument('--work', metavar='DIR', type=pathlib.Path, default=ROOT / '.cache/debian',
                        help='the folder to build in')
    options = parser.parse_args()
    out, work = options.out.resolve(), options.work.resolve()
    date = epoch()
    if git('status', '--porcelain', '--untracked-files=no'):
        print('make.py: uncommitted changes are not in the packages', file=sys.stderr)
    out.mkdir(parents=True, exist_ok=True)
    folder = work / 'build'
    shutil.rmtree(folder, ignore_errors=True)
    tree = folder / f'agentest-{version()}'
    tree.mkdir(parents=True)
    export(tree, date)
    build(tree, date)
    for package in sorted(folder.glob('*.deb')):
        made(shutil.copy(package, out))
    shutil.rmtree(folder)


if __name__ == '__main__':
    sys.exit(run_main(main))
