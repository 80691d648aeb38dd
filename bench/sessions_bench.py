"""sessions_bench.py: what a tester's session costs in calls, tokens and seconds.

Two scripted testers, one for each sample app, do 20 tasks each as an agent
would: they look at the screen, act by the refs of the newest reply and verify
by what they read; where that does not tell, they ask. A build of another
commit plays the same sessions, so that both can be compared:

    python3 bench/sessions_bench.py [--build DIR] [--before DIR] [--profile zero]

--observe plays them once for each value of run_flow's argument, and reads the
whole tree beside each reply that was a diff: what the tester knows from diffs
must be all of it.

Tokens are an approximation, the same for every build: a word of up to seven
letters with the blank before it, three digits, two signs of punctuation and a
line end are one each.
"""
import argparse
import json
import os
import re
import socket
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, 'tools'))
# pylint: disable=wrong-import-position
from local_adb import LocalAdb  # noqa: E402
from mcp_client import McpClient  # noqa: E402

TOKEN = re.compile(r' ?[A-Za-z]{1,7}|\d{1,3}| *\n|[^\w\s]{1,2}| +|.')
REF = re.compile(r'(@[a-z]\d+) (.*)')
NOTES, SHOP = 'com.example.notes', 'com.example.shop'


def tokens(text):
    return len(TOKEN.findall(text))


def bare(line):
    """A line without its ref, and without the place that a diff adds to a text."""
    return re.sub(r' near "[^"]*"$', '', re.sub(r'^@[a-z]\d+ ', '', line.strip()))


def texts_of(result):
    return [block['text'] for block in result['content'] if block['type'] == 'text']


def screens_of(texts):
    """The texts of the screen in a reply: blocks of their own, or members of its JSON."""
    for text in texts:
        if not text.startswith('{'):
            yield text
            continue
        body = json.loads(text)
        for member in ('uiTree', 'finalUiTree', 'diff'):
            if member in body:
                yield body[member]


class Tester:
    """A client that counts what it sends and reads."""

    def __init__(self, client, package, observe=None):
        self.client, self.package, self.observe = client, package, observe
        self.replies = []
        self.told, self.lost = 0, []
        self.calls = self.sent = self.read = self.structured = self.failed = 0
        self.lines, self.newest = [], ''
        self.screens = {}  # the lines of each screen, by its fingerprint
        self.by_tool = {}

    def call(self, tool, **arguments):
        result = self.client.request('tools/call', {'name': f'agentest_{tool}', 'arguments': arguments})
        texts = texts_of(result)
        read = tokens('\n'.join(texts))
        self.calls += 1
        self.sent += tokens(json.dumps({'name': f'agentest_{tool}', 'arguments': arguments}, ensure_ascii=False))
        self.read += read
        structured = result.get('structuredContent')
        self.structured += tokens(json.dumps(structured, ensure_ascii=False, separators=(',', ':'))) if structured else read
        self.by_tool[tool] = self.by_tool.get(tool, 0) + read
        self.newest = '\n'.join(texts)
        for screen in screens_of(texts):
            self.see(screen)
        self.failed += bool(result.get('isError'))
        return not result.get('isError')

    def see(self, screen):
        """Remember a tree, or apply a diff to the one before, or to the screen that it names."""
        head, *lines = screen.split('\n')
        if not head.startswith('screen '):
            return
        prints = re.findall(r'#(\w{6})', head)
        if ', seen before' in head:
            self.lines = list(self.screens[prints[1]])
        if ' since ' not in head:
            self.lines = [line.strip() for line in lines]
            self.screens[prints[0]] = self.lines
            return
        for sign, rest in (line.strip().split(' ', 1) for line in lines if ' ' in line.strip()):
            was, _, now = rest.partition(' -> ')
            name = was.split(' ')[0] if was.startswith('@') else ''
            if sign in '~-':
                self.lines = [line for line in self.lines if line != was and line.split(' ')[0] != (name or None)]
            if sign in '~+':
                now = now if sign == '~' else was
                self.lines.append(now if now.startswith('@') or not name or sign == '+' else f'{name} {now}')
        self.screens[prints[0]] = self.lines

    def connect(self, package=None):
        self.package = package or self.package
        return self.call('connect', packageName=self.package)

    def look(self):
        return self.call('get_ui_tree')

    def flow(self, *steps):
        more = {'observe': self.observe} if self.observe else {}
        ok = self.call('run_flow', steps=list(steps), **more)
        self.replies.append(tokens(self.newest))
        if self.observe and ' since #' in self.newest:
            self.compare()
        return ok

    def compare(self):
        """Read the tree, uncounted, and go on with its refs."""
        result = self.client.request('tools/call', {'name': 'agentest_get_ui_tree', 'arguments': {}})
        tree = next((text for text in screens_of(texts_of(result)) if text.startswith('screen ')), None)
        if tree is None:
            raise RuntimeError(f'no tree beside: {result}')
        known = [bare(line) for line in self.lines]
        self.told += 1
        self.lost += [line for line in tree.split('\n')[1:] if line.strip() and bare(line) not in known]
        self.see(tree)

    def sees(self, text):
        return text in self.newest or any(text in line for line in self.lines)

    def target(self, pattern):
        """The ref of the newest line that matches, as a tester picks one; a second look if there is none."""
        for looked in (False, True):
            for line in reversed(self.lines):
                found = REF.search(line)
                if found and re.search(pattern, found[2]):
                    return {'ref': found[1]}
            if not looked:
                self.look()
        raise RuntimeError(f'{pattern} is not on the screen:\n' + '\n'.join(self.lines))

    def tap(self, pattern, **more):
        return self.flow({'action': 'tap', 'target': self.target(pattern), **more})

    def type(self, pattern, value, **more):
        return {'action': 'type', 'target': self.target(pattern), 'value': value, **more}

    def press(self, pattern):
        return {'action': 'tap', 'target': self.target(pattern)}

    def back(self):
        return self.flow({'action': 'press_key', 'keycode': 'KEYCODE_BACK'})

    def verify(self, text):
        """Believe what was read; otherwise ask with an assertion."""
        if not self.sees(text) and not self.flow(
                {'action': 'assert_visible', 'target': {'textContains': text}, 'timeoutMs': 5000}):
            raise RuntimeError(f'"{text}" is not on the screen: {self.newest}')

    def find(self, text, **more):
        return self.flow({'action': 'scroll_to', 'target': {'text': text}, **more})


def settings(tester):
    if not tester.sees('"Settings"'):
        tester.look()
    tester.tap(r'^btn "Settings"')


def home(tester):
    """Start again from the first screen, as between test cases."""
    tester.call('reset_app')


def notes_wrong_password(tester):
    tester.connect(NOTES)
    tester.flow(tester.type('hint="E-mail"', 'demo@example.com'), tester.type('hint="Password"', 'wrong'),
                tester.press('^btn "Log in"'))
    tester.verify('Wrong e-mail or password')


def notes_log_in(tester):
    tester.flow(tester.type('hint="Password"', 'secret123', replace=True), tester.press('^btn "Log in"'))
    tester.verify('Note 1 Meeting')


def notes_read(tester):
    tester.tap('"Note 3')
    tester.verify('Bring')
    tester.back()


def notes_edit(tester):
    tester.tap('"Note 4 Shopping')
    tester.flow(tester.type('hint="Title"', 'Note 4 Groceries', replace=True), tester.press('^btn "Save"'))
    tester.verify('Saved')
    tester.verify('Note 4 Groceries')


def notes_empty_title(tester):
    tester.tap('"Note 6')
    tester.flow({'action': 'clear_text', 'target': tester.target('hint="Title"')}, tester.press('^btn "Save"'))
    tester.verify('The title must not be empty')
    tester.tap('"Navigate up"')


def notes_new(tester):
    tester.tap('^btn "New note"')
    tester.flow(tester.type('hint="Title"', 'A new note'), tester.type('hint="Body"', 'Two words'),
                tester.press('^btn "Save"'))
    tester.verify('Saved')


def notes_search(tester):
    tester.tap('^btn "Search"')
    tester.flow(tester.type('hint="Search notes"', 'Party'))
    tester.look()
    tester.verify('Note 3')
    tester.tap('"Navigate up"')


def notes_switch(tester):
    settings(tester)
    tester.tap('^switch "Dark theme"')
    tester.verify('switch "Dark theme" checked')


def notes_check(tester):
    tester.tap('^check "Back up notes"')
    tester.verify('check "Back up notes" checked')
    tester.tap('^switch "Synchronise"')
    tester.verify('switch "Synchronise" unchecked')


def notes_disabled(tester):
    tester.tap('^switch "Beta')


def notes_radio(tester):
    tester.tap('^radio "Oldest first"')
    tester.verify('radio "Oldest first" checked')


def notes_slider(tester):
    tester.flow({'action': 'swipe', 'direction': 'right', 'target': tester.target('^slider')})


def notes_missing(tester):
    tester.flow({'action': 'tap', 'target': {'text': 'Dark mode'}})
    tester.tap('"Navigate up"')


def notes_permission(tester):
    tester.tap('^btn "Camera"')
    tester.verify('Don’t allow')
    tester.tap('Don’t allow')
    tester.verify('permission denied')


def notes_row_137(tester):
    tester.flow({'action': 'scroll_to', 'target': {'textContains': 'Note 137'}, 'maxScrolls': 60})
    tester.tap('"Note 137')
    tester.back()
    home(tester)


def notes_clear(tester):
    tester.tap('^btn "Playground"')
    tester.flow({'action': 'clear_text', 'target': tester.target('value="old text"')})
    tester.flow({'action': 'assert_text_equals', 'target': {'id': 'filled'}, 'value': ''})


def notes_limits(tester):
    tester.flow(tester.type('hint="UPPERCASES"', 'upper'))
    tester.flow(tester.type('hint="Five characters"', 'too long'))
    home(tester)


def notes_late(tester):
    settings(tester)
    tester.find('Timing')
    tester.tap('^btn "Timing"')
    tester.flow({'action': 'assert_visible', 'target': {'text': 'I appear after 1.5 seconds'}, 'timeoutMs': 5000})
    tester.flow({'action': 'assert_not_visible', 'target': {'text': 'I vanish after 1.5 seconds'}, 'timeoutMs': 5000})
    home(tester)


def notes_crash(tester):
    settings(tester)
    tester.tap('^btn "Crash"')
    tester.verify('Note 42 has no owner')
    tester.connect(NOTES)


def notes_delete(tester):
    tester.flow({'action': 'long_press', 'target': tester.target('"Note 2 ')})
    tester.verify('Delete note?')
    tester.tap('^btn "Delete"')
    tester.verify('Note deleted')


def shop_look(tester):
    tester.connect(SHOP)
    tester.look()
    tester.verify('Cart (0)')


def shop_icons(tester):
    tester.flow({'action': 'tap_coordinates', 'x': 120, 'y': 150})
    tester.look()
    tester.verify('Last icon: first')


def shop_add(tester):
    tester.flow({'action': 'tap', 'target': {'text': 'Add', 'index': 0}})
    tester.verify('Apple added to cart')
    tester.verify('Cart (1)')


def shop_add_third(tester):
    tester.flow({'action': 'tap', 'target': {'text': 'Add', 'index': 2}})
    tester.verify('Cheese added to cart')


def shop_cart(tester):
    tester.tap('Cart \\(')
    tester.verify('Your cart')
    tester.verify('Items: 2')


def shop_empty(tester):
    tester.tap('"Empty cart"')
    tester.verify('Nothing here yet')


def shop_check_out_disabled(tester):
    tester.tap('"Check out"')
    tester.back()


def shop_product(tester):
    tester.tap('"Bread')
    tester.verify('$2.50')
    tester.tap('"Add to cart"')
    tester.verify('Bread added to cart')


def shop_report(tester):
    tester.tap('"Report"')
    tester.verify('Tell us what is wrong')
    tester.tap('"Report"')
    tester.verify('Thank you')


def shop_report_cancel(tester):
    tester.tap('"Report"')
    tester.tap('"Cancel"')
    tester.back()


def shop_tab(tester):
    tester.tap('Deals')
    tester.verify('50% off everything')


def shop_tab_back(tester):
    tester.tap('Home')
    tester.flow({'action': 'assert_not_visible', 'target': {'text': '50% off everything'}})


def shop_carousel(tester):
    tester.flow({'action': 'swipe', 'direction': 'left', 'target': {'className': 'android.widget.HorizontalScrollView'}})
    tester.look()


def shop_carousel_end(tester):
    tester.flow({'action': 'scroll_to', 'target': {'text': 'Featured 12'}, 'direction': 'right',
                 'scrollTarget': {'className': 'android.widget.HorizontalScrollView'}, 'maxScrolls': 20})
    tester.tap('"Featured 12')
    tester.verify('Featured 12')
    tester.back()


def shop_scroll(tester):
    tester.find('Lemon')
    tester.tap('"Lemon')
    tester.verify('$0.50')
    tester.back()


def shop_missing(tester):
    tester.flow({'action': 'tap', 'target': {'text': 'Mango'}})


def shop_order(tester):
    home(tester)
    tester.flow({'action': 'tap', 'target': {'text': 'Add', 'index': 1}}, {'action': 'tap', 'target': {'textContains': 'Cart ('}})
    tester.tap('"Check out"')
    tester.verify('Order placed')
    tester.tap('"OK"')
    tester.back()


def shop_prices(tester):
    steps = [{'action': 'assert_visible', 'target': {'text': text}} for text in ('Apple', '$0.40', 'Bread', '$2.50')]
    tester.flow(*steps)


def shop_wrong_price(tester):
    tester.flow({'action': 'assert_visible', 'target': {'text': 'Apple'}},
                {'action': 'assert_visible', 'target': {'text': '$0.99'}})


def shop_live(tester):
    tester.tap('Live')
    tester.flow({'action': 'assert_visible', 'target': {'textContains': 'Viewers: 2'}, 'timeoutMs': 8000})
    tester.tap('"Leave"')


# The same tasks for the same results, by targets that are described: a text names
# what stands around an element, so that no look is needed before, and one flow
# acts, proves and goes back.


def tap(text, **target):
    return {'action': 'tap', 'target': {'text': text, **target}}


def tap_with(part):
    return {'action': 'tap', 'target': {'textContains': part}}


def sees(part):
    return {'action': 'assert_visible', 'target': {'textContains': part}, 'timeoutMs': 5000}


def says(part):
    return {'action': 'assert_toast', 'target': {'textContains': part}}


def enter(field, value):
    return {'action': 'type', 'target': {'text': field}, 'value': value, 'replace': True}


def is_checked(text):
    return {'action': 'assert_state', 'target': {'text': text}, 'state': 'checked'}


BACK = {'action': 'press_key', 'keycode': 'KEYCODE_BACK'}
UP = {'action': 'tap', 'target': {'description': 'Navigate up'}}
RESET = {'action': 'reset_app'}
CAROUSEL = {'className': 'android.widget.HorizontalScrollView'}


def task(*steps, connect=None, fails=False, then=()):
    """One flow, whose assertions must hold; or which must fail, and what the tester does then."""
    def play_task(tester):
        if connect:
            tester.connect(connect)
        if steps and tester.flow(*steps) == fails:
            raise RuntimeError(f'{steps}: {tester.newest}')
        if then:
            tester.flow(*then)
    return play_task


def crash(tester):
    if tester.flow(tap('Settings'), tap('Crash')) or not tester.sees('Note 42 has no owner'):
        raise RuntimeError(tester.newest)
    tester.connect(NOTES)


DESCRIBED = {
    'notes': [
        task(enter('E-mail', 'demo@example.com'), enter('Password', 'wrong'), tap('Log in'),
             sees('Wrong e-mail or password'), connect=NOTES),
        task(enter('Password', 'secret123'), tap('Log in'), sees('Note 1 Meeting')),
        task(tap_with('Note 3'), sees('Bring'), BACK),
        task(tap_with('Note 4 Shopping'), enter('Title', 'Note 4 Groceries'), tap('Save'), says('Saved'),
             sees('Note 4 Groceries')),
        task(tap_with('Note 6'), {'action': 'clear_text', 'target': {'text': 'Title'}}, tap('Save'),
             sees('The title must not be empty'), UP),
        task(tap('New note'), enter('Title', 'A new note'), enter('Body', 'Two words'), tap('Save'), says('Saved')),
        task(tap('Search'), enter('Search notes', 'Party'), sees('Note 3'), UP),
        task(tap('Settings'), tap('Dark theme'), is_checked('Dark theme')),
        task(tap('Back up notes'), is_checked('Back up notes'), tap('Synchronise'),
             {'action': 'assert_state', 'target': {'text': 'Synchronise'}, 'state': 'unchecked'}),
        task(tap_with('Beta'), fails=True),
        task(tap('Oldest first'), is_checked('Oldest first')),
        task({'action': 'swipe', 'direction': 'right', 'target': {'className': 'android.widget.SeekBar'}}),
        task(tap('Dark mode'), fails=True, then=[UP]),
        task(tap('Camera'), tap_with('Don\u2019t allow'), sees('permission denied')),
        task({'action': 'scroll_to', 'target': {'textContains': 'Note 137'}, 'maxScrolls': 60}, tap_with('Note 137'),
             BACK, RESET),
        task(tap('Playground'), {'action': 'clear_text', 'target': {'id': 'filled'}},
             {'action': 'assert_text_equals', 'target': {'id': 'filled'}, 'value': ''}),
        task({'action': 'type', 'target': {'text': 'UPPERCASES'}, 'value': 'upper'},
             {'action': 'type', 'target': {'text': 'Five characters'}, 'value': 'too long'}, fails=True, then=[RESET]),
        task(tap('Settings'), {'action': 'scroll_to', 'target': {'text': 'Timing'}}, tap('Timing'),
             sees('I appear after 1.5 seconds'),
             {'action': 'assert_not_visible', 'target': {'text': 'I vanish after 1.5 seconds'}, 'timeoutMs': 5000}, RESET),
        crash,
        task({'action': 'long_press', 'target': {'textContains': 'Note 2 '}}, sees('Delete note?'), tap('Delete'),
             says('Note deleted')),
    ],
    'shop': [
        task(sees('Cart (0)'), connect=SHOP),
        task({'action': 'tap_coordinates', 'x': 120, 'y': 150}, sees('Last icon: first')),
        task(tap('Add', near='Apple'), says('Apple added to cart'), sees('Cart (1)')),
        task(tap('Add', near='Cheese'), says('Cheese added to cart')),
        task(tap_with('Cart ('), sees('Your cart'), sees('Items: 2')),
        task(tap('Empty cart'), sees('Nothing here yet')),
        task(tap('Check out'), fails=True, then=[BACK]),
        task(tap('Bread'), sees('$2.50'), tap('Add to cart'), says('Bread added to cart')),
        task(tap('Report'), sees('Tell us what is wrong'), tap('Report', below='Tell us what is wrong'), sees('Thank you')),
        task(tap('Report'), tap('Cancel'), BACK),
        task(tap('Deals'), sees('50% off everything')),
        task(tap('Home'), {'action': 'assert_not_visible', 'target': {'text': '50% off everything'}}),
        task({'action': 'swipe', 'direction': 'left', 'target': CAROUSEL}),
        task({'action': 'scroll_to', 'target': {'text': 'Featured 12'}, 'direction': 'right', 'scrollTarget': CAROUSEL,
              'maxScrolls': 20}, tap('Featured 12'), sees('Featured 12'), BACK),
        task({'action': 'scroll_to', 'target': {'text': 'Lemon'}}, tap('Lemon'), sees('$0.50'), BACK),
        task(tap('Mango'), fails=True),
        task(RESET, tap('Add', near='Bread'), tap_with('Cart ('), tap('Check out'), sees('Order placed'), tap('OK'), BACK),
        task(*[{'action': 'assert_visible', 'target': {'text': text}} for text in ('Apple', '$0.40', 'Bread', '$2.50')]),
        task({'action': 'assert_visible', 'target': {'text': 'Apple'}},
             {'action': 'assert_visible', 'target': {'text': '$0.99'}}, fails=True),
        task(tap('Live'), {'action': 'assert_visible', 'target': {'textContains': 'Viewers: 2'}, 'timeoutMs': 8000},
             tap('Leave')),
    ],
}

SESSIONS = {
    'notes': [notes_wrong_password, notes_log_in, notes_read, notes_edit, notes_empty_title, notes_new, notes_search,
              notes_switch, notes_check, notes_disabled, notes_radio, notes_slider, notes_missing, notes_permission,
              notes_row_137, notes_clear, notes_limits, notes_late, notes_crash, notes_delete],
    'shop': [shop_look, shop_icons, shop_add, shop_add_third, shop_cart, shop_empty, shop_check_out_disabled,
             shop_product, shop_report, shop_report_cancel, shop_tab, shop_tab_back, shop_carousel, shop_carousel_end,
             shop_scroll, shop_missing, shop_order, shop_prices, shop_wrong_price, shop_live],
}


def console(port, command):
    with socket.create_connection(('127.0.0.1', port)) as conn:
        conn.sendall(f'{command}\nquit\n'.encode())
        while conn.recv(65536):
            pass


def play(build, name, profile, verbose=False, observe=None, style='refs'):
    """One session with a device and a server of its own; its figures."""
    tasks = (DESCRIBED if style == 'described' else SESSIONS)[name]
    with LocalAdb() as adb:
        serial, port = adb.start_device(os.path.join(build, 'virtual-android'))
        console(port, f'virtual profile {profile}')
        env = {**adb.env, 'ANDROID_SERIAL': serial}
        with McpClient([os.path.join(build, 'agentest')], env=env, stderr=subprocess.DEVNULL) as client:
            client.initialize()
            tester = Tester(client, None, observe)
            began = time.perf_counter()
            for number, play_task in enumerate(tasks):
                before = tester.read, tester.calls
                play_task(tester)
                if verbose:
                    print(f'  {number + 1} {SESSIONS[name][number].__name__}: {tester.calls - before[1]} calls, {tester.read - before[0]} tokens')
            tester.seconds = time.perf_counter() - began
    return tester


COLUMNS = (('calls', 'calls'), ('sent', 'tokens sent'), ('read', 'tokens read'),
           ('structured', 'structured form'), ('failed', 'failed'))


def print_rows(name, profile, players):
    """One line a figure: this build, the one before, the ratio."""
    for key, what in COLUMNS if profile == 'zero' else ():
        values = [getattr(player, key) for player in players]
        print(format_row(f'{name}: {what}', values, '.0f'))
    print(format_row(f'{name}: seconds, {profile}', [player.seconds for player in players], '.1f'))


def format_row(what, values, how):
    ratio = f'{values[0] / values[1]:8.2f}' if len(values) > 1 and values[1] else ''
    return f'{what:32}' + ''.join(f'{value:10{how}}' for value in values) + ratio


# Half of what the sessions took before replies were shortened.
TARGETS = {'notes': 8900, 'shop': 7600}


def measure_sessions(bench, build):
    """Rows for bench.py."""
    for name, target in TARGETS.items():
        tester = play(build, name, 'zero')
        bench.add(f'session of 20 tasks, {name}: calls', tester.calls, '')
        bench.add(f'session of 20 tasks, {name}: tokens read', tester.read, '', target)


def print_observe(build, name):
    """For each value: all tokens read, those of the median reply of run_flow, and the lines that diffs lost."""
    for observe in ('tree', 'auto', 'diff'):
        tester = play(build, name, 'zero', observe=observe)
        replies = sorted(tester.replies)
        print(f'{name}, observe {observe}: {tester.read} tokens read, {replies[len(replies) // 2]} in the median reply, '
              f'{tester.told} diffs, {len(tester.lost)} lines lost')
        for line in tester.lost:
            print(f'  lost: {line}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', default=os.path.join(ROOT, 'build'))
    parser.add_argument('--before', metavar='DIR', help='the build to compare with')
    parser.add_argument('--profile', choices=('zero', 'realistic'), action='append')
    parser.add_argument('--style', choices=('refs', 'described'), default='refs',
                        help='refs: look, then act by the newest reply; described: targets by the texts around them')
    parser.add_argument('--before-style', choices=('refs', 'described'), help='of the older build; default: the same')
    parser.add_argument('--observe', action='store_true', help='compare the values of observe instead')
    parser.add_argument('--verbose', action='store_true', help='print each task')
    args = parser.parse_args()
    if args.observe:
        for name in SESSIONS:
            print_observe(args.build, name)
        return
    builds = [args.build] + ([args.before] if args.before else [])
    for profile in args.profile or ('zero', 'realistic'):
        for name in SESSIONS:
            styles = [args.style, args.before_style or args.style]
            players = [play(build, name, profile, args.verbose, style=style) for build, style in zip(builds, styles)]
            print_rows(name, profile, players)
            if args.verbose:
                print([player.by_tool for player in players])


if __name__ == '__main__':
    main()
