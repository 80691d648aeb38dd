// A Flutter app on the device, with a Dart VM service that is found by the app's log
// and reached through the adb server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startDartVm } from './guests/dart_vm.mjs';
import { startAdbServer } from './lib.mjs';
import { startFlutter, stepOnceAsked } from './rig_dart.mjs';

const server = await startAdbServer();
const buy = { action: 'tap', target: { id: 'buy' } };

async function start({ redirects = false, service, ...options } = {}) {
  const vm = await startDartVm(service);
  const first = redirects ? await startDartVm({ redirect: vm.url }) : vm;
  return startFlutter(server, vm, { first, ...options });
}

// A request of the app that a tap waits for.
async function expectWaits(flutter, word) {
  const request = flutter.vm.beginRequest(`https://example.com/${word}?token=secret`);
  const reply = await stepOnceAsked(flutter, buy, request.end);
  assert.match(reply.json.results[0].waitedFor ?? '', new RegExp(`1 fetch https://example\\.com/${word}`), reply.text);
  assert.ok(!reply.text.includes('secret'));
  return reply;
}

// Until the test says so.
function frames(vm) {
  const timer = setInterval(vm.frame, 40);
  return { end: () => clearInterval(timer) };
}

test('connect finds the service by the log, and its code is nowhere', async () => {
  const { vm, agentest, reply, said } = await start();
  assert.equal(reply.json.framework, 'flutter');
  assert.deepEqual(reply.json.frameworkSync, ['dart_vm'], said);
  assert.match(said, /\[dart-vm\] connected/);
  assert.ok(!JSON.stringify(reply).includes(vm.code) && !agentest.log.includes(vm.code));
});

test('frames after a tap are waited for, and a request until it is answered', async () => {
  const flutter = await start();
  const burst = frames(flutter.vm);
  const request = flutter.vm.beginRequest('https://example.com/cart?token=secret');
  const reply = await stepOnceAsked(flutter, buy, () => {
    burst.end();
    request.end();
  });
  const { waitedFor = '' } = reply.json.results[0];
  assert.match(waitedFor, /dart_vm: /, reply.text);
  assert.match(waitedFor, /1 animation/);
  assert.match(waitedFor, /1 fetch https:\/\/example\.com\/cart/);
  assert.ok(!reply.text.includes('secret'));
});

test('frames without end are named', async () => {
  const { vm, agentest } = await start();
  const burst = frames(vm);
  await agentest.flow(buy);
  const reply = await agentest.flow(buy);
  burst.end();
  assert.ok(reply.json.success && reply.json.results[0].idle !== 'loading', reply.text);
  assert.match(reply.text, /animation without end/);
});

test('a hot restart is survived', async () => {
  const flutter = await start();
  flutter.vm.hotRestart();
  assert.ok((await flutter.agentest.flow(buy)).json.success);
  await expectWaits(flutter, 'after');
});

test('the redirect of an attached flutter run is followed', async () => {
  const flutter = await start({ redirects: true });
  assert.deepEqual(flutter.reply.json.frameworkSync, ['dart_vm'], flutter.said);
  assert.match(flutter.said, /\[dart-vm\] .*redirected/);
  await expectWaits(flutter, 'through');
});

test('a release build costs nothing but a line', async () => {
  const { agentest, reply, said } = await start({ log: ['hello'], attaches: false });
  assert.deepEqual(reply.json.frameworkSync, []);
  assert.match(said, /\[dart-vm\] not available/);
  assert.ok((await agentest.flow(buy)).json.success);
});

test('requests that have ended are not listed again', async () => {
  const flutter = await start();
  const { vm, agentest } = flutter;
  for (let i = 0; i < 50; i++) vm.beginRequest(`https://example.com/${i}`).end();
  await agentest.flow(buy);
  await agentest.flow(buy);
  await expectWaits(flutter, 'late');
  assert.ok(vm.counts.includes(50) && vm.counts.at(-1) <= 1, String(vm.counts));
});

test('a log that is larger than what is taken of it', async () => {
  const vm = await startDartVm();
  const chatter = Array.from({ length: 3900 }, (_, i) => `${i} ${'x'.repeat(1300)}`);
  const { reply, said } = await startFlutter(server, vm, { log: [vm.line, ...chatter] });
  assert.deepEqual(reply.json.frameworkSync, ['dart_vm'], said);
});
