#!/usr/bin/env python3
"""make.py: agentest-VERSION.mcpb, the bundle for desktop clients, with the MCP server for both architectures.

The manifest is of version 0.3, which every released client knows. It can choose by system but not by processor, so a
launcher chooses. On macOS the launcher runs the program that Homebrew installed.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import (ARCHES, HERE, PROJECT, ROOT, Failure, as_json, filled, made, notice_rows, parse, rows_of,  # noqa: E402
                       run_main, tree, version, write_zip)

# Fields that the client asks for; the launcher drops those that are empty.
FIELDS = {
    'device': ('ANDROID_SERIAL', 'string', 'Device',
               'The serial of the device to use, as `adb devices` prints it. Empty: the only one, or the one that a call names.'),
    'adb': ('BUNDLE_ADB', 'file', 'adb', 'The adb program of the Android platform tools. Empty: it is searched for.'),
    'sdk': ('ANDROID_HOME', 'directory', 'Android SDK', 'The folder of the Android SDK, where adb and emulators are. Empty: the usual places.'),
    'output': ('AGENTEST_OUTPUT_DIR', 'directory', 'Output folder',
               'Where full-size screenshots and other files go. Empty: a temporary folder, for a week.'),
}


def tools():
    """The tools as the manual lists them; tools/check-docs holds that list to the sources."""
    page = (ROOT / 'docs' / 'agentest.md').read_text(encoding='utf-8')
    rows = re.findall(r'^\| `(agentest_\w+)` \| (.*?) \|$', page, re.M)
    if not rows:
        raise Failure('docs/agentest.md has no table of tools any more')
    return [{'name': name, 'description': re.sub(r'`|\[([^]]*)\]\([^)]*\)', r'\1', words)} for name, words in rows]


def manifest():
    return {
        'manifest_version': '0.3',
        'name': PROJECT['name'],
        'display_name': PROJECT['title'],
        'version': version(),
        'description': PROJECT['summary'],
        'long_description': 'An agent connects to an Android app, reads the screen as a few lines of text, and acts on it in '
                            'batches: taps, texts, waits and assertions, with honest replies. Everything runs on this machine.',
        'author': {'name': PROJECT['author'], 'url': PROJECT['repository']},
        'repository': {'type': 'git', 'url': f"{PROJECT['repository']}.git"},
        'homepage': PROJECT['repository'],
        'documentation': f"{PROJECT['repository']}/blob/main/docs/agentest.md",
        'support': f"{PROJECT['repository']}/issues",
        'icon': 'icon.png',
        'server': {
            'type': 'binary',
            'entry_point': 'server/agentest',
            'mcp_config': {
                'command': '${__dirname}/server/agentest',
                'args': [],
                'env': {variable: f'${{user_config.{key}}}' for key, (variable, *_) in FIELDS.items()},
            },
        },
        'tools': tools(),
        'prompts_generated': True,
        'keywords': PROJECT['keywords'],
        'license': PROJECT['licence'],
        'compatibility': {'platforms': ['linux', 'darwin']},
        'user_config': {
            key: {'type': kind, 'title': title, 'description': about, 'required': False, 'default': ''}
            for key, (_, kind, title, about) in FIELDS.items()},
    }


def main():
    args = parse(__doc__)
    rows = {'server/agentest': (True, filled('mcpb/launch.sh').encode()),
            'icon.png': (False, (HERE / 'mcpb' / 'icon.png').read_bytes())}
    for arch in args.arch:
        # Both architectures are in it, so only the server is.
        with tree(args, arch, '-server') as folder:
            # A program finds its data in ../share, and the files of the device are the same for both.
            for name, _, data in rows_of(folder, ['bin/agentest', 'share/agentest/']):
                if name == 'bin/agentest':
                    rows[f"server/{ARCHES[arch]['machine']}/agentest"] = (True, data)
                elif re.fullmatch(r'share/agentest/agentest-helper\.\w+', name):
                    rows[f'server/{name}'] = (False, data)
            rows |= {name: (False, data) for name, _, data in notice_rows(folder)}
    path = os.path.join(args.out, f"{PROJECT['name']}-{version()}.mcpb")
    first = ('manifest.json', False, as_json(manifest()))
    write_zip(path, [first, *((name, *row) for name, row in sorted(rows.items()))])
    made(path)


if __name__ == '__main__':
    sys.exit(run_main(main))
