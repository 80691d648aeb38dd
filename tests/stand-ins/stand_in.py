"""stand_in.py: what the stand-ins share: journal, state, failures on order, and the start.

Run as `stand_in.py TOOL ARG…` by the scripts beside it. See README.md.
"""
import fcntl
import json
import os
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)  # python -I leaves it out
sys.dont_write_bytecode = True

EX_USAGE = 64
FOLDER = os.environ.get('STAND_IN_DIR', '')


class Exit(Exception):
    """Ends the tool: words on stderr, then the status."""

    def __init__(self, status, words=''):
        super().__init__(words)
        self.status = status
        self.words = words


class Tool:
    """One run: its arguments and what it prints, held back until the end."""

    def __init__(self, name, argv):
        self.name = name
        self.argv = argv
        self.out = bytearray()

    def print(self, text=''):
        self.out += text.encode() + b'\n'

    def flush(self):
        data, self.out = bytes(self.out), bytearray()
        while data:
            data = data[os.write(1, data):]

    @staticmethod
    def say(text):
        os.write(2, text.encode() + b'\n')


class State:
    """state.json, read and written under a lock: with State() as state: …"""

    def __enter__(self):
        self.lock = open(os.path.join(FOLDER, 'lock'), 'w')
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        try:
            with open(os.path.join(FOLDER, 'state.json')) as file:
                self.data = json.load(file)
        except FileNotFoundError:
            import simulators
            self.data = simulators.first_state(FOLDER)
        return self.data

    def __exit__(self, kind, value, trace):
        path = os.path.join(FOLDER, 'state.json')
        with open(path + '.new', 'w') as file:
            json.dump(self.data, file, indent=1)
        os.replace(path + '.new', path)
        self.lock.close()


def note(tool):
    row = json.dumps({'tool': tool.name, 'argv': tool.argv}, ensure_ascii=False)
    fd = os.open(os.path.join(FOLDER, 'journal.jsonl'),
                 os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(fd, row.encode() + b'\n')
    os.close(fd)


def ordered_failure(tool):
    """The order of STAND_IN_FAIL that is meant for this run, or ''.

    'axe describe-ui: half; axe tap x1: exit 1 text': the words before the
    colon begin the command line; xN is for the first N of its runs.
    """
    orders = os.environ.get('STAND_IN_FAIL', '').replace('\n', ';')
    line = [tool.name, *tool.argv]
    for order in filter(None, (part.strip() for part in orders.split(';'))):
        words, _, what = order.partition(':')
        words = words.split()
        count = None
        if words[-1][0] == 'x' and words[-1][1:].isdigit():
            count = int(words.pop()[1:])
        if line[:len(words)] != words:
            continue
        if count is not None:
            with State() as state:
                done = state['failed'].get(order, 0)
                state['failed'][order] = done + 1
            if done >= count:
                continue
        return what.strip()
    return ''


def hang():
    """Sleep forever, with a child: the caller must kill both."""
    child = subprocess.Popen(['sleep', '600'])
    path = os.path.join(FOLDER, 'hang.json')
    with open(path + '.new', 'w') as file:
        json.dump({'pid': os.getpid(), 'child': child.pid}, file)
    os.replace(path + '.new', path)
    child.wait()


def fail_as_ordered(tool, what):
    kind, _, rest = what.partition(' ')
    if kind == 'hang':
        hang()
    elif kind == 'deaf':
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        module_of(tool.name).main(tool)
    elif kind == 'missing':
        words = f'{tool.name}: command not found'
        if tool.name == 'xcrun':
            raise Exit(72, 'xcrun: error: unable to find utility "simctl", not a developer tool '
                           'or in PATH')
        raise Exit(127, words)
    elif kind == 'exit':
        status, _, words = rest.partition(' ')
        raise Exit(int(status), words.replace('\\n', '\n'))
    else:
        raise Exit(70, f'STAND_IN_FAIL: unknown order {what!r}')


def module_of(name):
    if name == 'xcrun':
        import simctl as module
    elif name == 'axe':
        import axe as module
    elif name == 'xcodebuild':
        import xcodebuild as module
    elif name == 'maestro':
        import maestro as module
    else:
        import open_app as module
    return module


def run(tool):
    failure = ordered_failure(tool)
    if failure and failure != 'half':
        fail_as_ordered(tool, failure)
    module_of(tool.name).main(tool)
    if failure == 'half':
        del tool.out[len(tool.out) // 2:]


def main():
    tool = Tool(sys.argv[1], sys.argv[2:])
    if not FOLDER or not os.path.isdir(FOLDER):
        tool.say(f'{tool.name} (stand-in): STAND_IN_DIR names no folder')
        return 70
    note(tool)
    status = 0
    try:
        run(tool)
    except Exit as end:
        status = end.status
        if end.words:
            tool.say(end.words)
    tool.flush()
    return status


if __name__ == '__main__':
    # The tools' modules import this one by its name.
    sys.modules['stand_in'] = sys.modules['__main__']
    sys.exit(main())
