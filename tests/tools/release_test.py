"""tools/release and packaging/: what is refused, archives that are the same each time, the command of the npm package."""
import importlib.machinery
import importlib.util
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import types
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / 'packaging'))

import artifacts  # noqa: E402


def load(path, name):
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


release = load(ROOT / 'tools' / 'release', 'release')


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def replace(self, module, **names):
        for name, value in names.items():
            self.addCleanup(setattr, module, name, getattr(module, name))
            setattr(module, name, value)


class Refusals(InFolder):
    def told(self, word, changelog='## 1.2.3\n', changed='', dirty=False):
        (self.root / 'CHANGELOG.md').write_text(changelog)
        self.replace(release, ROOT=self.root, version=lambda: '1.2.3', git=lambda *_: changed)
        try:
            release.refuse(types.SimpleNamespace(version=word, dirty=dirty))
        except artifacts.Failure as failure:
            return str(failure)
        return ''

    def test_another_version(self):
        self.assertIn('meson.build', self.told('1.2.4'))

    def test_a_changelog_without_the_version(self):
        self.assertIn('CHANGELOG.md', self.told('1.2.3', changelog='## 1.2.30\n\n## 1.2\n'))

    def test_changes_unless_asked_for(self):
        self.assertIn('a.txt', self.told('1.2.3', changed=' M a.txt'))
        self.assertEqual(self.told('1.2.3', changed=' M a.txt', dirty=True), '')

    def test_the_forms_of_a_heading(self):
        for heading in ('## 1.2.3', '## [1.2.3] - 2031-05-06', '## 1.2.3 (2031-05-06)'):
            self.assertEqual(self.told('1.2.3', changelog=heading + '\n'), '')


class Archives(InFolder):
    ROWS = [('a/program', True, b'#!/bin/sh\n'), ('a/text', False, b'text\n' * 1000)]

    def setUp(self):
        super().setUp()
        before = os.environ.get('SOURCE_DATE_EPOCH')
        os.environ['SOURCE_DATE_EPOCH'] = '1900000000'
        self.addCleanup(lambda: os.environ.pop('SOURCE_DATE_EPOCH') if before is None
                        else os.environ.__setitem__('SOURCE_DATE_EPOCH', before))

    def test_are_the_same_each_time(self):
        for write, name in ((artifacts.write_tar_gz, 'a.tgz'), (artifacts.write_zip, 'a.zip')):
            contents = []
            for folder in ('one', 'two'):
                (self.root / folder).mkdir(exist_ok=True)
                write(self.root / folder / name, self.ROWS)
                contents.append((self.root / folder / name).read_bytes())
            self.assertEqual(*contents)

    def test_have_modes_and_no_user(self):
        artifacts.write_tar_gz(self.root / 'a.tgz', self.ROWS)
        with tarfile.open(self.root / 'a.tgz') as tar:
            self.assertEqual([(entry.mode, entry.uid, entry.uname, entry.mtime) for entry in tar],
                             [(0o755, 0, '', 1900000000), (0o644, 0, '', 1900000000)])
        artifacts.write_zip(self.root / 'a.zip', self.ROWS)
        with zipfile.ZipFile(self.root / 'a.zip') as file:
            self.assertEqual([entry.external_attr >> 16 for entry in file.infolist()], [0o100755, 0o100644])


class Folders(unittest.TestCase):
    def test_each_kind_is_made_tested_and_described(self):
        page = (ROOT / 'packaging' / 'README.md').read_text()
        for make in (ROOT / 'packaging').glob('*/make.py'):
            kind = make.parent.name
            self.assertIn(kind, release.KINDS)
            self.assertTrue((make.parent / 'test.py').exists(), kind)
            self.assertRegex(page, rf'\| (`{kind}`|\[{kind}\])')

    def test_a_template_with_an_unknown_word_is_refused(self):
        with self.assertRaises(artifacts.Failure):
            artifacts.filled('npm/launch.sh')  # without the words that only the npm package gives


@unittest.skipUnless(platform.system() == 'Linux' and platform.machine() in ('x86_64', 'aarch64'), 'no package for it')
class Launcher(InFolder):
    """The command of the npm package in the layouts of package managers, with a script in place of the program."""

    def setUp(self):
        super().setUp()
        self.platform = {'x86_64': 'linux-x64', 'aarch64': 'linux-arm64'}[platform.machine()]

    def place(self, thin, package):
        """The thin package and the platform's, below the root; the command's path."""
        words = {'PREFIX': 'agentest-mcp-', 'UP': '../..'}
        command = self.root / thin / 'bin' / 'agentest'
        command.parent.mkdir(parents=True)
        command.write_text(artifacts.filled('npm/launch.sh', **words))
        (self.root / thin / 'find.js').write_text(artifacts.filled('npm/find.js', **words))
        command.chmod(0o755)
        if package:
            program = self.root / (package + self.platform) / 'bin' / 'agentest'
            program.parent.mkdir(parents=True)
            program.write_text('#!/bin/sh\necho "$#:$*"\nexit 7\n')
            program.chmod(0o755)
        return command

    def check(self, command, **more):
        done = subprocess.run([command, 'a b', 'c'], capture_output=True, text=True, **more)
        self.assertEqual((done.returncode, done.stdout), (7, '2:a b c\n'), done.stderr)

    def test_beside_through_a_link(self):
        command = self.place('node_modules/agentest', 'node_modules/agentest-mcp-')
        folder = self.root / 'node_modules' / '.bin'
        folder.mkdir()
        (folder / 'agentest').symlink_to('../agentest/bin/agentest')
        self.check(folder / 'agentest')
        self.check(command)

    def test_nested_and_from_the_working_folder(self):
        self.place('agentest', 'agentest/node_modules/agentest-mcp-')
        self.check('./agentest', cwd=self.root / 'agentest' / 'bin')

    @unittest.skipUnless(shutil.which('node'), 'no node')
    def test_without_the_package_it_says_what_to_do(self):
        done = subprocess.run([self.place('node_modules/agentest', '')], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f'agentest-mcp-{self.platform}', done.stderr)
        self.assertIn('--omit=optional', done.stderr)

    @unittest.skipUnless(shutil.which('node'), 'no node')
    def test_another_c_library(self):
        stub = self.root / 'musl.cjs'
        stub.write_text('process.report.getReport = () => ({ header: {} });')
        done = subprocess.run([self.place('node_modules/agentest', '')], capture_output=True, text=True,
                              env={**os.environ, 'NODE_OPTIONS': f'--require {stub}'})
        self.assertEqual(done.returncode, 1)
        self.assertIn('Alpine', done.stderr)

    @unittest.skipUnless(shutil.which('node'), 'no node')
    def test_other_systems(self):
        command = self.place('node_modules/agentest', 'node_modules/agentest-mcp-')
        stub = self.root / 'words' / 'uname'
        stub.parent.mkdir()
        for system, wanted in (('Darwin', 'brew install'), ('FreeBSD', 'Linux')):
            stub.write_text(f'#!/bin/sh\necho {system}\n')
            stub.chmod(0o755)
            done = subprocess.run([command], capture_output=True, text=True,
                                  env={**os.environ, 'PATH': f"{stub.parent}:{os.environ['PATH']}"})
            self.assertEqual(done.returncode, 1)
            self.assertIn(wanted, done.stderr)


if __name__ == '__main__':
    unittest.main()
