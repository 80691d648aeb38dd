#!/usr/bin/env python3
"""Tests of packaging/tarball: what a program may need, how packages are keyed, and that a tarball has no trace of its maker."""
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]
# pylint: disable=wrong-import-position
import artifacts  # noqa: E402
import debian  # noqa: E402
import make  # noqa: E402
import verify  # noqa: E402

GOOD = '''
  NEEDED               libm.so.6
  NEEDED               libc.so.6
  NEEDED               ld-linux-aarch64.so.1
    0x06969194 0x00 03 GLIBC_2.17
    0x09691a75 0x00 02 GLIBC_2.31
'''


class Verify(unittest.TestCase):
    def test_a_program_of_glibc_2_31_alone_is_right(self):
        self.assertEqual(verify.faults('agentest', GOOD), [])

    def test_another_library_is_named(self):
        dump = GOOD + '  NEEDED               libexpat.so.1\n'
        self.assertEqual(verify.faults('agentest', dump), ['agentest needs libexpat.so.1, which is not of glibc'])

    def test_a_newer_glibc_is_named(self):
        for found, want in (('2.32', 1), ('2.4', 0), ('2.31', 0), ('2.100', 1)):
            dump = GOOD + f'    0x09691a75 0x00 04 GLIBC_{found}\n'
            self.assertEqual(len(verify.faults('agentest', dump)), want, found)

    def test_a_path_of_libraries_is_named(self):
        for kind in ('RPATH', 'RUNPATH'):
            self.assertIn('/somewhere', verify.faults('agentest', GOOD + f'  {kind}              /somewhere\n')[0])


class Keys(unittest.TestCase):
    def test_the_border_between_parts_counts(self):
        self.assertNotEqual(debian.digest('ab', 'c'), debian.digest('a', 'bc'))
        self.assertEqual(debian.digest('ab', b'c'), debian.digest('ab', 'c'))


class Links(unittest.TestCase):
    def test_a_link_to_the_executable_becomes_a_script_that_starts_it(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ('tree/bin', 'tree/libexec/agentest', 'made/bin', 'made/libexec/agentest', 'path'):
                (root / name).mkdir(parents=True)
            (root / 'tree/bin/agentest').write_text('#!/bin/sh\necho "$0" "$@"\n')
            (root / 'tree/bin/agentest').chmod(0o755)
            (root / 'tree/bin/virtual-android').symlink_to('agentest')
            (root / 'tree/libexec/agentest/agentest-fetch').symlink_to('../../bin/agentest')
            for name, is_executable, data in artifacts.rows_of(str(root / 'tree'), ['bin/', 'libexec/']):
                (root / 'made' / name).write_bytes(data)
                (root / 'made' / name).chmod(0o755 if is_executable else 0o644)
            (root / 'path/virtual-android').symlink_to('../made/bin/virtual-android')
            told = [subprocess.run([root / name, 'a b'], stdout=subprocess.PIPE, text=True, check=True).stdout for name in (
                'made/bin/virtual-android', 'path/virtual-android', 'made/libexec/agentest/agentest-fetch')]
            self.assertEqual(told, [f'{folder}/made/bin/agentest virtual-android a b\n'] * 2 +
                             [f'{folder}/made/libexec/agentest/../../bin/agentest agentest-fetch a b\n'])


class Pack(unittest.TestCase):
    def test_the_same_files_give_the_same_bytes(self):
        made = []
        for turn in (0, 1):
            with tempfile.TemporaryDirectory() as folder:
                tree = pathlib.Path(folder) / f'tree{turn}'
                names = ['b', 'a', 'd/c']
                for name in names if turn else reversed(names):
                    (tree / name).parent.mkdir(parents=True, exist_ok=True)
                    (tree / name).write_text(name)
                    os.utime(tree / name, (turn, turn))
                    os.chmod(tree / name, 0o600 + 0o044 * turn)
                path = make.pack(str(tree), 'agentest-1-linux-arm64', folder, 1700000000)
                made.append(pathlib.Path(path).read_bytes())
                with tarfile.open(path) as tar:
                    entries = [(entry.name, entry.uid, entry.uname, entry.mtime, entry.mode) for entry in tar]
        self.assertEqual(made[0], made[1])
        self.assertEqual([entry[0].partition('/')[2] for entry in entries], ['', 'a', 'b', 'd', 'd/c'])
        self.assertEqual({entry[1:4] for entry in entries}, {(0, '', 1700000000)})
        self.assertEqual({entry[4] for entry in entries}, {0o755, 0o644})


if __name__ == '__main__':
    unittest.main()
