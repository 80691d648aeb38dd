// A real Dart VM: its VM service, its HTTP profile, its isolates and its pauses.
import assert from 'node:assert/strict';
import test from 'node:test';
import WebSocket from 'ws';
import { startDartVm } from './guests/dart_vm.mjs';
import { startAdbServer, until } from './lib.mjs';
import { endOnceAsked, hasDart, installFlutter, startFlutter, startRealDart, stepOnceAsked } from './rig_dart.mjs';
import { startSlow } from './rig_metro.mjs';

const needsDart = { skip: !hasDart && '1 skipped: no Dart VM here' };
const server = await startAdbServer();
const buy = { action: 'tap', target: { id: 'buy' } };

// Another client of the service, for the test: a debugger.
async function startDebugger(vm) {
  const socket = new WebSocket(vm.url);
  await new Promise((done, fail) => {
    socket.on('open', done);
    socket.on('error', fail);
  });
  let last = 0;
  const waiting = new Map();
  socket.on('message', (data) => {
    const message = JSON.parse(data);
    waiting.get(message.id)?.(message);
  });
  const call = (method, params = {}) =>
    new Promise((done) => {
      waiting.set(++last, done);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: last, method, params }));
    });
  const { result } = await call('getVM');
  return {
    call,
    isolateId: result.isolates.find(({ isSystemIsolate }) => !isSystemIsolate).id,
    end: () => socket.close(),
  };
}

// A request of the app that a tap waits for.
async function expectWaits(flutter, slow, path) {
  await flutter.vm.tell({ do: 'fetch', url: `${slow.url}${path}` });
  await until(slow.held, 'the request has arrived');
  const reply = await stepOnceAsked(flutter, buy, slow.release);
  assert.match(
    reply.json.results[0].waitedFor ?? '',
    new RegExp(`1 fetch http://127\\.0\\.0\\.1:\\d+${path}`),
    reply.text,
  );
}

test('a real VM service is attached to, and its frames and requests are waited for', needsDart, async () => {
  const vm = await startRealDart();
  const slow = await startSlow();
  const flutter = await startFlutter(server, vm);
  const { reply, said } = flutter;
  assert.deepEqual(reply.json.frameworkSync, ['dart_vm'], said);
  assert.ok(!said.includes(vm.code) && !JSON.stringify(reply).includes(vm.code));
  await vm.frames(true);
  await vm.tell({ do: 'fetch', url: `${slow.url}/cart?token=secret` });
  await until(slow.held, 'the request has arrived');
  const { json, text } = await stepOnceAsked(flutter, buy, async () => {
    await vm.frames(false);
    slow.release();
  });
  assert.match(json.results[0].waitedFor ?? '', /dart_vm: .*1 fetch http:\/\/127\.0\.0\.1:\d+\/cart/, text);
  assert.match(json.results[0].waitedFor, /1 animation/);
  assert.ok(!text.includes('secret'));
  await vm.stop();
});

test('isolates that come and go are not the app', needsDart, async () => {
  const vm = await startRealDart();
  const slow = await startSlow();
  const flutter = await startFlutter(server, vm);
  for (let i = 0; i < 5; i++) await vm.tell({ do: 'isolate' });
  await expectWaits(flutter, slow, '/after');
  await vm.stop();
});

test('the reply names an app that a debugger has paused, and waits for nothing', needsDart, async () => {
  const vm = await startRealDart();
  const flutter = await startFlutter(server, vm);
  const { agentest } = flutter;
  const debug = await startDebugger(vm);
  await debug.call('pause', { isolateId: debug.isolateId });
  await until(
    async () => /not waited for: dart_vm: paused by a debugger/.test((await agentest.flow(buy)).text),
    'the pause is named',
  );
  const reply = await agentest.flow(buy);
  assert.ok(reply.json.success && !reply.json.results[0].waitedFor, reply.text);
  await debug.call('resume', { isolateId: debug.isolateId });
  await expectWaits(flutter, await startSlow(), '/resumed');
  debug.end();
  await vm.stop();
});

test('an app that is attached to before its main() is waited for once that runs', needsDart, async () => {
  const vm = await startRealDart({ paused: true });
  const flutter = await startFlutter(server, vm);
  assert.match((await flutter.agentest.flow(buy)).text, /not waited for: dart_vm: paused by a debugger/);
  const debug = await startDebugger(vm);
  const { length } = vm.asked;
  await debug.call('resume', { isolateId: debug.isolateId });
  await vm.tell({ do: 'firstFrame', sent: true });
  // A step asks it first, so that its requests are recorded from now on.
  await until(async () => {
    await flutter.agentest.flow(buy);
    return vm.asked.slice(length).includes('ext.dart.io.httpEnableTimelineLogging');
  }, 'it is met');
  await expectWaits(flutter, await startSlow(), '/begun');
  debug.end();
  await vm.stop();
});

test('connect waits for the first frame', needsDart, async () => {
  const vm = await startRealDart();
  const { connect } = await installFlutter(server, vm);
  let reply;
  // On a busy machine a real VM is attached to after connect has answered.
  await until(async () => {
    await vm.tell({ do: 'firstFrame', sent: false });
    reply = await endOnceAsked(vm, connect, async (ended) => {
      if (!ended) await vm.tell({ do: 'firstFrame', sent: true });
    });
    return reply.json.frameworkSync.includes('dart_vm');
  }, 'attached');
  assert.match(reply.json.waitedFor ?? '', /dart_vm: the first frame/, reply.text);
  await vm.stop();
});

test('a code of an earlier process is refused at once', needsDart, async () => {
  const vm = await startRealDart();
  const { reply, said } = await startFlutter(server, vm, {
    log: [vm.line.replace(vm.code, 'AAAAAAAAAAA=')],
    attaches: false,
  });
  assert.deepEqual(reply.json.frameworkSync, []);
  assert.match(said, /\[dart-vm\] .*403/);
  await vm.stop();
});

test('a real service that flutter run has taken over redirects', needsDart, async () => {
  const vm = await startRealDart();
  const other = await startDartVm();
  const debug = await startDebugger(vm);
  await debug.call('_yieldControlToDDS', { uri: other.url.replace('ws:', 'http:') });
  const { reply, said } = await startFlutter(server, other, { first: vm });
  assert.deepEqual(reply.json.frameworkSync, ['dart_vm'], said);
  assert.match(said, /redirected/);
  assert.ok(other.asked.includes('getVM'));
  await vm.stop();
});
