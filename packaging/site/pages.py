"""pages: the repository's pages as Sphinx takes them.

A page keeps its place below docs/; what it links to comes along: pages, and files as pages that
show them. Links are written again, and fences get the language that GitHub doesn't need.
"""
import os
import pathlib
import re

import nav

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r'\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]*)(#[^)\s]*)?((?: "[^"]*")?)\)')
FENCE = re.compile(r'(^```[^\n]*\n.*?^```$)', re.M | re.S)
RAW = re.compile(r'((?:src|srcset|href)=")([^"#:]+)(#[^"]*)?(")')
PROGRAMS = r'agentest|mobile-dev-agent|mobile-tester-agent|virtual-android'
COMMAND = re.compile(rf'(?:\S+=\S+ )*(?:\./|build/|tools/|{PROGRAMS}|adb|cd|claude|curl|docker|git|meson|nats-server|ninja'
                     r'|npm|openssl|AT_\w+=|python3|kubectl|systemctl|sudo|journalctl)\b')
KINDS = {'.yml': 'yaml', '.yaml': 'yaml', '.json': 'json', '.py': 'python', '.mjs': 'js', '.sh': 'sh'}


def title_of(text):
    found = re.search(r'^# (.+)$', text, re.M)
    return found[1] if found else None


def address(name):
    """The site's path of a page or file of the repository, always ending with .md."""
    if name in nav.ADDRESSES:
        return nav.ADDRESSES[name]
    if not name.endswith('.md'):
        return f'files/{name}.md'
    short = name.removeprefix('docs/') if name.startswith('docs/') else f'source/{name}'
    folder, _, file = short.rpartition('/')
    return f'{folder}/index.md' if file == 'README.md' and folder else short


def language(lines):
    first = next(line for line in lines if line.strip())
    if COMMAND.match(first):
        return 'sh'
    if first.startswith(('{', '"', '[')) and not first.startswith('[Passed'):
        return 'json'
    if re.match(r'(- \w+|\w+):?( |$)', first) and all(re.match(r'\s*(- |#|[\w"\'./-]+:|---|$)', line) for line in lines):
        return 'yaml'
    if re.match(r'(import|const|output)\b', first):
        return 'js'
    return 'text'


def fences_of_indented(text):
    """Indented blocks outside of lists become fences with a language."""
    lines, out, at, inside, in_list = text.split('\n'), [], 0, False, False
    while at < len(lines):
        line = lines[at]
        if line.startswith('```'):
            inside = not inside
        if not inside and line.strip() and not line.startswith(' '):
            in_list = bool(re.match(r'([-*]|\d+\.) ', line))
        if inside or in_list or not line.startswith('    ') or (out and out[-1].strip()):
            out.append(line)
            at += 1
            continue
        block = []
        while at < len(lines) and (lines[at].startswith('    ') or not lines[at].strip()):
            block.append(lines[at][4:])
            at += 1
        while not block[-1].strip():
            block.pop()
            at -= 1
        out += [f'```{language(block)}', *block, '```']
    return '\n'.join(out)


def marked_fences(text):
    """The marks of recipes: a file's name above it, output below its command, the rest hidden."""
    text = re.sub(r'<!-- file: (\S+) -->\n```(\w+)\n', r'```{code-block} \2\n:caption: \1\n\n', text)
    text = re.sub(r'<!-- output(?:: \d+)? -->\n```(\w+)\n', r'```{code-block} \1\n:class: output\n\n', text)
    return re.sub(r'^<!-- [a-z ]+(?:: .*?)? -->\n', '', text, flags=re.M)


class Pages:
    def __init__(self, folder):
        self.folder = folder
        self.made = {}
        self.waiting = []
        self.missing = []

    def target(self, page, link):
        """The repository's name of what a page links to, or None if it is nothing to show."""
        name = os.path.normpath(os.path.join(os.path.dirname(page), link))
        if (ROOT / name).is_dir():
            name = f'{name}/README.md'
        if not (ROOT / name).is_file():
            self.missing.append(f'{page}: {link}')
            return None
        return name

    def relative(self, page, name):
        return os.path.relpath(address(name), os.path.dirname(address(page)) or '.')

    def link(self, page, match):
        label, link, anchor, end = match.groups()
        if not link or ':' in link:
            return match[0]
        name = self.target(page, link)
        if name is None:
            return match[0]
        if not self.wanted(page, name):
            return label
        return f'[{label}]({self.relative(page, name)}{anchor or ""}{end})'

    def wanted(self, page, name):
        """Return true if the site has what the page links to; only its own pages bring others along."""
        if name not in self.made and (page.startswith('docs/') or page in nav.ADDRESSES):
            self.add(name)
        return name in self.made

    def raw(self, page, match):
        """A link within HTML, which Sphinx leaves as it is."""
        begin, link, anchor, end = match.groups()
        name = self.target(page, link)
        if name is None:
            return match[0]
        if name.startswith('docs/pictures/'):
            place = name.removeprefix('docs/')
            return begin + os.path.relpath(place, os.path.dirname(address(page)) or '.') + end
        self.wanted(page, name)
        return begin + self.relative(page, name).removesuffix('.md') + '.html' + (anchor or '') + end

    def text(self, name):
        text = (ROOT / name).read_text(encoding='utf-8')
        if not name.endswith('.md'):
            kind = KINDS.get(pathlib.Path(name).suffix, 'text')
            return f'# {name}\n\n````{kind}\n{text.rstrip()}\n````\n'
        if text.startswith('---\n'):  # a skill's front matter
            text = text.split('\n---\n', 1)[1].lstrip()
        text = fences_of_indented(text)
        parts = FENCE.split(text)
        for at in range(0, len(parts), 2):
            parts[at] = LINK.sub(lambda match: self.link(name, match), parts[at])
            parts[at] = RAW.sub(lambda match: self.raw(name, match), parts[at])
        return marked_fences(''.join(parts))

    def add(self, name):
        if name not in self.made:
            self.made[name] = ''
            self.waiting.append(name)

    def read(self):
        """Read what was added: the site's own pages, then others, which link to what is there by then."""
        while self.waiting:
            self.waiting.sort(key=lambda name: not (name.startswith('docs/') or name in nav.ADDRESSES))
            name = self.waiting.pop(0)
            self.made[name] = self.text(name)

    def write(self):
        for name, text in self.made.items():
            place = self.folder / address(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding='utf-8')


def entry(name):
    link = '/' + address(name).removesuffix('.md')
    return f'{nav.TITLES[name]} <{link}>' if name in nav.TITLES else link


def tree(names, caption='', more=''):
    head = f':caption: {caption}\n' if caption else ''
    return f'```{{toctree}}\n:hidden:\n{head}{more}\n' + '\n'.join(map(entry, names)) + '\n```\n'


def write(folder):
    """Write all pages into the folder; give back the links that lead nowhere."""
    pages = Pages(folder)
    for names in nav.PARTS.values():
        for name in names:
            pages.add(name)
    for page in sorted((ROOT / 'docs').rglob('*.md')):
        pages.add(str(page.relative_to(ROOT)))
    pages.read()
    listed = {name for names in nav.PARTS.values() for name in names}
    recipes = 'docs/recipes/README.md'
    order = re.findall(r'\]\(([\w-]+\.md)\)', (ROOT / recipes).read_text())
    pages.made[recipes] += '\n' + tree([f'docs/recipes/{name}' for name in order])
    # The list of pages is on every page: what it doesn't need makes the build slow.
    for name in pages.made.keys() - listed - {f'docs/recipes/{name}' for name in order}:
        pages.made[name] = f'---\norphan: true\n---\n\n{pages.made[name]}'
    pages.write()
    first = (pathlib.Path(__file__).parent / 'first.html').read_text()
    trees = '\n'.join(tree(names, part) for part, names in nav.PARTS.items())
    (folder / 'index.md').write_text(f'---\nhide-toc: true\n---\n\n# AI agents test your app\n\n{first}\n{trees}', encoding='utf-8')
    return pages.missing
