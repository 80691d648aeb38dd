"""demo.py: connect, log in by a flow, read the list: through the MCP server.

Without options on a virtual device of its own; with --device on a real one,
where it only looks. With --prove it runs ten commands that show what only a
phone can: see docs/verification.md.
"""
import argparse
import contextlib
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
from demo_prove import prove  # noqa: E402
from local_adb import LocalAdb  # noqa: E402
from mcp_client import McpClient, McpError  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get('AT_BUILD', 'build'))

LOGIN = [
    {'action': 'type', 'target': {'id': 'email'}, 'value': 'demo@example.com'},
    {'action': 'type', 'target': {'id': 'password'}, 'value': 'secret123'},
    {'action': 'tap', 'target': {'text': 'Log in'}},
    {'action': 'assert_visible', 'target': {'textContains': 'Note 1'}, 'timeoutMs': 5000},
]


def heading(text):
    print(f'\n--- {text}')


def texts(blocks):
    return [block['text'] for block in blocks if block['type'] == 'text']


def connect(agentest, package, device):
    heading(f'agentest_connect {package} on {device}')
    metadata, tree = texts(agentest.call('agentest_connect', packageName=package, deviceId=device))
    print(metadata)
    print(tree)


def take_screenshot(agentest):
    heading('agentest_screenshot, in full size to a file')
    for text in texts(agentest.call('agentest_screenshot', fullSize=True)):
        print(text)


def show_trace(trace):
    for step in trace['results']:
        mark = 'ok ' if step['success'] else 'BAD'
        hit = step.get('target', '')
        print(f"{mark} {step['durationMs']:5} ms  {step['action']['action']:16} {hit}")


def log_in(agentest):
    heading('agentest_run_flow: log in')
    trace = json.loads(texts(agentest.call('agentest_run_flow', steps=LOGIN, echo=True))[0])
    show_trace(trace)
    heading('the note list, from the flow\'s own reply')
    print(trace['finalUiTree'])


def main():
    parser = argparse.ArgumentParser(prog='./demo', description=__doc__)
    parser.add_argument('--device', metavar='SERIAL', help='a real device or emulator of `adb devices`')
    parser.add_argument('--package', metavar='PKG', help='the app to look at on it')
    parser.add_argument('--prove', action='store_true',
                        help='ten commands that show what only a phone can (its settings, unless --package)')
    args = parser.parse_args()
    if bool(args.device) != bool(args.package) and not args.prove:
        parser.error('--device and --package go together')

    with contextlib.ExitStack() as stack:
        env = None
        device = args.device
        if not device:
            adb = stack.enter_context(LocalAdb())
            env = adb.env
            device, _ = adb.start_device(os.path.join(BUILD, 'virtual-android'))
        if args.prove:
            return 1 if prove(device, args.package, env) else 0
        agentest = stack.enter_context(McpClient([os.path.join(BUILD, 'agentest')], env=env))
        server = agentest.initialize()['serverInfo']
        print(f"{server['name']} {server['version']} speaks MCP over stdio")
        connect(agentest, args.package or 'com.example.notes', device)
        if args.device:
            heading('agentest_get_ui_tree')
            print(texts(agentest.call('agentest_get_ui_tree'))[0])
        else:
            log_in(agentest)
        take_screenshot(agentest)
    return 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except (McpError, TimeoutError, RuntimeError) as error:
        print(f'demo: {error}', file=sys.stderr)
        sys.exit(1)
