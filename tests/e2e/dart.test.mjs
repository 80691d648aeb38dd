// A Flutter app on the device, with a Dart VM service that is found by the app's log
// and reached through the adb server.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startDartVm } from './guests/dart_vm.mjs';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';

const name = 'com.example.flutter';
const server = await startAdbServer();
const buy = { action: 'tap', target: { id: 'buy' } };

// A device with the app, whose log says where the service is.
async function start({ log, redirects = false, env } = {}) {
  const vm = await startDartVm();
  const first = redirects ? await startDartVm({ redirect: vm.url }) : vm;
  const file = path.join(temporaryFolder(), 'flutter.json');
  fs.writeFileSync(file, JSON.stringify({
    package: name, label: 'Flutter', files: ['lib/arm64-v8a/libflutter.so', 'lib/arm64-v8a/libapp.so'], launcher: 'main', vars: { hits: 0 },
    screens: {
      main: {
        activity: '.MainActivity',
        open: [{ log: log ?? first.line, tag: 'flutter', priority: 'I' }],
        root: {
          kind: 'column', pad: 48, gap: 24,
          children: [{ kind: 'text', text: 'Cart' }, { kind: 'button', id: 'buy', text: 'Buy', tap: [{ add: { hits: 1 } }] },
            { kind: 'text', id: 'hits', text: 'Hits: ${hits}' }],
        },
      },
    },
  }));
  const device = await startVirtual(server, ['--app', file]);
  await device.console(`virtual port tcp:${first.port} tcp:127.0.0.1:${first.port}`);
  const agentest = await startAgentest(server, { env: { ...env, ANDROID_SERIAL: device.serial } });
  let reply;
  let said = '';
  // A slow machine attaches after connect has answered.
  await until(async () => {
    reply = await agentest.connect(name, { steal: true, verbose: true });
    said += `${reply.json.diagnostics.join('\n')}\n`;
    return /connected|not available/.test(said);
  }, 'the service is found, or not');
  if (/connected/.test(said)) {
    await until(async () => {
      reply = await agentest.connect(name, { steal: true });
      return reply.json.frameworkSync.includes('dart_vm');
    }, 'it is attached');
  }
  return { vm, device, agentest, reply, said };
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
  assert.ok(vm.asked.includes('ext.flutter.debugDumpSemanticsTreeInTraversalOrder'));
});

test('frames after a tap are waited for, and a request until it is answered', async () => {
  const { vm, agentest } = await start();
  const burst = frames(vm);
  const request = vm.beginRequest('https://example.com/cart?token=secret');
  setTimeout(burst.end, 400);
  setTimeout(request.end, 700);
  const reply = await agentest.flow(buy);
  const [step] = reply.json.results;
  assert.match(step.waitedFor, /dart_vm: /);
  assert.match(step.waitedFor, /1 animation/);
  assert.match(step.waitedFor, /1 fetch https:\/\/example\.com\/cart/);
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
  const { vm, agentest } = await start();
  vm.hotRestart();
  assert.ok((await agentest.flow(buy)).json.success);
  const request = vm.beginRequest('https://example.com/after');
  setTimeout(request.end, 500);
  assert.match((await agentest.flow(buy)).json.results[0].waitedFor, /1 fetch https:\/\/example\.com\/after/);
});

test('where flutter run is attached the redirect is followed', async () => {
  const { agentest, vm, reply, said } = await start({ redirects: true });
  assert.deepEqual(reply.json.frameworkSync, ['dart_vm'], said);
  assert.match(said, /\[dart-vm\] .*redirected/);
  const request = vm.beginRequest('https://example.com/through');
  setTimeout(request.end, 500);
  assert.match((await agentest.flow(buy)).json.results[0].waitedFor, /1 fetch https:\/\/example\.com\/through/);
});

test('a release build costs nothing but a line', async () => {
  const { agentest, reply, said } = await start({ log: 'hello' });
  assert.deepEqual(reply.json.frameworkSync, []);
  assert.match(said, /\[dart-vm\] not available/);
  assert.ok((await agentest.flow(buy)).json.success);
});
