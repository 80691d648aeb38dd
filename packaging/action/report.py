#!/usr/bin/env python3
"""report.py JUNIT REPORTS: the result of `run` as annotations and as a summary of the job.

Annotations go to standard output, the summary to the file that GITHUB_STEP_SUMMARY
names, counts to GITHUB_OUTPUT. AT_ANNOTATIONS and AT_SUMMARY switch the first two off.
AT_FOLDER is the working directory, seen from the repository's top.
"""
import json
import os
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

SHOWN = 50  # failures in each; GitHub shows ten annotations of a step
TEXT_MAX = 1000
MARKS = {'failure': '❌', 'error': '⚠️'}


def escaped(text, in_property=False):
    """A value of a workflow command: a line break in it would begin another command."""
    pairs = [('%', '%25'), ('\r', '%0D'), ('\n', '%0A')] + ([(':', '%3A'), (',', '%2C')] if in_property else [])
    for char, code in pairs:
        text = text.replace(char, code)
    return text


def code(text):
    """Text of others as a code span: nothing in it is markup, a link or a mention."""
    text = ' '.join(text.split())[:TEXT_MAX]
    fence = '`' * (max(map(len, re.findall('`+', text)), default=0) + 1)
    pad = ' ' if '`' in text or not text else ''
    return f'{fence}{pad}{text}{pad}{fence}'


class Case:
    """A case of the suite. kind: passed, failure, error or skipped."""

    def __init__(self, suite, element):
        faults = [child for child in element if child.tag in ('failure', 'error', 'skipped')]
        self.name, self.file = element.get('name', ''), suite.get('name', '')
        self.seconds = float(element.get('time') or 0)
        self.kind = faults[0].tag if faults else 'passed'
        self.headline = faults[0].get('message', '') if faults else ''
        self.reason = (faults[0].text or '').strip() if faults else ''
        facts = dict(re.findall(r'^\[\[PROPERTY\|(\w+)=(.*)\]\]$', element.findtext('system-out') or '', re.M))
        self.run, self.device = facts.get('run', ''), facts.get('device', '')
        self.line = 1

    def message(self):
        both = [self.headline, self.reason if self.reason != self.headline else '']
        return '\n'.join(filter(None, both))[:TEXT_MAX] or 'no reason was given'

    def find_place(self, reports):
        """The command of a flow that failed, or the step's words in the scenario's file."""
        folder = pathlib.Path(reports, self.run) if re.fullmatch(r'[0-9A-Z]{26}', self.run) else None
        place = folder and place_of_command(folder / 'manifest.json')
        if place:
            self.file, self.line = place
        elif folder:
            self.line = line_of_step(self.file, folder / 'report.json')


def read_json(path):
    try:
        return json.loads(path.read_text(encoding='utf-8'))
    except (OSError, ValueError):
        return {}


def place_of_command(path):
    """The file and line of the last command that was not OK; None if it was not a flow."""
    for event in reversed(read_json(path).get('events', [])):
        if event.get('type') != 'tool' or event.get('resultPrefix') == 'OK':
            continue
        try:
            place = json.loads(event.get('args', '{}')).get('place', '')
        except (ValueError, AttributeError):
            continue
        if found := re.fullmatch(r'(.+):(\d+)', place):
            return found[1], int(found[2])
    return None


def line_of_step(file, report):
    """The line with the words of the first step that did not pass."""
    steps = [step for step in read_json(report).get('steps', []) if step.get('verdict') not in ('PASS', 'NOT_RUN')]
    if not steps:
        return 1
    text = steps[0].get('text', '')
    forms = {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]} - {''}
    try:
        lines = pathlib.Path(file).read_text(encoding='utf-8').splitlines()
    except (OSError, UnicodeDecodeError):
        return 1
    return next((number for number, line in enumerate(lines, 1) if any(form in line for form in forms)), 1)


def place(case):
    """Its file from the top of the repository."""
    return os.path.normpath(os.path.join(os.environ.get('AT_FOLDER') or '.', case.file))


def annotate(cases):
    for case in cases[:SHOWN]:
        print(f'::error file={escaped(place(case), True)},line={case.line},title={escaped(case.name, True)}'
              f'::{escaped(case.message())}')


def in_words(counts, seconds):
    words = [f"{counts['passed']} passed"]
    for kind, said in (('failure', 'failed'), ('error', 'without a verdict'), ('skipped', 'not run')):
        if counts[kind]:
            words.append(f'{counts[kind]} {said}')
    return f"{', '.join(words)} ({seconds:.1f} s)"


def summary(cases, counts, seconds):
    lines = [f"### AgenTest: {in_words(counts, seconds)}", '']
    for case in cases[:SHOWN]:
        where = f' on {code(case.device)}' if case.device else ''
        lines.append(f'- {MARKS[case.kind]} **{code(case.name)}** in {code(f"{place(case)}:{case.line}")}'
                     f'{where}, {case.seconds:.1f} s: {code(case.message())}')
    if len(cases) > SHOWN:
        lines.append(f'- and {len(cases) - SHOWN} more: see the report')
    return '\n'.join(lines) + '\n\n'


def append(variable, text):
    if os.environ.get(variable):
        with open(os.environ[variable], 'a', encoding='utf-8') as file:
            file.write(text)


def read_cases(path):
    try:
        root = xml.parse(path).getroot()
    except (OSError, xml.ParseError) as error:
        print(f'::error title=AgenTest::{escaped(f"there is no report: {error}; see the log of the run above")}')
        return None
    return [Case(suite, element) for suite in root.iter('testsuite') for element in suite.findall('testcase')]


def main(junit, reports):
    cases = read_cases(junit)
    if cases is None:
        return
    counts = {kind: sum(case.kind == kind for case in cases) for kind in ('passed', 'failure', 'error', 'skipped')}
    seconds = sum(case.seconds for case in cases)
    bad = sorted((case for case in cases if case.kind in MARKS), key=lambda case: case.kind != 'failure')
    for case in bad:
        case.find_place(reports)
    if os.environ.get('AT_ANNOTATIONS') != 'false':
        annotate(bad)
    if os.environ.get('AT_SUMMARY') != 'false':
        append('GITHUB_STEP_SUMMARY', summary(bad, counts, seconds))
    append('GITHUB_OUTPUT', f"passed={counts['passed']}\nfailed={counts['failure']}\n"
                            f"no-verdict={counts['error']}\n")
    print(f'AgenTest: {in_words(counts, seconds)}')


if __name__ == '__main__':
    main(*sys.argv[1:])
