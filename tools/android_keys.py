#!/usr/bin/env python3
"""android_keys.py: the keys of src/wire/android_keys.txt as a C source.

    android_keys.py OUT.c KEYS.txt
"""
import sys

NAMED = {'-': '\\0', 'blank': ' ', 'minus': '-', "'": "\\'", '\\': '\\\\'}


def main(out, keys):
    with open(keys, encoding='utf-8') as file:
        rows = [line.split() for line in file if line.strip() and not line.startswith('#')]
    with open(out, 'w', encoding='utf-8') as file:
        file.write('// Made by tools/android_keys.py.\n#include "wire/android_keys.h"\n\n')
        file.write('const struct at_android_key at_android_keys[] = {\n')
        for name, code, evdev, typed in rows:
            evdev = evdev.replace('-', '0')
            file.write(f'    {{"{name}", {code}, {evdev}, \'{NAMED.get(typed, typed)}\'}},\n')
        file.write('    {0},\n};\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
