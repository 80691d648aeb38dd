// The backend that reaches a device: the helper on it, the emulator's gRPC or adb; and
// what happens if one of them fails.
import { test, before } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { hasRig, startEmulator } from './emulator.mjs';
import { root, startAll, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

let server, device, agentest;
before(async () => {
  ({ server, device, agentest } = await startAll());
});

const notes = (more = {}) => agentest.connect('com.example.notes', { deviceId: device.serial, ...more });
const open = (uri) => device.shell(`am start -a android.intent.action.VIEW -d ${uri}`);

async function passes(...steps) {
  const { json, text } = await agentest.flowEchoed(...steps);
  assert.equal(json?.success, true, text);
  return json;
}

async function fails(code, ...steps) {
  const { json, text } = await agentest.flowEchoed(...steps);
  assert.equal(json?.success, false, text);
  assert.equal(json.code, code, text);
  return json;
}

const login = [
  { action: 'type', target: { text: 'E-mail' }, value: 'demo@example.com', replace: true },
  { action: 'type', target: { text: 'Password' }, value: 'demo1234', replace: true },
  { action: 'tap', target: { text: 'Log in' } },
];

test('connect: the helper is started without being requested', async () => {
  const { json, failed, text } = await notes();
  assert.equal(failed, false, text);
  assert.equal(json.backend, 'resident');
  assert.equal(json.helperInstalled, true);
  assert.equal(json.treeBackend, undefined);
  assert.equal(json.fallbacks, undefined);
  assert.equal(json.framework, 'native');
  assert.deepEqual(json.frameworkSync, []);
  assert.equal(json.diagnostics, undefined); // all is well
});

test('connect again: the running helper is used again, with or without its name', async () => {
  const {
    json: { session },
  } = await notes();
  await device.console('virtual journal clear');
  await notes();
  const { json } = await notes({ session: (await notes()).json.session });
  assert.equal(json.backend, 'resident');
  assert.doesNotMatch(await device.console('virtual journal'), /app_process/);
  const { json: old } = await agentest.call('agentest_get_ui_tree', { session });
  assert.match(old.error, /was replaced by a later agentest_connect/);
});

test('connect: verbose explains the choice, and why there is no gRPC', async () => {
  const { json } = await notes({ verbose: true });
  assert.match(json.diagnostics.join('\n'), /^\[grpc\] .*pid_\*\.ini/m);
  assert.ok(json.diagnostics.includes('[framework] helper detected primary=native signals=none'));
  assert.ok(
    json.diagnostics.every((line) => /^\[[a-z-]+\] /.test(line)),
    String(json.diagnostics),
  );
});

// Detected by files that a real app of that framework has; in the shop by its classes.
test('connect: the framework of the app', async () => {
  const files = {
    flutter: ['lib/arm64-v8a/libflutter.so', 'assets/flutter_assets/kernel_blob.bin'],
    react_native: ['lib/arm64-v8a/libreactnative.so', 'lib/arm64-v8a/libhermes.so', 'assets/index.android.bundle'],
    compose: ['META-INF/androidx.compose.ui_ui.version'],
  };
  const apps = Object.entries(files).map(([name, list]) => {
    const file = path.join(temporaryFolder(), 'app.json');
    fs.writeFileSync(
      file,
      JSON.stringify({
        package: `com.example.${name}`,
        label: name,
        files: list,
        screens: { main: { root: { kind: 'text', text: name } } },
      }),
    );
    return file;
  });
  const other = await startVirtual(
    server,
    [...apps, path.join(root, 'virtual-android/apps/com.example.shop.json')].flatMap((file) => ['--app', file]),
  );
  const { connect } = await startAgentest(server, { env: { ANDROID_SERIAL: other.serial } });
  for (const name of Object.keys(files)) {
    const { json, structuredContent } = await connect(`com.example.${name}`);
    assert.deepEqual([json.framework, structuredContent.framework, json.diagnostics], [name, name, undefined]);
  }
  const { json } = await connect('com.example.shop', { verbose: true });
  assert.equal(json.framework, 'react_native');
  assert.match(
    json.diagnostics.join('\n'),
    /^\[framework\] helper detected primary=react_native signals=class:com\.facebook\.react\./m,
  );
  const hermes = await connect('com.example.react_native', { verbose: true });
  assert.ok(
    hermes.json.diagnostics.includes(
      '[framework] helper detected primary=react_native ' +
        'signals=lib:libreactnative.so, lib:libhermes.so, asset:index.android.bundle',
    ),
  );
});

test('a flow through the helper', async () => {
  const flow = await passes(...login);
  assert.equal(flow.backend, 'resident');
  assert.equal(flow.screenChanged, true);
  assert.deepEqual(
    flow.results.map((result) => result.fallbacks),
    [undefined, undefined, undefined],
  );
});

test('text in any script', async () => {
  await open('notes://playground');
  for (const value of ['café', 'Привет, мир', '日本語', '🙂 ok']) {
    const { results } = await passes({ action: 'type', target: { id: 'plain' }, value, replace: true });
    assert.equal(results[0].value, value);
  }
  const { results } = await passes({ action: 'clear_text', target: { id: 'plain' } });
  assert.equal(results[0].value, '');
});

test('pinch and rotate need no emulator', async () => {
  await passes({ action: 'pinch', cx: 540, cy: 960, startRadius: 100, endRadius: 300, durationMs: 100 });
  await passes({ action: 'rotate', cx: 540, cy: 960, radius: 200, startAngleDeg: 0, endAngleDeg: 90, durationMs: 100 });
  const { error } = await fails('INVALID_ARGUMENT', {
    action: 'pinch',
    cx: 5,
    cy: 960,
    startRadius: 100,
    endRadius: 300,
  });
  assert.match(error, /outside/);
});

test('backend adb: nothing else is used, and two fingers are refused', async () => {
  const { json } = await notes({ backend: 'adb' });
  assert.equal(json.backend, 'adb');
  assert.equal(json.helperInstalled, false);
  assert.equal(json.framework, undefined);
  assert.deepEqual(json.diagnostics.slice(0, 2), [
    '[helper] backend "adb" was chosen',
    '[framework-sync] attach starting for package=com.example.notes framework=undefined',
  ]);
  assert.equal((await passes({ action: 'press_key', keycode: 'KEYCODE_BACK' })).backend, 'adb');
  const { error } = await fails('UNSUPPORTED', { action: 'pinch', cx: 540, cy: 960, startRadius: 100, endRadius: 300 });
  assert.match(error, /^pinch needs two fingers.*one finger.*"adb" was chosen.*double_tap/);
});

test('backend grpc: refused if there is none', async () => {
  const { failed, json } = await notes({ backend: 'grpc' });
  assert.equal(failed, true);
  assert.equal(json.code, 'GRPC_CONNECTION_ERROR');
  assert.match(json.error, /use backend "auto" or "adb"/);
});

test('AGENTEST_DISABLE_HELPER: only adb, and connect says why', async () => {
  const other = await startAgentest(server, { env: { AGENTEST_DISABLE_HELPER: '1' } });
  await agentest.call('agentest_connect', { packageName: 'com.example.notes', backend: 'adb' });
  const { json } = await other.connect('com.example.notes', { deviceId: device.serial, steal: true });
  assert.equal(json.backend, 'adb');
  assert.equal(json.helperInstalled, false);
  assert.match(json.diagnostics.join('\n'), /^\[helper\] .*AGENTEST_DISABLE_HELPER/m);
});

test('no jar and no APK: only adb, and connect says where it looked for one', async () => {
  const other = await startAgentest(server, { env: { AGENTEST_HELPER_APK_DIR: '/nowhere' } });
  const { json } = await other.connect('com.example.notes', { deviceId: device.serial, steal: true });
  assert.equal(json.backend, 'adb');
  for (const name of ['resident', 'helper'])
    assert.match(
      json.diagnostics.join('\n'),
      new RegExp(`^\\[${name}\\] .*AGENTEST_HELPER_APK_DIR to its folder; no '/nowhere/agentest-helper`, 'm'),
    );
});

test('a killed helper is started again, and the flow continues', async () => {
  await device.shell('am force-stop com.example.notes');
  await notes({ steal: true });
  await device.shell('pkill -f com.agentest.helper.Main');
  const flow = await passes(
    { action: 'tap', target: { text: 'Remember me' } },
    { action: 'tap', target: { text: 'Remember me' } },
  );
  assert.equal(flow.success, true);
});

test('an emulator with gRPC: places and keys by that, elements, text and the tree by the helper', {
  skip: !hasRig,
}, async () => {
  const emulator = await startEmulator(server, device);
  await device.shell('pm clear com.example.notes');
  const { json, failed, text } = await notes({ steal: true });
  assert.equal(failed, false, text);
  assert.deepEqual([json.backend, json.treeBackend, json.helperInstalled], ['grpc', 'resident', true]);

  const tap = await passes({ action: 'tap', target: { text: 'Remember me' } });
  assert.deepEqual([tap.backend, tap.treeBackend], ['resident', undefined]);
  assert.equal(emulator.touches(), 0); // it cannot look first
  const place = await passes({ action: 'tap_coordinates', x: 540, y: 100 });
  assert.deepEqual([place.backend, place.treeBackend], ['grpc', 'resident']);
  assert.ok(emulator.touches() >= 2);
  const before = emulator.touches();
  const type = await passes(login[0]);
  assert.deepEqual([type.backend, type.results[0].value], ['resident', 'demo@example.com']);
  assert.equal(emulator.touches(), before);
  await emulator.stop();
});

test('backend grpc: places by the emulator, elements and the tree by the helper', { skip: !hasRig }, async () => {
  const emulator = await startEmulator(server, device);
  await device.shell('am force-stop com.example.notes');
  const { json, failed, text } = await notes({ backend: 'grpc', steal: true });
  assert.equal(failed, false, text);
  assert.deepEqual([json.backend, json.treeBackend, json.helperInstalled], ['grpc', 'resident', true]);

  const flow = await passes({ action: 'tap', target: { text: 'Remember me' } });
  assert.deepEqual([flow.backend, flow.treeBackend], ['resident', undefined]);
  const tap = { action: 'tap_coordinates', x: 540, y: 100 };
  assert.equal((await passes(tap)).backend, 'grpc');
  const before = emulator.touches();
  await passes({ action: 'pinch', cx: 540, cy: 960, startRadius: 100, endRadius: 300, durationMs: 200 });
  assert.ok(emulator.touches() >= before + 6); // two fingers down, moved and up, however slow the machine

  await emulator.stop();
  const gone = await passes(tap);
  assert.equal(gone.backend, 'resident');
  assert.match(gone.results[0].fallbacks[0], /^tap: resident instead of grpc: /);
  const after_ = await passes(tap);
  assert.match(after_.results[0].fallbacks[0], /^grpc could not be brought up again: /);
  assert.equal((await passes(tap)).results[0].fallbacks, undefined); // it is off
});
