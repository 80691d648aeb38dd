#!/usr/bin/env python3
"""Tests of tools/check-docs: what it must find in pages, READMEs, comments and decisions."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / 'tools'))
import decisions  # noqa: E402
import folders  # noqa: E402
import stale  # noqa: E402


class Tree(unittest.TestCase):
    """A project in a temporary folder, of the files that a test writes."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        for module in (folders, stale):
            self.addCleanup(setattr, module, 'ROOT', module.ROOT)
            module.ROOT = self.root

    def write(self, **files):
        """Names have __ for a slash and _dot_ for a dot."""
        for name, text in files.items():
            path = self.root / name.replace('__', '/').replace('_dot_', '.')
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return sorted(path for path in self.root.rglob('*') if path.is_file())


class Folders(Tree):
    def found(self, **files):
        return list(folders.findings(self.write(**files)))

    def test_a_module_that_the_readme_does_not_name(self):
        self.assertEqual(self.found(src__base__README_dot_md='`str`', src__base__str_dot_h='', src__base__err_dot_c=''),
                         ['src/base/README.md: does not name src/base/err'])

    def test_a_file_of_a_table_that_is_gone(self):
        page = '| files, in reading order | purpose |\n| --- | --- |\n| `str`, `gone` | text of `others` |\n'
        self.assertEqual(self.found(src__base__README_dot_md=page, src__base__str_dot_h=''),
                         ['src/base/README.md:3: gone is not a file of the folder'])

    def test_a_folder_of_src_without_a_readme(self):
        found = self.found(src__README_dot_md='`str`', src__base__str_dot_c='')
        self.assertEqual([text.split(':')[0] for text in found], ['src/base'])

    def test_the_nearest_readme_above_counts_elsewhere(self):
        self.assertEqual(self.found(web__src__parts__README_dot_md='`Flake/`: `Flake`',
                                    web__src__parts__Flake__Flake_dot_tsx=''), [])

    def test_a_name_may_end_in_a_star_but_not_be_one(self):
        files = dict(src__base__hub_list_dot_c='', src__base__other_dot_c='')
        self.assertEqual(self.found(src__base__README_dot_md='`hub_*` `*`', **files),
                         ['src/base/README.md: does not name src/base/other'])


class Stale(Tree):
    def found(self, **files):
        return list(stale.findings(self.write(**files)))

    def test_an_identifier_that_is_gone(self):
        found = self.found(src__a_dot_c='// until end_run\nint begin_run; // see begin_run\n')
        self.assertEqual(len(found), 1, found)
        self.assertIn('src/a.c:1: end_run', found[0])

    def test_words_in_strings_and_tests_are_names(self):
        self.assertEqual(self.found(src__a_dot_c='// sends end_run\nconst char *kind = "end_run";\n'), [])

    def test_a_path_that_is_gone(self):
        found = self.found(src__cli__ui_step_dot_c='', docs__a_dot_md='`cli/act` and `cli/ui_step`, `tools/list`')
        self.assertEqual(found, ['docs/a.md:1: cli/act is not there'])


class Decisions(Tree):
    def setUp(self):
        super().setUp()
        for name in ('FOLDER', 'INDEX'):
            self.addCleanup(setattr, decisions, name, getattr(decisions, name))
        decisions.FOLDER = self.root
        decisions.INDEX = self.root / 'README.md'

    def found(self, page, index=True):
        self.write(README_dot_md='# Decisions\n\n## By area\n', cli_dot_md='# Command line\n\nCommands.\n\n' + page)
        if index:
            decisions.write_index()
        return list(decisions.form_findings())

    def test_an_entry_as_it_must_be(self):
        self.assertEqual(self.found('## 0001: May it?\n\n2026-11-28\n\nYes.\n'), [])
        self.assertIn('| 0001 | 2026-11-28 | [May it?](cli.md#0001-may-it) | cli |', decisions.INDEX.read_text())

    def test_an_index_that_was_not_written_again(self):
        found = self.found('## 0001: May it?\n\n2026-11-28\n\nYes.\n', index=False)
        self.assertEqual([text.split(':')[0] for text in found], ['docs/decisions/README.md'])

    def test_a_number_twice_and_no_date(self):
        found = self.found('## 0001: May it?\n\n2026-11-28\n\nYes.\n\n## 0001: Must it?\n\nNo.\n')
        self.assertEqual(len(found), 2, found)

    def test_a_title_that_is_not_a_question(self):
        found = self.found('## 0001: It may\n\n2026-11-28\n\nYes.\n')
        self.assertEqual(len(found), 1, found)

    def test_named_tests(self):
        text = 'Rejected: `x`. Tests: `flow/wait`\n(`a_test`), `b.test.mjs`.\n\nMore `y`. Guarded by `z`.'
        self.assertEqual(list(decisions.named_tests(text)), ['flow/wait', 'a_test', 'b.test.mjs', 'z'])


if __name__ == '__main__':
    unittest.main()
