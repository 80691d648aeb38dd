#!/usr/bin/env python3
"""Tests of packaging/action/report.py: texts of others are never commands or markup, and failures have their place."""
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock
from xml.sax.saxutils import quoteattr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / 'packaging' / 'action'))
import report  # noqa: E402  pylint: disable=wrong-import-position

RUN = '01M8MTZ59S7N79SW1PK9BPG35K'


class Report(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)

    def run_report(self, cases, **env):
        """Standard output, the summary and the outputs for [(file, name, what is in the testcase)]."""
        suites = ''.join(f'<testsuite name={quoteattr(file)}><testcase name={quoteattr(name)} time="1.5">{inner}'
                         f'<system-out>[[PROPERTY|run={RUN}]]\n[[PROPERTY|device=emulator-5554]]\n</system-out>'
                         '</testcase></testsuite>' for file, name, inner in cases)
        junit = self.root / 'report.xml'
        junit.write_text(f'<testsuites>{suites}</testsuites>', encoding='utf-8')
        return self.report(junit, **env)

    def report(self, junit, **env):
        files = {name: str(self.root / name) for name in ('GITHUB_STEP_SUMMARY', 'GITHUB_OUTPUT')}
        out = io.StringIO()
        with mock.patch.dict(os.environ, {**files, **env}), contextlib.redirect_stdout(out):
            report.main(str(junit), str(self.root / 'reports'))
        texts = [pathlib.Path(file).read_text(encoding='utf-8') if os.path.exists(file) else '' for file in files.values()]
        return out.getvalue(), *texts

    def write_run(self, name, value):
        folder = self.root / 'reports' / RUN
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value), encoding='utf-8')

    def test_texts_stay_in_their_place(self):
        said = '100%\n::error::x `a` <b> [l](http://h) @team'
        out, summary, _ = self.run_report([('s/a.json', 'n,a:m\ne', f'<failure message={quoteattr(said)}/>')])
        self.assertEqual(len([line for line in out.splitlines() if line.startswith('::')]), 1)
        self.assertIn('::error file=s/a.json,line=1,title=n%2Ca%3Am%0Ae::100%25', out)
        self.assertIn(': `` 100% ::error::x `a` <b> [l](http://h) @team ``\n', summary)
        self.assertEqual(report.code('a``b`'), '``` a``b` ```')

    def test_kinds_are_counted_and_sorted(self):
        out, summary, outputs = self.run_report([
            ('a', 'one', ''), ('a', 'two', '<error message="lost"/>'), ('a', 'three', '<failure message="no">why</failure>'),
            ('a', 'four', '<skipped message="not run"/>')])
        self.assertTrue(summary.startswith('### AgenTest: 1 passed, 1 failed, 1 without a verdict, 1 not run (6.0 s)\n'))
        self.assertEqual(outputs, 'passed=1\nfailed=1\nno-verdict=1\n')
        self.assertLess(summary.index('`three`'), summary.index('`two`'))
        self.assertNotIn('four', summary)
        self.assertIn('::no%0Awhy\n', out)

    def test_places(self):
        fault = '<failure message="no"/>'
        self.write_run('manifest.json', {'events': [
            {'type': 'tool', 'resultPrefix': 'ERROR', 'args': '{"place":"flows/part.yaml:7"}'},
            {'type': 'tool', 'resultPrefix': 'OK', 'args': '{"place":"flows/a.yaml:9"}'}, {'type': 'log'}]})
        self.assertIn('file=app/flows/part.yaml,line=7,', self.run_report([('flows/a.yaml', 'a', fault)], AT_FOLDER='app')[0])
        # A scenario: the line with the words of the step.
        self.write_run('manifest.json', {'events': [{'type': 'tool', 'resultPrefix': 'ERROR', 'args': '{"text":"x"}'}]})
        self.write_run('report.json', {'steps': [{'verdict': 'PASS', 'text': 'Log'}, {'verdict': 'FAIL', 'text': 'Say "hé"'}]})
        scenario = self.root / 'a.json'
        for ascii_only in (True, False):
            scenario.write_text(json.dumps({'steps': ['Log', 'Say "hé"']}, indent=1, ensure_ascii=ascii_only), encoding='utf-8')
            self.assertIn(',line=4,', self.run_report([(str(scenario), 'a', fault)])[0])
        self.assertIn('file=gone.json,line=1,', self.run_report([('gone.json', 'a', fault)])[0])

    def test_no_report(self):
        for text in (None, '<testsuites><'):
            if text:
                (self.root / 'none.xml').write_text(text, encoding='utf-8')
            out, summary, _ = self.report(self.root / 'none.xml')
            self.assertRegex(out, r'^::error title=AgenTest::there is no report: .*see the log of the run above\n$')
            self.assertEqual(summary, '')

    def test_switched_off_and_cut(self):
        out, summary, _ = self.run_report([('a', f'n{number}', '<failure message="no"/>') for number in range(60)])
        self.assertEqual((out.count('::error '), summary.count('\n- ❌')), (report.SHOWN, report.SHOWN))
        self.assertIn('- and 10 more: see the report\n', summary)
        os.remove(self.root / 'GITHUB_STEP_SUMMARY')
        out, summary, _ = self.run_report([('a', 'n', '<failure message="no"/>')], AT_ANNOTATIONS='false', AT_SUMMARY='false')
        self.assertEqual((out.count('::error'), summary), (0, ''))


if __name__ == '__main__':
    unittest.main()
