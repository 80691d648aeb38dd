// Reports of an app's own work in each front end: the reason of a wait, its length, and the work
// not waited for. The app's JavaScript is a real runtime behind a real Metro.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';
import { startMda } from './mda.mjs';
import { hasRig, startMetro, startSlow } from './rig_metro.mjs';

const name = 'com.example.rn';
const file = path.join(temporaryFolder(), 'rn.json');
fs.writeFileSync(
  file,
  JSON.stringify({
    package: name,
    label: 'RN',
    files: ['lib/arm64-v8a/libreactnative.so'],
    launcher: 'main',
    vars: { hits: 0 },
    screens: {
      main: {
        activity: '.Main',
        root: {
          kind: 'column',
          pad: 48,
          gap: 24,
          children: [
            {
              kind: 'button',
              id: 'buy',
              text: 'Buy',
              tap: [{ run: "typeof onBuy === 'function' && onBuy()" }, { add: { hits: 1 } }],
            },
            { kind: 'text', id: 'hits', text: 'Hits: ${hits}' },
          ],
        },
      },
    },
  }),
);

const needsRig = { skip: !hasRig && '1 skipped: no rig here' };
const server = await startAdbServer();
const device = await startVirtual(server, ['--app', file]);
const buy = { action: 'tap', target: { id: 'buy' } };
const ms = (text) => Number(/\((\d+) ms\)$/.exec(text)?.[1]);

// A request that ends only once the app was asked while it was under way, however long
// that takes: at least twice, after the question of an attachment. begin: the source that
// starts it.
async function requestUntilAsked(metro) {
  const slow = await startSlow();
  await metro.work(`(function () {
    var ask = __agentest.ask;
    globalThis.asked = 0;
    __agentest.ask = function () { asked += globalThis.requested ? 1 : 0; return ask.call(__agentest); };
  })(); null`);
  return {
    begin: `asked = 0; globalThis.requested = 1; fetch('${slow.url}/held').then(function () { requested = 0; });`,
    end: async () => {
      await until(async () => (await metro.work('asked')) > 2, 'the app is asked');
      slow.release();
    },
  };
}
// The runtime of the tests makes more timers for a request.
const waited =
  /^hermes: 1 fetch http:\/\/127\.0\.0\.1:\d+\/held(, \d+ timers? ≤ \d+ ms)?(, an answer: it was busy)? \(\d+ ms\)$/;

test("a flow has each step's wait and the sum, and names once what it does not wait for", needsRig, async () => {
  const metro = await startMetro({ app: name, device });
  const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  await agentest.connect(name, { steal: true });
  const request = await requestUntilAsked(metro);
  await metro.work(
    `setInterval(function () {}, 1000); globalThis.onBuy = function () { onBuy = null; ${request.begin} }; null`,
  );
  const flow = agentest.flowEchoed(buy, buy);
  await request.end();
  const { json, text } = await flow;
  assert.equal(json.success, true, text);
  const [first, second] = json.results;
  assert.match(first.waitedFor ?? '', waited, text);
  assert.deepEqual([first.frameworkSync, second.frameworkSync], [['hermes'], ['hermes']]);
  assert.equal(second.waitedFor, undefined);
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
  const request = await requestUntilAsked(metro);
  await metro.work(`${request.begin} setInterval(function () {}, 5000); null`);
  const reset = agentest.call('agentest_reset_app', {});
  await request.end();
  const { json, text } = await reset;
  assert.match(json.waitedFor ?? '', waited, text);
  assert.match(json.notWaitedFor, /^hermes: every 5000 ms: interval(, in 3000 ms: timer)?$/);
  await metro.stop();
});

test('the command line says what it launched and waited for', needsRig, async () => {
  const metro = await startMetro({ app: name });
  const mda = startMda({ server, env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  await mda.ok(['app', 'launch', '--app-id', name]);
  const request = await requestUntilAsked(metro);
  await metro.work(`${request.begin} setTimeout(function () {}, 60000); null`);
  const launch = mda.ok(['app', 'launch', '--app-id', name]);
  await request.end();
  const launched = (await launch).data;
  assert.match(launched.waited_for ?? '', waited, JSON.stringify(launched));
  assert.match(launched.not_waited_for, /^hermes: in 60000 ms: timer(, in 3000 ms: timer)?$/);
  await metro.work(`${request.begin} null`);
  const tap = mda.ok(['ui', 'tap', 'id:buy', '--app-id', name]);
  await request.end();
  const tapped = (await tap).data;
  assert.match(tapped.waited_for ?? '', waited, JSON.stringify(tapped));
  await metro.stop();
});
