"""cli_bench.py: what mobile-dev-agent costs in addition to the device's own time.

The device's own time is that of the bare round trips through the adb server's
protocol which the command made, as the device's journal names them.
"""
import json
import os
import statistics
import subprocess
import tempfile
import time

PACKAGE = 'com.example.notes'


def spawn_ms(words, env, output=os.devnull):
    """Time a program from fork to exit, with as little Python as possible; its output goes to a file."""
    out = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    actions = [(os.POSIX_SPAWN_DUP2, out, 1)]
    began = time.perf_counter()
    pid = os.posix_spawn(words[0], words, env, file_actions=actions)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    took = (time.perf_counter() - began) * 1000
    os.close(out)
    if status != 0:
        raise RuntimeError(f'{words} ended with {status}')
    return took


class Cli:
    """The program with folders of its own."""

    def __init__(self, program, env, folder):
        self.program = program
        self.env = {**env, 'MOBILE_DEV_AGENT_STATE_DIR': os.path.join(folder, 'state'),
                    'MOBILE_DEV_AGENT_CACHE_DIR': os.path.join(folder, 'cache')}

    def ms(self, *words):
        return spawn_ms([self.program, *words], self.env)

    def json(self, *words):
        out = subprocess.run([self.program, *words, '--json'], env=self.env, check=True,
                             capture_output=True).stdout
        return json.loads(out)

    def timed_json(self, *words):
        """Its milliseconds, without those of reading what it printed, and that."""
        path = os.path.join(self.env['MOBILE_DEV_AGENT_CACHE_DIR'], 'printed.json')
        took_ms = spawn_ms([self.program, *words, '--json'], self.env, path)
        with open(path, encoding='utf-8') as printed:
            return took_ms, json.load(printed)


def median(runs, action):
    return statistics.median(action() for _ in range(runs))


def measure_nothing(bench, cli):
    floor = median(bench.runs, lambda: spawn_ms(['/bin/true'], cli.env))
    for words in (['--version'], ['session', 'show']):
        bench.add(f"mobile-dev-agent {' '.join(words)}", median(bench.runs, lambda w=words: cli.ms(*w)),
                  'ms', 5, {'/bin/true': floor})


FLOW = """appId: com.example.notes
name: flow {number}
tags: [smoke]
---
""" + """- launchApp:
    clearState: true
- tapOn:
    id: "button"
    optional: true
- assertVisible: "Welcome"
- inputText: "hello ${{NAME}}"
- extendedWaitUntil:
    visible:
      text: "Done"
    timeout: 5000
""" * 5


def measure_flows(bench, cli, folder):
    flows = os.path.join(folder, 'flows')
    os.mkdir(flows)
    for number in range(500):
        with open(os.path.join(flows, f'f{number}.yaml'), 'w', encoding='utf-8') as file:
            file.write(FLOW.format(number=number))
    bench.add('500 flows of 25 commands checked', median(bench.runs, lambda: cli.ms('flow', 'check', flows)),
              'ms', 300)


def services_of(bench, action):
    bench.console('virtual journal clear')
    action()
    return [line for line in bench.console('virtual journal').splitlines() if line]


def measure_snapshot(bench, cli, round_trips, what, target):
    words = ['ui', 'snapshot', '--json', '--no-screenshot']
    services = services_of(bench, lambda: cli.ms(*words))
    pairs = [(cli.ms(*words), round_trips(services)) for _ in range(bench.runs)]
    ours = statistics.median(pair[0] for pair in pairs)
    bare = statistics.median(pair[1] for pair in pairs)
    bench.add(what, ours - bare, 'ms', target, {'in all': ours, 'the bare round trips': bare})


def measure_cli(bench, program, round_trips):
    with tempfile.TemporaryDirectory() as folder:
        cli = Cli(program, {**bench.adb.env, 'ANDROID_SERIAL': bench.serial}, folder)
        measure_nothing(bench, cli)
        measure_flows(bench, cli, folder)
        cli.ms('session', 'set', '--platform', 'android', '--device', bench.serial, '--app-id', PACKAGE)
        cli.ms('app', 'launch', '--quiet')
        measure_snapshot(bench, cli, round_trips, 'ui snapshot above the bare adb round trips', 5)
        cli.ms('live', 'start')
        try:
            if cli.json('ui', 'snapshot', '--no-screenshot').get('live') is not True:
                raise RuntimeError('the live process was not used')
            measure_snapshot(bench, cli, round_trips, 'the same through the live process', 2)
        finally:
            cli.ms('live', 'stop')
