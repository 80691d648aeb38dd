"""maestro.py: `maestro test`: its options, a report, and the files of a run.

STAND_IN_MAESTRO=fail makes each flow fail.
"""
import json
import os
import re
from xml.sax.saxutils import escape, quoteattr

from stand_in import Exit

VERSION = '2.8.0'
# Both before and after `test`.
COMMON = {'--device': True, '--udid': True, '-p': True, '--platform': True, '--verbose': False}
OPTIONS = {
    **COMMON, '-e': True, '--env': True, '--format': True, '--output': True,
    '--test-suite-name': True, '--debug-output': True, '--test-output-dir': True,
    '--flatten-debug-output': False, '--include-tags': True, '--exclude-tags': True,
    '--config': True, '-c': False, '--continuous': False, '--shard-split': True,
    '--shard-all': True, '--reinstall-driver': False, '--no-reinstall-driver': False,
    '--headless': False, '--screen-size': True, '--analyze': False, '--api-key': True,
    '--api-url': True, '--apple-team-id': True,
}
FORMATS = ('JUNIT', 'HTML', 'HTML-DETAILED', 'NOOP')
USAGE_STATUS = 2  # picocli's


def usage(words):
    raise Exit(USAGE_STATUS, f'{words}\nUsage: maestro test [OPTIONS] FLOW…')


def parse(args, takes):
    """Options as (name, value), then what is left; stops at `test` with COMMON."""
    given, flows, rest = [], [], list(args)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition('=')
        if not word.startswith('-'):
            if takes is COMMON:
                return given, [word, *rest]
            flows.append(word)
        elif name not in takes or (equals and not takes[name]):
            usage(f"Unknown option: '{word}'")
        elif takes[name] and not equals:
            if not rest:
                usage(f"Missing required parameter for option '{name}'")
            given.append((name, rest.pop(0)))
        else:
            given.append((name, value))
    return given, flows


def expanded(argv):
    """picocli's files of arguments: blanks part words, quotes and \\ hold."""
    words = []
    for word in argv:
        if not word.startswith('@'):
            words.append(word)
            continue
        with open(word[1:], encoding='utf-8') as file:
            found = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', file.read())
        words += [re.sub(r'\\(.)', lambda m: {'n': '\n', 'r': '\r'}.get(m[1], m[1]), quoted) or plain
                  for quoted, plain in found]
    return words


def last(given, *names):
    values = [value for name, value in given if name in names]
    return values[-1] if values else None


def flow_files(paths):
    found = []
    for path in paths:
        if os.path.isdir(path):
            found += sorted(os.path.join(path, name) for name in os.listdir(path)
                            if name.endswith(('.yaml', '.yml')) and name != 'config.yaml')
        elif os.path.isfile(path):
            found.append(path)
        else:
            raise Exit(1, f'Flow path does not exist: {os.path.abspath(path)}')
    if not found:
        raise Exit(1, 'Flow directories do not contain any Flow files: ' + ', '.join(paths))
    return found


def check_flow(path):
    with open(path, encoding='utf-8') as file:
        head, parted, _ = file.read().partition('\n---')
    if not parted or ('appId:' not in head and 'url:' not in head):
        raise Exit(1, f"{path}: Either 'url' or 'appId' must be specified in the config section.")


def junit(device, names, failed):
    cases = ''.join(
        f'<testcase id={quoteattr(name)} name={quoteattr(name)} classname={quoteattr(name)} '
        f'time="1.0" status="{"ERROR" if failed else "SUCCESS"}">'
        + ('<failure>Element not found: Text matching regex: Welcome</failure>' if failed else '')
        + '</testcase>' for name in names)
    return ("<?xml version='1.0' encoding='UTF-8'?>\n<testsuites><testsuite name=\"Test Suite\" "
            f'device={quoteattr(device)} tests="{len(names)}" '
            f'failures="{len(names) if failed else 0}" time="{len(names)}.0">{cases}'
            '</testsuite></testsuites>\n')


def html(names, failed):
    rows = ''.join(f'<li>{escape(name)}: {"failed" if failed else "passed"}</li>'
                   for name in names)
    return f'<html><body><h1>Test Suite</h1><ul>{rows}</ul></body></html>\n'


def write(path, text):
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def write_report(given, device, names, failed):
    kind = (last(given, '--format') or 'NOOP').upper()
    if kind not in FORMATS:
        usage(f"Invalid value for option '--format': expected one of {list(FORMATS)}")
    if kind == 'NOOP':
        return
    is_xml = kind == 'JUNIT'
    write(last(given, '--output') or ('report.xml' if is_xml else 'report.html'),
          junit(device, names, failed) if is_xml else html(names, failed))


def write_files(given, names):
    debug = last(given, '--debug-output')
    if debug:
        inside = '' if last(given, '--flatten-debug-output') is not None else '.maestro/tests/run'
        write(os.path.join(debug, inside, 'maestro.log'), 'INFO: started\n')
        for name in names:
            write(os.path.join(debug, inside, f'commands-({name}).json'), '[]\n')
    folder = last(given, '--test-output-dir')
    if folder:
        write(os.path.join(folder, 'manifest.json'), json.dumps({'flows': names}) + '\n')
        write(os.path.join(folder, 'logs', 'maestro.log'), 'INFO: started\n')


def main(tool):
    if tool.argv == ['--version']:
        tool.print(VERSION)
        return
    before, rest = parse(expanded(tool.argv), COMMON)
    if not rest or rest[0] != 'test':
        usage(f"Unmatched argument: '{rest[0] if rest else ''}'")
    given, paths = parse(rest[1:], OPTIONS)
    given = before + given
    for name, value in given:
        if name in ('-e', '--env') and '=' not in value:
            usage(f"Value for option '{name}' should be in KEY=VALUE format but was {value}")
    env = [value for name, value in given if name in ('-e', '--env')]
    write(os.path.join(os.environ['STAND_IN_DIR'], 'maestro_env.json'), json.dumps(env))
    if not paths:
        usage("Missing required parameter: '<flowFiles>'")
    files = flow_files(paths)
    for path in files:
        check_flow(path)
    names = [os.path.splitext(os.path.basename(path))[0] for path in files]
    failed = os.environ.get('STAND_IN_MAESTRO') == 'fail'
    device = last(given, '--device', '--udid') or 'booted'
    write_files(given, names)
    write_report(given, device, names, failed)
    for name in names:
        tool.print(f'[{"Failed" if failed else "Passed"}] {name} (1s)'
                   + (' (Element not found: Text matching regex: Welcome)' if failed else ''))
    tool.print(f'{0 if failed else len(names)}/{len(names)} Flows Passed')
    if failed:
        raise Exit(1)
