// What each front end says of an app's own work: what a wait was for, how long, and what
// was not waited for. The app's JavaScript is a real runtime behind a real Metro.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';
import { hasRig, startMetro } from './rig_metro.mjs';

const name = 'com.example.rn';
const file = path.join(temporaryFolder(), 'rn.json');
fs.writeFileSync(file, JSON.stringify({
  package: name, label: 'RN', files: ['lib/arm64-v8a/libreactnative.so'], launcher: 'main', vars: { hits: 0 },
  screens: {
    main: {
      activity: '.Main',
      root: {
        kind: 'column', pad: 48, gap: 24,
        children: [{ kind: 'button', id: 'buy', text: 'Buy', tap: [{ add: { hits: 1 } }] },
          { kind: 'text', id: 'hits', text: 'Hits: ${hits}' }],
      },
    },
  },
}));

const needsRig = { skip: !hasRig && '1 skipped: no rig here' };
const server = await startAdbServer();
const device = await startVirtual(server, ['--app', file]);
const buy = { action: 'tap', target: { id: 'buy' } };
const ms = (text) => Number(/\((\d+) ms\)$/.exec(text)?.[1]);

test('a flow has each step\'s wait and the sum, and names once what it does not wait for', needsRig, async () => {
  const metro = await startMetro({ app: name });
  const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  await agentest.connect(name, { steal: true });
  await metro.work('setInterval(function () {}, 1000); setTimeout(function () {}, 700); null');
  const { json, text } = await agentest.flowEchoed(buy, buy);
  assert.equal(json.success, true, text);
  const [first, second] = json.results;
  assert.match(first.waitedFor, /^hermes: 1 timer ≤ \d+ ms \(\d+ ms\)$/, text);
  assert.deepEqual([first.frameworkSync, second.frameworkSync], [['hermes'], ['hermes']]);
  assert.equal(second.waitedFor, undefined);
  assert.ok(ms(first.waitedFor) <= 700, first.waitedFor);
  assert.equal(json.waitedForMs, ms(first.waitedFor));
  assert.match(first.note, /not waited for: hermes: every 1000 ms: interval/);
  assert.doesNotMatch(second.note ?? '', /interval/);
  assert.ok(json.timing.ownMs >= 0, text);
  await metro.stop();
});

test('a restart says what it waited for', needsRig, async () => {
  const metro = await startMetro({ app: name });
  const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  await agentest.connect(name, { steal: true });
  await metro.work('setTimeout(function again() { setTimeout(function () {}, 1400); }, 1400); setInterval(function () {}, 5000); null');
  const { json, text } = await agentest.call('agentest_reset_app', {});
  assert.match(json.waitedFor ?? '', /^hermes: .*timers? ≤ \d+ ms/, text);
  assert.match(json.notWaitedFor, /^hermes: every 5000 ms: interval$/);
  await metro.stop();
});

test('the command line says what it launched and waited for', needsRig, async () => {
  const metro = await startMetro({ app: name });
  const mda = startMda({ server, env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  await mda.ok(['app', 'launch', '--app-id', name]);
  await metro.work('setTimeout(function () {}, 3000); setTimeout(function () {}, 1450); null');
  const launched = (await mda.ok(['app', 'launch', '--app-id', name])).data;
  assert.match(launched.waited_for ?? '', /^hermes: 1 timer ≤ \d+ ms \(\d+ ms\)$/, JSON.stringify(launched));
  assert.equal(launched.not_waited_for, 'hermes: in 3000 ms: timer');
  await metro.work('setTimeout(function () {}, 1450); null');
  const tapped = (await mda.ok(['ui', 'tap', 'id:buy', '--app-id', name])).data;
  assert.match(tapped.waited_for ?? '', /^hermes: 1 timer/, JSON.stringify(tapped));
  await metro.stop();
});
