// The virtual device's helper gives the requests of tests/data/helper answers
// of the same kind as the real one did: status, headers, error codes, and of
// what is in them the members and their types.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { root, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { raw, request, startHelper } from './helper.mjs';
import { jar, push, reach, start } from './resident.mjs';

const data = path.join(root, 'tests/data/helper');
// The requests in the order in which they were recorded: each leads to the next.
const ORDER = [...fs.readFileSync(path.join(data, 'README.md'), 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(
  (row) => row[1],
);
// Commands for what the recorded device did by itself.
const FAULTS = {
  tap_target_moving: 'restless-target',
  tap_not_delivered: 'helper-undelivered',
  key_forbidden: 'inject-denied',
  key_breaks: 'helper-broken',
  acquire_held: 'uiautomation-held',
  idling_late: 'idling-late',
  idling_unsupported: 'idling-unsupported',
  step_failed: 'inject-denied',
  step_failed_seen: 'inject-denied',
  uiautomation_lost: 'helper-lost',
};

// The two screens that the recordings were made of.
const across = (top, bottom) => [0, top, 1080, bottom];
const field = (id, hint, top, password) => ({
  kind: 'field',
  id,
  hint,
  bounds: across(top, top + 150),
  password,
  long_clickable: false,
});
// For as long as the recorded steps wait.
const film = (name, action) => [
  { set: { film: name } },
  ...Array.from({ length: 100 }, (_, i) => ({ after: 20 * i, do: [{ add: { frame: 1 } }, action] })),
];
const paper = {
  package: 'com.example.paper',
  label: 'Paper',
  files: ['META-INF/androidx.compose.ui_ui.version'],
  vars: { film: '', frame: 0 },
  on: [
    { KEYCODE_MEDIA_PLAY: true, do: film('play', { text: { film: '${frame}' } }) },
    { KEYCODE_MEDIA_PAUSE: true, do: film('pause', { set: { shown: '${frame}' } }) },
    { KEYCODE_MEDIA_REWIND: true, do: [{ set: { film: 'rewind' } }] },
    { KEYCODE_MEDIA_STOP: true, do: [{ set: { film: 'stop' } }] },
    { KEYCODE_MEDIA_NEXT: true, do: [{ set: { film: '' } }] },
  ],
  screens: {
    sign_in: {
      bare: true,
      root: {
        kind: 'frame',
        bounds: across(0, 2400),
        children: [
          { kind: 'text', text: 'Sign in', bounds: across(200, 300) },
          field('user', 'User name', 400, false),
          field('password', 'Password', 600, true),
          {
            kind: 'button',
            text: 'Sign in',
            bounds: across(800, 950),
            tap: [{ toast: 'Signed in' }, { goto: 'home' }],
          },
          { kind: 'button', text: 'Help', bounds: across(320, 380) },
          { kind: 'button', text: 'Offer', bounds: across(310, 390) },
          { kind: 'text', text: 'nothing yet', bounds: across(1000, 1100) },
          { kind: 'field', id: 'film', text: '', bounds: across(1200, 1300), visible: { equal: ['${film}', 'play'] } },
          {
            kind: 'text',
            id: 'clock',
            text: 'reading ${frame}',
            bounds: across(1200, 1300),
            visible: { equal: ['${film}', 'pause'] },
          },
          {
            kind: 'slider',
            id: 'level',
            bounds: across(1200, 1300),
            visible: { equal: ['${film}', 'rewind'] },
            change: [{ set: { film: '' } }],
          },
          { kind: 'web', bounds: across(1200, 2400), visible: { equal: ['${film}', 'stop'] } },
        ],
      },
    },
    home: {
      activity: '.Home',
      bare: true,
      root: {
        kind: 'frame',
        bounds: across(0, 2400),
        children: [{ kind: 'text', text: 'Welcome', bounds: across(200, 300) }],
      },
    },
  },
};

const server = await startAdbServer();
const app = path.join(temporaryFolder(), 'paper.json');
fs.writeFileSync(app, JSON.stringify(paper));
const device = await startVirtual(server, ['--app', app]);
await device.shell('am start -n com.example.paper/.MainActivity');
let helper = await startHelper(server, device);

// The one that is installed asks no app's bridge.
const other = await startVirtual(server, ['--app', app]);
await push(other, temporaryFolder(), jar());
await start(server, other).serving();
const resident = await reach(other);
await other.shell('am start -n com.example.paper/.MainActivity');
await other.shell(`content insert --uri content://settings/idling --bind name:s:com.example.paper \
  --bind 'value:s:wire=1, idle=0, pending=[{"source":"app","name":"uploads"}]'`);

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

function recorded(name) {
  const [, asked, answer] = fs.readFileSync(path.join(data, name), 'latin1').match(/^([^]*?)\n====\n([^]*)$/);
  return { asked: Buffer.from(asked, 'latin1'), answer: parse(Buffer.from(answer, 'latin1')) };
}

// The protocol's own tables of what a tree and a node may hold:
// {name: {kind, optional}}.
function membersTold(after) {
  const [, table] = fs
    .readFileSync(path.join(root, 'android/helper/PROTOCOL.md'), 'utf8')
    .split(after)[1]
    .match(/\n\n(\| member [^]*?)\n\n/);
  return Object.fromEntries(
    [...table.matchAll(/^\| (`[^|]*) \| ([^|]*)\|/gm)].flatMap(([, names, told]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [
        name,
        {
          kind: /^`?\[|^list/.test(told)
            ? 'list'
            : { int: 'number', string: 'string', true: 'boolean' }[told.match(/\w+/)[0]],
          optional: told.includes('optional'),
        },
      ]),
    ),
  );
}
const TREE = membersTold('\nTREE:');
const NODE = membersTold('only the first has depth 0.');
// The protocol says in prose that members the system does not always give are optional.
const text = { kind: 'string' };
const number = { kind: 'number' };
const may = (rule) => ({ ...rule, optional: true });
const WINDOW = {
  package: text,
  type: text,
  layer: number,
  active: { kind: 'boolean' },
  focused: { kind: 'boolean' },
  nodes: { kind: 'list' },
  id: may(number),
  bounds: may({ kind: 'list' }),
  title: may(text),
  display: may(number),
};

const kindOf = (value) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

function follows(object, rules, where) {
  for (const [name, value] of Object.entries(object))
    assert.equal(kindOf(value), rules[name]?.kind, `${where}.${name}`);
  for (const [name, { optional }] of Object.entries(rules))
    assert.ok(optional || name in object, `${where} without ${name}`);
}

// The number of windows and nodes depends on the screen.
function isTree(tree, where) {
  follows(tree, TREE, where);
  for (const window of tree.windows) {
    follows(window, WINDOW, `${where}.windows`);
    for (const node of window.nodes) follows(node, NODE, `${where}.nodes`);
  }
}

// The same members of the same types.
function sameKind(ours, theirs, where) {
  assert.equal(kindOf(ours), kindOf(theirs), where);
  if (where.endsWith('.tree')) {
    isTree(ours, where);
    isTree(theirs, where);
  } else if (where.endsWith('.results')) {
    assert.equal(ours.length, theirs.length, where);
    ours.forEach((each, i) => sameKind(each, theirs[i], `${where}[]`));
  } else if (Array.isArray(theirs)) {
    if (theirs.length > 0) for (const each of ours) sameKind(each, theirs[0], `${where}[]`);
  } else if (kindOf(theirs) === 'object' && !where.endsWith('.counts')) {
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort(), where);
    for (const name of Object.keys(theirs)) sameKind(ours[name], theirs[name], `${where}.${name}`);
  }
}

// The parts that do not depend on how this device draws and how fast it is.
const essence = ({
  ok,
  error,
  at,
  method,
  password,
  value,
  idle,
  running,
  wire,
  pending,
  reason,
  primary,
  frameworks,
  signals,
  results,
  treeError,
  news,
}) => ({
  ok,
  running,
  wire,
  pending,
  code: error?.code,
  there: error?.there,
  count: error?.count,
  at,
  method,
  password,
  value,
  idle: idle?.idle ?? idle,
  reason: idle?.reason ?? reason,
  primary,
  frameworks,
  signals,
  results: results?.map(essence),
  why: treeError?.error.code,
  news: news?.events.map((event) => [event.type, event.toast]).sort(),
});

const held = [];
async function prepare(name) {
  if (name.startsWith('idling')) return FAULTS[name] && other.fault(FAULTS[name]);
  // The recorded device changed these screens without an event.
  await device.fault('compose-silent', /^step_t|^tree_re/.test(name) ? 1000 : 0);
  if (FAULTS[name]) await device.fault(FAULTS[name]);
  if (name !== 'busy') return;
  for (let i = 0; i < 8; i++) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    held.push(agent);
    await request(helper.port, '/status', null, { agent });
  }
}

// A closed connection is free for others once its end has come through adb.
async function release() {
  if (held.length === 0) return;
  held.splice(0).forEach((agent) => agent.destroy());
  await until(async () => (await request(helper.port, '/status')).status !== 503, 'the helper is no longer busy');
}

test('every recording is in the list, and the list names no other', () => {
  assert.deepEqual(fs.readdirSync(data).sort(), ['README.md', ...ORDER].sort());
  for (const name of Object.keys(FAULTS)) assert.ok(ORDER.includes(name), name);
  assert.ok(
    Object.keys(NODE).length > 15 &&
      NODE.flags.kind === 'number' &&
      NODE.range.optional &&
      TREE.windows.kind === 'list',
  );
});

test('the installed helper asks no app', async () => {
  const { asked } = recorded('idling');
  assert.equal(JSON.parse(parse(await raw(helper.port, asked, isWhole)).body).error.code, 'IDLING_UNSUPPORTED');
});

for (const name of ORDER) {
  test(`${name} is answered in the same way`, async () => {
    const { asked, answer: theirs } = recorded(name);
    await prepare(name);
    const port = name.startsWith('idling') ? resident.port : helper.port;
    const ours = parse(await raw(port, asked, isWhole));
    await release();
    assert.equal(ours.first, theirs.first);
    assert.deepEqual(Object.keys(ours.headers).sort(), Object.keys(theirs.headers).sort());
    for (const header of ['content-type', 'connection', 'x-screen-size', 'x-image-size', 'x-frame'])
      assert.equal(ours.headers[header], theirs.headers[header]);
    if (theirs.headers['content-type'] !== 'application/json') {
      assert.deepEqual(ours.body.subarray(0, theirs.body.length), theirs.body); // theirs is a head without a picture
      return;
    }
    const json = { ours: JSON.parse(ours.body), theirs: JSON.parse(theirs.body) };
    sameKind(json.ours, json.theirs, name);
    assert.deepEqual(essence(json.ours), essence(json.theirs));
    if (name !== 'uiautomation_lost') return;
    assert.match(await helper.am.ended, /reason=uiautomation lost/);
    helper = await startHelper(server, device, { install: false });
  });
}

test('the helper has ended', async () => {
  assert.match(await helper.am.ended, /INSTRUMENTATION_RESULT: reason=shutdown\n[^]*INSTRUMENTATION_CODE: -1/);
});
