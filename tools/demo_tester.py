"""demo_tester.py: a scenario in plain words, run by mobile-tester-agent.

Starts a virtual Android device and the server, posts scenarios/notes.json to
/run-test, prints the events as they come, and then the report. Without a key the
shipped recording is played, with no model and no network. With a model's key in
.env or in the environment the model does the same scenario by itself. On a
terminal it then stays up, for a browser to look at all of it, until Ctrl-C.
"""
import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
from local_adb import LocalAdb  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get('AT_BUILD', 'build'))
SCENARIO = os.path.join(ROOT, 'scenarios', 'notes.json')
RUN_MAX_S = 1800


def heading(text):
    print(f'\n--- {text}', flush=True)


class Server:
    """mobile-tester-agent on a free port of this machine."""

    def __init__(self, adb, data, options, quiet=False):
        self.child = adb.spawn(
            [os.path.join(BUILD, 'mobile-tester-agent'), 'serve', '--http', '127.0.0.1:0', '--data', data, *options],
            stderr=subprocess.PIPE, text=True)
        self.said, self.quiet = [], quiet
        self.url = self.wait_for_url()
        threading.Thread(target=self.drain, daemon=True).start()

    def wait_for_url(self):
        for line in self.child.stderr:
            self.said.append(line)
            found = re.search(r'http://[^\s/]+', line)
            if found:
                return found[0]
        raise RuntimeError('the server did not start:\n' + ''.join(self.said))

    def drain(self):
        for line in self.child.stderr:
            if not self.quiet:
                print(f'server: {line}', end='', file=sys.stderr)

    def send(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {'Content-Type': 'application/json'})
        try:
            with urllib.request.urlopen(request, timeout=RUN_MAX_S) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            raise RuntimeError(f'{path}: {error.code} {error.read().decode()}') from error

    def get(self, path):
        return json.loads(self.send(path))


def cut(text, length):
    line = text.split('\n')[0]
    return line if len(line) <= length else line[:length - 1] + '…'


def tell(event):
    """An event as one line for people."""
    kind = event['type']
    if kind == 'tool':
        mark = ' (replayed)' if event.get('replayed') else ''
        return f"{event.get('toolName', '')} {event.get('args', '')} -> {cut(event.get('result', ''), 90)}{mark}"
    if kind == 'step':
        return f"step {event['step']} {event.get('verdict', 'begins')}: {event.get('message', '')}"
    if kind == 'screenshot':
        return f"screenshot: {event.get('screenshotPath', '')}"
    if kind == 'model':
        return f"model: {event.get('inputTokens', 0)} tokens in, {event.get('outputTokens', 0)} out"
    return f"{kind}: {event.get('message', '')}"


def follow(server, seen_end):
    """Print the events of all runs as they come, by server-sent events."""
    with urllib.request.urlopen(server.url + '/api/v1/events', timeout=RUN_MAX_S) as stream:
        for line in stream:
            if not line.startswith(b'data:'):
                continue
            event = json.loads(line[5:])
            if 'type' not in event:  # a change beside the runs, such as an entry of the audit
                continue
            print('   ', tell(event), flush=True)
            if event['type'] == 'state' and event.get('state') == 'ended':
                seen_end.set()
                return


def profile_with_key(server):
    """The id of the first model whose key is set; None without a key."""
    profiles = server.get('/api/v1/profiles')['profiles']
    return next((each['id'] for each in profiles if each.get('key', {}).get('set')), None)


def run(server, scenario):
    seen_end = threading.Event()
    threading.Thread(target=follow, args=(server, seen_end), daemon=True).start()
    heading(f"POST /run-test: {scenario['goal']}")
    answer = server.send('/run-test', scenario)
    seen_end.wait(10)
    heading('the answer')
    print(answer)
    return answer


def show_report(server):
    report = server.get('/report')
    heading('GET /report')
    for name in ('scenario', 'packageName', 'status', 'verdict', 'startedAt', 'endedAt'):
        if report.get(name) is not None:
            print(f'{name}: {report[name]}')
    kinds = [event['type'] for event in report['events']]
    print(f"events: {len(kinds)}, screenshots: {kinds.count('screenshot')}")


def stay(server):
    """Wait for Ctrl-C; the server's end is the end too."""
    newest = server.get('/api/v1/runs?limit=1')['runs'][0]['id']
    heading(f'Open {server.url} in a browser, or {server.url}/runs/{newest} (Ctrl-C ends it)')
    with contextlib.suppress(KeyboardInterrupt):
        server.child.wait()


def main():
    parser = argparse.ArgumentParser(prog='./demo tester', description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--env-file', metavar='FILE', help='the keys of the models (default: .env, if it is there)')
    parser.add_argument('--stay', action=argparse.BooleanOptionalAction, default=sys.stdout.isatty(),
                        help='keep the server after the run (default: on a terminal)')
    options = parser.parse_args()
    with open(SCENARIO, encoding='utf-8') as file:
        scenario = json.load(file)
    with contextlib.ExitStack() as stack:
        adb = stack.enter_context(LocalAdb())
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix='agentest-tester-'))
        device, _ = adb.start_device(os.path.join(BUILD, 'virtual-android'))
        server = Server(adb, data, ['--env-file', options.env_file] if options.env_file else [])
        print(f'{device} is a virtual Android device; mobile-tester-agent is at {server.url}')
        model = profile_with_key(server)
        if model:
            server.send('/config', {'executorInfoId': model, 'replay': False})
        imported = json.loads(server.send('/api/v1/scenarios/import', scenario))
        scenario['id'] = imported['scenarios'][0]['id']  # the run is one of this scenario
        print(f'the model is {model}' if model else 'no key is set: the recording is played, 0 tokens')
        answer = run(server, scenario)
        show_report(server)
        if options.stay:
            stay(server)
    return 0 if 'FAIL' not in answer and 'UNVERIFIED' not in answer and answer.startswith('onAgentFinished') else 1


if __name__ == '__main__':
    try:
        sys.exit(main())
    except (RuntimeError, TimeoutError, OSError) as error:
        print(f'demo: {error}', file=sys.stderr)
        sys.exit(1)
