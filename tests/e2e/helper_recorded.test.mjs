// The virtual device's helper gives the requests of tests/data/helper answers
// of the same kind as the real one did.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { raw, startHelper } from './helper.mjs';

const data = path.join(root, 'tests/data/helper');
// In the order in which they were recorded: one leads to the next.
const ORDER = ['wrong_token', 'status', 'keep_alive', 'tree', 'tree_of_package', 'tree_no_window', 'idle', 'idle_timeout',
  'screenshot_png', 'screenshot_jpeg', 'framework', 'framework_no_package', 'text_no_field', 'tap', 'double_tap',
  'long_press', 'swipe', 'gesture', 'key', 'key_forbidden', 'text', 'text_of_password', 'step_failed',
  'step_no_window', 'step', 'unknown_member', 'no_such_path', 'shutdown'];

// The two screens that the recordings were made of.
const across = (top, bottom) => [0, top, 1080, bottom];
const field = (id, hint, top, password) =>
  ({ kind: 'field', id, hint, bounds: across(top, top + 150), password, long_clickable: false });
const paper = {
  package: 'com.example.paper', label: 'Paper', files: ['META-INF/androidx.compose.ui_ui.version'],
  screens: {
    sign_in: {
      bare: true,
      root: {
        kind: 'frame', bounds: across(0, 2400), children: [
          { kind: 'text', text: 'Sign in', bounds: across(200, 300) },
          field('user', 'User name', 400, false),
          field('password', 'Password', 600, true),
          { kind: 'button', id: 'go', text: 'Sign in', bounds: across(800, 950), tap: [{ toast: 'Signed in' }, { goto: 'home' }] },
          { kind: 'text', text: 'nothing yet', bounds: across(1000, 1100) },
        ],
      },
    },
    home: {
      activity: '.Home', bare: true,
      root: { kind: 'frame', bounds: across(0, 2400), children: [{ kind: 'text', text: 'Welcome', bounds: across(200, 300) }] },
    },
  },
};

const server = await startAdbServer();
const app = path.join(temporaryFolder(), 'paper.json');
fs.writeFileSync(app, JSON.stringify(paper));
const device = await startVirtual(server, ['--app', app]);
await device.shell('am start -n com.example.paper/.MainActivity');
const helper = await startHelper(server, device);

function parse(bytes) {
  const at = bytes.indexOf('\r\n\r\n');
  const [first, ...lines] = bytes.subarray(0, at).toString().split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')));
  return { first, headers, body: bytes.subarray(at + 4) };
}

const isWhole = (bytes) => {
  const at = bytes.indexOf('\r\n\r\n');
  return at >= 0 && bytes.length - at - 4 >= Number(parse(bytes).headers['content-length']);
};

const NODE = { must: ['depth', 'index', 'class', 'flags', 'bounds'],
  may: ['package', 'id', 'text', 'desc', 'hint', 'state', 'pane', 'tooltip', 'error', 'role', 'cut', 'range'] };
const typeOf = (value) => (Array.isArray(value) ? 'list' : typeof value);

// The same members of the same types; how many and what is the screen's.
function sameKind(ours, theirs, where) {
  assert.equal(typeOf(ours), typeOf(theirs), where);
  if (where.endsWith('.nodes')) {
    for (const node of ours) {
      const names = Object.keys(node);
      for (const name of NODE.must) assert.ok(names.includes(name), `${where}: no ${name}`);
      for (const name of names) assert.ok([...NODE.must, ...NODE.may].includes(name), `${where}: ${name}`);
    }
  } else if (Array.isArray(theirs)) {
    if (ours.length > 0 && theirs.length > 0) sameKind(ours[0], theirs[0], `${where}[]`);
  } else if (typeof theirs === 'object' && !where.endsWith('.counts')) {
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort(), where);
    for (const name of Object.keys(theirs)) sameKind(ours[name], theirs[name], `${where}.${name}`);
  }
}

// Theirs forbids a key; ours forbids the first input, so that one must be it.
function changed(name, asked) {
  const tap = '{"type":"tap","x":1,"y":2},';
  if (name !== 'step_failed') return asked;
  return asked.replace(tap, '').replace(/(Content-Length: )(\d+)/, (_, key, length) => key + (length - tap.length));
}

test('every recording has its turn', () => {
  // those in JSON are the Java side's own, with a state of their own
  const names = fs.readdirSync(data).filter((name) => !name.endsWith('.json'));
  assert.deepEqual(names.sort(), [...ORDER].sort());
});

for (const name of ORDER) {
  test(`${name} is answered in the same way`, async () => {
    const [, asked, answer] = fs.readFileSync(path.join(data, name), 'latin1').match(/^([^]*?)\n====\n([^]*)$/);
    const theirs = parse(Buffer.from(answer, 'latin1'));
    if (name === 'key_forbidden') await device.fault('inject-denied'); // theirs forbids this key
    if (name === 'step_failed') await device.fault('inject-denied');
    const ours = parse(await raw(helper.port, Buffer.from(changed(name, asked), 'latin1'), isWhole));
    assert.equal(ours.first, theirs.first);
    assert.deepEqual(Object.keys(ours.headers).sort(), Object.keys(theirs.headers).sort());
    assert.equal(ours.headers['content-type'], theirs.headers['content-type']);
    assert.equal(ours.headers['x-image-size'], theirs.headers['x-image-size']);
    if (theirs.headers['content-type'] !== 'application/json') {
      assert.deepEqual(ours.body.subarray(0, theirs.body.length), theirs.body); // theirs is a head without a picture
      return;
    }
    const json = { ours: JSON.parse(ours.body), theirs: JSON.parse(theirs.body) };
    if (name === 'step_failed') json.theirs.results.shift();
    sameKind(json.ours, json.theirs, name);
    assert.equal(json.ours.ok, json.theirs.ok);
    assert.equal(json.ours.error?.code, json.theirs.error?.code);
    assert.equal(json.ours.value, json.theirs.value);
    assert.deepEqual(json.ours.results?.map((result) => result.error?.code),
      json.theirs.results?.map((result) => result.error?.code));
    if (name === 'step') {
      assert.deepEqual(json.ours.news.events.map((event) => [event.type, event.toast]).sort(),
        json.theirs.news.events.map((event) => [event.type, event.toast]).sort());
    }
  });
}

test('the helper has ended', async () => {
  assert.match(await helper.am.ended, /INSTRUMENTATION_RESULT: reason=shutdown\n[^]*INSTRUMENTATION_CODE: -1/);
});
