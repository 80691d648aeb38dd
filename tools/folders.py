"""folders: whether the READMEs of folders name what is in them. For tools/check-docs.

A module (the files of one stem) is named in backticks in the README of its folder
or, in a folder without one, of the nearest folder above. A name may end in "*".
"""
import re

from sources import ROOT

ROOTS = ['src', 'virtual-android', 'web/src', 'tests']
SOURCE = re.compile(r'\.(c|h|js|mjs|cjs|ts|tsx|py)$')
# Unit tests and fuzz targets are named after what they test; end-to-end tests say it in their first line.
SELF_EXPLAINING = re.compile(r'^tests/(unit|fuzz|stand-ins|tools)/|\.test\.(mjs|ts)$|^tests/[^/]+$')
OWN_README = re.compile(r'^(src|virtual-android)/')


def nearest_readme(folder):
    while folder != ROOT:
        if (folder / 'README.md').exists():
            return folder / 'README.md'
        folder = folder.parent
    return ROOT / 'README.md'


def names_of(page):
    """The words in backticks, without folders and extensions."""
    names = set()
    for quoted in re.findall(r'`([^`]+)`', page.read_text()):
        name = quoted.rstrip('/').split('/')[-1]
        names.add(re.sub(r'\.(\[?\w+\]?|d\.ts)$', '', name))
    return names


def is_named(stem, names):
    return stem in names or any(name.endswith('*') and len(name) > 3 and stem.startswith(name[:-1]) for name in names)


def modules(files):
    """Folder and stem of each module."""
    found = set()
    for file in files:
        name = str(file.relative_to(ROOT))
        if SOURCE.search(name) and not SELF_EXPLAINING.search(name):
            found.add((file.parent, re.sub(r'(\.d)?\.\w+$', '', file.name)))
    return sorted(found)


def listed(page):
    """The names in the first column of a README's tables of files."""
    inside = False
    for number, line in enumerate(page.read_text().split('\n'), 1):
        if not line.startswith('|'):
            inside = False
        elif line.startswith('| file'):
            inside = True
        elif inside:
            for name in re.findall(r'`([\w.]+)`', line.split('|')[1]):
                yield number, name.split('.')[0]


def gone(files):
    """Names of files in the tables of READMEs that no folder below has."""
    stems = {}
    for file in files:
        for folder in file.parents:
            stems.setdefault(folder, set()).add(file.name.split('.')[0])
    for page in files:
        if page.name == 'README.md':
            for number, name in listed(page):
                if name not in stems[page.parent]:
                    yield f'{page.relative_to(ROOT)}:{number}: {name} is not a file of the folder'


def findings(files):
    yield from gone(files)
    missing = set()
    named = {}
    for folder, stem in modules(files):
        page = nearest_readme(folder)
        where = folder.relative_to(ROOT)
        if OWN_README.match(f'{where}/') and page.parent != folder:
            missing.add(f'{where}: no README.md: say what it is for, what it must not know, and list its files')
            continue
        if page not in named:
            named[page] = names_of(page)
        if not is_named(stem, named[page]):
            yield f'{page.relative_to(ROOT)}: does not name {where}/{stem}'
    yield from sorted(missing)
