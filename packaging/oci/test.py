#!/usr/bin/env python3
"""test.py: the container image, unpacked and run by an unprivileged user on a file system that can't be written.

    packaging/oci/test.py IMAGE

Prints a line for each proof. Needs root to unpack, and skopeo.
"""
import argparse
import contextlib
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE.parent / 'debian'), str(HERE.parent), str(ROOT / 'tools')]
# pylint: disable=wrong-import-position
from artifacts import PROJECT, Failure, run_main, version  # noqa: E402
from local_adb import LocalAdb, until  # noqa: E402
from mcp_client import McpClient  # noqa: E402
from readme_lines import lines  # noqa: E402
from root import INSIDE, Report, Root, become_root, command, enter_namespaces  # noqa: E402

DEADLINE_S = 120
ADB_PORT = 5037  # the default of an adb server, free in a network of its own


class Image:
    """The image's configuration, and its root in memory."""

    def __init__(self, path, folder):
        self.archive, self.folder = path, folder

    def read(self):
        """Have skopeo check and unpack the archive, in both forms that it has."""
        for form in ('oci-archive', 'docker-archive'):
            command(['skopeo', 'copy', '--insecure-policy', '--quiet', f'{form}:{self.archive}', f'dir:{self.folder}/{form}'])
        manifest = json.loads((self.folder / 'oci-archive/manifest.json').read_text(encoding='utf-8'))
        blob = lambda part: self.folder / 'oci-archive' / part['digest'].split(':')[1]  # noqa: E731
        self.image = json.loads(blob(manifest['config']).read_text(encoding='utf-8'))
        self.config, self.layer = self.image['config'], blob(manifest['layers'][0])
        docker = json.loads((self.folder / 'docker-archive/manifest.json').read_text(encoding='utf-8'))
        kept = json.loads((self.folder / 'docker-archive' / docker['config']['digest'].split(':')[1]).read_text('utf-8'))
        if kept != self.image:
            raise Failure('the image that docker loads is another one')
        return f'{self.archive.stat().st_size / 1e6:.0f} MB'

    def check_config(self):
        labels = self.config['Labels']
        for name in ('created', 'licenses', 'revision', 'source', 'title', 'version'):
            if not labels.get(f'org.opencontainers.image.{name}'):
                raise Failure(f'no label {name}')
        user = self.config['User'].split(':')[0]
        if not user.isdigit() or user == '0':
            raise Failure(f'the user is {user}')
        return f"uid {user}, {self.image['architecture']}, {labels['org.opencontainers.image.version']}"

    def unpack(self):
        """The root as a container has it: read only, with the volume and /tmp in memory."""
        root = Root(self.layer)
        user, group = self.config['User'].split(':')
        for place, options in [('/tmp', 'mode=1777'),
                               *((place, f'mode=700,uid={user},gid={group}') for place in self.config['Volumes'])]:
            command(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', root.path(place)])
        return root

    def inside(self, root, words, **variables):
        """A command line that runs the words in the root as the image's user, with the image's variables."""
        env = dict(each.split('=', 1) for each in self.config['Env'])
        return root.words(words, user=int(self.config['User'].split(':')[0]), home=self.config['WorkingDir'],
                          env={**env, **variables})

    def words(self, root, words, **variables):
        """A command line that runs the words as a container's first process, which ignores most signals by default."""
        return ['unshare', '--pid', '--fork', '--kill-child', f"--mount-proc={root.path('proc')}",
                *self.inside(root, words, **variables)]


def seal(root):
    """Make all but the mounts of unpack() read only."""
    command(['mount', '-o', 'remount,ro', root.folder])


def first_process(child):
    """The first process of the container, as this side numbers it."""
    path = f'/proc/{child.pid}/task/{child.pid}/children'
    return int(until(lambda: pathlib.Path(path).read_text(encoding='ascii').split(), 'the program started')[0])


@contextlib.contextmanager
def started(words, **pipes):
    """The container's program; it is gone at the end, whatever happens."""
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, text=True, **pipes) as child:
        try:
            yield child
        finally:
            child.kill()


def end_in_order(child, process):
    os.kill(process, signal.SIGTERM)
    child.wait(DEADLINE_S)


def check_handshake(image, root):
    with McpClient(image.words(root, ['agentest']), stderr=subprocess.DEVNULL) as agentest:
        server = agentest.initialize()['serverInfo']
    return f"{server['name']} {server['version']}"


def check_readme(image, root):
    """README.md's line, with what `docker run --network host` does with its words: adb's own port is the host's."""
    line, = lines()['docker']
    words = shlex.split(line)
    own = ['docker', 'run', '--rm', '--network', 'host', f"{PROJECT['oci']}:{version()}"]
    if words[:len(own)] != own:
        raise Failure(f'{line} does not begin with {shlex.join(own)}')
    with LocalAdb(ADB_PORT) as adb:
        serial, _ = adb.start_device_by(image.words(root, ['virtual-android', '--port', '0']))
        said = command(image.words(root, words[len(own):]), timeout=DEADLINE_S)
    if serial not in said:
        raise Failure(said)
    return line


def check_serve(image, root):
    """The image's own command, its health check, and its end by the image's own signal."""
    words = image.words(root, image.config['Cmd'], AGENTEST_HTTP_TOKEN='a-token-of-16-characters')
    with started(words, stderr=subprocess.PIPE) as child:
        for line in child.stderr:
            if 'listening on' in line:
                break
        else:
            raise Failure('the server ended')
        process = first_process(child)
        health = image.inside(root, image.config['Healthcheck']['Test'][1:])
        command(['nsenter', '--target', str(process), '--pid', '--mount', *health], timeout=DEADLINE_S)
        end_in_order(child, process)
    return 'ready, and ended by SIGTERM'


def check_virtual_android(image, root):
    words = image.words(root, ['virtual-android', '--port', '0'])
    with started(words, stdout=subprocess.PIPE) as child:
        ports = child.stdout.readline()
        if 'adb=' not in ports:
            raise Failure(f'it said {ports!r}')
        end_in_order(child, first_process(child))
    return 'ended by SIGTERM'


def check_demo(image, root):
    """The script of autopkgtest: MCP, doctor, the sample flow, the sample scenario."""
    command(image.words(root, ['sh', '/tmp/demo']), timeout=600)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('image', metavar='IMAGE', type=pathlib.Path, help='the archive of make.py')
    path = parser.parse_args().image.resolve()
    become_root()
    if not os.environ.get(INSIDE):
        enter_namespaces()
    report = Report()
    with tempfile.TemporaryDirectory(prefix='agentest-oci-') as folder:
        image = Image(path, pathlib.Path(folder))
        if not report.prove('an OCI archive and a Docker archive', image.read):
            return 1
        report.prove('labels, and a user who is not root', image.check_config)
        with image.unpack() as root:
            root.copy_in([HERE.parent / 'debian/tests/demo'], '/tmp')
            seal(root)
            report.prove('MCP handshake', lambda: check_handshake(image, root))
            report.prove('README.md, docker', lambda: check_readme(image, root))
            report.prove('serve', lambda: check_serve(image, root))
            report.prove('virtual-android', lambda: check_virtual_android(image, root))
            report.prove('the demo in the container', lambda: check_demo(image, root))
    return 1 if report.failed else 0


if __name__ == '__main__':
    sys.exit(run_main(main))
