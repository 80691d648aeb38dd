#!/usr/bin/env python3
"""helper_device.py: an adb server with one device, on which the helper can be launched.

    tests/stand-ins/helper_device.py FOLDER

The device knows what a bring-up of the helper uses; the helper is the real
server on a JVM (android/jvm_server.py). It prints "port N". In FOLDER:

    installed  the version that the device has; no file: none
    plan       one word a launch, taken off its beginning; none left: serve
               serve, held, in-use, crash, dies, quiet, mute, other-version
    refuse     the words with which an install fails, a line each; taken off too
    log        written: one line for each service that was opened, and for each
               request to a helper of another version

"host:stand-in-kill" ends the helper as a crash would.
"""
import json
import os
import socket
import struct
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ANDROID = os.path.join(HERE, '..', '..', 'android')
sys.path.insert(0, ANDROID)
import jvm_server  # noqa: E402

JVM_SERVER = os.path.join(ANDROID, 'jvm_server.py')
FOLDER = sys.argv[1]
PACKAGE = 'com.agentest.helper'
lock = threading.Lock()
running = {'process': None, 'port': None}  # of the helper


def path(name):
    return os.path.join(FOLDER, name)


def text_of(name):
    try:
        with open(path(name), encoding='utf-8') as file:
            return file.read()
    except FileNotFoundError:
        return ''


def put(name, text):
    with open(path(name), 'w', encoding='utf-8') as file:
        file.write(text)


def take_line(name):
    with lock:
        first, _, rest = text_of(name).partition('\n')
        put(name, rest)
        return first


class Gone(Exception):
    pass


class Client:
    def __init__(self, wire):
        self.wire = wire

    def read(self, count):
        data = b''
        while len(data) < count:
            piece = self.wire.recv(count - len(data))
            if not piece:
                raise Gone
            data += piece
        return data

    def request(self):
        return self.read(int(self.read(4), 16)).decode()

    def okay(self, block=None):
        self.wire.sendall(b'OKAY')
        if block is not None:
            self.wire.sendall(b'%04x' % len(block) + block.encode())

    def fail(self, words):
        self.wire.sendall(b'FAIL%04x' % len(words) + words.encode())

    def packet(self, kind, data):
        self.wire.sendall(struct.pack('<BI', kind, len(data)) + data)

    def says(self, text, status=0):
        self.packet(1, text.encode())
        self.packet(3, bytes([status]))


def serve(client):
    while True:
        request = client.request()
        if request.startswith('host:transport'):
            client.okay()
        elif request.endswith(':features'):
            client.okay('shell_v2,cmd')
        elif request == 'host:stand-in-kill':
            kill()
            client.okay('')
        else:
            with lock:
                with open(path('log'), 'a', encoding='utf-8') as log:
                    log.write(request.split(' -e ')[0] + '\n')
            service(client, request)
            return


def service(client, request):
    kind, _, words = request.partition(':')
    if kind == 'tcp':
        splice(client)
    elif kind == 'exec':
        client.okay()
        install(client, int(words.rpartition('-S ')[2]))
    elif words.startswith('am instrument'):
        client.okay()
        launch(client, words.split())
    else:
        client.okay()
        client.says(*answer(words))


def answer(words):
    if words.startswith('pm list packages'):
        version = text_of('installed')
        return (f'package:{PACKAGE} versionCode:{version}\n' if version else '',)
    if words.startswith('dumpsys package'):
        return (f'Unable to find package: {PACKAGE}\n',)
    if words.startswith('pm uninstall'):
        put('installed', '')
        return ('Success\n',)
    if words.startswith('am force-stop'):
        kill()
        return ('',)
    if words.startswith('ps '):
        return ('PID ARGS\n123 io.appium.uiautomator2.server\n',)
    return (f'{words.split()[0]}: not found\n', 127)


def install(client, size):
    client.read(size)
    words = take_line('refuse')
    if not words:
        put('installed', '4')
    client.wire.sendall((words or 'Success').encode() + b'\n')


def splice(client):
    port = running['port']
    try:
        if port is None:
            raise ConnectionRefusedError
        helper = socket.create_connection(('127.0.0.1', port))
    except ConnectionRefusedError:
        client.fail('closed')
        return
    client.okay()
    threading.Thread(target=copy, args=(helper, client.wire), daemon=True).start()
    copy(client.wire, helper)


def copy(source, sink):
    try:
        while True:
            piece = source.recv(65536)
            if not piece:
                break
            sink.sendall(piece)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def kill():
    process = running['process']
    running['port'] = None
    if process:
        process.kill()
        process.wait()


def block(client, **pairs):
    lines = ''.join(f'INSTRUMENTATION_STATUS: {name}={pairs[name]}\n' for name in pairs)
    client.packet(1, (lines + 'INSTRUMENTATION_STATUS_CODE: 0\n').encode())


def end(client, code, **pairs):
    lines = ''.join(f'INSTRUMENTATION_RESULT: {name}={pairs[name]}\n' for name in pairs)
    client.says(lines + f'INSTRUMENTATION_CODE: {code}\n')


def launch(client, words):
    options = dict(zip(words[words.index('-e') + 1::3], words[words.index('-e') + 2::3]))
    how = take_line('plan') or 'serve'
    if not text_of('installed'):
        client.packet(1, b'INSTRUMENTATION_STATUS: id=ActivityManagerService\n'
                      b'INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: '
                      b'ComponentInfo{com.agentest.helper}\nINSTRUMENTATION_STATUS_CODE: -1\n')
        client.packet(2, b'android.util.AndroidException: INSTRUMENTATION_FAILED: x\n')
        client.packet(3, b'\1')
    elif how == 'held':
        block(client, stage='uiautomation')
        end(client, 0, stage='uiautomation',
            error='UiAutomationService android.accessibilityservice.X@1already registered!')
    elif how == 'in-use' and options['port'] != '0':
        block(client, stage='uiautomation')
        block(client, stage='listen')
        end(client, 0, stage='listen', error='bind failed: EADDRINUSE (Address already in use)')
    elif how == 'crash':
        end(client, 0, shortMsg='Process crashed.')
    elif how == 'mute':
        client.read(1 << 20)
    else:
        run(client, options, how)


def run(client, options, how):
    if how == 'other-version':
        process, port = None, other_version()
    else:
        process = subprocess.Popen([sys.executable, JVM_SERVER, options['token']],
                                   stdout=subprocess.PIPE, text=True)
        port = int(process.stdout.readline().split()[1])
    running.update(process=process, port=port)
    if how == 'dies':  # before the host knows the port
        kill()
    if how != 'quiet':
        for stage in ('uiautomation', 'events', 'listen'):
            block(client, stage=stage)
        block(client, port=8765, stage='serving', versionCode=4, protocolVersion=2)
    threading.Thread(target=watch, args=(client, process), daemon=True).start()
    try:
        client.read(1 << 20)  # until the host closes: `am` ends, and the helper with it
    except (Gone, OSError):
        pass
    if running['port'] == port:  # not yet that of a later launch
        kill()


def watch(client, process):
    """The helper's end is the end of `am`."""
    if not process:
        return
    reason = process.stdout.read().strip()
    try:
        if reason:
            end(client, -1, stage='serving', reason=reason)
        else:
            end(client, 0, shortMsg='Process crashed.')
        client.wire.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def other_version():
    """A server that answers everything with the status of a later protocol."""
    body = json.dumps({'ok': True, 'name': PACKAGE, 'version': '9.0', 'versionCode': 4,
                       'protocolVersion': 3}).encode()
    listener = socket.create_server(('127.0.0.1', 0))

    def answer_all():
        while True:
            wire, _ = listener.accept()
            asked = wire.recv(65536).split(b' HTTP', 1)[0].decode()
            with lock, open(path('log'), 'a', encoding='utf-8') as log:
                log.write(f'asked {asked}\n')
            wire.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
                         b'Connection: close\r\nContent-Length: %d\r\n\r\n' % len(body) + body)
            wire.close()

    threading.Thread(target=answer_all, daemon=True).start()
    return listener.getsockname()[1]


def handle(wire):
    try:
        serve(Client(wire))
    except (Gone, OSError):
        pass
    finally:
        wire.close()


def main():
    jvm_server.compiled()  # before a launch, whose time limit javac would use up
    listener = socket.create_server(('127.0.0.1', 0))
    print(f'port {listener.getsockname()[1]}', flush=True)
    while True:
        wire, _ = listener.accept()
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=handle, args=(wire,), daemon=True).start()


if __name__ == '__main__':
    main()
