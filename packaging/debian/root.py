"""root.py: an empty Debian root, packages that are installed into it without a network, and programs that run there.

The root is made once by mmdebstrap; it, package lists and downloaded packages stay in a work folder. Each test unpacks
it into memory, in namespaces of its own: no network but a loopback, no process that outlives the test, no mount that
others see. Needs root, as chroot does.
"""
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# pylint: disable=wrong-import-position
from artifacts import Failure  # noqa: E402

SUITE = 'bookworm'
USER = 1000  # the id of the user who runs the programs
INSIDE = 'AT_INSIDE_NAMESPACES'
APT_QUIET = ['-y', '-q', '-o', 'Dpkg::Use-Pty=0']


class Report:
    """A line for each proof."""

    def __init__(self):
        self.failed = 0

    def prove(self, what, check):
        """check() returns what it measured, or raises. True if it held."""
        try:
            found = check()
        except Exception as error:  # pylint: disable=broad-exception-caught
            self.failed += 1
            print(f'FAILED {what}: {error}', flush=True)
            return False
        print(f'ok {what}' + (f': {found}' if found else ''), flush=True)
        return True


def command(words, **more):
    """Run a command to its end; its output."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **more)
    if done.returncode != 0:
        raise Failure(f'{" ".join(map(str, words))}: status {done.returncode}\n{done.stdout[-4000:]}')
    return done.stdout


def become_root():
    """Start this program again as root if it isn't."""
    if os.geteuid() != 0:
        if not shutil.which('sudo'):
            raise Failure('chroot needs root: run this as root, or install sudo')
        os.execvp('sudo', ['sudo', '--preserve-env=PATH,SOURCE_DATE_EPOCH', sys.executable, *sys.argv])


def base(work):
    """The archive of the empty root."""
    archive = os.path.join(work, f'{SUITE}.tar')
    if not os.path.exists(archive):
        os.makedirs(work, exist_ok=True)
        command(['mmdebstrap', '--quiet', '--variant=minbase', '--format=tar', SUITE, archive + '.part'])
        os.rename(archive + '.part', archive)
    return archive


def unpack(archive, folder):
    command(['tar', '-x', '--numeric-owner', '--xattrs', '-f', archive, '-C', folder])


def download(work, packages):
    """Fetch package lists and what the packages, files or names, need; what is there already isn't fetched again."""
    packages = [os.path.abspath(name) if os.path.exists(name) else name for name in packages]
    cache, lists = (os.path.join(work, name) for name in ('archives', 'lists'))
    for folder in (cache, lists):
        os.makedirs(os.path.join(folder, 'partial'), exist_ok=True)
    with tempfile.TemporaryDirectory(prefix='agentest-root-') as root:
        unpack(base(work), root)
        apt = ['apt-get', *APT_QUIET, '-o', f'Dir={root}', '-o', f'Dir::State::status={root}/var/lib/dpkg/status',
               '-o', f'Dir::Cache::archives={cache}', '-o', f'Dir::State::lists={lists}', '-o', 'APT::Sandbox::User=root']
        fetch = [*apt, 'install', '--download-only', *packages]
        if len(os.listdir(lists)) > 2:
            try:
                return command(fetch)
            except Failure:
                pass  # the lists are old
        command([*apt, 'update'])
        return command(fetch)


def enter_namespaces():
    """Start this program again without a network, and with processes and mounts of its own."""
    if os.environ.get(INSIDE):
        return
    os.environ[INSIDE] = '1'
    words = ['unshare', '--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']
    os.execvp(words[0], [*words, sys.executable, *sys.argv])


def start_loopback():
    flags_of_lo = struct.pack('16sH14x', b'lo', 1)  # IFF_UP
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, flags_of_lo)  # SIOCSIFFLAGS


class Root:
    """An unpacked root in memory; with a work folder apt has its downloads. Only inside enter_namespaces()."""

    def __init__(self, archive, work=None):
        start_loopback()
        self.folder = tempfile.mkdtemp(prefix='agentest-root-')
        command(['mount', '-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', self.folder])
        unpack(archive, self.folder)
        command(['mount', '-t', 'proc', 'proc', self.path('proc')])
        command(['mount', '--rbind', '/dev', self.path('dev')])
        for kept, place in (('archives', 'var/cache/apt/archives'), ('lists', 'var/lib/apt/lists')):
            if work:
                command(['mount', '--bind', os.path.join(work, kept), self.path(place)])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        command(['umount', '--recursive', '--lazy', self.folder])
        os.rmdir(self.folder)

    def path(self, place):
        return os.path.join(self.folder, place.lstrip('/'))

    def words(self, words, user=0, home='/root', env=None):
        """A command line that runs the words inside."""
        variables = {'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'HOME': home, 'LANG': 'C.UTF-8',
                     'DEBIAN_FRONTEND': 'noninteractive', **(env or {})}
        return ['chroot', f'--userspec={user}:{user}', self.folder, 'env', '-i', '-C', home,
                *(f'{name}={value}' for name, value in variables.items()), *words]

    def run(self, words, **where):
        return command(self.words(words, **where), timeout=600)

    def copy_in(self, files, place):
        os.makedirs(self.path(place), exist_ok=True)
        for file in files:
            shutil.copy(file, self.path(place))
        return [os.path.join('/', place, os.path.basename(file)) for file in files]

    def install(self, packages):
        """Install as a user does after the download."""
        return self.run(['apt-get', 'install', *APT_QUIET, *self.copy_in(packages, '/tmp/packages')])
