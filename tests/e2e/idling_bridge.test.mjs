// An app that says itself when it is busy: asked through the resident helper that runs
// there, and over adb where none does, or while it is gone.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';

const name = 'com.example.compose';
const says = (idle, ...pending) => ({ idling: `wire=1, idle=${idle}, pending=${JSON.stringify(pending)}` });
const uploads = { source: 'app', name: 'uploads' };
const tap = (target) => ({ action: 'tap', target });

// The screen rests at once; the app stays busy until the test ends its work.
const app = (first) => ({
  package: name,
  label: 'Compose',
  files: ['META-INF/androidx.compose.ui_ui.version'],
  launcher: 'main',
  screens: {
    main: {
      activity: '.Main',
      open: [first],
      root: {
        kind: 'column',
        pad: 48,
        gap: 24,
        children: [
          {
            kind: 'button',
            id: 'upload',
            text: 'Upload',
            tap: [says(0, uploads), { log: 'uploads begin', tag: 'app' }],
          },
          { kind: 'button', id: 'forever', text: 'Forever', tap: [says(0, { source: 'espresso', name: 'OkHttp' })] },
          { kind: 'button', id: 'newer', text: 'Newer', tap: [{ idling: 'wire=2, idle=1, tags=x, pending=[]' }] },
        ],
      },
    },
  },
});

const server = await startAdbServer();

async function begin({ first = says(1), env } = {}) {
  const file = path.join(temporaryFolder(), 'compose.json');
  fs.writeFileSync(file, JSON.stringify(app(first)));
  const device = await startVirtual(server, ['--app', file]);
  const agentest = await startAgentest(server, { env: { ...env, ANDROID_SERIAL: device.serial } });
  let diagnostics = '';
  let reply;
  const connect = async () => {
    reply = await agentest.connect(name, { steal: true, verbose: true });
    diagnostics += `${reply.json.diagnostics.join('\n')}\n`;
    return reply;
  };
  await until(async () => {
    await connect();
    return reply.json.frameworkSync.includes('idling_bridge') || /not present/.test(diagnostics);
  }, 'the bridge is found, or not');
  return { device, agentest, reply, connect, said: () => diagnostics };
}

const journal = (device) => device.console('virtual journal');
const queries = async (device) => ((await journal(device)).match(/content query/g) ?? []).length;
// By whichever way.
const questions = async (device) =>
  (await queries(device)) + ((await device.console('virtual notes')).match(/POST \/idling/g) ?? []).length;
const asked = async (device, more, what) => {
  const before = await questions(device);
  await until(async () => (await questions(device)) >= before + more, what);
};
const endUploads = (device) =>
  device.shell(
    `content insert --uri content://settings/idling --bind name:s:${name} --bind 'value:s:${says(1).idling}'`,
  );
const waited = (reply) =>
  Number(/^idling_bridge: app: uploads \((\d+) ms\)$/.exec(reply.json.results[0].waitedFor ?? '')?.[1]);

// The step ends after the app, which ends only once it was asked again: its first answer was that
// it is busy. meanwhile(): runs between the two.
async function waitsForUploads(device, agentest, t, meanwhile = async () => {}) {
  let ended = 0;
  const step = agentest
    .flowEchoed(tap({ id: 'upload' }))
    .then((reply) => ({ reply, at: performance.now(), early: ended === 0 }));
  await until(async () => /uploads begin/.test(await device.shell('logcat -d -s app')), 'the app was tapped');
  await asked(device, 1, 'it is asked after the tap');
  await meanwhile();
  await asked(device, 2, 'it is asked again');
  ended = performance.now();
  await endUploads(device);
  const { reply, at, early } = await step;
  assert.ok(!early, `the step ended before the uploads: ${reply.text}`);
  assert.equal(reply.json.success, true, reply.text);
  assert.deepEqual(reply.json.results[0].frameworkSync, ['idling_bridge'], reply.text);
  assert.ok(waited(reply) > 0, reply.text);
  t.diagnostic(`the step ended ${(at - ended).toFixed()} ms after the uploads`);
  return reply;
}

test('through the resident helper: a step waits for the app, and no process is started for it', async (t) => {
  const { device, agentest, reply, connect, said } = await begin();
  assert.equal(reply.json.backend, 'resident');
  assert.match(said(), /\[idling-bridge\] asked through the resident helper/);
  await waitsForUploads(device, agentest, t);
  assert.equal(await queries(device), 0, await journal(device));
  assert.doesNotMatch(await journal(device), /dumpsys package/);
  await until(async () => {
    await connect();
    return /\[framework-sync\] attached: idling_bridge$/m.test(said());
  }, 'where nothing is new, it is said what is attached');
  assert.doesNotMatch(said(), /no source of its own/);
});

test('endless work is reported, and not waited for a second time', async () => {
  const { agentest } = await begin();
  const first = await agentest.flowEchoed(tap({ id: 'forever' }));
  assert.equal(first.json.results[0].idle, 'loading', first.text);
  assert.match(first.text, /Espresso: OkHttp/);
  const second = await agentest.flowEchoed(tap({ id: 'forever' }));
  assert.notEqual(second.json.results[0].idle, 'loading', second.text);
});

test('without a resident helper it is asked over adb', async (t) => {
  const { device, agentest, said } = await begin({ env: { AGENTEST_HELPER: 'apk' } });
  assert.match(said(), /\[idling-bridge\] asked over adb$/m);
  await waitsForUploads(device, agentest, t);
  assert.ok((await queries(device)) > 0);
});

test('the helper is killed in the middle of a wait', async (t) => {
  const { device, agentest, connect, said } = await begin();
  await waitsForUploads(device, agentest, t, () => device.shell('pkill -9 -f com.agentest.helper.Main'));
  assert.ok((await queries(device)) > 0, 'it was asked over adb then');
  await until(async () => {
    await connect();
    return /asked through [^]*asked over adb: [^]*asked through the resident helper$/m.test(said());
  }, 'the helper of the next start is asked again');
});

test('an Android whose helper cannot ask it', async (t) => {
  const { device, agentest, connect, said } = await begin();
  await device.fault('idling-unsupported');
  await waitsForUploads(device, agentest, t);
  await connect();
  assert.match(said(), /\[idling-bridge\] asked over adb: the helper cannot ask it here/);
  assert.ok((await queries(device)) > 0);
});

test('an app without the bridge is not asked again', async () => {
  const { device, reply, agentest, said } = await begin({ first: { idling: '' } });
  assert.deepEqual(reply.json.frameworkSync, []);
  assert.match(said(), /\[idling-bridge\] not present/);
  const before = await questions(device);
  // Now it has one: who asked again would find it.
  const { json, text } = await agentest.flowEchoed(tap({ id: 'newer' }), tap({ id: 'newer' }));
  assert.equal(json.success, true, text);
  assert.deepEqual(
    json.results.map(({ frameworkSync }) => frameworkSync ?? []),
    [[], []],
    text,
  );
  assert.equal(await questions(device), before, await journal(device));
});

test('a bridge that is newer than this program', async () => {
  const { agentest, connect, said } = await begin();
  const { json, text } = await agentest.flowEchoed(tap({ id: 'newer' }), tap({ id: 'newer' }));
  assert.equal(json.success, true, text);
  assert.deepEqual(json.results[1].frameworkSync, ['idling_bridge'], text);
  await connect();
  assert.equal(said().match(/the app's bridge has version 2, newer than 1/g)?.length, 1, said());
});
