"""flow_bench.py: what the native runner of flows costs in addition to the device's own time.

The time until the first request to the device is seen by a relay between the program and the adb server. A
step's own time is the processor time of the program and its script process, as the slope between flows of 5
and of 35 steps on a device without latency, so that start and end do not count. Beside it stands the whole time,
of which the device has its part: after a touch it waits 150 ms without an event.
"""
import os
import re
import select
import socket
import statistics
import subprocess
import tempfile
import threading
import time

PACKAGE = 'com.example.notes'
HEAD = f'appId: {PACKAGE}\n---\n'
SCRIPTED = f'appId: {PACKAGE}\nenv:\n  N: ${{1 + 1}}\n---\n- evalScript: ${{output.n = N * 2}}\n'
SETUP = HEAD + '- launchApp:\n    clearState: true\n- assertVisible: Log in\n'


class Relay:
    """Passes the adb protocol on, and keeps when the first request of a device's shell came by."""

    def __init__(self, port):
        self.target = port
        self.first = None
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                conn, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(conn,), daemon=True).start()

    def carry(self, conn):
        with conn, socket.create_connection(('127.0.0.1', self.target)) as server:
            for one in (conn, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                for ready in select.select([conn, server], [], [])[0]:
                    data = ready.recv(65536)
                    if ready is conn and self.first is None and re.search(rb'shell[,:]|exec:', data):
                        self.first = time.perf_counter()
                    if not data:
                        return
                    (server if ready is conn else conn).sendall(data)

    def close(self):
        self.listener.close()


def run(program, env, path, **more):
    return subprocess.run([program, 'flow', 'run', path, '--quiet'], env=env, check=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, **more)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def first_request_ms(bench, program, env, path):
    """From the program's start to the first request that a command of the flow makes."""
    times = []
    for _ in range(bench.runs + 1):  # the first one is warm-up
        relay = Relay(bench.adb.port)
        began = time.perf_counter()
        run(program, {**env, 'ANDROID_ADB_SERVER_PORT': str(relay.port)}, path)
        times.append((relay.first - began) * 1000)
        relay.close()
    return statistics.median(times[1:])


def measure_start(bench, program, env, folder):
    stop = f'- stopApp: {PACKAGE}\n'
    plain = write(folder, 'plain.yaml', HEAD + stop)
    scripted = write(folder, 'scripted.yaml', SCRIPTED + stop)
    bench.add('a flow, from the start to the first request to the device',
              first_request_ms(bench, program, env, plain), 'ms', 10)
    bench.add('the same with scripts before it', first_request_ms(bench, program, env, scripted), 'ms', 60)


def cost_of(program, env, path):
    """Seconds on the clock, and of processors, of the program and of its children that have ended."""
    began = time.perf_counter()
    child = subprocess.Popen([program, 'flow', 'run', path, '--quiet'], env=env, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f'{path} ended with {child.returncode}')
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime


def steps_ms(bench, program, env, folder, step):
    """Milliseconds of each further step: on the clock, and of processors."""
    few, many = (write(folder, f'steps{count}.yaml', SETUP + step * count) for count in (5, 35))
    cost_of(program, env, few)
    slopes = []
    for _ in range(bench.runs):
        costs = [cost_of(program, env, path) for path in (few, many)]
        slopes.append([(b - a) * 1000 / 30 for a, b in zip(*costs)])
    return [statistics.median(column) for column in zip(*slopes)]


def measure_steps(bench, program, env, folder):
    rows = (('assertVisible', '- assertVisible: Log in\n'),
            ('tapOn', '- tapOn:\n    id: email\n'),
            ('evalScript', '- evalScript: ${output.n = 1}\n'),
            ('assertVisible of a script', '- assertVisible: ${"Log" + " in"}\n'))
    for name, step in rows:
        whole, own = steps_ms(bench, program, env, folder, step)
        bench.add(f'own time of a step: {name}', own, 'ms', 3, {'in all': whole})


def status_mb(pid, name):
    with open(f'/proc/{pid}/status', encoding='utf-8') as file:
        return int(re.search(rf'^{name}:\s+(\d+) kB', file.read(), re.M)[1]) / 1024


def measure_memory(bench, program, env, folder):
    """The highest resident size of the program and of its script process, each by itself."""
    path = write(folder, 'memory.yaml', SETUP + '- evalScript: ${output.n = 1}\n' + '- assertVisible: Log in\n' * 30 +
                 '- extendedWaitUntil:\n    visible: Nowhere\n    timeout: 3000\n    optional: true\n')
    most = {'ours': 0, 'script': 0}
    child = subprocess.Popen([program, 'flow', 'run', path, '--quiet'], env=env, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    while child.poll() is None:
        try:
            most['ours'] = max(most['ours'], status_mb(child.pid, 'VmHWM'))
            with open(f'/proc/{child.pid}/task/{child.pid}/children', encoding='utf-8') as file:
                for pid in file.read().split():
                    with open(f'/proc/{pid}/comm', encoding='utf-8') as name:
                        if name.read().startswith('agentest-script'):
                            most['script'] = max(most['script'], status_mb(pid, 'VmHWM'))
        except (OSError, TypeError):
            pass
        time.sleep(0.02)  # the kernel keeps the highest value itself
    bench.add('memory of a flow on one device', most['ours'], 'MB', 25)
    if most['script']:
        bench.add('memory of its script process', most['script'], 'MB', 60)


def measure_flow_runs(bench, program):
    with tempfile.TemporaryDirectory(prefix='agentest-bench-') as folder:
        env = {**bench.adb.env, 'ANDROID_SERIAL': bench.serial,
               'MOBILE_DEV_AGENT_STATE_DIR': os.path.join(folder, 'state'),
               'MOBILE_DEV_AGENT_CACHE_DIR': os.path.join(folder, 'cache')}
        measure_start(bench, program, env, folder)
        measure_steps(bench, program, env, folder)
        measure_memory(bench, program, env, folder)
