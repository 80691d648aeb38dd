"""parallel_bench.py: eight devices of one server at once, beside one after the other.

With real devices and models a run waits most of its time for them, and so do these: the model answers after
300 ms. Processor time can't be shared by eight: what the programs take of it is measured apart, beside the
cores of this machine, since with more runs than cores can carry it alone decides.
"""
import os
import statistics
import subprocess
import tempfile
import threading
import time

from tester_bench import STEPS, Model, Server, calls_of_steps, environment, scenario_of

DEVICES, ANSWER_S = 8, 0.3


class SlowModel(Model):
    """Answers as a model of a provider does: not at once."""

    def answer(self, text):
        time.sleep(ANSWER_S)
        return super().answer(text)


def cpu_s(pids):
    """Processor time of processes and of their children that have ended."""
    ticks = os.sysconf('SC_CLK_TCK')
    total = 0
    for pid in pids:
        with open(f'/proc/{pid}/stat', encoding='utf-8') as file:
            total += sum(map(int, file.read().rsplit(')', 1)[1].split()[11:15]))
    return total / ticks


def all_at_once(server, scenarios):
    threads = [threading.Thread(target=server.timed_run, args=(scenario,)) for scenario in scenarios]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def measure_parallel_devices(bench, build):
    with tempfile.TemporaryDirectory(prefix='agentest-bench-') as folder, \
            SlowModel(list(calls_of_steps())) as model:
        devices = [bench.adb.start_device(os.path.join(build, 'virtual-android'))[0] for _ in range(DEVICES)]
        scenarios = [scenario_of([text for text, _ in STEPS], device=device) for device in devices]
        with Server(bench, environment(bench, model, folder), os.path.join(folder, 'data')) as server:
            server.timed_run(scenarios[0])
            ratios, alone = [], []
            for _ in range(max(1, min(bench.runs, 5))):
                alone.append(sum(server.timed_run(scenario) for scenario in scenarios) / 1000)
                ratios.append(all_at_once(server, scenarios) / (alone[-1] / DEVICES))
            pids = subprocess.run(['pgrep', '-P', str(server.child.pid)], capture_output=True, text=True,
                                  check=False).stdout.split()
            before = cpu_s([server.child.pid, *pids])
            all_at_once(server, scenarios)
            after = cpu_s([server.child.pid])
        one_s = statistics.median(alone) / DEVICES
        bench.add(f'{DEVICES} devices at once / an eighth of one after the other', statistics.median(ratios), 'x', 1.15)
        bench.add('such a run alone, whose model answers after 300 ms', one_s * 1000, 'ms')
        bench.add(f'{DEVICES} runs: processor time of server and workers', (after - before) * 1000, 'ms')
