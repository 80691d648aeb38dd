"""page_bench.py: what the page costs its reader: time, long tasks, bytes, processor, memory.

The browser is chromium without a GPU, driven by web_bench.mjs. Figures of a machine that does something else
besides mean little.
"""
import contextlib
import itertools
import json
import os
import re
import statistics
import tempfile
import time

from tester_bench import STEPS, Model, Server, calls_of_looks, calls_of_steps, environment, scenario_of
from web_bench import Browser, SlowModel, cpu_s, sample

EVENT_STEPS, STEP_EVENTS, AT_ONCE = 10, 500, 50
LIVE_STEPS = 3
LONG_TASK_MS = 50  # longer ones are felt


def family(pid):
    """The processes below pid."""
    children = {}
    for name in filter(str.isdigit, os.listdir('/proc')):
        with contextlib.suppress(OSError), open(f'/proc/{name}/stat', encoding='utf-8') as file:
            children.setdefault(int(file.read().rsplit(')', 1)[1].split()[1]), []).append(int(name))
    found, todo = [], [pid]
    while todo:
        mine = children.get(todo.pop(), [])
        found += mine
        todo += mine
    return found


def kind_of(pid):
    with contextlib.suppress(OSError), open(f'/proc/{pid}/cmdline', encoding='utf-8') as file:
        return re.search(r'--type=([\w-]+)|$', file.read())[1] or 'browser'
    return 'ended'


def share_of(pids):
    """Processor seconds by process."""
    spent = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            spent[pid] = cpu_s(pid)
    return spent


def ended(server, run):
    while True:
        state = json.loads(server.get(f'/api/v1/runs/{run}'))
        if state['state'] == 'ended':
            return state
        time.sleep(0.2)


def long_run(bench, data):
    """A run of 5,000 events in the folder; its id."""
    with Model(list(calls_of_looks(EVENT_STEPS, STEP_EVENTS, AT_ONCE))) as model, \
            Server(bench, environment(bench, model, data), data) as server:
        scenario = scenario_of(['Look around'] * EVENT_STEPS, device=bench.serial, budgets={
            'iterations': 10000, 'tokens': 10**9, 'stepAttempts': 10**6, 'minutes': 60})
        run = json.loads(server.get('/api/v1/runs', scenario))['id']
        ended(server, run)
        server.get('/api/v1/scenarios/import', sample())
    return run


def measure_loads(bench, browser, url, run):
    loads = [browser.ask(do='cold', url=url, run=f'{url}/runs/{run}') for _ in range(bench.runs)]
    for name, what, target in (('paintMs', 'first contentful paint', 300), ('interactiveMs', 'interactive', 600)):
        bench.add(f'page: cold load to {what}', statistics.median(row[name] for row in loads), 'ms', target)
    bench.add('page: cold load, over the wire without the API', loads[0]['wireKb'], 'kB', 160)
    bench.add('page: a run opened then, more over the wire', loads[0]['runKb'], 'kB', 40)


def measure_long_run(bench, browser, url, run):
    rows = [browser.ask(do='long', url=f'{url}/runs/{run}') for _ in range(bench.runs)]
    for what in rows[0]['tasks']:
        longest = statistics.median(row['tasks'][what]['longestMs'] for row in rows)
        bench.add(f'page: 5,000 events, longest task: {what}', longest, 'ms', LONG_TASK_MS)
    bench.add('page: 5,000 events, nodes of the DOM', rows[-1]['nodes'], '')
    bench.add('page: 5,000 events, heap after collection', rows[-1]['heapMb'], 'MB')


def measure_live(bench, browser, folder):
    if not os.path.exists('/proc/self/stat'):
        return
    data = os.path.join(folder, 'live')
    turns = list(itertools.islice(calls_of_steps(), sum(len(calls) + 1 for _, calls in STEPS[:LIVE_STEPS])))
    with SlowModel(turns) as model, Server(bench, environment(bench, model, folder), data) as server:
        scenario = scenario_of([text for text, _ in STEPS[:LIVE_STEPS]], device=bench.serial)
        run = json.loads(server.get('/api/v1/runs', scenario))['id']
        browser.ask(do='watch', url=f'http://127.0.0.1:{server.port}/runs/{run}', count=1)
        pids = family(browser.child.pid)
        began, before = time.perf_counter(), share_of(pids)
        model.gate.set()
        ended(server, run)
        after, took = share_of(pids), time.perf_counter() - began
        kinds = {pid: kind_of(pid) for pid in pids}
        size = browser.ask(do='size')
        browser.ask(do='leave')
    used = {pid: after[pid] - before[pid] for pid in before.keys() & after.keys()}
    bench.add('page: live view, the whole browser', 100 * sum(used.values()) / took, '%', 15)
    for kind in 'renderer', 'gpu-process':
        share = 100 * sum(spent for pid, spent in used.items() if kinds[pid] == kind) / took
        bench.add(f'page: live view, of that the {kind}', share, '%')
    bench.add('page: live view, nodes of the DOM', size['nodes'], '')
    bench.add('page: live view, heap after collection', size['heapMb'], 'MB')


def measure_page(bench):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix='agentest-bench-'))
        data = os.path.join(folder, 'data')
        run = long_run(bench, data)
        browser = stack.enter_context(Browser())
        model = stack.enter_context(Model([]))
        with Server(bench, environment(bench, model, folder), data) as server:
            url = f'http://127.0.0.1:{server.port}'
            measure_loads(bench, browser, url, run)
            measure_long_run(bench, browser, url, run)
        measure_live(bench, browser, folder)
