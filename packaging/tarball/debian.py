"""debian.py: packages of Debian, fetched and unpacked without touching the system.

An Apt has its own lists and cache in a folder, for one architecture, and needs no root. It takes its mirrors and proxies
from the system's configuration: nothing here names a server.
"""
import functools
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import time

LISTS_FRESH_S = 24 * 3600
CONF = '''Dir::State "{0}";
Dir::State::status "{0}/status";
Dir::State::lists "{0}/lists";
Dir::Cache "{0}/cache";
Dir::Etc::sourcelist "{0}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::Etc::main "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Architecture "{1}";
APT::Architectures "{1}";
APT::Sandbox::User "root";
APT::Get::List-Cleanup "1";
Acquire::Languages "none";
Acquire::Retries "3";
Debug::NoLocking "1";
'''


class Failure(Exception):
    """Something that a person must change; main() prints it as one line."""


def run(words, cwd=None, env=None, stdin=None):
    """Run words; the output, or a Failure with its end."""
    ended = subprocess.run([str(word) for word in words], cwd=cwd, env=env, input=stdin, text=True, check=False,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ended.returncode:
        tail = '\n'.join(ended.stdout.splitlines()[-25:])
        raise Failure(f'{shlex.join(map(str, words))} failed ({ended.returncode}):\n{tail}')
    return ended.stdout


def digest(*parts):
    """A short key of texts and bytes, in their order."""
    sum_ = hashlib.sha256()
    for part in parts:
        part = part if isinstance(part, bytes) else str(part).encode()
        sum_.update(b'%d:' % len(part) + part)
    return sum_.hexdigest()[:16]


def mirrors():
    """The machine's mirror of Debian and the one of its security updates, from its own lists."""
    found = {}
    form = '$(CREATED_BY) $(ORIGIN) $(RELEASE) $(REPO_URI)'
    for line in run(['apt-get', 'indextargets', '--format', form]).splitlines():
        kind, origin, release, uri = (line.split(' ') + [''] * 4)[:4]
        if kind == 'Packages' and origin == 'Debian':
            found.setdefault('security' if release.endswith('-security') else 'main', uri.rstrip('/'))
    if 'main' not in found:
        raise Failure('this machine has no mirror of Debian: run apt-get update on Debian, '
                      'or name one with --mirror and --security-mirror')
    return found


def connection():
    """The machine's proxies and such, as lines of a configuration."""
    wanted = re.compile(r'Acquire::(https?|ftp|Check-Valid-Until|Check-Date|Max-FutureTime)\b', re.I)
    dump = run(['apt-config', 'dump', '--no-empty'])
    return ''.join(f'{line}\n' for line in dump.splitlines() if wanted.match(line))


class Apt:
    """Packages of one architecture from `suites`, rows of (deb or deb-src, suite, 'main' or 'security')."""

    def __init__(self, folder, arch, suites, places):
        self.folder = os.path.abspath(folder)
        os.makedirs(os.path.join(self.folder, 'lists', 'partial'), exist_ok=True)
        os.makedirs(os.path.join(self.folder, 'cache', 'archives', 'partial'), exist_ok=True)
        self.files = os.path.join(self.folder, 'files')
        os.makedirs(self.files, exist_ok=True)
        lines = ''.join(f'{kind} {places[place]} {suite} main\n' for kind, suite, place in suites if place in places)
        self.write('status', '')
        self.write('apt.conf', CONF.format(self.folder, arch) + connection())
        self.is_new = self.write('sources.list', lines)
        self.env = {**os.environ, 'APT_CONFIG': os.path.join(self.folder, 'apt.conf'), 'LC_ALL': 'C'}

    def write(self, name, text):
        """Write a file of the folder; False if it says so already."""
        path = os.path.join(self.folder, name)
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                if file.read() == text:
                    return False
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return True

    def is_due(self):
        """True if the lists are a day old or of other mirrors."""
        stamp = os.path.join(self.folder, 'updated')
        is_fresh = os.path.exists(stamp) and time.time() - os.path.getmtime(stamp) < LISTS_FRESH_S
        return self.is_new or not is_fresh

    def update(self):
        """Fetch the lists, once a day; without a network those of an earlier day do."""
        stamp = os.path.join(self.folder, 'updated')
        if not self.is_due():
            return
        try:
            run(['apt-get', 'update', '-qq', '--error-on=any'], env=self.env)
        except Failure as failure:
            if self.is_new or not os.path.exists(stamp):
                raise
            print(f'the lists of {self.folder} stay as they were: {failure}')
            return
        with open(stamp, 'w', encoding='utf-8'):
            pass
        self.is_new = False

    def fetch(self, names):
        """The paths of the packages' files, each fetched once."""
        return self.files_of(['apt-get', 'download', '-q', '--print-uris', *names])

    def fetch_source(self, name):
        """The paths of a source package's files, its .dsc among them: the newest version that the mirror has.

        A mirror that is being brought up to date, or keeps less than all, lists versions without their files.
        """
        self.update()
        found = re.findall(r'^Version: (\S+)$', run(['apt-cache', 'showsrc', '--only-source', name], env=self.env), re.M)
        failure = Failure(f'there is no source package {name}')
        for each in sorted(set(found), key=functools.cmp_to_key(compare_versions), reverse=True):
            try:
                return self.files_of(['apt-get', 'source', '-qq', '--download-only', '--print-uris', f'{name}={each}'])
            except Failure as why:
                failure = why
        raise failure

    def files_of(self, words):
        self.update()
        rows = re.findall(r"^'[^']+' (\S+) (\d+) SHA256:([0-9a-f]+)$", run(words, env=self.env), re.M)
        paths = [os.path.join(self.files, name) for name, _, _ in rows]
        if not all(is_whole(path, row[2]) for path, row in zip(paths, rows)):
            run([word for word in words if word != '--print-uris'], cwd=self.files, env=self.env)
        for path, (name, _, sum_) in zip(paths, rows):
            if not is_whole(path, sum_):
                raise Failure(f'{name} is not what the lists say')
        return sorted(paths)


def compare_versions(one, other):
    """The order of two of Debian's versions, as a number for sorted()."""
    is_less = subprocess.run(['dpkg', '--compare-versions', one, 'lt', other], check=False).returncode == 0
    return -1 if is_less else int(one != other)


def is_whole(path, sum_):
    if not os.path.exists(path):
        return False
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest() == sum_


def unpack(packages, folder):
    """Unpack binary packages into a folder."""
    for package in packages:
        run(['dpkg-deb', '-x', package, folder])


def unpack_source(files, folder):
    """Unpack a source package with Debian's patches; the folder must not be there."""
    dsc = next(path for path in files if path.endswith('.dsc'))
    shutil.rmtree(folder, ignore_errors=True)
    run(['dpkg-source', '--no-check', '--no-copy', '-x', dsc, folder])
