#!/usr/bin/env python3
"""record.py: writes tests/data/helper anew, by asking the helper's server on a JVM.

    android/record.py

A file has one request, a line of four '=', and its answer, byte by byte as they
went over the wire. Clients and servers are tested against the same files.
"""
import json
import os
import socket
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(os.path.dirname(HERE), 'tests', 'data', 'helper')
TOKEN = '0123456789abcdef0123456789abcdef0123456789abcdef'

TAP_USER = {'type': 'tap', 'x': 540, 'y': 475}
SHORT = {'timeoutMs': 2000, 'quietMs': 50}
# In this order, on one device. A request that is None is a GET.
ROWS = [
    ('status', '/status', None),
    ('keep_alive', '/keep-alive', {}),
    ('tree', '/tree', {}),
    ('tree_of_package', '/tree', {'compact': True, 'invisible': True,
                                  'package': 'com.example.paper'}),
    ('tree_no_window', '/tree', {'package': 'com.example.other'}),
    ('idle', '/wait-idle', SHORT),
    ('idle_timeout', '/wait-idle', {'timeoutMs': 1, 'quietMs': 500,
                                    'package': 'com.example.paper'}),
    ('screenshot_png', '/screenshot', {}),
    ('screenshot_jpeg', '/screenshot', {'format': 'jpeg', 'quality': 60, 'scale': 0.5,
                                        'maxSidePx': 800}),
    ('framework', '/framework', {}),
    ('framework_no_package', '/framework', {'package': 'com.example.other'}),
    ('text_no_field', '/text', {'text': 'x'}),
    ('tap', '/tap', {'x': 540, 'y': 475}),
    ('double_tap', '/tap', {'x': 10, 'y': 20, 'count': 2, 'intervalMs': 60}),
    ('long_press', '/long-press', {'x': 10, 'y': 20, 'durationMs': 50}),
    ('swipe', '/swipe', {'x1': 540, 'y1': 2000, 'x2': 540, 'y2': 1000, 'durationMs': 50,
                         'holdMs': 10}),
    ('gesture', '/gesture', {'durationMs': 50, 'pointers': [
        [[440, 1200], [407, 1200], [373, 1200], [340, 1200]],
        [[640, 1200], [673, 1200], [707, 1200], [740, 1200]]]}),
    ('key', '/key', {'keycode': 66, 'count': 2}),
    ('key_forbidden', '/key', {'keycode': 26}),
    ('text', '/text', {'text': 'Zo\u00eb \U0001f600 \u6f22\u5b57'}),
    ('text_of_password', '/text', {'text': 'secret', 'mode': 'replace', 'method': 'keys',
                                   'x': 540, 'y': 675}),
    ('step_failed', '/step', {'actions': [{'type': 'tap', 'x': 1, 'y': 2},
                                          {'type': 'key', 'keycode': 26},
                                          {'type': 'tap', 'x': 3, 'y': 4}],
                              'idle': None, 'tree': None}),
    ('step_no_window', '/step', {'actions': [], 'idle': None,
                                 'tree': {'package': 'com.example.other'}}),
    ('step', '/step', {'actions': [{'type': 'tap', 'x': 540, 'y': 875}], 'idle': SHORT,
                       'tree': {}}),
    ('unknown_member', '/tap', {'x': 1, 'y': 2, 'z': 3}),
    ('no_such_path', '/nowhere', {}),
    ('shutdown', '/shutdown', {}),
]


def request(path, body, token=TOKEN):
    head = f'{"GET" if body is None else "POST"} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n'
    head += f'Authorization: Bearer {token}\r\n'
    if body is None:
        return (head + '\r\n').encode()
    text = json.dumps(body, ensure_ascii=False, separators=(',', ':')).encode()
    head += f'Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n'
    return head.encode() + text


def answer(stream):
    """One whole answer."""
    data = b''
    while b'\r\n\r\n' not in data:
        data += more(stream)
    head, _, body = data.partition(b'\r\n\r\n')
    fields = dict(line.lower().split(b': ', 1) for line in head.split(b'\r\n')[1:])
    while len(body) < int(fields[b'content-length']):
        body += more(stream)
    return head + b'\r\n\r\n' + body


def more(stream):
    piece = stream.recv(65536)
    if not piece:
        raise ConnectionError('the server closed within an answer')
    return piece


def write(name, asked, port, stream=None):
    with stream or socket.create_connection(('127.0.0.1', port)) as wire:
        wire.sendall(asked)
        with open(os.path.join(DATA, name), 'wb') as out:
            out.write(asked + b'\n====\n' + answer(wire))


def main():
    server = subprocess.Popen([sys.executable, os.path.join(HERE, 'jvm_server.py'), TOKEN],
                              stdout=subprocess.PIPE, text=True)
    port = int(server.stdout.readline().split()[1])
    os.makedirs(DATA, exist_ok=True)
    write('wrong_token', request('/status', None, 'f' * 48), port)
    for name, path, body in ROWS:
        write(name, request(path, body), port)
    print(server.communicate(timeout=20)[0].strip())


if __name__ == '__main__':
    main()
