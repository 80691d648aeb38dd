"""tester_bench.py: the time and memory of mobile-tester-agent itself, without the model and the device.

The model is a script that answers at once, over the chat completions API; the
device is virtual and has no latency. What is left is the program's own share.
"""
import contextlib
import http.server
import json
import os
import re
import selectors
import socket
import statistics
import struct
import subprocess
import tempfile
import threading
import time
import urllib.request

PACKAGE = 'com.example.notes'
PROFILE = 'GPT52Pro'
READERS, PARALLEL = 200, 8
WORKER_MB = 12
EVENT_STEPS, STEP_EVENTS = 10, 1000

STEPS = [
    ('Log in', [
        ('inputText', {'fieldSelector': 'email', 'selectorType': 'resource-id', 'text': 'demo@example.com'}),
        ('inputText', {'fieldSelector': 'password', 'selectorType': 'resource-id', 'text': 'secret123'}),
        ('tap', {'text': 'Log in'}),
        ('verifyElementVisible', {'text': 'Note 1 Meeting'})]),
    ('Open the third note', [
        ('tap', {'text': 'Note 3'}), ('verifyElementVisible', {'text': 'Edit note'})]),
    ('Go back to the list', [('goBack', {}), ('verifyElementVisible', {'text': 'Note 2 Idea'})]),
    ('Open the settings', [('tap', {'text': 'Settings'}), ('verifyElementVisible', {'text': 'Dark theme'})]),
    ('Return to the list', [('goBack', {}), ('verifyElementVisible', {'text': 'Note 1 Meeting'})]),
]


def scenario_of(steps, **more):
    return {'goal': 'Measure the tester', 'packageName': PACKAGE, 'steps': steps, 'profile': PROFILE,
            'reset': 'data', **more}


def done(step):
    return ('stepDone', {'step': step, 'status': 'PASS', 'verdict': 'PASS', 'reason': 'seen'})


def calls_of_steps(steps=STEPS):
    """One call in each turn, as a careful model works; a step ends with stepDone."""
    for number, (_, calls) in enumerate(steps, 1):
        yield from ([call] for call in calls)
        yield [done(number)]


def calls_of_looks(steps, count, at_once):
    """Harmless calls, many in a turn; no two are equal, so that no loop is seen."""
    for step in range(steps):
        for first in range(step * count, (step + 1) * count, at_once):
            yield [('findUiElementsByText', {'text': f'needle {i}'}) for i in range(first, first + at_once)]
        yield [done(step + 1)]


class Model(http.server.ThreadingHTTPServer):
    """Answers the n-th request of a conversation with the n-th turn of its script."""

    daemon_threads = True

    def __init__(self, script):
        self.script = [self.body(turn, calls) for turn, calls in enumerate(script)]
        self.end = self.body(len(self.script), None)
        self.spent_s = 0.0
        super().__init__(('127.0.0.1', 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @staticmethod
    def body(turn, calls):
        """An answer with NNNNNN in place of the number of tokens."""
        message = {'role': 'assistant', 'content': 'All steps are done.'}
        if calls is not None:
            message = {'role': 'assistant', 'content': None, 'tool_calls': [
                {'id': f'call_{turn}_{i}', 'type': 'function',
                 'function': {'name': name, 'arguments': json.dumps(args)}} for i, (name, args) in enumerate(calls)]}
        return json.dumps({
            'id': f'c{turn}', 'object': 'chat.completion', 'model': 'bench',
            'choices': [{'index': 0, 'message': message, 'finish_reason': 'tool_calls' if calls else 'stop'}],
            'usage': {'prompt_tokens': 'NNNNNN', 'completion_tokens': 10}}).encode()

    def answer(self, text):
        """The ids of calls tell the number of the turn, because the agent shortens old turns."""
        calls = re.findall(rb'"call_(\d+)_', text)
        turn = max(map(int, calls)) + 1 if calls else 0
        body = self.script[turn] if turn < len(self.script) else self.end
        return body.replace(b'"NNNNNN"', b'%6d' % (len(text) // 4))

    @property
    def url(self):
        return f'http://127.0.0.1:{self.server_address[1]}/v1'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def do_POST(self):  # pylint: disable=invalid-name
        text = self.rfile.read(int(self.headers['Content-Length']))
        began = time.perf_counter()
        body = self.server.answer(text)
        self.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
                         b'Content-Length: %d\r\n\r\n' % len(body) + body)  # in one packet
        self.server.spent_s += time.perf_counter() - began


def environment(bench, model, home):
    return {**bench.adb.env, 'HOME': home, 'HOME_PATH': home, 'OPENROUTER_BASE_URL': model.url,
            'OPEN_ROUTER': 'bench-key', 'AGENTEST_MODEL_STREAM': '0'}


def run_once(bench, env, folder, scenario, status=0):
    """Runs the program, which must end with status; returns its events and its processor time."""
    path = os.path.join(folder, 'scenario.json')
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(scenario, file)
    with subprocess.Popen([program(bench), 'run', path, '--jsonl', '--no-replay'], env=env,
                          stdout=subprocess.PIPE, text=True) as child:
        lines = child.stdout.read().splitlines()
        _, ended, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(ended)
    if child.returncode != status:
        raise RuntimeError(f'the run ended with {child.returncode}: {lines[-1:]}')
    return [json.loads(line) for line in lines], (usage.ru_utime + usage.ru_stime) * 1000


def program(bench):
    return os.path.join(os.path.dirname(bench.ours[0]), 'mobile-tester-agent')


def turn_ms(bench, folder, steps, **more):
    """The processor time of a run, start and end included, for each of its turns."""
    turns = list(calls_of_steps(steps))
    with Model(turns) as model:
        env = environment(bench, model, folder)
        scenario = scenario_of([text for text, _ in steps], device=bench.serial, **more)
        figures = [run_once(bench, env, folder, scenario) for _ in range(bench.runs)]
    return statistics.median(cpu_ms / (len(turns) + 1) for _, cpu_ms in figures)


def measure_turns(bench, folder):
    # The pictures of a login are painted over where the password is; no others are.
    login = turn_ms(bench, folder, STEPS)
    signed_in = turn_ms(bench, folder, STEPS[1:] * 2, reset='restart')
    bench.add('eight-step run: own processor time of a turn', signed_in, 'ms', 5)
    bench.add('five-step run with a login: own processor time of a turn', login, 'ms')


def seconds_of(event):
    clock = re.search(r'T(\d+):(\d+):(\d+\.\d+)', event['timestamp'])
    return int(clock[1]) * 3600 + int(clock[2]) * 60 + float(clock[3])


def measure_events(bench, folder):
    """Compares the time of late events with that of early ones."""
    turns = list(calls_of_looks(EVENT_STEPS, STEP_EVENTS, 50))
    with Model(turns) as model:
        env = environment(bench, model, folder)
        scenario = scenario_of(['Look around'] * EVENT_STEPS, device=bench.serial, budgets={
            'iterations': 10000, 'tokens': 10**9, 'stepAttempts': 10**6, 'minutes': 60})
        events, _ = run_once(bench, env, folder, scenario, status=1)  # nothing is asserted
    times = [seconds_of(event) for event in events if 'timestamp' in event]
    first, last = times[2100] - times[100], times[-100] - times[-2100]
    bench.add(f'a run of {len(times)} events: the last 2000 / the first 2000', last / first, 'x', 1.3)


class Server:
    def __init__(self, bench, env, folder):
        began = time.perf_counter()
        self.child = subprocess.Popen(
            [program(bench), 'serve', '--http', '127.0.0.1:0', '--data', folder], env=env,
            stderr=subprocess.PIPE, text=True)
        line = self.child.stderr.readline()
        while line and 'http://' not in line:
            line = self.child.stderr.readline()
        self.port = int(re.search(r'http://[^:]+:(\d+)', line)[1])
        self.get('/api/v1/config')
        self.start_ms = (time.perf_counter() - began) * 1000
        threading.Thread(target=self.child.stderr.read, daemon=True).start()

    def get(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f'http://127.0.0.1:{self.port}{path}', data,
                                         {'Content-Type': 'application/json'})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.read().decode()

    def timed_run(self, scenario):
        began = time.perf_counter()
        answer = self.get('/run-test', scenario)
        if 'PASS' not in answer:
            raise RuntimeError(f'/run-test: {answer}')
        return (time.perf_counter() - began) * 1000

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.terminate()
        self.child.wait(20)


@contextlib.contextmanager
def readers(port, count):
    """Opens clients that follow the events of all runs and read them as they come."""
    selector = selectors.DefaultSelector()
    conns = [socket.create_connection(('127.0.0.1', port)) for _ in range(count)]
    for conn in conns:
        conn.sendall(b'GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n')
        conn.setblocking(False)
        selector.register(conn, selectors.EVENT_READ)
    stop = threading.Event()

    def drain():
        while not stop.is_set():
            for key, _ in selector.select(0.1):
                with contextlib.suppress(BlockingIOError):
                    key.fileobj.recv(1 << 16)

    thread = threading.Thread(target=drain)
    thread.start()
    yield
    stop.set()
    thread.join()
    for conn in conns:
        conn.close()


def measure_server(bench, memory_mb, folder):
    turns = list(calls_of_steps())
    with Model(turns) as model:
        env = environment(bench, model, folder)
        starts = []
        for _ in range(bench.runs):
            with Server(bench, env, os.path.join(folder, 'data')) as server:
                starts.append(server.start_ms)
                idle_mb = memory_mb(server.child.pid)
        bench.add('mobile-tester-agent serve: start to the first answer', statistics.median(starts), 'ms', 30)
        bench.add('memory of the idle server', idle_mb, 'MB', 20)
        with Server(bench, env, os.path.join(folder, 'data')) as server:
            scenario = scenario_of([text for text, _ in STEPS], device=bench.serial)
            server.timed_run(scenario)
            alone = statistics.median(server.timed_run(scenario) for _ in range(5))
            with readers(server.port, READERS):
                beside = statistics.median(server.timed_run(scenario) for _ in range(5))
            bench.add(f'a run beside {READERS} readers of events / alone', beside / alone, 'x', 1.2)
            measure_parallel(bench, server, memory_mb)


def worker_once(program, memory_mb):
    """Start a worker until it answers an order that it refuses; milliseconds, and its memory."""
    ours, theirs = socket.socketpair()
    order = json.dumps({'record': {'platform': 'none', 'device': 'none'}, 'folder': '/tmp'}).encode()
    began = time.perf_counter()
    # Its descriptor 3 is the socket, as the server gives it.
    worker = subprocess.Popen([program, 'worker'], preexec_fn=lambda: os.dup2(theirs.fileno(), 3), close_fds=False)
    theirs.close()
    with ours:
        ours.sendall(struct.pack('>IB', len(order), 1) + order)
        ours.recv(5, socket.MSG_WAITALL)
        ms = (time.perf_counter() - began) * 1000
        memory = memory_mb(worker.pid)
    worker.wait()
    return ms, memory


def measure_worker(bench, memory_mb):
    figures = [worker_once(program(bench), memory_mb) for _ in range(3 * bench.runs)]
    bench.add('worker: start to its answer to an order', statistics.median(ms for ms, _ in figures), 'ms', 15)
    bench.add('memory of a worker', statistics.median(memory for _, memory in figures), 'MB', WORKER_MB)


def measure_parallel(bench, server, memory_mb):
    devices = [bench.adb.start_device(os.path.join(os.path.dirname(bench.ours[0]), 'virtual-android'))[0]
               for _ in range(PARALLEL)]
    threads = [threading.Thread(target=server.timed_run, args=(
        scenario_of([text for text, _ in STEPS], device=device),)) for device in devices]
    for thread in threads:
        thread.start()
    most = 0
    while any(thread.is_alive() for thread in threads):
        most = max(most, memory_mb(server.child.pid))
        time.sleep(0.02)  # ps is asked again and again: there is no event for memory
    bench.add(f'memory with {PARALLEL} runs at once', most, 'MB', 100)


def measure_tester(bench, memory_mb):
    with tempfile.TemporaryDirectory(prefix='agentest-bench-') as folder:
        measure_worker(bench, memory_mb)
        measure_turns(bench, folder)
        measure_events(bench, folder)
        measure_server(bench, memory_mb, folder)
