// Finding an app's Metro again when the app restarts or another debugger comes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import WebSocket from 'ws';
import { atEnd, freePort, startAdbServer, startAgentest, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { hasRig, startApp, startMetro, startMetroAlone } from './rig_metro.mjs';

const needsRig = { skip: !hasRig && '1 skipped: no rig here' };
const folder = temporaryFolder();
function appFile(name, more = {}) {
  const file = path.join(folder, `${name}.json`);
  fs.writeFileSync(
    file,
    JSON.stringify({
      package: name,
      label: name,
      files: ['lib/arm64-v8a/libreactnative.so'],
      launcher: 'main',
      vars: { hits: 0 },
      ...more,
      screens: {
        main: {
          activity: '.Main',
          root: {
            kind: 'column',
            children: [
              { kind: 'button', id: 'buy', text: 'Buy', tap: [{ add: { hits: 1 } }] },
              { kind: 'text', text: 'Hits: ${hits}' },
            ],
          },
        },
      },
    }),
  );
  return file;
}
const setPort = hasRig ? await freePort() : 0;
const name = 'com.example.rn';
const told = 'com.example.told';
const server = hasRig && (await startAdbServer());
const device =
  hasRig &&
  (await startVirtual(server, [
    '--app',
    appFile(name),
    '--app',
    appFile(told, { prefs: { [`${told}_preferences`]: { debug_http_host: `10.0.2.2:${setPort}` } } }),
  ]));
const buy = { action: 'tap', target: { id: 'buy' } };

async function connect(app, env = {}) {
  const agentest = await startAgentest(server, { env: { ...env, ANDROID_SERIAL: device.serial } });
  agentest.said = [];
  agentest.again = async () => {
    const { json } = await agentest.connect(app, { steal: true, verbose: true });
    agentest.said.push(...json.diagnostics);
    return json.frameworkSync ?? [];
  };
  await until(async () => (await agentest.again()).includes('hermes'), `attached: ${agentest.said.join('\n')}`);
  return agentest;
}
const waits = async (agentest, app) => {
  await app.work('whenAsked(function () { setTimeout(function () {}, 1400); }); null');
  return (await agentest.flow(buy)).json.results[0].waitedFor;
};

test("adb reverse says at which port of this machine the device's 8081 is", needsRig, async () => {
  const metro = await startMetro({ app: name });
  const other = await startMetro({ app: 'com.example.other' });
  assert.equal((await device.adb('reverse', 'tcp:8081', `tcp:${metro.port}`)).status, 0);
  assert.match((await device.adb('reverse', '--list')).out, new RegExp(`tcp:8081 tcp:${metro.port}`));
  // A Metro that does not list the app does not count, though it comes first.
  const agentest = await connect(name, other.env);
  assert.match(
    agentest.said.join('\n'),
    new RegExp(`/json/list returned [^\n]*com\\.example\\.other[^\n]*\\(port ${other.port}\\)`),
  );
  assert.match(
    agentest.said.join('\n'),
    new RegExp(`/json/list returned [^\n]*com\\.example\\.rn[^\n]*\\(port ${metro.port}\\)`),
  );
  assert.match(await waits(agentest, metro), /hermes: 1 timer/);
  await device.adb('reverse', '--remove-all');
  assert.equal((await device.adb('reverse', '--list')).out.trim(), '');
  await Promise.all([metro.stop(), other.stop()]);
});

test("the app's own setting says where Metro is", needsRig, async () => {
  const metro = await startMetro({ app: told, port: setPort });
  const agentest = await connect(told);
  assert.match(await waits(agentest, metro), /hermes: 1 timer/);
  await metro.stop();
});

test('the ports that were tried are named', needsRig, async () => {
  const agentest = await startAgentest(server, { env: { RCT_METRO_PORT: '1', ANDROID_SERIAL: device.serial } });
  const { json } = await agentest.connect(told, { steal: true, verbose: true });
  assert.match(
    json.diagnostics.join('\n'),
    new RegExp(
      `\\[hermes\\] not available: no Metro on port 1 \\(RCT_METRO_PORT\\), ${setPort} \\(debug_http_host\\), ` +
        '8081 \\(its default\\)',
    ),
  );
});

test('the app restarts twice, and its probe is put in again', needsRig, async () => {
  const port = await freePort();
  const metro = await startMetroAlone(port);
  let app = await startApp(port, name);
  const agentest = await connect(name, { RCT_METRO_PORT: String(port) });
  for (let i = 0; i < 2; i++) {
    assert.match(await waits(agentest, app), /hermes: 1 timer/);
    await app.stop();
    assert.ok((await agentest.flow(buy)).json.success);
    app = await startApp(port, name);
    await until(() => waits(agentest, app), 'the new runtime is asked');
  }
  await app.stop();
  await metro.stop();
});

const emulator = 'sdk_gphone64_x86_64 - 14 - API 34'; // the virtual device's own name

test('among several devices on one Metro, ours is asked', needsRig, async () => {
  const port = await freePort();
  const metro = await startMetroAlone(port);
  const ours = await startApp(port, name, emulator);
  const phone = await startApp(port, name, 'SM-G991B - 14 - API 34');
  const newer = await startApp(port, name, 'sdk_gphone64_x86_64 - 15 - API 35');
  const agentest = await connect(name, { RCT_METRO_PORT: String(port) });
  for (const other of [phone, newer]) assert.equal(await waits(agentest, other), undefined);
  assert.match(await waits(agentest, ours), /hermes: 1 timer/);
  await Promise.all([ours, phone, newer, metro].map((it) => it.stop()));
});

test(
  "another device's runtime is left alone, and taken for a renamed one where it can be no other",
  needsRig,
  async () => {
    const port = await freePort();
    const metro = await startMetroAlone(port);
    const phone = await startApp(port, name, 'SM-G991B - 13 - API 33');
    const second = await startVirtual(server, ['--api', '33']);
    const agentest = await startAgentest(server, {
      env: { RCT_METRO_PORT: String(port), ANDROID_SERIAL: device.serial },
    });
    const said = [];
    await until(async () => {
      const { json } = await agentest.connect(name, { steal: true, verbose: true });
      assert.deepEqual(json.frameworkSync ?? [], []);
      said.push(...json.diagnostics);
      const text = said.join('\n');
      return (
        /\[hermes\] Metro on port \d+ lists com\.example\.rn on "SM-G991B - 13 - API 33"/.test(text) &&
        text.includes(`which may be another device (${emulator})`)
      );
    }, 'the diagnostics name both');
    assert.equal(await waits(agentest, phone), undefined);
    await agentest.client.close();
    await stop(second.child);
    await until(async () => !(await server.query('host:devices')).includes(second.serial), 'the second device is gone');
    const alone = await connect(name, { RCT_METRO_PORT: String(port) });
    assert.match(await waits(alone, phone), /hermes: 1 timer/);
    await Promise.all([phone, metro].map((it) => it.stop()));
  },
);

// A reload within the same page, as newer versions do it: all globals are new.
test("the runtime's globals are new after a reload", needsRig, async () => {
  const metro = await startMetro({ app: name });
  const agentest = await connect(name, metro.env);
  assert.match(await waits(agentest, metro), /hermes: 1 timer/);
  await metro.work(`delete globalThis.__agentest; delete globalThis.__agentestNames;
    globalThis.setTimeout = process.mainModule.require('node:timers').setTimeout; null`);
  assert.ok((await agentest.flow(buy)).json.success);
  assert.match(await waits(agentest, metro), /hermes: 1 timer/);
  assert.equal(await metro.work('typeof __agentest'), 'object');
  await metro.stop();
});

for (const flavour of ['current', 'next']) {
  test(`another debugger takes the runtime, and keeps it: ${flavour}`, needsRig, async () => {
    const metro = await startMetro({ app: name, flavour });
    const agentest = await connect(name, metro.env);
    const [target] = await (await fetch(`http://127.0.0.1:${metro.port}/json/list`)).json();
    const debuggerOf = new WebSocket(target.webSocketDebuggerUrl, { origin: `http://localhost:${metro.port}` });
    atEnd(() => debuggerOf.terminate());
    let closed = false;
    debuggerOf.on('close', () => {
      closed = true;
    });
    await new Promise((done, fail) => {
      debuggerOf.once('open', done).once('error', fail);
    });
    await until(async () => !(await agentest.again()).includes('hermes'), 'agentest is thrown out');
    assert.match(agentest.said.join('\n'), /\[hermes\] lost: another debugger has taken the app's JavaScript/);
    for (let i = 0; i < 3; i++) {
      const { json, text } = await agentest.flow(buy);
      assert.ok(json.success && !json.results[0].waitedFor, text);
    }
    const answer = new Promise((done) => {
      debuggerOf.once('message', (data) => done(JSON.parse(data)));
    });
    debuggerOf.send(
      JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: '6 * 7', returnByValue: true } }),
    );
    assert.equal((await answer).result.result.value, 42);
    assert.ok(!closed, 'the other debugger is left alone');
    debuggerOf.terminate();
    await metro.stop();
  });
}
