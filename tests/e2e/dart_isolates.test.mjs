// The app's isolate, and when it can answer: attached to before main(), before Flutter's binding,
// or while another isolate of the app runs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startDartVm } from './guests/dart_vm.mjs';
import { printScreen } from './guests/flutter_semantics.mjs';
import { startAdbServer, until } from './lib.mjs';
import { canvasView, endOnceAsked, startFlutter, stepOnceAsked } from './rig_dart.mjs';

const server = await startAdbServer();
const buy = { action: 'tap', target: { id: 'buy' } };
const profile = 'ext.dart.io.getHttpProfile';
const print = (label) =>
  printScreen({ ...canvasView, scale: 2.625 }, [
    { rect: [16, 16, 300, 60], actions: ['tap'], flags: ['isButton'], label },
  ]);
const counted = (vm, name) => vm.asked.filter((it) => it === name).length;

async function start(options, more) {
  return startFlutter(server, await startDartVm(options), more);
}

async function expectWaits(flutter) {
  const request = flutter.vm.beginRequest('https://example.com/cart');
  const reply = await stepOnceAsked(flutter, buy, request.end);
  assert.match(reply.json.results[0].waitedFor ?? '', /1 fetch https:\/\/example\.com\/cart/, reply.text);
}

// A step that waits for the first frame, which comes once the app was asked.
async function expectFirstFrame(flutter) {
  const reply = await stepOnceAsked(flutter, buy, () => flutter.vm.firstFrame(true));
  assert.match(reply.json.results[0].waitedFor ?? '', /the first frame/, reply.text);
}

test('an isolate that is busy in main() after a hot restart is attached to when it answers', async () => {
  const flutter = await start();
  const { vm, agentest } = flutter;
  vm.busy(true);
  vm.firstFrame(false);
  vm.hotRestart();
  const met = counted(vm, 'getIsolatePauseEvent');
  assert.ok((await agentest.flow(buy)).json.success);
  assert.ok(counted(vm, 'getIsolatePauseEvent') > met, 'the new isolate was asked');
  vm.busy(false);
  await until(() => counted(vm, 'ext.flutter.didSendFirstFrameRasterizedEvent') > 1, 'it is met again');
  await expectFirstFrame(flutter);
  await expectWaits(flutter);
});

test('an app that is paused at the attach is waited for once it resumes', async () => {
  const flutter = await start({ paused: true });
  assert.match((await flutter.agentest.flow(buy)).text, /not waited for: dart_vm: paused by a debugger/);
  flutter.vm.resume();
  await expectWaits(flutter);
});

test("an isolate that cannot run yet is the app's restart", async () => {
  const { vm, agentest } = await start();
  vm.runnable(false);
  vm.hotRestart();
  const reply = await endOnceAsked(
    vm,
    () => agentest.flow(buy),
    () => vm.runnable(true),
    async () => counted(vm, 'ext.dart.io.httpEnableTimelineLogging') > 2,
  );
  assert.match(reply.json.results[0].waitedFor ?? '', /the app's restart/, reply.text);
});

test('the first frame is waited for once the binding is there', async () => {
  const flutter = await start({ bound: false });
  flutter.vm.firstFrame(false);
  flutter.vm.bind();
  await expectFirstFrame(flutter);
});

test('a program without a binding is not waited for', async () => {
  const { vm, agentest } = await start({ bound: false });
  const asked = counted(vm, profile);
  const reply = await agentest.flow(buy);
  assert.ok(reply.json.success && !reply.json.results[0].waitedFor, reply.text);
  assert.ok(counted(vm, profile) > asked);
});

test('semantics that came with the binding are read', async () => {
  const { vm, agentest } = await start({ bound: false }, { canvas: true });
  vm.semantics(print('Pay'));
  assert.doesNotMatch(await agentest.tree(), /Pay/);
  vm.bind(); // an event, which may arrive after the next reading has begun
  let readings = 0;
  await until(async () => ++readings && /Pay/.test(await agentest.tree()), 'they are read');
  assert.ok(readings <= 2, `${readings} readings`);
});

test("an isolate of the app that runs before the screen's is left for it", async () => {
  const flutter = await start({ serves: true });
  assert.ok((await flutter.agentest.flow(buy)).json.success);
  flutter.vm.show();
  await expectWaits(flutter);
});
