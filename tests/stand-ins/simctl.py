"""simctl.py: `xcrun simctl`, as far as this project uses it (protocols: argument order, words)."""
import json
import os
import plistlib
import signal
import struct
import time
import zlib

import screens
import simulators
from stand_in import EX_USAGE, FOLDER, Exit, State

SIM_ERROR = 'com.apple.CoreSimulator.SimError'
POLL_S = 0.02


def fail(domain, code, words):
    raise Exit(code % 256, 'An error was encountered processing the command '
                           f'(domain={domain}, code={code}):\n{words}')


def usage(words, command=''):
    raise Exit(EX_USAGE, f'{words}\nUsage: simctl {command or "<subcommand> …"}')


def device(state, word):
    row = simulators.find(state, word)
    if not row:
        raise Exit(148, f'Invalid device: {word}')
    return row


def booted(state, word):
    row = device(state, word)
    if row['state'] != 'Booted':
        fail(SIM_ERROR, 405, f'Unable to lookup in current state: {row["state"]}')
    return row


def split(args, flags, name, least, most):
    """Flags before the operands, as getopt has them; at the end only where simctl takes them."""
    given, operands = [], []
    for arg in args:
        if arg.startswith('-') and arg != '-' and arg.split('=')[0] in flags:
            given.append(arg)
        elif arg.startswith('-') and arg != '-':
            usage(f"simctl {name}: invalid option '{arg}'", name)
        else:
            operands.append(arg)
    if not least <= len(operands) <= most:
        usage(f'Wrong number of arguments for {name}', name)
    return given, operands


def list_all(tool, args):
    flags, operands = split(args, ('-j', '--json', '-v', '--verbose'), 'list', 0, 2)
    if operands[:1] not in ([], ['devices']):
        usage(f'Unknown list type: {operands[0]}', 'list')
    with State() as state:
        devices = state['devices']
        if operands[1:] == ['booted']:
            devices = {key: [row for row in rows if row['state'] == 'Booted']
                       for key, rows in devices.items()}
    if '-j' in flags or '--json' in flags:
        tool.print(json.dumps({'devices': devices}, indent=2, separators=(',', ' : ')))
        return
    tool.print('== Devices ==')
    for key, rows in devices.items():
        tool.print(f'-- {key.rpartition(".")[2].replace("-", " ", 1).replace("-", ".")} --')
        for row in rows:
            tool.print(f'    {row["name"]} ({row["udid"]}) ({row["state"]}) ')


def boot(_tool, args):
    _, (word,) = split(args, ('--arch',), 'boot', 1, 1)
    with State() as state:
        row = device(state, word)
        if row['state'] != 'Shutdown':
            fail(SIM_ERROR, 405, f'Unable to boot device in current state: {row["state"]}')
        row['state'] = 'Booted'


def bootstatus(tool, args):
    flags, (word,) = split(args, ('-b', '-c', '-d'), 'bootstatus', 1, 1)
    with State() as state:
        row = device(state, word)
        if row['state'] == 'Shutdown' and '-b' in flags:
            row['state'] = 'Booted'
        tool.print(f'Monitoring boot status for {row["name"]} ({row["udid"]}).')
    tool.flush()
    while row['state'] != 'Booted':  # forever, as the real one does
        time.sleep(POLL_S)
        with State() as state:
            row = device(state, word)
    tool.print('Device already booted, nothing to do.')


def shutdown(_tool, args):
    _, (word,) = split(args, (), 'shutdown', 1, 1)
    with State() as state:
        rows = ([row for row in simulators.rows(state) if row['state'] == 'Booted']
                if word == 'all' else [device(state, word)])
        for row in rows:
            if row['state'] != 'Booted':
                fail(SIM_ERROR, 405,
                     f'Unable to shutdown device in current state: {row["state"]}')
            row['state'] = 'Shutdown'
            for app_id in state['apps'][row['udid']]:
                simulators.end(state, row['udid'], app_id)


def erase(_tool, args):
    _, (word,) = split(args, (), 'erase', 1, 1)
    with State() as state:
        row = device(state, word)
        if row['state'] != 'Shutdown':
            fail(SIM_ERROR, 405, 'Unable to erase contents and settings in current state: '
                                 f'{row["state"]}')
        state['apps'][row['udid']] = {}


def install(_tool, args):
    _, (word, path) = split(args, (), 'install', 2, 2)
    try:
        with open(os.path.join(path, 'Info.plist'), 'rb') as file:
            plist = plistlib.load(file)
    except OSError:
        fail('NSPOSIXErrorDomain', 2, 'Failed to install the requested application\n'
             'An application bundle was not found at the provided path.\n'
             'Provide a valid path to the desired application bundle.')
    with State() as state:
        row = booted(state, word)
        state['apps'][row['udid']][plist['CFBundleIdentifier']] = {
            'path': os.path.abspath(path), 'pid': 0,
            'name': plist.get('CFBundleName', os.path.basename(path)[:-4])}


def uninstall(_tool, args):
    _, (word, app_id) = split(args, (), 'uninstall', 2, 2)
    with State() as state:
        row = booted(state, word)
        simulators.end(state, row['udid'], app_id)
        state['apps'][row['udid']].pop(app_id, None)


def launch(tool, args):
    flags, operands = split(args, ('-w', '--console', '--console-pty', '--stdout', '--stderr',
                                   '--terminate-running-process'), 'launch', 2, 99)
    with State() as state:
        row = booted(state, operands[0])
        app_id = operands[1]
        if app_id not in state['apps'][row['udid']]:
            fail('FBSOpenApplicationServiceErrorDomain', 4,
                 f'Simulator device failed to launch {app_id}.\n'
                 'The request was denied by service delegate (SBMainWorkspace) for reason: '
                 f'NotFound ("Application "{app_id}" is unknown to FrontBoard").\n'
                 'Underlying error (domain=FBSOpenApplicationErrorDomain, code=4):\n'
                 f'\tThe operation couldn’t be completed. Application "{app_id}" is unknown to '
                 'FrontBoard.')
        if '--terminate-running-process' in flags:
            simulators.end(state, row['udid'], app_id)
        tool.print(f'{app_id}: {simulators.launch(state, row["udid"], app_id)}')


def terminate(_tool, args):
    _, (word, app_id) = split(args, (), 'terminate', 2, 2)
    with State() as state:
        row = booted(state, word)
        if not simulators.end(state, row['udid'], app_id):
            fail('NSPOSIXErrorDomain', 3, 'Application termination failed.\n'
                 'found nothing to terminate\n'
                 'Underlying error (domain=NSPOSIXErrorDomain, code=3):\n'
                 '\tThe operation couldn’t be completed. found nothing to terminate\n'
                 '\tfound nothing to terminate')


PICTURE = 3 * screens.WIDTH, 3 * screens.HEIGHT  # a point is three pixels wide


def png(width, height):
    def chunk(kind, data):
        return (struct.pack('>I', len(data)) + kind + data +
                struct.pack('>I', zlib.crc32(kind + data)))
    rows = b''.join(b'\0' + bytes([y % 256]) * width for y in range(height))
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 0, 0,
                                                              0, 0)) +
            chunk(b'IDAT', zlib.compress(rows, 1)) + chunk(b'IEND', b''))


def screenshot(tool, row, args):
    _, (path,) = split(args, ('--type', '--display', '--mask'), 'io screenshot', 1, 1)
    tool.say("Detected file type 'PNG' from extension\n"
             "Note: No display specified. Defaulting to display: 'internal'")
    if path == '-':
        tool.out += png(*PICTURE)
        return
    with open(path, 'wb') as file:
        file.write(png(*PICTURE))
    tool.say(f'Wrote screenshot to: {path}')


def box(kind, data):
    return struct.pack('>I', len(data) + 8) + kind + data


def record_video(tool, _row, args):
    """Until SIGINT, after which alone the file is whole."""
    given, (path,) = split(args, ('--codec', '--display', '--mask', '--force'), 'io recordVideo',
                           1, 1)
    if os.path.exists(path) and '--force' not in given:
        fail('NSPOSIXErrorDomain', 17, 'File exists')
    told = []
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: told.append(True))
    with open(path, 'wb') as file:
        file.write(box(b'ftyp', b'qt  ' + bytes(4) + b'qt  '))
    row = os.path.join(FOLDER, 'recording.json')
    with open(row + '.new', 'w', encoding='utf-8') as file:
        json.dump({'pid': os.getpid()}, file)
    os.replace(row + '.new', row)
    tool.say('Recording started')
    while not told:
        time.sleep(POLL_S)
    tool.say('Recording completed. Writing to disk.')
    with open(path, 'ab') as file:
        file.write(box(b'mdat', bytes(4096)) + box(b'moov', bytes(64)))
    tool.say(f'Wrote video to: {path}')


IO = {'screenshot': screenshot, 'recordVideo': record_video}


def device_io(tool, args):
    if len(args) < 2 or args[1] not in IO:
        usage('Unknown io operation', 'io')
    with State() as state:
        row = booted(state, args[0])
    IO[args[1]](tool, row, args[2:])


def log_lines():
    try:
        with open(os.path.join(FOLDER, 'log.txt'), encoding='utf-8') as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def log_options(args, takes, name):
    rest = list(args)
    while rest:
        option = rest.pop(0)
        if option not in takes:
            raise Exit(EX_USAGE, f'log: {name}: unrecognized option `{option}\'')
        if takes[option] and not rest:
            raise Exit(EX_USAGE, f'log: {name}: option `{option}\' requires an argument')
        if takes[option]:
            rest.pop(0)


def log_show(tool, args):
    log_options(args, {'--style': True, '--info': False, '--debug': False, '--last': True,
                       '--predicate': True}, 'show')
    tool.print('Timestamp               Ty Process[PID:TID]')
    for line in log_lines():
        tool.print(line)


def log_stream(tool, args):
    log_options(args, {'--style': True, '--level': True, '--predicate': True}, 'stream')
    tool.print('Filtering the log data using "…"')
    tool.print('Timestamp               Ty Process[PID:TID]')
    tool.flush()
    seen = 0
    while True:  # until it is killed
        lines = log_lines()
        for line in lines[seen:]:
            tool.print(line)
        tool.flush()
        seen = len(lines)
        time.sleep(POLL_S)


def launchctl_list(tool, row, args):
    if args:
        raise Exit(EX_USAGE, 'Usage: launchctl list')
    with State() as state:
        apps = state['apps'][row['udid']]
    tool.print('PID\tStatus\tLabel')
    tool.print('-\t0\tcom.apple.syncdefaultsd')
    tool.print('4006\t0\tcom.apple.SpringBoard')
    for app_id, app in apps.items():
        if app['pid']:
            tool.print(f'{app["pid"]}\t0\tUIKitApplication:{app_id}[6c1f][rb-legacy]')


def spawn(tool, args):
    if len(args) < 2:
        usage('Wrong number of arguments for spawn', 'spawn')
    with State() as state:
        row = booted(state, args[0])
    if args[1:3] == ['launchctl', 'list']:
        launchctl_list(tool, row, args[3:])
    elif args[1:3] == ['log', 'show']:
        log_show(tool, args[3:])
    elif args[1:3] == ['log', 'stream']:
        log_stream(tool, args[3:])
    else:
        fail('NSPOSIXErrorDomain', 2, 'The operation couldn’t be completed. No such file or '
                                      f'directory ({args[1]})')


def container(tool, args):
    _, operands = split(args, (), 'get_app_container', 2, 3)
    with State() as state:
        row = booted(state, operands[0])
        app = state['apps'][row['udid']].get(operands[1])
    if not app:
        fail('NSPOSIXErrorDomain', 2, 'The operation couldn’t be completed. No such file or '
                                      'directory')
    tool.print(app['path'])


def openurl(_tool, args):
    _, (word, link) = split(args, (), 'openurl', 2, 2)
    with State() as state:
        booted(state, word)
    if ':' not in link:
        fail('NSOSStatusErrorDomain', 115, f'Simulator device failed to open {link}.')


def appearance(tool, args):
    if len(args) < 2 or args[1] != 'appearance' or args[2:] not in ([], ['dark'], ['light']):
        usage('Invalid option', 'ui')
    with State() as state:
        row = booted(state, args[0])
        looks = state.setdefault('looks', {})
        if len(args) == 2:
            tool.print(looks.get(row['udid'], 'light'))
        else:
            looks[row['udid']] = args[2]


def location(_tool, args):
    _, operands = split(args[:2], (), 'location', 2, 2)
    with State() as state:
        booted(state, operands[0])
    if operands[1] != 'set' or len(args) != 3 or args[2].count(',') != 1:
        usage('Invalid location', 'location')


def addmedia(_tool, args):
    _, operands = split(args, (), 'addmedia', 2, 99)
    with State() as state:
        booted(state, operands[0])
    for path in operands[1:]:
        if not os.path.exists(path):
            fail('NSPOSIXErrorDomain', 2, f'No such file: {path}')


COMMANDS = {
    'list': list_all, 'boot': boot, 'bootstatus': bootstatus, 'shutdown': shutdown,
    'erase': erase, 'install': install, 'uninstall': uninstall, 'launch': launch,
    'terminate': terminate, 'io': device_io, 'spawn': spawn, 'get_app_container': container,
    'openurl': openurl, 'ui': appearance, 'location': location, 'addmedia': addmedia,
}


def main(tool):
    if tool.argv == ['--version']:
        tool.print('xcrun version 70.')
        return
    if not tool.argv or tool.argv[0] != 'simctl':
        raise Exit(72, f'xcrun: error: unable to find utility "{" ".join(tool.argv[:1])}", not a '
                       'developer tool or in PATH')
    if not tool.argv[1:] or tool.argv[1] not in COMMANDS:
        usage(f'Unrecognized subcommand: {" ".join(tool.argv[1:2])}')
    COMMANDS[tool.argv[1]](tool, tool.argv[2:])
