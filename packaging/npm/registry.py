"""registry.py: a registry with the packed packages of a folder, on a port of this machine, for tests.

npm and npx then take the way of a user: they look a name up, choose the version, fetch it and its dependencies.
"""
import base64
import contextlib
import glob
import hashlib
import http.server
import json
import os
import tarfile
import threading
import urllib.parse


def packages_of(folder):
    """Rows name: (package.json, bytes of the file)."""
    found = {}
    for path in glob.glob(os.path.join(folder, '*.tgz')):
        with tarfile.open(path) as tar:
            about = json.load(tar.extractfile('package/package.json'))
        with open(path, 'rb') as file:
            found[about['name']] = (about, file.read())
    return found


def document(about, data, address):
    """A registry's reply about a package."""
    dist = {'tarball': f"{address}/-/{urllib.parse.quote(about['name'], safe='')}.tgz",
            'integrity': 'sha512-' + base64.b64encode(hashlib.sha512(data).digest()).decode()}
    return {'name': about['name'], 'dist-tags': {'latest': about['version']},
            'versions': {about['version']: {**about, 'dist': dist}}}


def handler(packages):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def do_GET(self):  # pylint: disable=invalid-name
            path = urllib.parse.unquote(self.path.split('?')[0])
            name = path.removeprefix('/-/').removesuffix('.tgz') if path.startswith('/-/') else path[1:]
            about, data = packages.get(name, (None, b''))
            if about and not path.startswith('/-/'):
                host, port = self.server.server_address
                data = json.dumps(document(about, data, f'http://{host}:{port}')).encode()
            self.send_response(200 if about else 404)
            self.send_header('Content-Type', 'application/octet-stream' if path.startswith('/-/') else 'application/json')
            body = data if about else b'{"error": "Not found"}'
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):  # pylint: disable=arguments-differ
            pass

    return Handler


@contextlib.contextmanager
def serving(folder):
    """Serve the packages of a folder; the address."""
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler(packages_of(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield 'http://{}:{}/'.format(*server.server_address)
        finally:
            server.shutdown()
            thread.join()
