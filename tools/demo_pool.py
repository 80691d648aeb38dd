"""demo_pool.py: a pool of machines that loses nothing, all of it on this one.

Starts three NATS servers, two hosts that share them and six virtual Android
devices, and queues a suite of 30 runs. While they run it kills one host and the
NATS server that leads the others, as a crash would: their work is done by those
that are left. No model is needed, since a recording is played. On a terminal the
rest then stays up, for a browser to look at, until Ctrl-C.
"""
import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
from demo_tester import BUILD, SCENARIO, Server, cut, heading  # noqa: E402
from local_adb import LocalAdb, free_port  # noqa: E402

RUNS, HOSTS, DEVICES, NODES = 30, 2, 3, 3
HOST_DIES_AFTER, NODE_DIES_AFTER = 8, 14  # runs that have ended
LEASE_S = 10  # how long a silent host keeps its runs
WAIT_S = 300  # for all of it; it takes less than one minute
POLL_S = 0.25
TROUBLED = (OSError, urllib.error.URLError, RuntimeError, ValueError)


def until(check, what, seconds=60):
    """Wait until check returns something, and return that; its failures count as not yet."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(*TROUBLED):
            value = check()
            if value:
                return value
        time.sleep(POLL_S)
    raise TimeoutError(f'not within {seconds} s: {what}')


def end(child):
    child.terminate()
    try:
        child.wait(15)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


class Cluster:
    """NATS servers with JetStream on disk, each with a copy of everything."""

    def __init__(self, stack, folder):
        self.ports = [free_port() for _ in range(NODES)]
        self.monitors = [free_port() for _ in range(NODES)]
        routes = [free_port() for _ in range(NODES)]
        addresses = ', '.join(f'"nats-route://127.0.0.1:{port}"' for port in routes)
        self.nodes = []
        for i in range(NODES):
            path = os.path.join(folder, f'node-{i + 1}.conf')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(f'server_name: node-{i + 1}\nlisten: "127.0.0.1:{self.ports[i]}"\n'
                           f'http: "127.0.0.1:{self.monitors[i]}"\n'
                           f'jetstream {{ store_dir: {json.dumps(os.path.join(folder, f"node-{i + 1}"))} }}\n'
                           f'cluster {{ name: demo, listen: "127.0.0.1:{routes[i]}", routes: [{addresses}] }}\n')
            child = subprocess.Popen(  # pylint: disable=consider-using-with
                ['nats-server', '-c', path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            stack.callback(end, child)
            self.nodes.append(child)
        until(self.leader, 'the NATS servers have a leader')

    @property
    def url(self):
        return ','.join(f'nats://127.0.0.1:{port}' for port in self.ports)

    def leader(self):
        """The name of the server that leads, which all that run agree on; '': none yet."""
        names = set()
        for child, port in zip(self.nodes, self.monitors):
            if child.poll() is None:
                with urllib.request.urlopen(f'http://127.0.0.1:{port}/jsz', timeout=5) as answer:
                    names.add(json.load(answer).get('meta_cluster', {}).get('leader', ''))
        return names.pop() if len(names) == 1 else ''

    def kill_leader(self):
        name = until(self.leader, 'the NATS servers have a leader')
        self.nodes[int(name.rsplit('-', 1)[1]) - 1].kill()
        return name


class Host:
    """mobile-tester-agent on a machine of its own, as far as it can tell."""

    def __init__(self, stack, number, folder, url):
        self.name = f'host-{number}'
        adb = stack.enter_context(LocalAdb())
        self.devices = [adb.start_device(os.path.join(BUILD, 'virtual-android'))[0] for _ in range(DEVICES)]
        adb.env.update(AGENTEST_HOST=self.name, AGENTEST_LEASE_MS=str(LEASE_S * 1000))
        self.server = Server(adb, os.path.join(folder, self.name), ['--nats', url], quiet=True)

    def kill(self):
        self.server.child.kill()


def queue_runs(server):
    """A suite of one scenario, RUNS times; what finds its cases."""
    with open(SCENARIO, encoding='utf-8') as file:
        scenario = json.load(file)
    imported = json.loads(server.send('/api/v1/scenarios/import', scenario))['scenarios'][0]
    suite = json.loads(server.send('/api/v1/suites', {
        'name': 'Demo of a pool', 'scenarios': [imported['id']], 'repeat': RUNS, 'retryInfra': 2}))
    run = json.loads(server.send(f"/api/v1/suites/{suite['id']}/run", {}))['id']
    return lambda server: server.get(f'/api/v1/suite-runs/{run}')['cases']


def host_of(case, hosts):
    """The name of the host that has done a case: the one with its device."""
    return next((host.name for host in hosts if case.get('device') in host.devices), '?')


def ended_words(case, host, seconds):
    again = f", attempt {case['attempt']}" if case.get('attempt', 1) > 1 else ''
    return (f"{seconds:6.1f} s  {cut(case['name'], 44)}: {case.get('verdict') or case.get('end')} "
            f"on {host}, {case.get('device', '?')}{again}")


class Watch:
    """The suite as a host tells of it, and what has been said of it."""

    def __init__(self, hosts, cases):
        self.all, self.asked, self.cases = hosts, hosts, cases
        self.began = time.monotonic()
        self.told = set()

    def seconds(self):
        return time.monotonic() - self.began

    def say(self, text):
        print(f'\n{self.seconds():6.1f} s  {text}\n', flush=True)

    def look(self):
        """Print the cases that have ended since; return all cases, or None without an answer."""
        for host in self.asked:
            with contextlib.suppress(*TROUBLED):
                cases = self.cases(host.server)
                for case in cases:
                    if case['state'] == 'ended' and case['name'] not in self.told:
                        self.told.add(case['name'])
                        print(ended_words(case, host_of(case, self.all), self.seconds()), flush=True)
                return cases
        return None

    def wait_for(self, count):
        deadline = time.monotonic() + WAIT_S
        while time.monotonic() < deadline:
            cases = self.look()
            if cases and len(self.told) >= count:
                return cases
            time.sleep(POLL_S)
        raise TimeoutError(f'{len(self.told)} of {RUNS} runs have ended within {WAIT_S} s')


def summary(cases, hosts, seconds):
    """Print each host's share; return true if all runs have passed."""
    rows = {}
    for case in cases:
        row = rows.setdefault(host_of(case, hosts), {'PASS': 0, 'others': 0, 'again': 0})
        row['PASS' if case.get('verdict') == 'PASS' else 'others'] += 1
        row['again'] += case.get('attempt', 1) > 1
    heading(f'all {len(cases)} runs have a verdict, after {seconds:.0f} s')
    for name, row in sorted(rows.items()):
        others = f", {row['others']} with another verdict" if row['others'] else ''
        again = f", {row['again']} of them taken over" if row['again'] else ''
        print(f"{name}: {row['PASS']} passed{others}{again}")
    return all(case.get('verdict') == 'PASS' for case in cases)


def play(stack, options):
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix='agentest-pool-'))
    heading(f'{NODES} NATS servers, {HOSTS} hosts, {HOSTS * DEVICES} virtual devices')
    cluster = Cluster(stack, folder)
    print(f'NATS: {cluster.url}; {cluster.leader()} leads')
    hosts = [Host(stack, number + 1, folder, cluster.url) for number in range(HOSTS)]
    for host in hosts:
        print(f"{host.name}: {host.server.url} with {', '.join(host.devices)}")
    left, lost = hosts
    heading(f'{RUNS} runs of “Notes: write a note and find it” are queued at {left.name}')
    watch = Watch(hosts, queue_runs(left.server))
    watch.wait_for(HOST_DIES_AFTER)
    lost.kill()
    watch.asked = [left]
    watch.say(f'{lost.name} was killed; the others take its runs over when it has been silent for {LEASE_S} s')
    watch.wait_for(NODE_DIES_AFTER)
    name = cluster.kill_leader()
    watch.say(f'{name} was killed, the NATS server that led; the other two choose another')
    good = summary(watch.wait_for(RUNS), hosts, watch.seconds())
    if options.stay:
        heading(f'Open {left.server.url}/suites in a browser (Ctrl-C ends it)')
        left.server.child.wait()
    return good


def stop(*_):
    """The first signal ends the demo in order; the next ones wait for that."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(prog='./demo pool', description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--stay', action=argparse.BooleanOptionalAction, default=sys.stdout.isatty(),
                        help='keep what is left after the runs (default: on a terminal)')
    options = parser.parse_args()
    if not shutil.which('nats-server'):
        raise RuntimeError('there is no nats-server: apt install nats-server, or brew install nats-server')
    for number in (signal.SIGINT, signal.SIGTERM):  # also if a shell has started it in the background
        signal.signal(number, stop)
    with contextlib.ExitStack() as stack:
        return 0 if play(stack, options) else 1


if __name__ == '__main__':
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print('\nended: all servers and devices are stopped, their folders removed')
        sys.exit(130)
    except (RuntimeError, TimeoutError, OSError) as error:
        print(f'demo: {error}', file=sys.stderr)
        sys.exit(1)
