#!/usr/bin/env python3
"""font_rows.py: the letters of virtual-android/render/font.txt as a C source.

    font_rows.py OUT.c FONT.txt
"""
import sys

ROWS = 7


def letters_of(text):
    """The rows of bits of each letter."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith('# ')]
    for at in range(0, len(lines), ROWS):
        for letter in zip(*lines[at:at + ROWS]):
            yield [int(row.replace('.', '0').replace('#', '1'), 2) for row in letter]


def main(out, font):
    with open(font, encoding='utf-8') as file:
        letters = letters_of(file.read())
    with open(out, 'w', encoding='utf-8') as file:
        file.write('// Made by tools/font_rows.py.\n#include "virtual-android/render/font.h"\n\n')
        file.write('const unsigned char vd_font[VD_FONT_LAST - VD_FONT_FIRST + 1]'
                   '[VD_FONT_ROWS] = {\n')
        for letter in letters:
            file.write(f'    {{{", ".join(map(hex, letter))}}},\n')
        file.write('};\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
