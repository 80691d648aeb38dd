#!/usr/bin/env python3
"""test: build the documentation site into an empty folder and check it, as tools/site --check does.

    packaging/site/test.py [--out DIR]      # the packages of DIR aren't needed
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--out', metavar='DIR', help='the folder of the packages, as every test of packaging/ is given it')
    parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='agentest-site-') as folder:
        words = [sys.executable, str(ROOT / 'tools/site'), '--out', f'{folder}/html', '--check']
        return subprocess.run(words, check=False).returncode


if __name__ == '__main__':
    sys.exit(main())
