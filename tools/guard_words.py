#!/usr/bin/env python3
"""guard_words.py: the lists of src/agent/guards/guard_words.txt as a C source.

    guard_words.py OUT.c WORDS.txt
"""
import json
import re
import sys


def lists_of(text):
    """name -> phrases, in the order of the file"""
    lists = {}
    entries = re.sub(r'\n +', ' ', re.sub(r'(?m)^#.*\n', '', text)).splitlines()
    for entry in filter(None, entries):
        section = re.fullmatch(r'\[(\w+)\]', entry)
        if section:
            phrases = lists.setdefault(section.group(1), [])
            continue
        language, colon, words = entry.partition(': ')
        if not colon or not re.fullmatch(r'\w+(\+\w+)*', language):
            sys.exit(f'guard_words.txt: no language before "{entry}"')
        phrases += [word.strip() for word in words.split(',')]
    return lists


def main(out, words):
    with open(words, encoding='utf-8') as file:
        lists = lists_of(file.read())
    with open(out, 'w', encoding='utf-8') as file:
        file.write('// Made by tools/guard_words.py.\n')
        file.write('#include "agent/guards/guard_lists.h"\n#include "base/compiler.h"\n')
        for name, phrases in lists.items():
            file.write(f'\nstatic const struct at_str {name}[] = {{\n')
            for phrase in phrases:
                file.write(f'    AT_STR_ROW({json.dumps(phrase, ensure_ascii=False)}),\n')
            file.write(f'}};\nconst struct at_guard_words at_guard_list_{name} = '
                       f'{{{name}, AT_LEN({name})}};\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
