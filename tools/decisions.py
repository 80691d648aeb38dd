#!/usr/bin/env python3
"""decisions: the index of docs/decisions/, written from its pages or compared with them.

    tools/decisions.py          # write docs/decisions/README.md
    tools/decisions.py --next   # print the number of the next decision

Each page is an area; its entries are headed "## 0147: Question?" and begin
with the date. tools/check-docs fails if the index differs from what this
writes, if a number occurs twice, or if an entry names a test that is gone.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / 'docs/decisions'
INDEX = FOLDER / 'README.md'
MARK = '## By area\n'


class Entry:
    def __init__(self, page, number, title, date, text):
        self.page, self.number, self.title, self.date, self.text = page, number, title, date, text

    def link(self):
        return f'[{self.title}]({self.page.name}#{anchor(f"{self.number}: {self.title}")})'


def anchor(heading):
    """The anchor that GitHub gives a heading."""
    return re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-')


def pages():
    return [page for page in sorted(FOLDER.glob('*.md')) if page != INDEX]


def entries(page):
    for part in re.split(r'^## ', page.read_text(), flags=re.M)[1:]:
        heading, _, text = part.partition('\n')
        number, _, title = heading.partition(': ')
        date, _, body = text.strip().partition('\n')
        yield Entry(page, number, title, date, body)


def every_entry():
    return [entry for page in pages() for entry in entries(page)]


def head_of(page):
    """An area's title and its one sentence."""
    lines = page.read_text().split('\n## ')[0].split('\n')
    return lines[0][2:], ' '.join(line for line in lines[1:] if line)


def index_text():
    lines = [MARK]
    for page in pages():
        title, sentence = head_of(page)
        lines.append(f'### [{title}]({page.name})\n\n{sentence}\n')
        lines += [f'- {entry.number}: {entry.link()}' for entry in entries(page)]
        lines.append('')
    lines += ['## By number\n', '| | date | question | area |', '| --- | --- | --- | --- |']
    for entry in sorted(every_entry(), key=lambda entry: entry.number):
        lines.append(f'| {entry.number} | {entry.date} | {entry.link()} | {entry.page.stem} |')
    return '\n'.join(lines) + '\n'


def whole_index():
    return INDEX.read_text().split(MARK)[0] + index_text()


def form_findings():
    seen = {}
    for entry in every_entry():
        where = f'docs/decisions/{entry.page.name}: {entry.number}'
        if not re.fullmatch(r'\d{4}', entry.number):
            yield f'{where}: a heading is "## NNNN: question"'
        if not entry.title.endswith('?'):
            yield f'{where}: the title is a question that a reader would ask'
        if not re.fullmatch(r'\d{4}-\d\d-\d\d', entry.date):
            yield f'{where}: the line below the heading is the date'
        if entry.number in seen:
            yield f'{where}: {seen[entry.number]} has this number, too; next: {next_number()}'
        seen[entry.number] = entry.page.name
    if INDEX.read_text() != whole_index():
        yield 'docs/decisions/README.md: not the index of the pages: run tools/decisions.py'


def tracked():
    return subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout.split()


class Tests:
    """The names by which an entry may name its test: a file, a unit program, a fuzz target, a test's name or its words."""

    def __init__(self):
        files = [name for name in tracked() if (ROOT / name).is_file()]
        proof = [name for name in files
                 if re.match(r'(tests|android|bench|tools|virtual-android)/', name)
                 and re.search(r'(\.(c|h|mjs|py|java|build)$|^tools/[\w-]+$)', name)]
        self.paths = '\n'.join('/' + name for name in files)
        self.text = '\n'.join((ROOT / name).read_text(errors='replace') for name in proof)

    def has(self, name):
        name = re.sub(r'\s+', ' ', name).strip()
        path = re.escape('/' + name.split(' ')[0].rstrip('/')).replace(r'\*', r'[^/]*')
        if re.search(path + r'(_test\.c|_test|\.\w+(\.mjs)?|_fuzz\.c|/.*)?$', self.paths, re.M):
            return True
        return all(part.strip() in self.text for part in name.split('…') if part.strip())


def named_tests(text):
    for sentence in re.findall(r'(?:^|\s)(?:Tests?:|Guarded by|Check:|figures:)\s(.*?)(?=\n\n|\n- |\Z)', text, re.S):
        yield from re.findall(r'`([^`]+)`', sentence)


def test_findings():
    tests = Tests()
    for entry in every_entry():
        for name in named_tests(entry.text):
            if not tests.has(name):
                yield f'docs/decisions/{entry.page.name}: {entry.number} names the test {name}, which does not exist'


def next_number():
    return f'{max((int(entry.number) for entry in every_entry()), default=0) + 1:04}'


def write_index():
    INDEX.write_text(whole_index())


def main():
    if sys.argv[1:] == ['--next']:
        print(next_number())
    else:
        write_index()


if __name__ == '__main__':
    main()
