#!/usr/bin/env python3
"""ends.py: how the helper that is not installed begins and ends, as a real process.

    android/ends.py [PART]...    all cases, or those whose name has a part

The process is a JVM with the same stdin, blocks, server and lifetime that
app_process runs; the device under it is of paper (JvmResident.java).
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import zipfile

import build
import jvm_server
import record

WAIT_SECONDS = 20
SOCKET = 'agentest-0123456789abcdef'
LINE = {'token': record.TOKEN, 'socket': SOCKET, 'lingerMs': 60000}
RESULT = re.compile(r'^INSTRUMENTATION_RESULT: (\w+)=(.*)$', re.M)


class Resident:
    """One process. say: what its stdin is given, None for nothing; it stays open."""

    def __init__(self, say, *properties):
        # Without -Xrs a JVM installs handlers that ART does not have.
        self.process = subprocess.Popen(
            jvm_server.java(jvm_server.compiled(), '-Xrs', *properties, entry='JvmResident'),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # nohup hands its own on
        if say is not None:
            text = say if isinstance(say, bytes) else json.dumps(say).encode() + b'\n'
            self.process.stdin.write(text)
            self.process.stdin.flush()
        self.told = ''
        self.port = None

    def serves(self):
        """This one, once it has said so."""
        while 'stage=serving\n' not in self.told:
            line = self.process.stdout.readline().decode()
            if not line:
                raise build.Failed(f'it ended: {self.told}{self.process.stderr.read().decode()}')
            self.told += line
        self.port = int(re.match(r'port (\d+)', self.process.stderr.readline().decode()).group(1))
        return self

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), WAIT_SECONDS)

    def ask(self, request):
        """The answer's status and its JSON."""
        with self.connect() as wire:
            wire.sendall(request)
            answer = record.read_answer(wire)
        return int(answer.split(b' ', 2)[1]), json.loads(answer.partition(b'\r\n\r\n')[2])

    def hangs_up(self):
        self.process.stdin.close()

    def ends(self, status, **words):
        """Waits for its end, which has these words in these members of its last block."""
        said = self.told + self.process.stdout.read().decode()
        need(self.process.wait(WAIT_SECONDS) == status,
             f'exit status {self.process.returncode}, not {status}: {said}')
        result = dict(RESULT.findall(said))
        code = re.search(r'^INSTRUMENTATION_CODE: (.*)\n\Z', said, re.M)
        need((code and code.group(1)) == {0: '-1', 1: '0'}.get(status), f'another code: {said}')
        for name, part in words.items():
            need(part in result.get(name, ''), f'{name} is {result.get(name)!r}, not {part!r}')
        need(record.TOKEN not in said, 'the token is told')
        return said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def need(holds, what):
    if not holds:
        raise build.Failed(what)


def stdin_ends_it():
    with Resident(LINE).serves() as helper:
        wire = helper.connect()
        wire.sendall(record.get('/status'))
        record.read_answer(wire)
        helper.hangs_up()
        need(wire.recv(1) == b'', 'the connection is still open')
        helper.ends(0, stage='serving', reason='stdin ended')


def stdin_ends_it_before_it_serves():
    with Resident(LINE) as helper:
        helper.hangs_up()
        helper.ends(0, stage='serving', reason='stdin ended')


def stdin_ends_it_while_a_finger_is_down():
    """The finger is lifted and the request answered before the end."""
    press = [{'type': 'key', 'keycode': 66},
             {'type': 'long_press', 'x': 10, 'y': 20, 'durationMs': 60000}]
    with Resident(LINE).serves() as helper, helper.connect() as wire:
        wire.sendall(record.step(press))
        while helper.ask(record.post('/events', {}))[1]['next'] == 1:
            pass  # until the key has had its event: the touch is next
        helper.hangs_up()
        answer = record.read_answer(wire)
        need(b'"message":"the helper ends"' in answer, f'{answer!r}')
        helper.ends(0, stage='serving', reason='stdin ended')


def a_hangup_ends_it(slot):
    with Resident(LINE, slot).serves() as helper:
        helper.process.send_signal(signal.SIGHUP)
        said = helper.ends(-signal.SIGHUP)
        need('RESULT' not in said, f'it had something to say: {said}')
    with Resident(LINE, slot).serves():
        pass  # nothing is left in the slot


def nobody_asking_ends_it():
    with Resident({**LINE, 'lingerMs': 1000}).serves() as helper:
        helper.ends(0, stage='serving', reason='host gone')


def a_request_ends_it():
    with Resident(LINE).serves() as helper:
        need(helper.ask(record.post('/shutdown', {}))[1] == {'ok': True}, 'no answer')
        helper.ends(0, stage='serving', reason='shutdown')


def a_second_one_is_refused(slot):
    with Resident(LINE, slot).serves() as first:
        with Resident(LINE, slot) as second:
            second.ends(1, stage='uiautomation', error='already registered!')
        need(first.ask(record.get('/status'))[0] == 200, 'the first one is gone')
        first.hangs_up()
        first.ends(0, reason='stdin ended')
    with Resident(LINE, slot).serves():
        pass


def what_is_given_back_another_can_have(slot):
    with Resident(LINE, slot).serves() as first:
        need(first.ask(record.post('/release', {}))[0] == 200, 'not released')
        with Resident(LINE, slot).serves() as second:
            status, told = first.ask(record.post('/acquire', {}))
            need(status == 409 and told['error']['code'] == 'UIAUTOMATION_HELD'
                 and told['error']['message'].endswith('already registered!'), f'{told}')
            need(second.ask(record.post('/tree', {}))[0] == 200, 'the other one has no tree')
            second.hangs_up()
            second.ends(0, reason='stdin ended')
        need(first.ask(record.post('/acquire', {}))[0] == 200, 'not acquired')
        need(first.ask(record.post('/tree', {}))[0] == 200, 'no tree')


BAD_LINES = {
    b'{"token":"\n': 'is not JSON',
    b'[]\n': 'must be an object',
    b'{}\n': "'token' must be there",
    b'\xff\n': 'not UTF-8',
    b'x' * 5000: 'more than 4096 bytes',
    json.dumps({**LINE, 'token': 'short'}).encode() + b'\n': '16 to 256',
    json.dumps({**LINE, 'socket': '@any'}).encode() + b'\n': "'socket' in the first line",
    json.dumps({**LINE, 'lingerMs': 999}).encode() + b'\n': "'lingerMs' in the first line",
    json.dumps({**LINE, 'port': 1}).encode() + b'\n': "'port' is unknown",
}


def a_bad_first_line_is_told():
    with_each = [(Resident(line), words) for line, words in BAD_LINES.items()]
    for helper, words in with_each:
        with helper:
            helper.ends(1, stage='arguments', error=words)


def without_a_first_line_it_ends():
    with Resident(None) as helper:
        helper.hangs_up()
        helper.ends(1, stage='arguments', error='stdin ended before its first line')
    with Resident(None, '-Dagentest.firstLineMs=200') as helper:
        helper.ends(1, stage='arguments', error='no line came on stdin within 200 ms')


def a_wrong_token_is_refused():
    with Resident(LINE).serves() as helper:
        status, told = helper.ask(record.get('/status', 'f' * 48))
        need(status == 401 and told['error']['code'] == 'UNAUTHORIZED', f'{status} {told}')
        need(helper.ask(record.get('/status'))[0] == 200, 'the right one is refused too')


def a_stranger_is_hung_up_on():
    """Right token or not: an app of the device gets no byte, and keeps nobody awake."""
    with Resident({**LINE, 'lingerMs': 1000}, '-Dagentest.peer=10123').serves() as helper:
        with helper.connect() as wire:
            try:
                wire.sendall(record.get('/status'))
                need(wire.recv(1) == b'', 'a stranger is answered')
            except ConnectionError:
                pass
        helper.ends(0, reason='host gone')


def root_is_no_stranger():
    with Resident(LINE, '-Dagentest.peer=0').serves() as helper:
        need(helper.ask(record.get('/status'))[0] == 200, 'root is refused')


def half_a_jar_says_nothing():
    """What a cut-off push leaves must not run at all: the host sees an exit without a block."""
    with tempfile.TemporaryDirectory() as folder:
        whole, half = (os.path.join(folder, name) for name in ('whole.jar', 'half.jar'))
        classes = jvm_server.compiled()
        with zipfile.ZipFile(whole, 'w', zipfile.ZIP_DEFLATED) as jar:
            for path in build.files(classes, '.class'):
                jar.write(path, os.path.relpath(path, classes))
        data = build.read(whole)
        with open(half, 'wb') as out:
            out.write(data[:len(data) // 2])
        for path, status in ((whole, 0), (half, 1)):
            done = subprocess.run(jvm_server.java(path, entry='JvmResident'), check=False,
                                  input=json.dumps(LINE).encode() + b'\n', capture_output=True,
                                  timeout=WAIT_SECONDS)
            need(done.returncode == status and bool(done.stdout) == (status == 0),
                 f'{path}: {done.returncode} {done.stdout!r}')


CASES = [stdin_ends_it, stdin_ends_it_before_it_serves, stdin_ends_it_while_a_finger_is_down,
         a_hangup_ends_it, nobody_asking_ends_it, a_request_ends_it, a_second_one_is_refused,
         what_is_given_back_another_can_have, a_bad_first_line_is_told,
         without_a_first_line_it_ends, a_wrong_token_is_refused, a_stranger_is_hung_up_on,
         root_is_no_stranger, half_a_jar_says_nothing]


def run(case):
    """Return the error, or '' without one."""
    with tempfile.TemporaryDirectory() as folder:
        words = ['-Dagentest.slot=' + os.path.join(folder, 'slot')] \
            if case.__code__.co_argcount else []
        try:
            case(*words)
        except (build.Failed, OSError, subprocess.TimeoutExpired) as why:
            return str(why) or repr(why)
    return ''


def all_of(parts=()):
    """passed, failed."""
    passed = failed = 0
    for case in CASES:
        if parts and not any(part in case.__name__ for part in parts):
            continue
        wrong = run(case)
        if wrong:
            print(f'   {case.__name__}: {wrong}')
        passed, failed = passed + (not wrong), failed + bool(wrong)
    return passed, failed


def main():
    try:
        passed, failed = all_of(sys.argv[1:])
    except build.Failed as why:
        sys.exit(f'ends: {why}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
