#!/usr/bin/env python3
"""Tests of tools/install-deps: no package that it installs begins to serve the network."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parent.parent.parent / 'tools/install-deps'
STUBS = {
    'id': 'echo 0',
    'dpkg': 'echo amd64',
    'dpkg-query': 'exit 1',
    'apt-get': 'echo "$@" >> "$LOG"; readlink "$INSTALL_DEPS_UNITS/nats-server.service" >> "$LOG"; exit 0',
}


class Install(unittest.TestCase):
    """The script with stubs of the system's programs, on a machine that has none of the packages."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        self.units = self.root / 'units'
        self.units.mkdir()
        (self.root / 'bin').mkdir()
        for name, line in STUBS.items():
            stub = self.root / 'bin' / name
            stub.write_text(f'#!/bin/sh\n{line}\n')
            stub.chmod(0o755)
        for name in ('sh', 'uname', 'grep', 'ln', 'readlink', 'true'):
            os.symlink(shutil.which(name), self.root / 'bin' / name)

    def run_it(self, *words):
        log = self.root / 'log'
        env = {'PATH': str(self.root / 'bin'), 'LOG': str(log), 'INSTALL_DEPS_UNITS': str(self.units)}
        done = subprocess.run([shutil.which('sh'), PROGRAM, *words], env=env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return log.read_text(), done.stderr

    def test_the_service_of_nats_is_masked_before_it_is_installed(self):
        log, err = self.run_it('--check')
        self.assertIn('nats-server', log.splitlines()[0])
        self.assertEqual(log.splitlines()[1], '/dev/null')
        self.assertIn('systemctl unmask nats-server', err)

    def test_a_service_that_somebody_has_stays(self):
        unit = self.units / 'nats-server.service'
        unit.write_text('mine')
        self.run_it('--check')
        self.assertEqual(unit.read_text(), 'mine')

    def test_a_build_needs_no_server(self):
        log, _ = self.run_it()
        self.assertNotIn('nats-server', log)
        self.assertFalse((self.units / 'nats-server.service').is_symlink())


if __name__ == '__main__':
    unittest.main()
