"""simulators.py: the devices of the stand-ins, and the app that comes with them."""
import json
import os

RUNTIME = 'com.apple.CoreSimulator.SimRuntime.'
TYPE = 'com.apple.CoreSimulator.SimDeviceType.'
BOOTED = '11111111-1111-4111-8111-111111111111'
LOGIN = 'com.example.login'

# runtime, name, device type, udid, state, available
ROWS = [
    ('iOS-18-1', 'iPhone 16', 'iPhone-16', BOOTED, 'Booted', True),
    ('iOS-18-1', 'iPhone 16 Pro', 'iPhone-16-Pro', '22222222-2222-4222-8222-222222222222',
     'Shutdown', True),
    ('iOS-18-1', 'iPad Pro 11-inch (M4)', 'iPad-Pro-11-inch-M4-8GB',
     '33333333-3333-4333-8333-333333333333', 'Shutdown', True),
    ('iOS-17-2', 'iPhone 16', 'iPhone-16', '44444444-4444-4444-8444-444444444444', 'Shutdown',
     True),
    ('iOS-16-4', 'iPhone 14', 'iPhone-14', '55555555-5555-4555-8555-555555555555', 'Shutdown',
     False),
    ('watchOS-11-1', 'Apple Watch Ultra 2', 'Apple-Watch-Ultra-2-49mm',
     '66666666-6666-4666-8666-666666666666', 'Shutdown', True),
]


def own_devices():
    devices = {}
    for runtime, name, kind, udid, state, available in ROWS:
        row = {'dataPath': f'/Users/me/Library/Developer/CoreSimulator/Devices/{udid}/data',
               'dataPathSize': 18337792,
               'logPath': f'/Users/me/Library/Logs/CoreSimulator/{udid}', 'udid': udid,
               'isAvailable': available, 'deviceTypeIdentifier': TYPE + kind, 'state': state,
               'name': name}
        if not available:
            row['availabilityError'] = 'runtime profile not found using "System" match policy'
        devices.setdefault(RUNTIME + runtime, []).append(row)
    return devices


def first_state(folder):
    try:
        with open(os.path.join(folder, 'devices.json')) as file:
            devices = json.load(file)['devices']
    except FileNotFoundError:
        devices = own_devices()
    state = {'devices': devices, 'apps': {}, 'failed': {}, 'next_pid': 4711}
    for row in rows(state):
        state['apps'][row['udid']] = {
            LOGIN: {'path': '/Users/me/Containers/Bundle/Login.app', 'name': 'Login', 'pid': 0}}
        state[row['udid']] = {'front': None}
        if row['state'] == 'Booted':
            launch(state, row['udid'], LOGIN)
    return state


def rows(state):
    return [row for rows in state['devices'].values() for row in rows]


def find(state, word):
    """By UDID, by name, or any that is booted; None."""
    for row in rows(state):
        if row['udid'].lower() == word.lower():
            return row
    for row in rows(state):
        if row['name'] == word or (word == 'booted' and row['state'] == 'Booted'):
            return row
    return None


def launch(state, udid, app_id):
    """Brings the app to the front; one that ran goes on as it was."""
    app = state['apps'][udid][app_id]
    if not app['pid']:
        app['pid'] = state['next_pid']
        state['next_pid'] += 1
        app['screen'] = {'name': 'login', 'email': '', 'password': '', 'remember': False,
                         'focus': None, 'error': '', 'scroll': 0}
    state[udid]['front'] = app_id
    return app['pid']


def end(state, udid, app_id):
    app = state['apps'][udid].get(app_id)
    if not app or not app['pid']:
        return False
    app['pid'] = 0
    if state[udid]['front'] == app_id:
        state[udid]['front'] = None
    return True
