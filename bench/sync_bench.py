"""sync_bench.py: what an app's own sources bring and cost: the same taps with them and without.

sync_bench.mjs does it, with the peers of the end-to-end tests.
"""
import json
import os
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NODE = os.path.join(ROOT, 'tests', 'e2e', 'node_modules', 'node', 'bin', 'node')


def measure_sync(bench, build):
    with tempfile.TemporaryDirectory(prefix='agentest-bench-') as folder:
        rows = os.path.join(folder, 'rows')
        words = [NODE, os.path.join(ROOT, 'bench', 'sync_bench.mjs'), rows, str(min(bench.runs, 10))]
        done = subprocess.run(words, env={**os.environ, 'AT_BUILD': build}, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stdout)
        with open(rows, encoding='utf-8') as file:
            for row in map(json.loads, file):
                bench.add(row['what'], row['value'], row['unit'], row.get('target'))
