#!/usr/bin/env python3
"""Tests of packaging/tarball: what a program may need, how packages are keyed, and that a tarball has no trace of its maker."""
import os
import pathlib
import sys
import tarfile
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
# pylint: disable=wrong-import-position
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
