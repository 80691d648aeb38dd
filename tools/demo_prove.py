"""demo_prove.py: ten commands that show on a real phone what no test here can.

Each is printed as it can be typed, with what it should print and what it did.
They look at the system's settings, change none of them and install nothing.
"""
import json
import os
import re
import shlex
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLI = os.path.join(ROOT, os.environ.get('AT_BUILD', 'build'), 'mobile-dev-agent')
SETTINGS = 'com.android.settings'
TYPED = 'Zoë 9'
PS = 'ps -A -o ARGS 2>/dev/null || ps'
OURS = 'com.agentest.helper'
NOTHING = 'no_observable_effect'


class NotProved(Exception):
    """The unexpected output."""


class Skipped(Exception):
    """Why this phone cannot show it."""


def need(condition, what):
    if not condition:
        raise NotProved(what)


class Prover:
    """Runs the commands in its own session."""

    def __init__(self, serial, package, env, folder):
        self.serial, self.package = serial, package
        self.env = {**env, 'MOBILE_DEV_AGENT_STATE_DIR': os.path.join(folder, 'state'),
                    'MOBILE_DEV_AGENT_CACHE_DIR': os.path.join(folder, 'cache')}
        self.folder = folder
        self.elements = []

    def run(self, words, shown=None):
        print('    $ ' + shlex.join(shown or words))
        done = subprocess.run(words, env=self.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False, timeout=120)
        return done.stdout + done.stderr

    def cli(self, *words):
        """The data of a command, which has to succeed."""
        said = self.run([CLI, *words, '--session', 'prove', '--json'],
                        ['mobile-dev-agent', *words, '--session', 'prove', '--json'])
        try:
            envelope = json.loads(said)
        except ValueError:
            raise NotProved(said.strip()[:300]) from None
        need(envelope['ok'], (envelope['error'] or {}).get('message', said[:300]))
        return envelope

    def shell(self, command):
        return self.run(['adb', '-s', self.serial, 'shell', command])

    def helpers(self):
        return [line for line in self.shell(PS).splitlines() if f'{OURS}.Main' in line]

    def look(self):
        data = self.cli('ui', 'snapshot')['data']
        self.elements = data['snapshot']['elements']
        return data

    def find(self, matches):
        return next((each for each in self.elements if matches(each)), None)


def listed(prover):
    devices = prover.cli('device', 'list')['data']['devices']
    row = next((each for each in devices if each['id'] == prover.serial), None)
    need(row, f'{prover.serial} is not in the list')
    return ', '.join(str(value) for value in row.values() if isinstance(value, str))


def remembers(prover):
    prover.cli('session', 'set', '--platform', 'android', '--device', prover.serial, '--app-id',
               prover.package, '--live', '5m')
    return 'the next command starts what stays ready'


def launched(prover):
    envelope = prover.cli('app', 'launch')
    need(envelope['data']['outcome'] == 'settled', f"it ended as {envelope['data']['outcome']}")
    return f"settled after {envelope['timing']['duration_ms']} ms, helper and all"


def seen(prover):
    envelope = prover.cli('ui', 'snapshot')
    data = envelope['data']
    prover.elements = data['snapshot']['elements']
    need(prover.elements, 'the tree is empty')
    need(os.path.getsize(data['screenshot']) > 1000, 'the picture is empty')
    return f"{len(prover.elements)} elements and a picture in {envelope['timing']['duration_ms']} ms"


def resident(prover):
    need(len(prover.helpers()) == 1, 'there is not one helper')
    return 'one helper runs; nothing was installed'


def swiped(prover):
    data = prover.cli('ui', 'swipe', 'up')['data']
    if data['effect'] == NOTHING:
        raise Skipped('nothing moved: the page is too short, or touches are refused')
    return f"{data['effect']}; the device took {data['device_ms']} ms, this program {data['own_ms']} ms"


def facts_of(element):
    return element['meta']['platform']


def is_field(element):
    return element['role'] == 'textbox'


def tapped(prover):
    prover.look()
    row = prover.find(lambda each: facts_of(each).get('clickable') and each['name']
                      and not is_field(each))
    if not row:
        raise Skipped('nothing on this screen can be tapped by a name')
    data = prover.cli('ui', 'tap', '@' + row['ref'])['data']
    need(data['effect'] != NOTHING, f"{data['target']}: nothing changed")
    return (f"{data['target']}: {data['effect']}; the device took {data['device_ms']} ms, "
            f"this program {data['own_ms']} ms")


def went_back(prover):
    data = prover.cli('ui', 'press', 'back')['data']
    need(data['effect'] != NOTHING, 'nothing changed')
    return f"{data['effect']}; the device took {data['device_ms']} ms"


def is_search(each):
    words = f"{each['name']} {each['selectors']['android']['resource_id']}"
    return facts_of(each).get('clickable') and 'search' in words.lower()


def typed(prover):
    prover.cli('app', 'launch')
    prover.look()
    field = prover.find(is_field)
    if not field:
        search = prover.find(is_search)
        if not search:
            raise Skipped('this screen has no field and nothing named search')
        prover.cli('ui', 'tap', '@' + search['ref'])
        prover.look()
        field = prover.find(is_field)
    if not field:
        raise Skipped('the search shows no field')
    prover.cli('ui', 'tap', '@' + field['ref'])
    data = prover.cli('ui', 'type', TYPED)['data']
    need(data.get('value') == TYPED, f"the field shows {data.get('value')!r}")
    return f'the field shows {TYPED!r}'


def left_nothing(prover):
    prover.cli('live', 'stop')
    until = time.monotonic() + 5  # its process may take a moment to end
    while prover.helpers():
        need(time.monotonic() < until, 'a helper still runs')
    return 'nothing of ours runs on the phone'


# what is proved, what it should print, the commands
PROOFS = [
    ('the phone is found', 'its serial, state and Android', listed),
    ('a session keeps its settings', 'live 5m', remembers),
    ('a helper that is not installed starts', '"outcome": "settled"', launched),
    ('it reads all windows, and takes screenshots', 'elements, a PNG', seen),
    ('it runs once, as the shell', 'one line', resident),
    ('touches are accepted', '"effect": "changed" if the page can scroll', swiped),
    ('an element is found and touched in one go', '"effect": "changed"', tapped),
    ('keys are accepted', '"effect": "changed"', went_back),
    ('text with an accent is typed and read back', f'"value": "{TYPED}"', typed),
    ('nothing stays', 'no line', left_nothing),
]


def prove(serial, package, env):
    """Print each proof. Return how many were not given."""
    counts = {'proved': 0, 'NOT proved': 0, 'skipped': 0}
    with tempfile.TemporaryDirectory(prefix='agentest-prove-') as folder:
        prover = Prover(serial, package or SETTINGS, env or dict(os.environ), folder)
        for number, (what, wanted, proof) in enumerate(PROOFS, 1):
            print(f'\n{number:2}. {what}; it should print: {wanted}')
            try:
                outcome, said = 'proved', proof(prover)
            except Skipped as why:
                outcome, said = 'skipped', str(why)
            except (NotProved, KeyError, OSError, subprocess.TimeoutExpired) as why:
                outcome, said = 'NOT proved', re.sub(r'\s+', ' ', str(why))
            counts[outcome] += 1
            print(f'    {outcome}: {said}', flush=True)
        prover.run([CLI, 'live', 'stop', '--session', 'prove'],
                   ['mobile-dev-agent', 'live', 'stop', '--session', 'prove'])
    print('\n' + ', '.join(f'{count} {name}' for name, count in counts.items()))
    return counts['NOT proved']
