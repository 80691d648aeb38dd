"""web_bench.py: what the web page costs: bytes, time until it can be used, the server's share.

The browser is chromium, driven by web_bench.mjs. It runs already when a time
begins; the server does not.
"""
import contextlib
import glob
import gzip
import itertools
import json
import os
import re
import statistics
import subprocess
import tempfile
import threading
import time

from tester_bench import Handler, Model, STEPS, Server, calls_of_steps, environment, scenario_of

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DIST = os.path.join(ROOT, 'web', 'dist')
MODULES = os.path.join(ROOT, 'tests', 'e2e', 'node_modules')
BROWSERS = 6
THINK_S = 2  # a turn of a vendor's model
WATCHED_STEPS = 2
SMALL_KB = 4


def size_kb(path):
    with open(path, 'rb') as file:
        return len(gzip.compress(file.read(), 9)) / 1024


class Browser:
    """web_bench.mjs; ask() is one line to it and one from it."""

    def __init__(self):
        node = os.path.join(MODULES, 'node', 'bin', 'node')
        self.child = subprocess.Popen([node, os.path.join(ROOT, 'bench', 'web_bench.mjs')],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answer()

    def answer(self):
        line = self.child.stdout.readline()
        if not line:
            raise RuntimeError('the browser does not answer')
        return json.loads(line)

    def ask(self, **words):
        self.child.stdin.write(json.dumps(words) + '\n')
        self.child.stdin.flush()
        return self.answer()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.stdin.close()
        self.child.wait(20)
        self.child.stdout.close()


class SlowHandler(Handler):
    """A model that thinks, as those of vendors do, once the run may begin."""

    def do_POST(self):
        self.server.gate.wait()
        time.sleep(THINK_S)
        super().do_POST()


class SlowModel(Model):
    def __init__(self, script):
        self.gate = threading.Event()
        super().__init__(script)
        self.RequestHandlerClass = SlowHandler


def measure_sizes(bench):
    files = sorted(glob.glob(os.path.join(DIST, 'assets', '*.*')), key=size_kb, reverse=True)
    for path in files:
        name = re.sub(r'-[\w-]{8}(\.\w+)$', r'\1', os.path.basename(path))
        if size_kb(path) >= SMALL_KB:
            bench.add(f'web: {name}, gzipped', size_kb(path), 'KB')
    bench.add('web: all files but the report, gzipped', sum(map(size_kb, files)), 'KB')
    bench.add('web: page of a report, gzipped', size_kb(os.path.join(DIST, 'report.html')), 'KB')


def sample():
    with open(os.path.join(ROOT, 'scenarios', 'notes.json'), encoding='utf-8') as file:
        return json.load(file)


def measure_opening(bench, browser, env, data):
    with Server(bench, env, data) as server:
        server.get('/api/v1/scenarios/import', sample())
    figures = []
    for _ in range(bench.runs):
        browser.ask(do='prepare')
        began = time.time()
        with Server(bench, env, data) as server:
            figures.append(browser.ask(do='open', url=f'http://127.0.0.1:{server.port}/', at=began * 1000))
    bench.add('web: script and style of the first page', figures[0]['bytes'] / 1024, 'KB', 160)
    for what, name, target in (('first contentful paint', 'firstPaintMs', 300), ('interactive', 'interactiveMs', 600)):
        bench.add(f"web: server's start to {what}", statistics.median(row[name] for row in figures), 'ms', target)


def server_cpu_s(bench, env, data, browser, watchers):
    """The processor time that a server takes for a run, and how long that is."""
    turns = list(itertools.islice(calls_of_steps(), sum(len(calls) + 1 for _, calls in STEPS[:WATCHED_STEPS])))
    with SlowModel(turns) as model:
        fresh = f'{data}-{watchers}'  # a run that has passed would be replayed
        server = Server(bench, {**env, 'OPENROUTER_BASE_URL': model.url}, fresh)
        scenario = scenario_of([text for text, _ in STEPS[:WATCHED_STEPS]], device=bench.serial)
        run = json.loads(server.get('/api/v1/runs', scenario))['id']
        if watchers:
            browser.ask(do='watch', url=f'http://127.0.0.1:{server.port}/runs/{run}', count=watchers)
        began = time.perf_counter()
        before = cpu_s(server.child.pid)
        model.gate.set()
        while json.loads(server.get(f'/api/v1/runs/{run}'))['state'] != 'ended':
            time.sleep(0.2)  # an event stream would be one more reader
        state = json.loads(server.get(f'/api/v1/runs/{run}'))
        if state.get('verdict') != 'PASS':
            raise RuntimeError(f'the watched run: {state}')
        used, took = cpu_s(server.child.pid) - before, time.perf_counter() - began
        browser.ask(do='leave')
        server.__exit__()
    return used, took


def cpu_s(pid):
    with open(f'/proc/{pid}/stat', encoding='utf-8') as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def measure_watching(bench, browser, env, data):
    if not os.path.exists('/proc/self/stat'):
        return
    alone, took = server_cpu_s(bench, env, data, browser, 0)
    bench.add('web: server during a run that nobody watches', 100 * alone / took, '%')
    for count in 1, BROWSERS:
        watched, took = server_cpu_s(bench, env, data, browser, count)
        share = 100 * (watched - alone) / took / count
        bench.add(f'web: the same, more for each of {count} that watch', share, '%', 1)


def measure_web(bench):
    if not os.path.isdir(DIST):
        print('web/dist is not there: cd web && npm run build')
        return
    measure_sizes(bench)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix='agentest-bench-'))
        browser = stack.enter_context(Browser())
        model = stack.enter_context(Model([]))
        env = environment(bench, model, folder)
        data = os.path.join(folder, 'data')
        measure_opening(bench, browser, env, data)
        measure_watching(bench, browser, env, data)
