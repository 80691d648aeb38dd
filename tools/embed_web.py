#!/usr/bin/env python3
"""embed_web.py: the files of web/dist as a C source, to embed them in the program.

    embed_web.py OUT.c OUT.c.d WEB

WEB is the folder of the page's sources; its dist/ is what its build has made. Text
is packed by gzip, which is how it is sent. Without dist/ the table is empty. OUT.c.d
names what OUT.c was made from, for ninja.
"""
import gzip
import hashlib
import os
import sys

HEAD = '''// Made by tools/embed_web.py from web/dist.
#include "programs/web_files.h"
'''
LINE = 24  # bytes of a file in a line of the source


def packed(content):
    """The content as it is sent, and whether it is packed."""
    small = gzip.compress(content, 9, mtime=0)
    return (small, True) if len(small) < 0.9 * len(content) else (content, False)


def files_below(folder):
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            yield os.path.join(path, name)


def array(number, content):
    lines = (','.join(map(str, content[at:at + LINE])) for at in range(0, len(content), LINE))
    return f'\nstatic const unsigned char file_{number}[] = {{\n' + ',\n'.join(lines) + '};\n'


def source(folder, paths):
    arrays, rows = [], []
    for number, path in enumerate(paths):
        with open(path, 'rb') as file:
            content = file.read()
        data, is_packed = packed(content)
        name = os.path.relpath(path, folder).replace(os.sep, '/')
        arrays.append(array(number, data or b'\0'))
        rows.append(f'    {{"{name}", "{hashlib.sha256(content).hexdigest()[:24]}",\n'
                    f'     {{(const char *)file_{number}, {len(data)}}},\n'
                    f'     {len(content)}, {"true" if is_packed else "false"}}},\n')
    return (HEAD + ''.join(arrays) + '\nconst struct at_dashboard_file at_dashboard_files[] = {\n'
            + ''.join(rows) + '    {0},\n};\n'
            + f'const size_t at_dashboard_file_count = {len(rows)};\n')


def write_if_changed(path, text):
    try:
        with open(path, encoding='utf-8') as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def main(out, dependencies, web):
    folder = os.path.join(web, 'dist')
    paths = sorted(files_below(folder))
    write_if_changed(out, source(folder, paths))
    # A folder's time changes when a file is added or removed.
    seen = {os.path.dirname(path) for path in paths} | {folder if paths else web}
    names = [name.replace(' ', '\\ ') for name in [*sorted(seen), *paths]]
    with open(dependencies, 'w', encoding='utf-8') as file:
        file.write(f'{os.path.basename(out)}: ' + ' '.join(names) + '\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
