#!/usr/bin/env python3
"""embed_text.py: text files as one C array that ends with NUL, to embed them in the program.

    embed_text.py [--as-is] OUT.c NAME TEXT...

Without --as-is, blanks at the beginnings of lines and lines that are only a // comment are left
out.
"""
import sys

LINE = 24  # bytes in a line of the source


def lines_of(text):
    for line in text.split('\n'):
        line = line.strip()
        if line and not line.startswith('//'):
            yield line


def main(out, name, *paths):
    if out == '--as-is':
        return embed(name, paths[0], ''.join(map(read, paths[1:])))
    lines = [line for path in paths for line in lines_of(read(path))]
    return embed(out, name, '\n'.join(lines) + '\n')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


# A char has a sign on some machines, and is warned about there without the cast.
def byte(value):
    return str(value) if value < 0x80 else f'(char){value}'


def embed(out, name, text):
    content = text.encode() + b'\0'
    with open(out, 'w', encoding='utf-8') as file:
        file.write(f'// Made by tools/embed_text.py.\nextern const char {name}[];\n')
        file.write(f'const char {name}[] = {{\n')
        for at in range(0, len(content), LINE):
            file.write(','.join(map(byte, content[at:at + LINE])) + ',\n')
        file.write('};\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
