"""screens.py: what `axe describe-ui` shows of the Login app, and what input changes.

The app: a login screen (fields 'email' and 'password', a switch, two buttons that are both
labelled 'Help', 'Sign in'), which leads to 'Welcome' with a list that scrolls. Tapping 'Sign in'
without a password shows an error. The password 'wrong' is wrong.
"""
import simulators

WIDTH, HEIGHT = 402, 874
ROWS, ROW_HEIGHT, LIST_TOP, LIST_BOTTOM = 40, 60, 220, 820
KEY_ENTER, KEY_ESCAPE, KEY_BACKSPACE, KEY_TAB = 40, 41, 42, 43


def node(kind, frame, label=None, ident=None, value=None, role=None, children=()):
    x, y, width, height = frame
    role = role or {'SecureTextField': 'AXTextField', 'Switch': 'AXCheckBox',
                    'Cell': 'AXCell'}.get(kind, 'AX' + kind)
    return {
        'AXFrame': f'{{{{{x}, {y}}}, {{{width}, {height}}}}}', 'AXUniqueId': ident,
        'frame': {'y': y, 'x': x, 'width': width, 'height': height},
        'role_description': kind.lower(), 'AXLabel': label, 'content_required': False,
        'type': kind, 'title': None, 'help': None, 'custom_actions': [], 'AXValue': value,
        'enabled': True, 'role': role, 'children': list(children), 'subrole': None, 'pid': 4711,
        'traits': [],
    }


def login(screen):
    hidden = '•' * len(screen['password'])
    kids = [
        node('StaticText', (24, 100, 354, 40), 'Login'),
        node('TextField', (24, 160, 354, 44), 'Email', 'email', screen['email'] or 'Email'),
        node('SecureTextField', (24, 220, 354, 44), 'Password', 'password', hidden or 'Password'),
        node('Switch', (24, 280, 354, 32), 'Remember me', 'remember',
             '1' if screen['remember'] else '0'),
        node('Button', (24, 330, 354, 50), 'Sign in', 'sign-in'),
        node('Button', (24, 400, 170, 44), 'Forgot password?'),
        node('Button', (204, 400, 80, 44), 'Help'),
        node('Button', (294, 400, 80, 44), 'Help'),
    ]
    if screen['error']:
        kids.append(node('StaticText', (24, 460, 354, 24), screen['error'], 'error'))
    return kids


def welcome(screen):
    kids = [node('StaticText', (24, 100, 354, 40), 'Welcome'),
            node('StaticText', (24, 140, 354, 24), screen['email'], 'who'),
            node('Button', (24, 170, 120, 44), 'Sign out', 'sign-out')]
    for number in range(ROWS):
        top = LIST_TOP + number * ROW_HEIGHT - screen['scroll']
        if LIST_TOP <= top and top + ROW_HEIGHT <= LIST_BOTTOM:
            kids.append(node('Cell', (0, top, WIDTH, ROW_HEIGHT), f'Row {number + 1}',
                             f'row-{number + 1}'))
    return kids


def other(_screen):
    return [node('StaticText', (24, 100, 354, 40), 'Hello')]


def springboard(apps):
    return [node('Button', (24 + 90 * at, 80, 68, 86), app['name'], app['name'])
            for at, app in enumerate(apps.values())]


def front_of(state, udid):
    app_id = state[udid]['front']
    return app_id, state['apps'][udid].get(app_id) if app_id else None


def describe(state, udid):
    """The array that describe-ui prints."""
    app_id, app = front_of(state, udid)
    if not app:
        label, kids = ' ', springboard(state['apps'][udid])
    elif app_id == simulators.LOGIN:
        label = app['name']
        kids = {'login': login, 'welcome': welcome}[app['screen']['name']](app['screen'])
    else:
        label, kids = app['name'], other(app['screen'])
    return [node('Application', (0, 0, WIDTH, HEIGHT), label, children=kids)]


def flatten(nodes):
    for one in nodes:
        yield one
        yield from flatten(one['children'])


def sign_in(screen):
    screen['focus'] = None
    if not screen['email'] or not screen['password']:
        screen['error'] = 'Enter an email and a password'
    elif screen['password'] == 'wrong':
        screen['error'] = 'Wrong email or password'
    else:
        screen.update(name='welcome', error='', scroll=0)


def tap_login(screen, element):
    ident = element['AXUniqueId'] if element else None
    screen['focus'] = ident if ident in ('email', 'password') else None
    if ident == 'remember':
        screen['remember'] = not screen['remember']
    elif ident == 'sign-in':
        sign_in(screen)
    elif element and element['AXLabel'] == 'Forgot password?':
        screen['error'] = 'A letter is on its way'
    elif element and element['AXLabel'] == 'Help':
        side = 'Left' if element['frame']['x'] < 250 else 'Right'
        screen['error'] = f'{side} help'


def tap(state, udid, x, y):
    hit = None
    for one in flatten(describe(state, udid)[0]['children']):
        frame = one['frame']
        if (frame['x'] <= x < frame['x'] + frame['width'] and
                frame['y'] <= y < frame['y'] + frame['height']):
            hit = one
    app_id, app = front_of(state, udid)
    if not app:
        for ident, icon in state['apps'][udid].items():
            if hit and icon['name'] == hit['AXLabel']:
                simulators.launch(state, udid, ident)
    elif app_id == simulators.LOGIN and app['screen']['name'] == 'login':
        tap_login(app['screen'], hit)
    elif app_id == simulators.LOGIN and hit and hit['AXUniqueId'] == 'sign-out':
        app['screen'].update(name='login', email='', password='')


def login_screen(state, udid):
    app_id, app = front_of(state, udid)
    return app['screen'] if app and app_id == simulators.LOGIN else None


def type_text(state, udid, text):
    screen = login_screen(state, udid)
    for char in text:
        if char == '\n':
            key(state, udid, KEY_ENTER)
        elif screen and screen['focus']:
            screen[screen['focus']] += char


def key(state, udid, usage):
    screen = login_screen(state, udid)
    focus = screen and screen['focus']
    if not focus:
        return
    if usage == KEY_BACKSPACE:
        screen[focus] = screen[focus][:-1]
    elif usage == KEY_TAB or (usage == KEY_ENTER and focus == 'email'):
        screen['focus'] = 'password' if focus == 'email' else 'email'
    elif usage == KEY_ENTER:
        sign_in(screen)
    elif usage == KEY_ESCAPE:
        screen['focus'] = None


def swipe(state, udid, from_y, to_y):
    screen = login_screen(state, udid)
    if screen and screen['name'] == 'welcome':
        most = ROWS * ROW_HEIGHT - (LIST_BOTTOM - LIST_TOP)
        screen['scroll'] = int(min(max(screen['scroll'] + from_y - to_y, 0), most))
