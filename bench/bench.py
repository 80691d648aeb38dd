"""bench.py: what the programs cost, next to their targets and to other tools.

Everything runs on a virtual device and an adb server of its own. The device's
own time is known (its latency profile), so the rest is ours.
"""
import argparse
import contextlib
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, 'tools'))
# pylint: disable=wrong-import-position
from cli_bench import measure_cli  # noqa: E402
from flow_bench import measure_flow_runs  # noqa: E402
from local_adb import LocalAdb  # noqa: E402
from mcp_client import McpClient, McpError  # noqa: E402
from page_bench import measure_page  # noqa: E402
from parallel_bench import measure_parallel_devices  # noqa: E402
from pool_bench import measure_pool  # noqa: E402
from queue_bench import measure_queue  # noqa: E402
from sessions_bench import measure_sessions  # noqa: E402
from sync_bench import measure_sync  # noqa: E402
from tester_bench import measure_tester  # noqa: E402
from ways_bench import measure_ways  # noqa: E402
from web_bench import measure_web  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get('AT_BUILD', 'build'))
MODULES = os.path.join(ROOT, 'tests', 'e2e', 'node_modules')
PACKAGE = 'com.example.notes'
RUNS, QUICK_RUNS = 20, 5
EMAIL, PASSWORD = 'demo@example.com', 'secret123'

LOGIN = [
    {'action': 'assert_visible', 'target': {'text': 'Log in'}},
    {'action': 'type', 'target': {'id': 'email'}, 'value': EMAIL},
    {'action': 'type', 'target': {'id': 'password'}, 'value': PASSWORD},
    {'action': 'tap', 'target': {'text': 'Log in'}},
    {'action': 'assert_visible', 'target': {'textContains': 'Note 1'}, 'timeoutMs': 5000},
    {'action': 'assert_not_visible', 'target': {'text': 'Log in'}},
]


def ms_since(began):
    return (time.perf_counter() - began) * 1000


def median_ms(runs, action, before=None):
    times = []
    for _ in range(runs):
        if before:
            before()
        began = time.perf_counter()
        action()
        times.append(ms_since(began))
    return statistics.median(times)


def memory_mb(pid):
    """Resident memory of a process and its children, as ps counts it."""
    rows = subprocess.run(['ps', '-A', '-o', 'pid=,ppid=,rss='], capture_output=True, text=True,
                          check=True).stdout
    table = [tuple(map(int, row.split())) for row in rows.splitlines()]
    family = {pid}
    for _ in range(8):
        family |= {child for child, parent, _ in table if parent in family}
    return sum(rss for child, _, rss in table if child in family) / 1024


class Peer:
    """Another tool, with what this bench asks of it."""

    def __init__(self, name, words, env, calls):
        self.name, self.words, self.env, self.calls = name, words, env, calls

    def client(self, base_env):
        return McpClient(self.words, env={**base_env, **self.env}, stderr=subprocess.DEVNULL)


def node_program():
    return os.path.join(MODULES, 'node', 'bin', 'node')


def peers(serial):
    if not os.path.exists(node_program()):
        return []
    return [
        Peer('agentest 0.1.2 (npm)',
             [node_program(), os.path.join(MODULES, 'agentest', 'dist', 'server.js')],
             {'AGENTEST_DISABLE_HELPER': '1', 'AGENTEST_DISABLE_FRAMEWORK_SYNC': '1'},
             {'connect': ('agentest_connect', {'packageName': PACKAGE, 'deviceId': serial}),
              'tree': ('agentest_get_ui_tree', {}),
              'tap': ('agentest_run_flow', {'steps': [
                  {'action': 'tap', 'target': {'text': 'Log in'}}]}),
              'login': ('agentest_run_flow', {'steps': LOGIN}),
              'reset': ('agentest_reset_app', {'packageName': PACKAGE})}),
        Peer('mobile-mcp 1.0.4 (npm)',
             [node_program(), os.path.join(MODULES, '@mobilenext', 'mobile-mcp', 'lib', 'index.js')],
             {'MOBILEMCP_DISABLE_TELEMETRY': '1'},
             {'connect': ('mobile_launch_app', {'device': serial, 'packageName': PACKAGE}),
              'tree': ('mobile_list_elements_on_screen', {'device': serial}),
              'tap': ('mobile_click_on_screen_at_coordinates',
                      {'device': serial, 'x': 540, 'y': 1200})}),
    ]


class Bench:
    """The rows of the table, filled by the measure_* functions."""

    def __init__(self, runs, adb, serial, console_port):
        self.runs, self.adb, self.serial, self.port = runs, adb, serial, console_port
        self.rows = []
        self.ours = [os.path.join(BUILD, 'agentest')]
        self.peers = peers(serial)

    def add(self, what, value, unit, target=None, others=None):
        self.rows.append({'what': what, 'value': value, 'unit': unit, 'target': target,
                          'others': others or {}})
        print(format_row(self.rows[-1]), flush=True)

    def console(self, command):
        with socket.create_connection(('127.0.0.1', self.port)) as conn:
            conn.sendall(f'{command}\nquit\n'.encode())
            text = b''.join(iter(lambda: conn.recv(65536), b'')).decode().replace('\r\n', '\n')
        return text.split('OK\n', 1)[1].rsplit('OK\n', 1)[0]

    def log_out(self):
        """Clear the app's data, so that it begins with the login."""
        subprocess.run(['adb', '-s', self.serial, 'shell', 'pm', 'clear', PACKAGE], env=self.adb.env,
                       check=True, capture_output=True)

    def restart(self, client):
        self.log_out()
        client.call('agentest_reset_app')

    def client(self, stderr=None, **env):
        """A client that uses only adb, unless env says otherwise."""
        return McpClient(self.ours, stderr=stderr, env={
            **self.adb.env, 'ANDROID_SERIAL': self.serial, 'AGENTEST_DISABLE_HELPER': '1', **env})

    def peer_figures(self, measure):
        found = {}
        for peer in self.peers:
            with contextlib.suppress(McpError, OSError, KeyError):
                found[peer.name] = measure(peer)
        return found


def start_up_ms(words, env, runs):
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        with McpClient(words, env=env, stderr=subprocess.DEVNULL) as client:
            client.initialize()
            times.append(ms_since(began))
    return statistics.median(times)


def listing(words, env):
    with McpClient(words, env=env, stderr=subprocess.DEVNULL) as client:
        client.initialize()
        client.request('tools/list')
        return client.last_size, memory_mb(client.process.pid)


def measure_start(bench):
    few = min(bench.runs, 5)
    env = bench.adb.env
    bench.add('spawn to initialize reply', start_up_ms(bench.ours, env, bench.runs), 'ms', 10,
              bench.peer_figures(lambda p: start_up_ms(p.words, {**env, **p.env}, few)))
    size, memory = listing(bench.ours, env)
    others = bench.peer_figures(lambda p: listing(p.words, {**env, **p.env}))
    bench.add('memory after tools/list', memory, 'MB', 12, {n: v[1] for n, v in others.items()})
    bench.add('tools/list', size / 1024, 'KB', 12, {n: v[0] / 1024 for n, v in others.items()})


def measure_screen(bench):
    figures = json.loads(subprocess.run([os.path.join(BUILD, 'bench', 'screen_bench')],
                                        capture_output=True, check=True).stdout)
    bench.add('parse + compact text, 500 nodes', figures['500'], 'ms', 1)
    bench.add('parse + compact text, 10,000 nodes', figures['10000'], 'ms', 20)
    bench.add('a screenshot of 2.6 megapixels, made small', figures['picture'], 'ms', 25)
    growth = figures['10000'] / figures['500'] / 20
    bench.add('growth from 500 to 10,000 nodes / linear', growth, 'x', 1.5)


def bare_round_trips(bench, services):
    """The same services through the adb server's protocol, read to the end."""
    def request(conn, text):
        conn.sendall(b'%04x%s' % (len(text), text.encode()))
        if conn.recv(4) != b'OKAY':
            raise RuntimeError(text)

    for service in services:
        with socket.create_connection(('127.0.0.1', bench.adb.port)) as conn:
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            request(conn, f'host:transport:{bench.serial}')
            request(conn, service)
            while conn.recv(65536):
                pass


def measure_tree(bench):
    with bench.client() as client:
        client.initialize()
        client.call('agentest_connect', packageName=PACKAGE)
        bench.console('virtual journal clear')
        client.call('agentest_get_ui_tree')
        services = [line for line in bench.console('virtual journal').splitlines() if line]
        pairs = [(median_ms(1, lambda: client.call('agentest_get_ui_tree')),
                  median_ms(1, lambda: bare_round_trips(bench, services)))
                 for _ in range(bench.runs)]
    ours = statistics.median(p[0] for p in pairs)
    bare = statistics.median(p[1] for p in pairs)

    def peer_tree(peer):
        with peer.client(bench.adb.env) as client:
            client.initialize()
            client.call(peer.calls['connect'][0], **peer.calls['connect'][1])
            name, arguments = peer.calls['tree']
            return median_ms(min(bench.runs, 5), lambda: client.call(name, **arguments))
    bench.add('get_ui_tree', ours, 'ms', None, bench.peer_figures(peer_tree))
    bench.add('get_ui_tree above the bare adb round trips', ours - bare, 'ms', 1)


def flow(client, steps):
    began = time.perf_counter()
    trace = json.loads(client.call('agentest_run_flow', steps=steps, echo=True)[0]['text'])
    if not trace['success']:
        raise McpError(trace['error'])
    return trace, ms_since(began)


def measure_flow_overhead(bench):
    own = []
    with bench.client() as client:
        client.initialize()
        client.call('agentest_connect', packageName=PACKAGE)
        for _ in range(bench.runs):
            bench.restart(client)
            trace, wall_ms = flow(client, LOGIN)
            timing = trace['timing']
            own.append(wall_ms - timing['deviceMs'] - timing['waitMs'])
    bench.add('six-step run_flow outside the device and the idle rule', statistics.median(own),
              'ms', 5)


def dumps_of(bench, client, steps):
    bench.console('virtual journal clear')
    trace, wall_ms = flow(client, steps)
    dumps = sum('uiautomator dump' in line for line in bench.console('virtual journal').splitlines())
    return trace, wall_ms, dumps


def by_hand_ms(bench):
    """The login as a person with adb writes it: three dumps, five inputs."""
    def adb(*words):
        return subprocess.run(['adb', '-s', bench.serial, *words], env=bench.adb.env, check=True,
                              capture_output=True).stdout.decode()

    def dump():
        adb('shell', 'uiautomator', 'dump', '/sdcard/window_dump.xml')
        return adb('exec-out', 'cat', '/sdcard/window_dump.xml')

    def tap(tree, what):
        node = re.search(r'<node [^>]*%s[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"' % what, tree)
        left, top, right, bottom = map(int, node.groups())
        adb('shell', 'input', 'tap', str((left + right) // 2), str((top + bottom) // 2))

    began = time.perf_counter()
    tree = dump()
    tap(tree, 'resource-id="[^"]*email"')
    adb('shell', 'input', 'text', EMAIL)
    tap(tree, 'resource-id="[^"]*password"')
    adb('shell', 'input', 'text', PASSWORD)
    tree = dump()
    tap(tree, 'text="Log in"[^>]*clickable="true"')
    if 'Note 1' not in dump():
        raise RuntimeError('the login by hand did not reach the list')
    return ms_since(began)


def measure_realistic(bench):
    runs = 5 if bench.runs == RUNS else min(2, bench.runs)  # nearly all of it is the device's own time
    bench.console('virtual profile realistic')
    try:
        with bench.client() as client:
            client.initialize()
            client.call('agentest_connect', packageName=PACKAGE)
            measure_login(bench, client, runs)
    finally:
        bench.console('virtual profile zero')


def measure_login(bench, client, runs):
    ours, later, hand, dumps = [], [], [], []
    for _ in range(runs):
        bench.restart(client)
        _, wall_ms, count = dumps_of(bench, client, LOGIN)
        ours.append(wall_ms)
        dumps.append(count)
        bench.restart(client)
        time.sleep(1.5)  # a model that thinks: the tree of the reset is old by now
        later.append(flow(client, LOGIN)[1])
        bench.restart(client)
        hand.append(by_hand_ms(bench))
    bench.add('login flow, realistic: dumps', statistics.median(dumps), '', 3)
    pairs = [a / b for a, b in zip(ours, hand)]
    bench.add('login flow, realistic, right after the screen was read', statistics.median(ours), 'ms',
              None, {'by hand with adb': statistics.median(hand)})
    bench.add('login flow / by hand with adb and three dumps', statistics.median(pairs), 'x', 1.15)
    bench.add('the same, after the client thought for 1.5 s',
              statistics.median(a / b for a, b in zip(later, hand)), 'x')
    measure_steps(bench, client)
    others = bench.peer_figures(lambda peer: peer_login(bench, peer))
    bench.add('login flow, realistic', statistics.median(ours), 'ms', None, others)


def measure_steps(bench, client):
    """On the login screen, which is quiet: what one more step costs."""
    bench.restart(client)
    field = {'action': 'type', 'target': {'id': 'email'}, 'value': 'a'}
    tap = {'action': 'tap', 'target': {'id': 'email'}}
    one, two = dumps_of(bench, client, [tap])[2], dumps_of(bench, client, [tap, tap])[2]
    bench.add('dumps of one more tap step', two - one, '', 1)
    one, two = dumps_of(bench, client, [field])[2], dumps_of(bench, client, [field, field])[2]
    bench.add('dumps of one more type step', two - one, '', 1)


def peer_login(bench, peer):
    name, arguments = peer.calls['login']
    with peer.client(bench.adb.env) as client:
        client.initialize()
        client.call(peer.calls['connect'][0], **peer.calls['connect'][1])
        bench.log_out()
        client.call(peer.calls['reset'][0], **peer.calls['reset'][1])
        began = time.perf_counter()
        trace = json.loads(client.call(name, **arguments)[0]['text'])
        if not trace['success']:
            raise McpError(trace['error'])
        return ms_since(began)


def ticking_app(folder, name, every_ms):
    """An app whose only screen changes one text again and again."""
    path = os.path.join(folder, f'{name}.json')
    children = [{'kind': 'text', 'text': 'Elapsed: ${t}'}, {'kind': 'button', 'id': 'go', 'text': 'Go'}]
    with open(path, 'w', encoding='utf-8') as out:
        json.dump({'package': f'com.example.{name}', 'label': name, 'vars': {'t': 0}, 'screens': {'main': {
            'timers': [{'every': every_ms, 'do': [{'add': {'t': 1}}]}],
            'root': {'kind': 'column', 'children': children}}}}, out)
    return ['--app', path]


def measure_waiting(bench):
    """Screens that never rest, on a device of their own."""
    tap = [{'action': 'tap', 'target': {'id': 'go'}}]
    with tempfile.TemporaryDirectory() as folder:
        apps = ticking_app(folder, 'clock', 1000) + ticking_app(folder, 'restless', 100)
        serial, _ = bench.adb.start_device(os.path.join(BUILD, 'virtual-android'), '--profile', 'realistic', *apps)
    for way, off, limit in (('helper', '0', 1500), ('adb', '1', 3000)):
        with bench.client(ANDROID_SERIAL=serial, AGENTEST_DISABLE_HELPER=off) as client:
            client.initialize()
            subprocess.run(['adb', '-s', serial, 'shell', 'am force-stop com.example.restless'],
                           env=bench.adb.env, check=True)
            client.call('agentest_connect', packageName='com.example.clock')
            bench.add(f'{way}: tap on a screen with a clock', median_ms(5, lambda: flow(client, tap)), 'ms', limit)
            bench.add(f'{way}: connect to an app that never rests', median_ms(
                3, lambda: client.call('agentest_connect', packageName='com.example.restless')), 'ms', 3000)
            if off == '0':
                bench.add('helper: tap on a screen that never rests',
                          median_ms(5, lambda: flow(client, tap)), 'ms', 1500)


def longest_delays(client, seconds):
    longest = {'ping': 0, 'tools/list': 0}
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        for method in longest:
            began = time.perf_counter()
            client.request(method)
            longest[method] = max(longest[method], ms_since(began))
        time.sleep(0.01)
    return longest


def measure_latency(bench):
    """Measure while a tool runs, and without one, which shows the machine's own noise."""
    seconds = 60 if bench.runs == RUNS else 5
    with bench.client() as client:
        client.initialize()
        client.call('agentest_connect', packageName=PACKAGE)
        idle = longest_delays(client, seconds - 1)
        long = client.start('tools/call', {
            'name': 'agentest_run_flow',
            'arguments': {'steps': [{'action': 'wait', 'timeoutMs': seconds * 1000}]}})
        busy = longest_delays(client, seconds - 1)
        if long in client.replies or client.finish(long).get('isError'):
            raise RuntimeError('the long tool did not run')
    for method, delay in busy.items():
        bench.add(f'longest {method} while a tool runs for {seconds} s', delay, 'ms', 50,
                  {'no tool running': idle[method]})


def measure_command_line(bench):
    def round_trips(services):
        return median_ms(1, lambda: bare_round_trips(bench, services))
    measure_cli(bench, os.path.join(BUILD, 'mobile-dev-agent'), round_trips)


def format_row(row):
    value = f"{row['value']:10.2f} {row['unit']:3}"
    if row['target'] is None:
        target = ' ' * 12
    else:
        mark = 'ok' if row['value'] <= row['target'] else 'ABOVE'
        target = f"<= {row['target']:<5} {mark:5}"
    others = ''.join(f"  | {name}: {value:.1f} ({value / row['value']:.1f}x)"
                     for name, value in row['others'].items())
    return f"{row['what']:56} {value} {target}{others}"


MEASURES = {
    'start': measure_start,
    'screen': measure_screen,
    'tree': measure_tree,
    'flow': measure_flow_overhead,
    'realistic': measure_realistic,
    'ways': lambda bench: measure_ways(bench, BUILD, LOGIN),
    'waiting': measure_waiting,
    'latency': measure_latency,
    'cli': measure_command_line,
    'flows': lambda bench: measure_flow_runs(bench, os.path.join(BUILD, 'mobile-dev-agent')),
    'sessions': lambda bench: measure_sessions(bench, BUILD),
    'tester': lambda bench: measure_tester(bench, memory_mb),
    'queue': lambda bench: measure_queue(bench, BUILD),
    'pool': lambda bench: measure_pool(bench, BUILD, bench.runs < RUNS),
    'parallel': lambda bench: measure_parallel_devices(bench, BUILD),
    'web': measure_web,
    'page': measure_page,
    'sync': lambda bench: measure_sync(bench, BUILD),
}


def optional_targets():
    """The engine of scripts, which a build may lack."""
    listed = subprocess.run(['ninja', '-C', BUILD, '-t', 'targets', 'all'], check=True, capture_output=True, text=True)
    names = {line.split(':')[0] for line in listed.stdout.splitlines()}
    return [name for name in ('agentest-script', 'agentest-fetch') if name in names]


def main():
    parser = argparse.ArgumentParser(prog='bench/bench.py', description=__doc__)
    parser.add_argument('--quick', action='store_true', help=f'{QUICK_RUNS} runs instead of {RUNS}')
    parser.add_argument('--once', action='store_true', help='one run, to see that the bench works')
    parser.add_argument('--only', choices=MEASURES, action='append')
    parser.add_argument('--json', metavar='FILE', help='write the rows there too')
    args = parser.parse_args()
    subprocess.run(['ninja', '-C', BUILD, '--quiet', 'agentest', 'mobile-dev-agent', 'mobile-tester-agent', 'virtual-android',
                    *optional_targets(), 'bench/screen_bench', 'bench/queue_bench', 'bench/pool'], check=True)
    with LocalAdb() as adb:
        serial, console_port = adb.start_device(os.path.join(BUILD, 'virtual-android'))
        bench = Bench(1 if args.once else QUICK_RUNS if args.quick else RUNS, adb, serial, console_port)
        for name in args.only or MEASURES:
            MEASURES[name](bench)
    if args.json:
        with open(args.json, 'w', encoding='utf-8') as out:
            json.dump(bench.rows, out, indent=1)
    return 0


if __name__ == '__main__':
    sys.exit(main())
