#!/usr/bin/env python3
"""make.py: the container image of the Debian packages, without a container daemon.

    packaging/oci/make.py --out DIR DEB...

Writes DIR/agentest-VERSION-oci.tar: `docker load` takes it, and whatever reads an OCI archive. It is an empty Debian 12
with the packages, in one layer; the same packages and the same Debian give the same bytes. Needs root and mmdebstrap.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE.parent / 'debian'), str(HERE.parent)]
# pylint: disable=wrong-import-position
from artifacts import PROJECT, Failure, epoch, git, made, run_main, version  # noqa: E402
from root import INSIDE, Root, base, become_root, command, download, enter_namespaces  # noqa: E402

USER = 10001
DATA = '/var/lib/agentest'
# Files that no container needs, or that differ from one installation to the next.
LEFT = ['tmp/*', 'var/tmp/*', 'var/log/*', 'var/cache/apt/*.bin', 'var/cache/ldconfig/*', 'var/cache/debconf/*-old',
        'var/lib/dpkg/*-old', 'var/lib/systemd/*', 'etc/*-', 'etc/resolv.conf', 'etc/hostname', 'etc/machine-id',
        'usr/share/man/*', 'usr/share/info/*', 'usr/share/lintian/*']
INDEX, MANIFEST, CONFIG, LAYER = ('application/vnd.oci.image.' + kind for kind in (
    'index.v1+json', 'manifest.v1+json', 'config.v1+json', 'layer.v1.tar+gzip'))


def fill(root, debs, date):
    """Install the packages and make the user."""
    env = {'SOURCE_DATE_EPOCH': str(date)}
    root.install(debs)
    root.run(['groupadd', '--system', '--gid', str(USER), 'agentest'], env=env)
    root.run(['useradd', '--system', '--uid', str(USER), '--gid', str(USER), '--home-dir', DATA,
              '--shell', '/usr/sbin/nologin', 'agentest'], env=env)
    os.mkdir(root.path(DATA), 0o700)
    os.chown(root.path(DATA), USER, USER)


def layer_of(root, date):
    """The root as a compressed layer, and the digest of what is compressed in it."""
    words = ['tar', '-c', '--sort=name', f'--mtime=@{date}', '--numeric-owner', '--xattrs', '--format=posix',
             '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime', '--one-file-system',
             '--anchored', *(f'--exclude=./{place}' for place in LEFT), '-C', root.folder, '.']
    packed, digest = io.BytesIO(), hashlib.sha256()
    with subprocess.Popen(words, stdout=subprocess.PIPE) as tar, \
            gzip.GzipFile('', 'wb', 6, packed, mtime=0) as compressor:
        while block := tar.stdout.read(1 << 20):
            digest.update(block)
            compressor.write(block)
    if tar.returncode != 0:
        raise Failure(f'tar: status {tar.returncode}')
    return packed.getvalue(), 'sha256:' + digest.hexdigest()


def config_of(diff_id, date):
    """The image's configuration: config.json with what differs by version and machine."""
    config = json.loads((HERE / 'config.json').read_text(encoding='utf-8'))
    created = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(date))
    config['Labels'] = {'org.opencontainers.image.' + name: value for name, value in {
        'created': created,
        'description': PROJECT['summary'],
        'documentation': PROJECT['repository'] + '/blob/main/deploy/README.md',
        'licenses': PROJECT['licence'],
        'revision': git('rev-parse', 'HEAD'),
        'source': PROJECT['repository'],
        'title': PROJECT['title'],
        'version': version(),
    }.items()}
    config['Labels']['io.modelcontextprotocol.server.name'] = PROJECT['mcp']  # the MCP registry knows the owner by it
    return {
        'created': created,
        'architecture': command(['dpkg', '--print-architecture']).strip(),
        'os': 'linux',
        'config': config,
        'rootfs': {'type': 'layers', 'diff_ids': [diff_id]},
        'history': [{'created': created, 'created_by': 'packaging/oci/make.py'}],
    }


class Archive:
    """An image in OCI's layout, with the manifest that `docker load` also wants."""

    def __init__(self):
        self.files = {}

    def add_blob(self, media_type, content):
        digest = hashlib.sha256(content).hexdigest()
        self.files[f'blobs/sha256/{digest}'] = content
        return {'mediaType': media_type, 'digest': f'sha256:{digest}', 'size': len(content)}

    def add_json(self, name, value):
        self.files[name] = json.dumps(value, sort_keys=True).encode()

    def add_image(self, layer, config, name):
        parts = [self.add_blob(LAYER, layer), self.add_blob(CONFIG, json.dumps(config, sort_keys=True).encode())]
        manifest = {'schemaVersion': 2, 'mediaType': MANIFEST, 'config': parts[1], 'layers': [parts[0]]}
        entry = self.add_blob(MANIFEST, json.dumps(manifest, sort_keys=True).encode())
        entry['annotations'] = {'org.opencontainers.image.ref.name': name.split(':')[1],
                                'io.containerd.image.name': f'docker.io/library/{name}'}
        self.add_json('oci-layout', {'imageLayoutVersion': '1.0.0'})
        self.add_json('index.json', {'schemaVersion': 2, 'mediaType': INDEX, 'manifests': [entry]})
        paths = ['blobs/' + part['digest'].replace(':', '/') for part in parts]
        self.add_json('manifest.json', [{'Config': paths[1], 'RepoTags': [name], 'Layers': [paths[0]]}])

    def write(self, path, date):
        with tarfile.open(path, 'w', format=tarfile.USTAR_FORMAT) as tar:
            for name in sorted(self.files):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mtime, entry.mode = len(self.files[name]), date, 0o644
                tar.addfile(entry, io.BytesIO(self.files[name]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('debs', metavar='DEB', nargs='+', type=pathlib.Path, help='the packages')
    parser.add_argument('--out', metavar='DIR', type=pathlib.Path, required=True, help='the folder of the image')
    parser.add_argument('--work', metavar='DIR', type=pathlib.Path, default=ROOT / '.cache/debian',
                        help='where downloads are kept')
    options = parser.parse_args()
    debs = sorted(deb.resolve() for deb in options.debs)
    work = options.work.resolve()
    become_root()
    if not os.environ.get(INSIDE):
        download(work, debs)
        enter_namespaces()
    date = epoch()
    with Root(base(work), work) as root:
        fill(root, debs, date)
        layer, diff_id = layer_of(root, date)
    archive = Archive()
    archive.add_image(layer, config_of(diff_id, date), f'agentest:{version()}')
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / f'agentest-{version()}-oci.tar'
    archive.write(path, date)
    made(path)


if __name__ == '__main__':
    sys.exit(run_main(main))
