#!/usr/bin/env python3
"""recordings.py: does the real server still answer as tests/data/helper says?

    android/recordings.py [--write]

Each file has a request, the answer, and in "before" what to ask first on the
same fresh server. Times differ from run to run and stand as 0. With --write
the answers are written anew; read the difference before committing it.
"""
import concurrent.futures
import http.client
import json
import os
import subprocess
import sys

import build
import jvm_server

DATA = os.path.join(os.path.dirname(build.HERE), 'tests', 'data', 'helper')
TOKEN = 'recorded-token-0123456789'
TIMES = {'ms', 'waitedMs', 'inputMs', 'idleMs', 'treeMs'}
# Of a picture's headers, those that the protocol promises.
HEADERS = ('X-Screen-Size', 'X-Image-Size')


class Server:
    """A fresh one; its class path is compiled once."""

    def __init__(self, class_path, linger_ms=60000):
        self.process = subprocess.Popen(
            ['java', '-XX:TieredStopAtLevel=1', '-Xmx64m', '-cp', class_path,
             'com.agentest.helper.jvm.JvmServer', TOKEN, '0', str(linger_ms)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().split()[1])
        self.link = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)

    def ask(self, request):
        body = request.get('text')
        if 'body' in request:
            body = json.dumps(request['body'], ensure_ascii=False)
        headers = {'Authorization': f'Bearer {TOKEN}'} if request.get('token', True) else {}
        self.link.request(request['method'], request['path'], body and body.encode(), headers)
        answer = self.link.getresponse()
        data = answer.read()
        told = {'status': answer.status, 'type': answer.getheader('Content-Type')}
        told.update({name: answer.getheader(name) for name in HEADERS if answer.getheader(name)})
        if told['type'] == 'application/json':
            told['body'] = without_times(json.loads(data))
        else:
            told['hex'] = data.hex()
        return told

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()


def without_times(value, name=''):
    if isinstance(value, dict):
        return {key: without_times(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [without_times(item) for item in value]
    return 0 if name in TIMES else value


def exchange(class_path, record):
    with Server(class_path) as server:
        for request in record.get('before', []):
            server.ask(request)
        return server.ask(record['request'])


def names():
    return sorted(name for name in os.listdir(DATA) if name.endswith('.json'))


def check(class_path, name, write):
    """Whether the answer is the recorded one."""
    path = os.path.join(DATA, name)
    with open(path, encoding='utf-8') as data:
        record = json.load(data)
    told = exchange(class_path, record)
    if write:
        record['answer'] = told
        with open(path, 'w', encoding='utf-8') as out:
            json.dump(record, out, ensure_ascii=False, indent=1)
            out.write('\n')
    good = told == record['answer']
    if not good:
        print(f'   {name}: answered\n{json.dumps(told)}\n   recorded is\n'
              f'{json.dumps(record["answer"])}')
    return good


def compare(write=False):
    """passed, failed."""
    class_path = jvm_server.compiled()
    # Mostly they wait: for a process to start, for quiet.
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda name: check(class_path, name, write), names()))
    return results.count(True), results.count(False)


def ends(class_path, linger_ms, asked, reason):
    """Whether a server that is asked this, if anything, ends by itself and says why."""
    with Server(class_path, linger_ms) as server:
        if asked:
            server.ask(asked)
        try:
            told = server.process.communicate(timeout=20)[0].strip()
        except subprocess.TimeoutExpired:
            told = 'nothing, it goes on'
    if told != reason:
        print(f'   the server says {told!r} at its end, not {reason!r}')
    return told == reason


def all_of(write=False):
    """passed, failed of the recordings and of a server's end."""
    passed, failed = compare(write)
    shutdown = {'method': 'POST', 'path': '/shutdown'}
    for good in (ends(jvm_server.CLASSES, 60000, shutdown, 'shutdown'),
                 ends(jvm_server.CLASSES, 300, None, 'host gone')):
        passed, failed = passed + good, failed + (not good)
    return passed, failed


def main():
    try:
        passed, failed = all_of('--write' in sys.argv[1:])
    except build.Failed as why:
        sys.exit(f'recordings: {why}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
