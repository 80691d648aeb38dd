"""axe.py: AXe 1.8.0's commands, their arguments checked as its argument parser does."""
import json
import os
import shlex
import sys
import time

import screens
import simulators
from stand_in import EX_USAGE, FOLDER, Exit, State

VERSION = '1.8.0'
TYPABLE = {chr(code) for code in range(0x20, 0x7f)} | {'\n'}
BUTTONS = ('apple-pay', 'home', 'lock', 'side-button', 'siri')


class Command:
    """What a command takes: options with a value, flags, the name of its one argument."""

    def __init__(self, run, options='', flags='', argument=None, repeat=()):
        self.run = run
        self.options = options.split()
        self.flags = flags.split()
        self.argument = argument
        self.repeat = repeat


def usage(name, words):
    raise Exit(EX_USAGE, f'Error: {words}\nUsage: axe {name} …\n'
                         f"  See 'axe {name} --help' for more information.")


def parse(name, args):
    """The given options by name; '' is the argument."""
    command = COMMANDS[name]
    given, rest, only_words = {}, list(args), False
    while rest:
        word = rest.pop(0)
        option, equals, value = word.partition('=')
        if only_words or not word.startswith('-') or word == '-':
            if not command.argument or '' in given:
                usage(name, f"Unexpected argument '{word}'")
            given[''] = word
        elif word == '--':
            only_words = True
        elif word in command.flags:
            given[word] = True
        elif option in command.options:
            if not equals:
                if not rest or rest[0].startswith('-'):
                    usage(name, f"Missing value for '{option} <{option.lstrip('-')}>'")
                value = rest.pop(0)
            if option in command.repeat:
                given.setdefault(option, []).append(value)
            else:
                given[option] = value
        else:
            usage(name, f"Unknown option '{word}'")
    return given


def number(name, given, option, least=None, most=None, needed=False):
    if option not in given:
        if needed:
            usage(name, f"Missing expected argument '{option} <{option.lstrip('-')}>'")
        return None
    try:
        value = float(given[option])
    except ValueError:
        usage(name, f"The value '{given[option]}' is invalid for '{option}'")
    if (least is not None and value < least) or (most is not None and value > most):
        usage(name, f"{option} must be between {least} and {most}.")
    return value


def fail(words):
    raise Exit(1, f'Error: {words}')


def booted(state, udid):
    row = simulators.find(state, udid)
    if not row or row['udid'].lower() != udid.lower():
        fail(f'No simulator with UDID {udid} was found. Run `axe list-simulators` to see available '
             'simulators.')
    if row['state'] != 'Booted':
        fail(f'Simulator {udid} is not booted. Current state: {row["state"]}.')
    return row['udid']


def scripted_screen(state):
    """screen.json, else the next of screens/*, whose last one stays; None."""
    path = os.path.join(FOLDER, 'screen.json')
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            return file.read()
    folder = os.path.join(FOLDER, 'screens')
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    if not names:
        return None
    at = state.get('next_screen', 0)
    state['next_screen'] = at + 1
    with open(os.path.join(folder, names[min(at, len(names) - 1)]), encoding='utf-8') as file:
        return file.read()


def describe(tool, given, state, udid):
    text = scripted_screen(state)
    if text is None:
        text = json.dumps(screens.describe(state, udid), indent=2, separators=(',', ' : '),
                          ensure_ascii=False)
    tool.print(text.rstrip('\n'))


def elements(state, udid):
    """Of what a scripted screen shows, without moving on to the next one."""
    at = state.get('next_screen', 1)
    state['next_screen'] = max(at - 1, 0)
    text = scripted_screen(state)
    state['next_screen'] = at
    nodes = screens.describe(state, udid) if text is None else json.loads(text)
    return list(screens.flatten(nodes))


def find_element(tool, state, udid, kind, value):
    member = {'--id': 'AXUniqueId', '--label': 'AXLabel', '--value': 'AXValue'}[kind]
    found = [one for one in elements(state, udid)
             if (one.get(member) or '').strip() == value.strip()]
    if len(found) == 1:
        return found[0]['frame']
    words = (f"No accessibility element matched {kind} '{value}'." if not found else
             f"Multiple ({len(found)}) accessibility elements matched {kind} '{value}'. Use --id "
             'when labels are not unique.')
    tool.say(f'Warning: {words} No tap performed.')
    fail(words)


def tap(tool, given, state, udid):
    x, y = number('tap', given, '-x', 0), number('tap', given, '-y', 0)
    queries = [kind for kind in ('--id', '--label', '--value') if kind in given]
    if (x is None) != (y is None):
        usage('tap', 'Both -x and -y must be provided together.')
    if x is None and len(queries) != 1:
        usage('tap', 'Use only one of --id, --label, or --value.' if queries else
              'Either provide both -x/-y, or use --id/--label/--value to tap an element.')
    if x is None:
        frame = find_element(tool, state, udid, queries[0], given[queries[0]])
        x, y = frame['x'] + frame['width'] / 2, frame['y'] + frame['height'] / 2
    screens.tap(state, udid, x, y)
    tool.print(f'✓ Tap at ({x}, {y}) completed successfully')


def touch(tool, given, state, udid):
    x = number('touch', given, '-x', 0, needed=True)
    y = number('touch', given, '-y', 0, needed=True)
    number('touch', given, '--delay', 0, 10)
    if '--down' not in given and '--up' not in given:
        usage('touch', 'At least one of --down or --up must be specified.')
    screens.tap(state, udid, x, y)


def swipe(tool, given, state, udid):
    ends = [number('swipe', given, f'--{end}-{axis}', 0, needed=True)
            for end in ('start', 'end') for axis in 'xy']
    number('swipe', given, '--duration', 0.0001)
    if ends[:2] == ends[2:]:
        usage('swipe', 'Start and end points must be different.')
    screens.swipe(state, udid, ends[1], ends[3])


def type_text(tool, given, state, udid):
    if '--stdin' in given:
        given = {**given, '': '\n'.join(sys.stdin.read().splitlines())}
    if '' not in given:
        usage('type', 'No input provided. Provide text as argument, or use --stdin, or --file.')
    for char in given['']:
        if char not in TYPABLE:
            fail(f"No keycode found for character: '{char}'")
    screens.type_text(state, udid, given[''])


def key(tool, given, state, udid):
    if '' not in given:
        usage('key', "Missing expected argument '<keycode>'")
    if not given[''].isdigit() or int(given['']) > 255:
        usage('key', 'Keycode must be between 0 and 255.')
    number('key', given, '--duration', 0.0001, 10)
    screens.key(state, udid, int(given['']))


def key_sequence(tool, given, state, udid):
    codes = given.get('--keycodes', '').split(',')
    number('key-sequence', given, '--delay', 0, 5)
    if not all(code.isdigit() and int(code) <= 255 for code in codes):
        usage('key-sequence', 'All keycodes must be valid integers.')
    if len(codes) > 100:
        usage('key-sequence', 'Key sequence must not exceed 100 keys.')
    for code in codes:
        screens.key(state, udid, int(code))


def button(tool, given, state, udid):
    if given.get('') not in BUTTONS:
        usage('button', f"The value '{given.get('')}' is invalid for '<button-type>'.")
    if given[''] == 'home':
        state[udid]['front'] = None


def batch(tool, given, state, udid):
    steps = given.get('--step', [])
    if not steps:
        usage('batch', 'Specify exactly one step source: --step, --file, or --stdin.')
    for step in steps:
        name, *args = shlex.split(step)
        if name == 'sleep':
            time.sleep(float(args[0]))
        elif name in ('tap', 'swipe', 'touch', 'type', 'button', 'key', 'key-sequence'):
            COMMANDS[name].run(tool, parse(name, args), state, udid)
        else:
            fail(f'Unknown step {name}')
    tool.out.clear()
    tool.print(f'✓ Batch completed successfully ({len(steps)} steps)')


COMMANDS = {
    'describe-ui': Command(describe, '--udid --point'),
    'tap': Command(tap, '--udid -x -y --id --label --value --element-type --pre-delay --post-delay '
                        '--tap-style --wait-timeout --poll-interval'),
    'touch': Command(touch, '--udid -x -y --delay', '--down --up'),
    'swipe': Command(swipe, '--udid --start-x --start-y --end-x --end-y --duration --delta '
                            '--pre-delay --post-delay'),
    'type': Command(type_text, '--udid --file', '--stdin', argument='text'),
    'key': Command(key, '--udid --duration', argument='keycode'),
    'key-sequence': Command(key_sequence, '--udid --keycodes --delay'),
    'button': Command(button, '--udid --duration', argument='button-type'),
    'batch': Command(batch, '--udid --step --wait-timeout --ax-cache', '--continue-on-error',
                     repeat=('--step',)),
}


def main(tool):
    if tool.argv == ['--version']:
        tool.print(VERSION)
        return
    name = tool.argv[0] if tool.argv else ''
    if name not in COMMANDS:
        raise Exit(EX_USAGE, f"Error: Unexpected argument '{name}'\nUsage: axe <subcommand>\n"
                             "  See 'axe --help' for more information.")
    given = parse(name, tool.argv[1:])
    if '--udid' not in given:
        usage(name, "Missing expected argument '--udid <udid>'")
    with State() as state:
        COMMANDS[name].run(tool, given, state, booted(state, given['--udid']))
