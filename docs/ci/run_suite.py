#!/usr/bin/env python3
"""run_suite.py NAME: run a stored suite of a server or a pool, and wait for its end.

AGENTEST_URL is the address of the server, or of any host of the pool; AGENTEST_TOKEN
a token of the role run. Writes report.xml (JUnit). Exit status: 0 if all cases have
passed, 1 if some have not, 2 if the suite could not be run.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.request

POLL_S = 5
AWAY_S = 300  # a host may restart, or another one take its address


def ask(path, body=None):
    """An answer of the server; while it is away, another attempt every few seconds."""
    headers = {'Content-Type': 'application/json'}
    if os.environ.get('AGENTEST_TOKEN'):
        headers['Authorization'] = f"Bearer {os.environ['AGENTEST_TOKEN']}"
    request = urllib.request.Request(os.environ['AGENTEST_URL'].rstrip('/') + '/api/v1' + path, body, headers)
    until = time.monotonic() + AWAY_S
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            # Only reading is repeated: a suite that may have begun is not started twice.
            if error.code < 500 or body is not None or time.monotonic() > until:
                raise RuntimeError(f'{path}: {error.code} {error.read().decode()}') from error
        except OSError as error:
            if body is not None or time.monotonic() > until:
                raise RuntimeError(f'{request.host}: {error}') from error
        time.sleep(POLL_S)


def main(name):
    suites = json.loads(ask('/suites'))['suites']
    suite = next((each for each in suites if name in (each['id'], each['name'])), None)
    if not suite:
        raise RuntimeError(f"no suite is called '{name}'; there are: {', '.join(each['name'] for each in suites)}")
    run = json.loads(ask(f"/suites/{suite['id']}/run", b'{}'))
    print(f"{os.environ['AGENTEST_URL'].rstrip('/')}/suite-runs/{run['id']}", flush=True)
    before = None
    while run['state'] != 'ended':
        time.sleep(POLL_S)
        run = json.loads(ask(f"/suite-runs/{run['id']}"))
        counts = ', '.join(f'{count} {what}' for what, count in run['counts'].items() if count)
        if counts != before:
            print(counts, flush=True)
        before = counts
    with open('report.xml', 'wb') as file:
        file.write(ask(f"/suite-runs/{run['id']}/junit.xml"))
    print(f"{name}: {run['verdict']}")
    return 0 if run['verdict'] == 'PASS' else 1


if __name__ == '__main__':
    try:
        sys.exit(main(*sys.argv[1:]))
    except (RuntimeError, KeyError, TypeError) as error:
        print(f'run_suite: {error}', file=sys.stderr)
        sys.exit(2)
