"""The commit and the day of --version: from git, from a release's file, from SOURCE_DATE_EPOCH."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / 'tools'))

import version_text  # noqa: E402

COMMIT = '0123456789abcdef0123456789abcdef01234567'
DAY = '2031-05-06T23:30:00+0200'


def git(folder, *words):
    env = dict(os.environ, GIT_AUTHOR_DATE=DAY, GIT_COMMITTER_DATE=DAY, GIT_CONFIG_GLOBAL=os.devnull)
    done = subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', *words], cwd=folder,
                          env=env, check=True, capture_output=True)
    return done.stdout


class Words(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        os.environ.pop('SOURCE_DATE_EPOCH', None)

    def repository(self):
        for name in ('VERSION-COMMIT', '.gitattributes'):
            (self.root / name).write_text((ROOT / name).read_text())
        git(self.root, 'init', '-q')
        git(self.root, 'add', '.')
        git(self.root, 'commit', '-q', '-m', 'all')
        return git(self.root, 'rev-parse', 'HEAD').decode()[:12]

    def test_of_a_repository(self):
        commit = self.repository()
        self.assertEqual(version_text.words(self.root), f' ({commit}, 2031-05-06)')

    def test_of_an_archive_even_inside_another_repository(self):
        commit = self.repository()
        inner = self.root / 'inner'
        inner.mkdir()
        subprocess.run(['tar', '-x', '-m', '-C', inner], input=git(self.root, 'archive', 'HEAD'), check=True)
        self.assertEqual(version_text.words(inner), f' ({commit}, 2031-05-06)')

    def test_of_a_file(self):
        (self.root / 'VERSION-COMMIT').write_text(f'{COMMIT} 2030-01-02\n')
        os.environ['SOURCE_DATE_EPOCH'] = '0'
        self.assertEqual(version_text.words(self.root), ' (0123456789ab, 2030-01-02)')

    def test_of_a_file_that_nothing_filled_in(self):
        (self.root / 'VERSION-COMMIT').write_text((ROOT / 'VERSION-COMMIT').read_text())
        self.assertEqual(version_text.words(self.root), '')

    def test_of_a_day_alone(self):
        os.environ['SOURCE_DATE_EPOCH'] = '86400'
        self.assertEqual(version_text.words(self.root), ' (1970-01-02)')

    def test_of_nothing(self):
        self.assertEqual(version_text.words(self.root), '')

    def test_writes_only_what_changes(self):
        out = self.root / 'out.c'
        version_text.main(out, '1.2.3', self.root)
        os.utime(out, (1, 1))
        version_text.main(out, '1.2.3', self.root)
        self.assertEqual(out.stat().st_mtime, 1)
        version_text.main(out, '1.2.4', self.root)
        self.assertIn('"1.2.4"', out.read_text())


if __name__ == '__main__':
    unittest.main()
