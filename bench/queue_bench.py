"""queue_bench.py: the queue of runs: its listing, claims in a second, and the time from queueing to the start.

The store, the queue, lanes and reports are real; devices and what runs do are not. A run ends as soon as it
has begun, so that claims, and not runs, are what takes the time. Processor time does not count what other
programs of the machine do.
"""
import contextlib
import json
import os
import random
import shutil
import socket
import subprocess
import tempfile
import time

NODES = 3


def free_port():
    """Below the range from which the system takes ports of connections."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(('127.0.0.1', port))
            return port


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(('127.0.0.1', port)) == 0


@contextlib.contextmanager
def cluster():
    """Starts a cluster of nats-servers with JetStream on disk; gives its address."""
    with tempfile.TemporaryDirectory(prefix='agentest-bench-') as folder:
        ports = [free_port() for _ in range(NODES)]
        routes = [free_port() for _ in range(NODES)]
        nodes = []
        for i, port in enumerate(ports):
            path = os.path.join(folder, f'{i}.conf')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(f'server_name: n{i}\nlisten: 127.0.0.1:{port}\nmax_payload: 8MB\n'
                           f'jetstream {{ store_dir: "{folder}/{i}" }}\n'
                           f'cluster {{ name: bench, listen: 127.0.0.1:{routes[i]}, routes: ['
                           + ', '.join(f'nats-route://127.0.0.1:{route}' for route in routes) + '] }\n')
            nodes.append(subprocess.Popen(['nats-server', '-c', path], stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL))
        try:
            while not all(is_open(port) for port in ports):
                time.sleep(0.05)
            yield ','.join(f'nats://127.0.0.1:{port}' for port in ports)
        finally:
            for node in nodes:
                node.terminate()
                node.wait(20)


def figures_of(program, *words):
    # The cluster chooses a leader before it takes streams.
    for left in range(20, -1, -1):
        done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return json.loads(done.stdout)
        if left == 0 or not words:
            raise RuntimeError(done.stderr)
        time.sleep(1)
    return None


def add_claims(bench, where, figures):
    bench.add(f'{where}: from queueing a run to its start, 8 idle workers', figures['startMs'], 'ms', 50)
    bench.add(f'{where}: a claim, 8 workers at once (5 ms: 200 in a second)', figures['claimMs'], 'ms', 5)
    bench.add(f'{where}: a run that does nothing, from queue to report', 1000 / figures['runsPerSecond'], 'ms')
    bench.add(f'{where}: processor time of such a run', figures['runCpuMs'], 'ms')


def measure_queue(bench, build):
    program = os.path.join(build, 'bench', 'queue_bench')
    figures = figures_of(program)
    add_claims(bench, 'one host', figures)
    bench.add('10,000 queued runs, listed for the index: processor time', figures['listBareCpuMs'], 'ms', 100)
    bench.add('10,000 queued runs: processor time of a page of 100', figures['pageCpuMs'], 'ms', 100)
    bench.add('10,000 queued runs: processor time of a host that starts', figures['indexCpuMs'], 'ms')
    if shutil.which('nats-server'):
        with cluster() as url:
            add_claims(bench, f'{NODES} nodes', figures_of(program, '--nats', url))
