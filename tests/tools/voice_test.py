#!/usr/bin/env python3
"""Tests of tools/check-voice: sentences that it must find, and those that it must let pass."""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / 'tools'
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOOLS))
loader = importlib.machinery.SourceFileLoader('voice', str(TOOLS / 'check-voice'))
voice = importlib.util.module_from_spec(importlib.util.spec_from_loader('voice', loader))
loader.exec_module(voice)

FOUND = [
    '// What is left open is a row.\nint a;',
    '// Who asks is known by then.\nint a;',
    '// Where the last field of it begins.\nint a;',
    '// Of several fields the first is taken.\nint a;',
    '// Whether it is shown.\nint a;',
    '// If only one of them is seen, it wins.\nint a;',
    '// Is it a\n// beginning of a word?\nint a;',
    '// Set it. Does it wait?\nint a;',
    'int a; // of the byte that is read',
    'int a; // and how many of those are not kept',
    'int a; // by the helper',
    '// A bar is no element.\nint a;',
    '// A bar without a name is none.\nint a;',
    "// Other bytes are nobody's.\nint a;",
    '// A short gap is endured.\nint a;',
    '// The tree is read anew.\nint a;',
    '// Nobody reads it.\nint a;',
    'fail("the day %s is no time: give a day");',
]
PASSED = [
    '// There is no device.\nint a;',
    '// Read while there is none.\nint a;',
    '// The list is no longer than max.\nint a;',
    '// Return true if it is shown.\nint a;',
    '// Where to write; NULL for nowhere.\nint a;',
    '// Where the system has a list, read it.\nint a;',
    '// Why not a table? It would be slower.\nint a;',
    '// "Is it shown" is the title.\nint a;',
    '// Of course it may fail.\nint a;',
    'int a; // bits left in the byte',
    'int a; // by default',
    'say("Nobody");',
    'const char *a = "http://nobody.example/a";',
    '// The program is told to stop.\nint a;',
    '// Each name is named after its row.\nint a;',
]


def findings(text, name='a.c', added=range(1, 99)):
    return voice.faults(name, text, added)


class Sentences(unittest.TestCase):
    def test_found(self):
        for text in FOUND:
            with self.subTest(text):
                self.assertEqual(len(findings(text)), 1, findings(text))

    def test_passed(self):
        for text in PASSED:
            with self.subTest(text):
                self.assertEqual(findings(text), [])

    def test_only_added_lines(self):
        text = '// It reads\n// the tree anew.\nint a;\n'
        self.assertEqual(findings(text, added={1, 3}), [])
        self.assertEqual(len(findings(text, added={2})), 1)

    def test_other_languages(self):
        self.assertEqual(len(findings('/** What is shown. */\nint a;', 'A.java')), 1)
        self.assertEqual(len(findings('/**\n * Sets it.\n *\n * Nobody\n * reads it.\n */', 'a.ts')), 1)
        self.assertEqual(len(findings("a = 1  # of the row\n", 'a.py')), 1)
        self.assertEqual(len(findings('A bar is no\nelement.\n', 'a.md')), 1)
        self.assertEqual(findings('```\nA bar is no element.\n```\n', 'a.md'), [])
        self.assertEqual(findings('- "A bar is no\n  element." and `is no row`\n', 'a.md'), [])

    def test_counts(self):
        text = '// What is left: nothing.\n// So that it stands.\n\nint a; // of the row\n'
        self.assertEqual(voice.count_in('a.c', text), [1, 0, 0, 1, 0, 0, 2])


class Repository(unittest.TestCase):
    """The lines that were added to a repository of the test's own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.addCleanup(setattr, voice, 'ROOT', voice.ROOT)
        voice.ROOT = self.root
        self.git('init', '--quiet')
        self.write('a.c', '// Nobody reads it.\nint a;\n')
        self.commit()

    def git(self, *words):
        subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', *words],
                       cwd=self.root, check=True, capture_output=True)

    def write(self, name, text):
        (self.root / name).write_text(text)

    def commit(self):
        self.git('add', '.')
        self.git('commit', '--quiet', '--message', 'a')

    def test_a_first_commit_has_no_base(self):
        self.assertIsNone(voice.base())

    def test_old_lines_are_not_checked(self):
        self.write('a.c', '// Nobody reads it.\nint a;\nint b; // of a\n')
        self.commit()
        self.assertEqual(voice.base(), 'HEAD~1')
        self.assertEqual(voice.added_lines('HEAD~1'), {'a.c': {3}})

    def test_uncommitted_and_new_files_are_checked(self):
        self.write('a.c', '// Nobody reads it.\nint a;\nint b;\n')
        self.write('b.md', 'new\n')
        self.write('b.bin', 'new\n')
        added = voice.added_lines('HEAD')
        self.assertEqual(sorted(added), ['a.c', 'b.md'])
        self.assertEqual(added['a.c'], {3})

    def test_the_base_is_where_the_branch_left_main(self):
        self.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
        first = voice.git('rev-parse', 'HEAD').strip()
        for number in range(2):
            self.write('b.c', f'int b{number};\n')
            self.commit()
        self.assertEqual(voice.base(), first)

    def test_a_renamed_file_is_not_new(self):
        self.git('mv', 'a.c', 'c.c')
        self.assertEqual(voice.added_lines('HEAD'), {})


if __name__ == '__main__':
    unittest.main()
