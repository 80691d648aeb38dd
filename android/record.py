#!/usr/bin/env python3
"""record.py: tests/data/helper, asked of the helper's own server on a JVM.

    android/record.py            does it still answer so?
    android/record.py --write    writes all of it anew; read the difference

A file has one request, a line of four '=', and its answer, byte by byte as they
went over the wire; README.md lists them in their order, one conversation with
one device. Only times differ from run to run: TIMES stand in their places.
"""
import json
import os
import re
import socket
import subprocess
import sys

import build
import jvm_server

ROOT = os.path.dirname(build.HERE)
DATA = os.path.join(ROOT, 'tests', 'data', 'helper')
PROTOCOL = os.path.join(build.HERE, 'helper', 'PROTOCOL.md')
CODES = os.path.join(build.HERE, 'helper/src/com/agentest/helper/api/Refusal.java')
INDEX = 'README.md'
MARK = b'\n====\n'
CONNECTIONS_MAX = 8
WAIT_SECONDS = 20

TOKEN = '0123456789abcdef0123456789abcdef0123456789abcdef'
# The one place for what no two runs have in common; no two the same, so that a
# reader that takes one for another is found.
TIMES = {'ms': 86400123, 'nowMs': 86400789, 'waitedMs': 151, 'inputMs': 42, 'idleMs': 153,
         'treeMs': 7, 'trees': 2, 'treesMs': 14}

PAPER = 'com.example.paper'
OTHER = {'package': 'com.example.other'}
QUICK = {'timeoutMs': 2000, 'quietMs': 50}
FILM = {'timeoutMs': 400, 'quietMs': 50}
USER = {'type': 'tap', 'x': 540, 'y': 475}
# Where the field was before a line above it came, as it were.
FIELD_ABOVE = {'class': 'android.widget.EditText', 'package': PAPER, 'id': PAPER + ':id/user',
               'desc': '', 'bounds': [0, 0, 1080, 150]}
GO = {'class': 'android.widget.Button', 'bounds': [0, 800, 1080, 950]}
GO_ANEW = {'class': 'android.widget.Button', 'package': PAPER, 'id': '', 'text': 'Sign up',
           'desc': '', 'bounds': [0, 800, 1080, 950]}
KEY_ENTER = {'type': 'key', 'keycode': 66}
KEY_FORBIDDEN = {'type': 'key', 'keycode': 26}
TEXT_USER = {'type': 'text', 'text': 'Zo\u00eb', 'mode': 'replace', 'x': 540, 'y': 475}
PINCH = [[[440, 1200], [407, 1200], [373, 1200], [340, 1200]],
         [[640, 1200], [673, 1200], [707, 1200], [740, 1200]]]


def head(line, *fields, token=TOKEN):
    lines = [line + ' HTTP/1.1', 'Host: 127.0.0.1']
    lines += [f'Authorization: Bearer {token}'] if token else []
    return ('\r\n'.join([*lines, *fields]) + '\r\n\r\n').encode()


def get(path, token=TOKEN):
    return head(f'GET {path}', token=token)


def post(path, body, *fields, token=TOKEN):
    """body: a value, or text as it is."""
    text = body if isinstance(body, str) else \
        json.dumps(body, ensure_ascii=False, separators=(',', ':'))
    data = text.encode()
    return head(f'POST {path}', 'Content-Type: application/json', f'Content-Length: {len(data)}',
                *fields, token=token) + data


def step(actions, idle=None, tree=None):
    return post('/step', {'actions': actions, 'idle': idle, 'tree': tree})


# In this order, on one device.
ROWS = {
    # HTTP and the token
    'no_token': post('/tap', {'x': 1, 'y': 2}, token=None),
    'wrong_token': get('/status', 'f' * 48),
    'bad_first_line': head('GET status'),
    'bad_length': head('POST /tree', 'Content-Length: 2', 'Content-Length: 2') + b'{}',
    'chunked': head('POST /tree', 'Transfer-Encoding: chunked') + b'2\r\n{}\r\n0\r\n\r\n',
    'body_too_large': head('POST /text', 'Content-Length: 262145'),
    'head_too_large': head('GET /status', 'X-Filler: ' + 'x' * 8192),
    'busy': get('/status'),
    'no_such_path': post('/nowhere', {}),
    'wrong_method': get('/tap'),
    # bodies that are wrong
    'not_json': post('/tap', '{"x":1,'),
    'not_an_object': post('/tap', [1, 2]),
    'member_twice': post('/tap', '{"x":1,"x":2,"y":3}'),
    'member_missing': post('/tap', {'x': 1}),
    'member_unknown': post('/tap', {'x': 1, 'y': 2, 'z': 3}),
    'member_out_of_range': post('/tap', {'x': 1, 'y': 40000}),
    'gesture_without_points': post('/gesture', {'durationMs': 50, 'pointers': [[]]}),
    'step_of_17': post('/step', {'actions': [KEY_ENTER] * 17}),
    'step_of_what': post('/step', {'actions': [{'type': 'dance'}]}),
    'step_half_wrong': post('/step', {'actions': [KEY_ENTER, {'type': 'tap', 'x': 1}]}),
    # reading
    'status': get('/status'),
    'keep_alive': post('/keep-alive', {}, 'Connection: close'),
    'tree': post('/tree', {}),
    'tree_without_body': head('POST /tree'),
    'tree_of_package': post('/tree', {'compact': True, 'invisible': True, 'package': PAPER}),
    'tree_of_all_words': post('/tree', {'compact': False, 'invisible': False, 'package': PAPER,
                                        'maxNodes': 15000, 'maxDepth': 250}),
    'tree_no_window': post('/tree', OTHER),
    'idle': post('/wait-idle', QUICK),
    'idle_timeout': post('/wait-idle', {'timeoutMs': 1, 'quietMs': 500, 'package': PAPER}),
    'screenshot_png': post('/screenshot', {}),
    'screenshot_jpeg': post('/screenshot', {'format': 'jpeg', 'quality': 60, 'scale': 0.5,
                                            'maxSidePx': 800}),
    'frame': post('/frame', {}),
    'frame_same': post('/frame', {'since': 1, 'waitMs': 1}),
    'framework': post('/framework', {}),
    'framework_of_package': post('/framework', {'package': PAPER}),
    'framework_no_package': post('/framework', OTHER),
    'idling': post('/idling', {'package': PAPER}),
    'idling_not_running': post('/idling', OTHER),
    'idling_absent': post('/idling', {'package': 'com.android.systemui'}),
    'idling_late': post('/idling', {'package': 'com.example.late'}),
    'idling_unsupported': post('/idling', {'package': 'com.example.unsupported'}),
    'idling_of_nobody': post('/idling', {}),
    'events_none': post('/events', {}),
    # inputs
    'text_no_field': post('/text', {'text': 'x'}),
    'text_no_field_there': post('/text', {'text': 'x', 'x': 540, 'y': 1500}),
    'tap': post('/tap', {'x': 540, 'y': 475}),
    'idle_after_change': post('/wait-idle', {**QUICK, 'changeMs': 1500, 'since': 1}),
    'double_tap': post('/tap', {'x': 10, 'y': 20, 'count': 2, 'intervalMs': 60}),
    'tap_not_delivered': post('/tap', {'x': 540, 'y': 2500}),
    'long_press': post('/long-press', {'x': 10, 'y': 20, 'durationMs': 50}),
    'swipe': post('/swipe', {'x1': 540, 'y1': 2000, 'x2': 540, 'y2': 1000, 'durationMs': 50,
                             'holdMs': 10}),
    'gesture': post('/gesture', {'durationMs': 50, 'pointers': PINCH}),
    # inputs that are meant for an element
    'tap_target': post('/tap', {'x': 540, 'y': 75, 'target': FIELD_ABOVE}),
    'tap_target_by_all_words': post('/tap', {'x': 540, 'y': 100, 'target': {
        **GO_ANEW, 'text': 'Offer', 'label': 'Offer', 'within': 'Offer', 'force': False,
        'bounds': [0, 0, 1080, 200]}}),
    'tap_target_gone': post('/tap', {'x': 540, 'y': 875, 'target': {**GO, 'text': 'Sign up'}}),
    'tap_target_gone_from_nowhere': post('/tap', {'x': -5, 'y': -5, 'target': {
        **GO, 'label': 'Sign up'}}),
    'tap_target_ambiguous': post('/tap', {'x': 540, 'y': 875, 'target': {
        **GO, 'bounds': [0, 400, 1080, 550]}}),
    'tap_target_covered': post('/tap', {'x': 540, 'y': 350, 'target': {**GO, 'text': 'Help'}}),
    'tap_target_by_force': post('/tap', {'x': 540, 'y': 350, 'target': {
        **GO, 'text': 'Help', 'force': True}}),
    'tap_target_moving': post('/tap', {'x': 540, 'y': 250, 'target': {
        'class': 'android.widget.TextView', 'text': 'Sign in', 'bounds': [0, 0, 1080, 100]}}),
    'tap_target_of_what': post('/tap', {'x': 1, 'y': 2, 'target': {'class': 'Button'}}),
    'double_tap_target': post('/tap', {'x': 540, 'y': 75, 'count': 2, 'target': FIELD_ABOVE}),
    'long_press_target': post('/long-press', {'x': 540, 'y': 75, 'durationMs': 50,
                                              'target': FIELD_ABOVE}),
    'swipe_target': post('/swipe', {'x1': 540, 'y1': 50, 'x2': 540, 'y2': 100, 'durationMs': 50,
                                    'target': FIELD_ABOVE}),
    'text_target': post('/text', {'text': 'Eve', 'mode': 'replace', 'target': FIELD_ABOVE}),
    'progress_not_taken': post('/progress', {'x': 540, 'y': 75, 'value': 40.5,
                                             'target': FIELD_ABOVE}),
    'progress_of_nothing': post('/progress', {'x': 540, 'y': 475, 'value': 40}),
    'text_target_gone': post('/text', {'text': 'Eve', 'target': {
        **FIELD_ABOVE, 'id': '', 'bounds': GO['bounds']}}),
    'text_target_emptied': post('/text', {'text': '', 'mode': 'replace', 'target': FIELD_ABOVE}),
    'step_target_gone': step([{'type': 'tap', 'x': 540, 'y': 875,
                               'target': GO_ANEW}, KEY_ENTER], tree={}),
    'key_rewind': post('/key', {'keycode': 89}),
    'progress': post('/progress', {'x': 540, 'y': 1250, 'value': 40.5, 'target': {
        'class': 'android.widget.SeekBar', 'bounds': [0, 1200, 1080, 1300]}}),
    'key': post('/key', {'keycode': 66, 'count': 2}),
    'key_held': post('/key', {'keycode': 66, 'longPress': True}),
    'key_with_meta': post('/key', {'keycode': 29, 'meta': 4096}),
    'key_forbidden': post('/key', {'keycode': 26}),
    'key_breaks': post('/key', {'keycode': 120}),
    'key_sleep': post('/key', {'keycode': 223}),
    'screenshot_failed': post('/screenshot', {}),
    'frame_dark': post('/frame', {'since': 1, 'waitMs': 2000}),
    'frame_out_of_range': post('/frame', {'waitMs': 10001}),
    'key_wakeup': post('/key', {'keycode': 224}),
    'frame_narrow': post('/frame', {'since': 2, 'waitMs': 2000, 'quality': 60, 'maxSidePx': 800}),
    'text': post('/text', {'text': 'Ada'}),
    'text_by_keys': post('/text', {'text': 'bc', 'method': 'keys'}),
    'text_inserted': post('/text', {'text': ' "L\u00f6we" \\ \U0001f981', 'x': 540, 'y': 475}),
    'text_not_typed': post('/text', {'text': '\u6f22', 'method': 'keys'}),
    'text_pasted': post('/text', {'text': '\u6f22', 'method': 'paste'}),
    'text_other': post('/text', {'text': 'Eve', 'mode': 'replace', 'expect': 'eve'}),
    'text_replaced': post('/text', {'text': 'Zo\u00eb \U0001f600 \u6f22\u5b57', 'mode': 'replace',
                                    'method': 'set'}),
    'text_of_password': post('/text', {'text': 'secret', 'mode': 'replace', 'method': 'keys',
                                       'x': 540, 'y': 675}),
    'tree_filled': post('/tree', {}),
    # steps
    'step_of_defaults': post('/step', {'actions': []}),
    'step_of_inputs': step([USER, KEY_ENTER]),
    'step_failed': step([TEXT_USER, KEY_FORBIDDEN, USER]),
    'step_failed_seen': step([TEXT_USER, KEY_FORBIDDEN, USER], QUICK, {}),
    'step_restless': step([USER], {'timeoutMs': 1, 'quietMs': 500}),
    'step_no_window': step([], None, OTHER),
    # what changes, or is not yet there, without any event
    'step_trees_differ': step([{'type': 'key', 'keycode': 126}], FILM, {}),
    'step_ticking': step([{'type': 'key', 'keycode': 127}], QUICK, {}),
    'step_tree_late': step([{'type': 'key', 'keycode': 86}], FILM, {}),
    'tree_reacquired': step([{'type': 'key', 'keycode': 87}], None, {}),
    'step': step([{'type': 'tap', 'x': 540, 'y': 875}], QUICK, {}),
    'step_since': post('/step', {'actions': [], 'idle': None, 'tree': None, 'since': 32}),
    'events': post('/events', {'since': 0}),
    'events_since': post('/events', {'since': 1000}),
    # UiAutomation, given back for a while
    'key_rival': post('/key', {'keycode': 64}),
    'release': post('/release', {}),
    'release_again': post('/release', {}),
    'tree_released': post('/tree', {}),
    'idle_released': post('/wait-idle', QUICK),
    'tap_released': post('/tap', {'x': 540, 'y': 475}),
    'step_released': step([USER]),
    'events_released': post('/events', {'since': 1000}),
    'acquire_held': post('/acquire', {}),
    'tap_still_released': post('/tap', {'x': 540, 'y': 475}),
    'acquire': post('/acquire', {}),
    'tree_acquired': post('/tree', {}),
    # the end
    'uiautomation_lost': post('/key', {'keycode': 121}),
    'shutdown': post('/shutdown', {}, 'Connection: close'),
}


class Server:
    def __init__(self, class_path, linger_ms=60000):
        self.process = subprocess.Popen(
            [*jvm_server.java(class_path), TOKEN, '0', str(linger_ms)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().split()[1])
        self.wire = None

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), WAIT_SECONDS)

    def ask(self, asked):
        """On the connection that is there, as long as the server keeps it."""
        self.wire = self.wire or self.connect()
        self.wire.sendall(asked)
        answer = read_answer(self.wire)
        if b'\r\nConnection: close\r\n' in answer:
            self.hang_up()
        return answer

    def turned_away(self):
        """The answer to a connection above the limit, sent without a request."""
        self.hang_up()
        held = [self.taken() for _ in range(CONNECTIONS_MAX)]
        with self.connect() as wire:
            answer = read_answer(wire)
        self.wire = held.pop()
        for wire in held:
            wire.close()
        return answer

    def taken(self):
        """A connection that is served: those before may still be on their way out."""
        while True:
            wire = self.connect()
            try:
                wire.sendall(get('/status'))
                if read_answer(wire).startswith(b'HTTP/1.1 200 '):
                    return wire
            except ConnectionError:
                pass
            wire.close()

    def hang_up(self):
        if self.wire:
            self.wire.close()
        self.wire = None

    def end(self):
        """Why it ended by itself; '' where it does not."""
        try:
            return self.process.communicate(timeout=WAIT_SECONDS)[0].strip()
        except subprocess.TimeoutExpired:
            return ''

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.hang_up()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def read_answer(wire):
    """One whole answer, and its end where it says that it closes."""
    data = b''
    while b'\r\n\r\n' not in data:
        data += more(wire)
    start, _, body = data.partition(b'\r\n\r\n')
    length = int(re.search(rb'\r\nContent-Length: (\d+)', start).group(1))
    while len(body) < length:
        body += more(wire)
    if len(body) > length or (b'\r\nConnection: close' in start and wire.recv(1)):
        raise ConnectionError(f'more than the answer came: {body!r}')
    return start + b'\r\n\r\n' + body


def more(wire):
    piece = wire.recv(65536)
    if not piece:
        raise ConnectionError('the server closed within an answer')
    return piece


def steady(answer):
    """The answer with TIMES for its times, and so long as it is then."""
    start, _, body = answer.partition(b'\r\n\r\n')
    if b'application/json' not in start:
        return answer
    for name, ms in TIMES.items():
        body = re.sub(b'"%s":\\d+' % name.encode(), b'"%s":%d' % (name.encode(), ms), body)
    body = re.sub(rb'reading \d+', b'reading 9', body)
    body = re.sub(rb'("range":\["0.0","100.0",")\d+', rb'\g<1>9', body)
    start = re.sub(rb'(Content-Length: )\d+', rb'\g<1>%d' % len(body), start)
    return start + b'\r\n\r\n' + body


def conversation(class_path):
    """Each file's name and content, and how the server ended."""
    files = {}
    with Server(class_path) as server:
        for name, asked in ROWS.items():
            answer = server.turned_away() if name == 'busy' else server.ask(asked)
            files[name] = asked + MARK + steady(answer)
        reason = server.end()
    files[INDEX] = index(files)
    return files, reason


def parts(content):
    """Method, path, status and error code ('' where there is none) of a file."""
    asked, _, answer = content.partition(MARK)
    words = asked.split(b' ', 2)
    status = int(answer.split(b' ', 2)[1])
    code = re.search(rb'^\{"ok":false,"error":\{"code":"(\w+)"', answer, re.M)
    return words[0].decode(), words[1].decode(), status, code.group(1).decode() if code else ''


def index(files):
    lines = ['# The helper\'s wire, recorded', '',
             'Made by `android/record.py --write`, which says how; not by hand. One request and',
             'its answer a file, in this order on one device. Read by `android/record.py` (the',
             'real server), `helper_recorded` (the client) and `helper_recorded.test.mjs`',
             '(virtual-android\'s helper): each of them fails over a file that it does not know.', '',
             '| recording | request | answer |', '| --- | --- | --- |']
    for name, content in files.items():
        method, path, status, code = parts(content)
        lines.append(f'| `{name}` | `{method} {path}` | {status}{code and f" `{code}`"} |')
    return ('\n'.join(lines) + '\n').encode()


def differences(files):
    """List the differences from tests/data/helper."""
    there = set(os.listdir(DATA))
    for name in sorted(there - set(files)):
        yield f'{name} is no recording: remove it, or give it a row in android/record.py'
    for name, content in files.items():
        if name not in there:
            yield f'{name} is not recorded'
        elif build.read(DATA, name) != content:
            yield f'{name}: the server answers\n{content.decode("latin1")}\nrecorded is\n' + \
                build.read(DATA, name).decode('latin1')


def gaps(files):
    """List promises of PROTOCOL.md without a recording, and the reverse."""
    told = build.read(PROTOCOL).decode()
    codes = set(re.findall(r'^\| `([A-Z_]+)` \| (\d{3}) \|', told, re.M))
    paths = set(re.findall(r'`(?:GET |POST )?(/[a-z-]+)`', told))
    rows = [parts(content) for name, content in files.items() if name != INDEX]
    yield from unlike('codes', codes, {(code, str(status)) for _, _, status, code in rows if code})
    yield from unlike('endpoints', paths, {path for _, path, status, _ in rows if status == 200})
    yield from unlike('codes of Refusal.java', codes,
                      set(re.findall(r'^ +([A-Z_]+)\((\d{3})\)', build.read(CODES).decode(), re.M)))


def unlike(what, told, seen):
    if told != seen:
        yield f'{what}: PROTOCOL.md alone has {sorted(told - seen)}, not told are ' \
              f'{sorted(seen - told)}'


def check(files):
    """passed, failed."""
    wrong = [*differences(files), *gaps(files)]
    for each in wrong:
        print(f'   {each}')
    return len(files) - min(len(wrong), len(files)), len(wrong)


def all_of():
    """passed, failed of the recordings and of a server's end."""
    class_path = jvm_server.compiled()
    try:
        files, reason = conversation(class_path)
    except OSError as why:
        raise build.Failed(f'the server did not answer as one: {why}') from None
    passed, failed = check(files)
    with Server(class_path, 300) as alone:
        ends = {'shutdown': reason, 'host gone': alone.end()}
    for wanted, told in ends.items():
        if told != wanted:
            print(f'   the server says {told!r} at its end, not {wanted!r}')
        passed, failed = passed + (told == wanted), failed + (told != wanted)
    return passed, failed


def write():
    files, _ = conversation(jvm_server.compiled())
    for name in set(os.listdir(DATA)) - set(files):
        os.remove(os.path.join(DATA, name))
    for name, content in files.items():
        with open(os.path.join(DATA, name), 'wb') as out:
            out.write(content)


def main():
    try:
        if '--write' in sys.argv[1:]:
            write()
        passed, failed = all_of()
    except build.Failed as why:
        sys.exit(f'record: {why}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
