"""local_adb.py: an adb server and virtual devices of one's own.

They live on ports nobody else uses and end with the `with` statement, so that
an adb server that the user already runs is left alone.
"""
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time

DEADLINE_S = 20


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def until(check, what):
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        value = check()
        if value:
            return value
        time.sleep(0.02)  # the adb server's start and a boot have no event to wait for
    raise TimeoutError(f'not within {DEADLINE_S} s: {what}')


class LocalAdb:
    """An adb server that sees only the devices that are added to it; on a port that is free, or on that one."""

    def __init__(self, port=None):
        self.home = tempfile.mkdtemp(prefix='agentest-')
        self.port = port or free_port()
        self.env = {**os.environ, 'HOME': self.home, 'ANDROID_ADB_SERVER_PORT': str(self.port),
                    'ADB_LOCAL_TRANSPORT_MAX_PORT': '1', 'ADB_USB': '0', 'ADB_MDNS': '0'}
        for name in ('ANDROID_SERIAL', 'ADB_SERVER_SOCKET', 'ANDROID_ADB_SERVER_ADDRESS'):
            self.env.pop(name, None)
        self.children = []

    def __enter__(self):
        self.spawn(['adb', '-P', str(self.port), 'nodaemon', 'server'],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: self.query('host:version'), 'the adb server answers')
        return self

    def __exit__(self, *_):
        for child in reversed(self.children):
            child.terminate()
        for child in self.children:
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child.stdout:
                child.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def spawn(self, words, **more):
        child = subprocess.Popen(words, env=self.env, stdin=subprocess.DEVNULL, **more)
        self.children.append(child)
        return child

    def query(self, request):
        """One request in the server's own protocol; its raw answer, '' if none."""
        try:
            with socket.create_connection(('127.0.0.1', self.port)) as conn:
                conn.sendall(b'%04x%s' % (len(request), request.encode()))
                return b''.join(iter(lambda: conn.recv(65536), b'')).decode()
        except OSError:
            return ''

    def start_device(self, program, *options):
        """A virtual device, online; its serial and console port."""
        return self.start_device_by([program, '--port', '0', *options])

    def start_device_by(self, words):
        """As start_device(), by the words of a command that starts the program somewhere."""
        child = self.spawn(words, stdout=subprocess.PIPE, text=True)
        line = child.stdout.readline()
        found = re.search(r'(emulator-\d+) console=127\.0\.0\.1:(\d+) adb=127\.0\.0\.1:(\d+)', line)
        if not found:
            raise RuntimeError(f'{words[0]} did not start')
        self.query(f'host:emulator:{found[3]}')
        until(lambda: f'{found[1]}\tdevice' in self.query('host:devices'), f'{found[1]} is online')
        return found[1], int(found[2])
