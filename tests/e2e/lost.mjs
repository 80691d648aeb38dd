// lost.mjs: a device, its app, its emulator's gRPC and agentest, to be lost one
// after the other in the middle of a step; and what can be seen of a touch.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import {
  installed,
  root,
  shared,
  startAdbServer,
  startAgentest,
  startVirtual,
  stop,
  temporaryFolder,
  until,
} from './lib.mjs';

export const rig = path.join(shared, 'rigs/emulator-grpc/server.js');
const STEP_MS = 30000; // agentest_run_flow's own limit for a step, beside its duration
const REPLY_MS = 10000; // requests after a failed call: lifting fingers, a last look

// All that happens to it is in the log, once each.
const log = (text) => [{ log: text, tag: 'Touch' }];
const app = {
  package: 'com.example.touch',
  label: 'Touch',
  vars: { n: 0 },
  links: { 'touch://main': 'main', 'touch://lively': 'lively' },
  screens: {
    main: {
      root: {
        kind: 'column',
        children: [
          { kind: 'button', id: 'tap', text: 'Tap', tap: log('tapped') },
          { kind: 'button', id: 'hold', text: 'Hold', tap: log('held, short'), long_press: log('held') },
          { kind: 'field', id: 'field', hint: 'Text' },
          { kind: 'button', id: 'go', text: 'Go', tap: [...log('went'), { open: 'lively' }] },
          {
            kind: 'view',
            id: 'pad',
            h: 'fill',
            desc: 'Pad',
            tap: log('tapped the pad'),
            swipe_down: log('swiped'),
            pinch_out: log('pinched'),
          },
        ],
      },
    },
    // it rests after four seconds
    lively: {
      open: [
        { set: { n: 0 } },
        ...Array.from({ length: 80 }, (_, i) => ({ after: 50 * (i + 1), do: [{ add: { n: 1 } }] })),
      ],
      root: {
        kind: 'column',
        children: [
          { kind: 'text', id: 'n', text: '${n}' },
          { kind: 'button', id: 'close', text: 'Close', tap: [{ finish: true }] },
        ],
      },
    },
  },
};

export const steps = {
  tap: { action: 'tap', target: { id: 'tap' } },
  // An emulator's gRPC handles places; the helper looks for elements.
  place: { action: 'tap_coordinates', x: 540, y: 100 },
  pressPlace: { action: 'long_press_coordinates', x: 540, y: 1500, durationMs: 20000 },
  go: { action: 'tap', target: { id: 'go' } },
  text: { action: 'type', target: { id: 'field' }, value: 'abc' },
  press: { action: 'long_press', target: { id: 'hold' }, durationMs: 20000 },
  swipe: { action: 'swipe_coordinates', x1: 500, y1: 900, x2: 500, y2: 2000, durationMs: 20000 },
  pinch: { action: 'pinch', cx: 500, cy: 1500, startRadius: 100, endRadius: 400, durationMs: 20000 },
  settle: { action: 'wait_for_stable', timeoutMs: 8000 },
  close: { action: 'tap', target: { id: 'close' } },
  home: { action: 'press_key', keycode: 'KEYCODE_HOME' },
};

export async function startWorld({ backend, deviceArgs = [], grpc = false, env = {} } = {}) {
  const file = path.join(temporaryFolder(), 'touch.json');
  fs.writeFileSync(file, JSON.stringify(app));
  const args = ['--app', file, '--profile', 'realistic', ...deviceArgs];
  const server = await startAdbServer();
  const device = await startVirtual(server, args, { lasting: true });
  const world = { server, device, args };
  if (grpc) world.emulator = await startEmulator(server, device);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...installed, ...env } });
  world.agentest = agentest;
  world.connect = async (more = {}) => {
    const reply = await agentest.connect(app.package, { ...(backend && { backend }), ...more });
    assert.equal(reply.failed, false, reply.text);
    return reply;
  };

  // A call that ends within its own deadline: the client's gives it no longer.
  world.flow = (list, options = {}) =>
    agentest.call(
      'agentest_run_flow',
      { steps: list, echo: true },
      {
        timeout: list.reduce((sum, step) => sum + STEP_MS + (step.durationMs ?? 0) + (step.timeoutMs ?? 0), REPLY_MS),
        ...options,
      },
    );
  world.passes = async (...list) => {
    const { json, text } = await world.flow(list);
    assert.equal(json?.success, true, text);
    return json;
  };
  // Run one step, and do what at the moment in which seen() holds.
  world.during = async (step, seen, what) => {
    let ended = false;
    const reply = world.flow([step]).finally(() => {
      ended = true;
    });
    reply.catch(() => {}); // until() may fail first
    await until(async () => {
      assert.equal(ended, false, 'it is not over');
      return seen();
    }, `the moment in ${step.action}`);
    await what();
    return reply;
  };

  world.touched = async () => !/<no displays touched>/.test(await world.device.console('virtual touches'));
  world.logged = async () =>
    (await world.device.shell('logcat -d -v raw -s Touch'))
      .split('\n')
      .filter((line) => line && !line.startsWith('---'));
  // A fault has met what it was for: that is under way now.
  world.taken = (name) => async () =>
    / 0 /.test((await world.device.console('virtual faults')).match(new RegExp(`^${name} .*`, 'm'))[0]);
  await world.connect();
  return world;
}

// A gRPC server that says it is this device's emulator, and keeps a record.
export async function startEmulator(server, device, port = 0) {
  const record = path.join(temporaryFolder(), 'calls.jsonl');
  fs.writeFileSync(record, '');
  const child = spawn(
    process.execPath,
    [
      rig,
      '--port',
      String(port),
      '--serial',
      String(device.consolePort),
      '--discovery',
      path.join(server.env.HOME, '.android'),
      '--record',
      record,
    ],
    {
      env: { ...server.env, NODE_PATH: path.join(root, 'tests/e2e/node_modules') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  after(() => {
    child.kill('SIGCONT');
    return stop(child, 'SIGKILL');
  });
  await until(() => said.includes('\n'), 'the emulator serves');
  const touches = () =>
    fs
      .readFileSync(record, 'utf8')
      .split('\n')
      .filter((line) => line.includes('sendTouch'))
      .flatMap((line) => JSON.parse(line).request.touches);
  return {
    child,
    port: JSON.parse(said).port,
    touches,
    // Fingers whose last touch has pressure.
    down: () =>
      Object.values(Object.fromEntries(touches().map((touch) => [touch.identifier, touch]))).filter(
        (touch) => touch.pressure > 0,
      ).length,
  };
}

export function fallbacksOf(json) {
  return json.results.flatMap((result) => result.fallbacks ?? []).join('\n');
}

export const touches = [
  ['long press', 'press'],
  ['swipe', 'swipe'],
  ['gesture', 'pinch'],
];
export const LIFTED = /a finger that (helper|adb) had left down was lifted by adb/;
const MAY_BE = /some of it may have been done, so nothing else was tried: look at the screen before you repeat it/;

// The step failed, says in what and by what, and was not done again.
export function failedIn(reply, word, by, code = /^ADB_COMMAND_ERROR$/) {
  assert.equal(reply.failed, true, reply.text);
  assert.match(reply.json.code, code, reply.text);
  assert.match(reply.json.error, new RegExp(`: ${word} by ${by}: `));
  assert.match(reply.json.error, MAY_BE);
  assert.equal(reply.json.results[0].success, false);
}

// Cancelled while its fingers are down; nothing is down afterwards, nothing of
// it is done, and the next flow need not wait for what was given up.
export async function cancelled(w, step, isDown) {
  const cancel = new AbortController();
  await w.device.shell('logcat -c');
  const ended = w.flow([step], { signal: cancel.signal }).then(
    () => 'answered',
    (error) => String(error),
  );
  await until(isDown, 'fingers are down');
  cancel.abort('enough');
  assert.match(await ended, /enough|abort/i);
  await until(async () => !(await isDown()), 'they are up again');
  const flow = await w.passes(steps.place);
  assert.equal(await isDown(), false);
  assert.deepEqual(
    (await w.logged()).filter((line) => line !== 'tapped'),
    [],
  );
  return flow;
}
