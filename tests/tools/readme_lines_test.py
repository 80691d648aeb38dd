#!/usr/bin/env python3
"""Tests of packaging/readme_lines.py: what is a line of a channel, and what its stand-ins answer."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / 'packaging'))
import readme_lines  # noqa: E402  pylint: disable=wrong-import-position


class Lines(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        self.page = self.root / 'README.md'

    def lines(self, text):
        self.page.write_text(text, encoding='utf-8')
        return readme_lines.lines(self.page)

    def test_marked_blocks_only(self):
        self.assertEqual(self.lines('    not me\n\n<!-- install: a -->\n\n    one\n    two\n\n    not me\n\n'
                                    '<!-- install: b-2 -->\n    three\n\ntext\n'), {'a': ['one', 'two'], 'b-2': ['three']})

    def test_mistakes_are_told(self):
        for text, words in (('<!-- install: a -->\n\ntext\n', "no indented block follows the mark of 'a'"),
                            ('<!-- install: a -->\n    x\n\n<!-- install: a -->\n    y\n', "'a' is marked twice")):
            with self.assertRaisesRegex(ValueError, words):
                self.lines(text)

    def test_stand_ins(self):
        release, folder = self.root / 'a release', self.root / 'bin'
        for each in (release, folder):
            each.mkdir()
        (release / 'file.deb').write_text('of the release', encoding='utf-8')
        readme_lines.stand_ins(folder, release)
        address = readme_lines.RELEASES + 'v1.2.3/'
        rows = ((f'curl -fL {address}file.deb', 0, 'of the release'), (f'curl -fLO {address}file.deb && cat file.deb', 0, 'of the release'),
                (f'curl -fLO {address}other.deb', 22, ''), ('curl -fL https://other.example/file.deb', 6, ''),
                ('sudo echo root', 0, 'root\n'))
        for command, status, out in rows:
            done = subprocess.run(['sh', '-c', command], cwd=self.root, capture_output=True, text=True, check=False,
                                  env={**os.environ, 'PATH': f"{folder}:{os.environ['PATH']}"})
            self.assertEqual((done.returncode, done.stdout), (status, out), command)


if __name__ == '__main__':
    unittest.main()
