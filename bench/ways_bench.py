"""ways_bench.py: the three ways to a device, side by side: the resident helper, the installed one, adb alone.

They take turns on one virtual device of realistic latency. What it can do in
one step is known, so the rest of a figure is ours.
"""
import contextlib
import json
import os
import re
import statistics
import subprocess
import tempfile
import time

from cli_bench import Cli, median
from mcp_client import McpError

PACKAGE, RESTLESS = 'com.example.notes', 'com.example.restless'
JARS = '/data/local/tmp/agentest-*.jar'
WAYS = {'resident': {}, 'installed': {'AGENTEST_HELPER': 'apk'}, 'adb alone': {'AGENTEST_DISABLE_HELPER': '1'}}
STEP_TIMES = re.compile(r'step .*input_ms=(\d+) idle_ms=(\d+) tree_ms=(\d+)')
BROUGHT_UP = re.compile(r'backend is up backend=(?:resident|helper) .*took_ms=(\d+)')
TAP = [{'action': 'tap', 'target': {'id': 'email'}}]
GO = [{'action': 'tap', 'target': {'id': 'go'}}]


def ms_since(began):
    return (time.perf_counter() - began) * 1000


def timed_ms(action):
    began = time.perf_counter()
    action()
    return ms_since(began)


def restless_app(folder):
    """An app whose only screen changes one text ten times a second."""
    path = os.path.join(folder, 'restless.json')
    children = [{'kind': 'text', 'text': 'Elapsed: ${t}'}, {'kind': 'button', 'id': 'go', 'text': 'Go'}]
    with open(path, 'w', encoding='utf-8') as out:
        json.dump({'package': RESTLESS, 'label': 'restless', 'vars': {'t': 0}, 'screens': {'main': {
            'timers': [{'every': 100, 'do': [{'add': {'t': 1}}]}],
            'root': {'kind': 'column', 'children': children}}}}, out)
    return path


class Way:
    """agentest on one way, with the log that tells the device's own times."""

    def __init__(self, bench, env):
        self.bench, self.env = bench, env
        self.log = tempfile.TemporaryFile('w+')
        self.client = bench.client(stderr=self.log, AGENTEST_LOG='debug', **env)

    def __enter__(self):
        self.client.__enter__()
        self.client.initialize()
        return self

    def __exit__(self, *_):
        self.client.__exit__()
        self.log.close()

    def text(self):
        self.log.seek(0)
        return self.log.read()

    def steps(self):
        """The device's own milliseconds of each request that was a step."""
        return [sum(map(int, times)) for times in STEP_TIMES.findall(self.text())]

    def bring_up_ms(self):
        return int(BROUGHT_UP.search(self.text()).group(1))

    def connect(self, package=PACKAGE):
        self.client.call('agentest_connect', packageName=package)
        self.client.call('agentest_get_ui_tree')

    def dumps(self):
        return sum('uiautomator dump' in line for line in self.bench.console('virtual journal').splitlines())

    def flow(self, steps):
        """Wall time, the device's own times, requests and dumps of a flow that succeeds."""
        before = len(self.steps())
        self.bench.console('virtual journal clear')
        began = time.perf_counter()
        trace = json.loads(self.client.call('agentest_run_flow', steps=steps, echo=True)[0]['text'])
        wall_ms = ms_since(began)
        if not trace['success']:
            raise RuntimeError(trace['error'])
        own = self.steps()[before:]
        return wall_ms, sum(own), len(own), self.dumps()


class Device:
    """What the ways share: the device as it was before any of them."""

    def __init__(self, bench):
        self.bench = bench

    def shell(self, command):
        subprocess.run(['adb', '-s', self.bench.serial, 'shell', command], env=self.bench.adb.env, check=True,
                       capture_output=True)

    def forget(self, name):
        """Nothing of the resident helper and the app is there; the installed helper stays."""
        self.shell(f'am force-stop {PACKAGE}; am force-stop {RESTLESS}; pm clear {PACKAGE}; rm -f {JARS}')
        if name != 'installed':
            with contextlib.suppress(subprocess.CalledProcessError):
                self.shell('pm uninstall com.agentest.helper')


def first_trees_ms(bench, device, name, env, runs):
    if name == 'installed':
        with Way(bench, env) as way:  # installs it, which is not measured
            way.client.call('agentest_connect', packageName=PACKAGE)
    walls, starts = [], []
    for _ in range(runs):
        device.forget(name)
        with Way(bench, env) as way:
            walls.append(timed_ms(way.connect))
            starts.append(way.bring_up_ms() if name != 'adb alone' else 0)
    return statistics.median(walls), statistics.median(starts)


def measure_first_tree(bench, device, name, env, runs):
    wall_ms, start_ms = first_trees_ms(bench, device, name, env, runs)
    seen = 'the helper is installed' if name == 'installed' else 'never seen'
    others = {} if name == 'adb alone' else {'its helper came up': start_ms}
    bench.add(f'{name}: connect and first tree, {seen}', wall_ms, 'ms', 1000 if name == 'resident' else None, others)


def measure_login(bench, device, name, way, login, runs):
    is_adb = name == 'adb alone'
    rows = []
    for run in range(runs):
        if run > 0:  # the first begins where the taps were
            device.shell(f'pm clear {PACKAGE}')
            way.client.call('agentest_reset_app')
        rows.append(way.flow(login))
    walls, owns, requests, dumps = (statistics.median(column) for column in zip(*rows))
    bench.add(f'{name}: login of six steps', walls, 'ms')
    if is_adb:
        bench.add(f'{name}: its dumps', dumps, '', 4)
        return
    bench.add(f"{name}: the same / the device's own times", statistics.median(row[0] / row[1] for row in rows), 'x',
              1.1, {"the device's own": owns})
    bench.add(f'{name}: its requests', requests, '', len(login))


def measure_tap(bench, name, way, runs):
    way.flow(TAP)  # the keyboard comes up once
    rows = [way.flow(TAP) for _ in range(runs)]
    limit = None if name == 'adb alone' else 300
    own = {} if name == 'adb alone' else {"the device's own": statistics.median(row[1] for row in rows)}
    bench.add(f'{name}: settled tap', statistics.median(row[0] for row in rows), 'ms', limit, own)
    time.sleep(1.5)  # a model that thinks: the newest tree is old by now
    wall_ms, _, requests, dumps = way.flow(TAP)
    bench.add(f'{name}: the same after the client thought for 1.5 s', wall_ms, 'ms', None,
              {'requests or dumps': max(requests, dumps)})


def measure_restless_dump(bench, device, way):
    """uiautomator waits for a silence that never comes; what is measured is when that is said."""
    device.shell(f'monkey -p {RESTLESS} 1')

    def read():
        with contextlib.suppress(McpError):
            way.client.call('agentest_get_ui_tree')
    bench.add('adb alone: a screen that never rests is given up', timed_ms(read), 'ms')


def measure_restless(bench, name, way, runs):
    """A screen that never rests: how often it is read until its tree is there."""
    way.connect(RESTLESS)

    def readings(action):
        before = len(way.steps())
        wall_ms = timed_ms(action)
        return wall_ms, len(way.steps()) - before
    reads = [readings(lambda: way.client.call('agentest_get_ui_tree')) for _ in range(runs)]
    way.flow(GO)  # what changes by itself is learnt once
    taps = [readings(lambda: way.flow(GO)) for _ in range(runs)]
    bench.add(f'{name}: tree of a screen that never rests', statistics.median(row[0] for row in reads), 'ms')
    bench.add(f'{name}: how often it was read', statistics.median(row[1] for row in reads), '', 1)
    bench.add(f'{name}: tap on it', statistics.median(row[0] for row in taps), 'ms')
    bench.add(f'{name}: requests of that tap', statistics.median(row[1] for row in taps), '')


def measure_picture(bench, name, way, runs):
    bench.add(f'{name}: screenshot', statistics.median(
        timed_ms(lambda: way.client.call('agentest_screenshot')) for _ in range(3 * runs)), 'ms')


def taps_of_cli(cli, runs):
    """Rows of: the whole process minus the device's time, what the command calls its own, the device's."""
    rows = []
    for _ in range(runs):
        wall_ms, printed = cli.timed_json('ui', 'tap', 'id:email')
        data = printed['data']
        rows.append((wall_ms - data['device_ms'], data['own_ms'], data['device_ms']))
    return [statistics.median(column) for column in zip(*rows)]


def measure_cli_tap(bench, device, name, env, program, runs):
    device.shell(f'am force-stop {RESTLESS}; am force-stop {PACKAGE}; pm clear {PACKAGE}')
    with tempfile.TemporaryDirectory() as folder:
        cli = Cli(program, {**bench.adb.env, 'ANDROID_SERIAL': bench.serial, **env}, folder)
        cli.ms('session', 'set', '--platform', 'android', '--device', bench.serial, '--app-id', PACKAGE, '--live',
               '5m')
        try:
            cli.ms('app', 'launch', '--quiet')
            taps_of_cli(cli, 1)  # the keyboard comes up once
            above, own, device_ms = taps_of_cli(cli, runs)
            idle_ms = median(runs, lambda: cli.ms('session', 'show'))
        finally:
            cli.ms('live', 'stop')
    bench.add(f"{name}: ui tap of a warm session above the device's own time", above, 'ms', 5,
              {'in all': above + device_ms, 'a command that does nothing': idle_ms})
    bench.add(f'{name}: what it calls its own', own, 'ms', 5)


@contextlib.contextmanager
def device_for(bench, program):
    """A realistic device that the rows are measured on, in place of the bench's own."""
    kept = bench.serial, bench.port
    with tempfile.TemporaryDirectory() as folder:
        notes = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'virtual-android', 'apps',
                             f'{PACKAGE}.json')
        bench.serial, bench.port = bench.adb.start_device(program, '--profile', 'realistic', '--app', notes, '--app',
                                                          restless_app(folder))
        try:
            yield Device(bench)
        finally:
            bench.serial, bench.port = kept


def measure_ways(bench, build, login):
    runs = 3 if bench.runs > 5 else 1
    with device_for(bench, os.path.join(build, 'virtual-android')) as device:
        for name, own_env in WAYS.items():
            env = {'AGENTEST_DISABLE_HELPER': '0', **own_env}
            measure_first_tree(bench, device, name, env, runs)
            with Way(bench, env) as way:
                way.connect()
                measure_tap(bench, name, way, runs)
                measure_picture(bench, name, way, runs)
                measure_login(bench, device, name, way, login, runs)
                if name == 'adb alone' and runs > 1:  # ten seconds
                    measure_restless_dump(bench, device, way)
                elif name != 'adb alone':
                    measure_restless(bench, name, way, runs)
            measure_cli_tap(bench, device, name, env, os.path.join(build, 'mobile-dev-agent'), 3 * runs)
