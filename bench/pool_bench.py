"""pool_bench.py: a pool of 200 hosts, 5,000 devices and 100,000 runs, in simulated time (bench/pool.c)."""
import json
import os
import subprocess

WHOLE, SMALL = ('200', '100000'), ('10', '2000')


def measure_pool(bench, build, quick):
    hosts, runs = SMALL if quick else WHOLE
    done = subprocess.run([os.path.join(build, 'bench', 'pool'), hosts, runs], capture_output=True, text=True, check=True)
    figures = json.loads(done.stdout)
    where = f"pool of {hosts} hosts, {figures['devices']} devices, {runs} runs"
    bench.add(f'{where}: runs in a second', figures['runsPerSecond'], '/s')
    bench.add(f'{where}: share of the time that devices work', figures['busyShare'] * 100, '%')
    bench.add(f'{where}: refused claims for each claim', figures['conflictsPerClaim'], '')
    for kind, what in (('nightlyWait', 'nightly'), ('requestWait', 'pull request'), ('singleWait', 'single run')):
        waits = figures[kind]
        for name, part in (('p50', 'median'), ('p95', '95 of 100'), ('max', 'longest')):
            bench.add(f'{where}: {what}, wait, {part}', waits[name], 's')
    bench.add(f"{where}: fairness among pull requests (Jain's index)", figures['requestFairness'], '')
    bench.add(f"{where}: fairness among nightly suites (Jain's index)", figures['nightlyFairness'], '')
    bus = figures['bus']
    bench.add(f'{where}: messages that the bus stores in a second', bus['messagesPerSecond'], '/s')
    bench.add(f'{where}: what it stores in a second', bus['megabytesPerSecond'], 'MB')
    bench.add(f'{where}: what it sends to all hosts in a second', bus['deliveredMbPerSecond'], 'MB')
    bench.add(f'{where}: what it keeps of all runs', bus['storedMb'], 'MB')
