// A React Native app on the device, whose JavaScript is a real runtime behind a real
// Metro: what it still does is waited for, and named.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';
import { hasRig, startMetro, startSlow } from './rig_metro.mjs';

const name = 'com.example.rn';
const file = path.join(temporaryFolder(), 'rn.json');
fs.writeFileSync(
  file,
  JSON.stringify({
    package: name,
    label: 'RN',
    files: ['lib/arm64-v8a/libreactnative.so', 'lib/arm64-v8a/libhermes.so'],
    launcher: 'main',
    vars: { hits: 0, copy: 'Copy' },
    screens: {
      main: {
        activity: '.Main',
        root: {
          kind: 'column',
          pad: 48,
          gap: 24,
          children: [
            { kind: 'text', text: 'Cart' },
            {
              kind: 'button',
              id: 'buy',
              text: 'Buy',
              tap: [{ add: { hits: 1 } }, { run: 'globalThis.onBuy && onBuy(); null' }],
            },
            { kind: 'text', id: 'hits', text: 'Hits: ${hits}' },
            { kind: 'text', id: 'copy', text: '${copy}' },
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

async function connect(env, wanted = ['hermes']) {
  const agentest = await startAgentest(server, { env: { ...env, ANDROID_SERIAL: device.serial } });
  const reply = await agentest.connect(name, { steal: true, verbose: true });
  let said = reply.json.diagnostics.join('\n');
  // A slow machine attaches after connect has answered.
  await until(async () => {
    const { json } = await agentest.connect(name, { steal: true, verbose: true });
    said += `\n${json.diagnostics.join('\n')}`;
    return JSON.stringify(json.frameworkSync) === JSON.stringify(wanted);
  }, `attached: ${wanted}`);
  return { agentest, reply, said };
}

for (const flavour of ['current', 'next', 'old', 'legacy']) {
  test(`connect attaches to the app's runtime: ${flavour}`, needsRig, async () => {
    const metro = await startMetro({ app: name, flavour, device, strict: flavour === 'current' });
    const { agentest, reply, said } = await connect(metro.env);
    assert.equal(reply.json.framework, 'react_native');
    assert.match(
      said,
      /\[metro\] \/json\/list returned \d+ target[^]*\[hermes\] picked target [^]*\[hermes\] connected/,
    );
    await metro.work(
      'globalThis.onBuy = function () { whenAsked(function () { setTimeout(function () {}, 1200); }); }; null',
    );
    const step = (await agentest.flow(buy)).json.results[0];
    assert.match(step.waitedFor ?? '', /hermes: 1 timer ≤ \d+ ms/, JSON.stringify(step));
    await metro.stop();
  });
}

test('a fetch and two timers are waited for until they end', needsRig, async () => {
  const metro = await startMetro({ app: name, device });
  const slow = await startSlow();
  const { agentest } = await connect(metro.env);
  await metro.work(`globalThis.ended = 0; globalThis.onBuy = function () { whenAsked(function () {
    fetch('${slow.url}/cart?ms=1400&token=secret').then(function () { globalThis.ended = Date.now(); });
    setTimeout(function () {}, 1000); setTimeout(function () {}, 1200);
  }); }; null`);
  const reply = await agentest.flow(buy);
  const step = reply.json.results[0];
  assert.ok(reply.json.success, reply.text);
  assert.match(step.waitedFor, /hermes: .*fetch http:\/\/127\.0\.0\.1:\d+\/cart/);
  assert.match(step.waitedFor, /timers? ≤ \d+ ms/);
  assert.ok(!reply.text.includes('secret'));
  assert.ok((await metro.work('globalThis.ended')) > 0, 'the step ended after the fetch');
  await metro.stop();
});

test('what shows for a second while the app is waited for has been seen', needsRig, async () => {
  const metro = await startMetro({ app: name, device });
  const { agentest } = await connect(metro.env);
  await metro.work(`globalThis.onBuy = function () {
    setOnDevice('copy', 'Copied');
    whenAsked(function () { setTimeout(function () { setOnDevice('copy', 'Copy'); }, 1000); }); }; null`);
  const { json, text } = await agentest.flow(buy, { action: 'assert_visible', target: { text: 'Copied' } });
  assert.equal(json.success, true, text);
  assert.match(json.results[0].waitedFor ?? '', /hermes: 1 timer/, text);
  assert.match(JSON.stringify(json.results[0].changed), /Copied.* appeared and disappeared/, text);
  assert.match(JSON.stringify(json.events), /Copied/, text);
  await metro.stop();
});

test('what never ends is named and not waited for', needsRig, async () => {
  const metro = await startMetro({ app: name });
  const { agentest } = await connect(metro.env);
  await metro.work(`setInterval(function () {}, 1000);
    (function frame() { requestAnimationFrame(frame); })();
    (function poll() { setTimeout(poll, 20); })();
    (function ask() { setTimeout(ask, 150 + Math.random() * 100); })();`);
  await agentest.flow(buy);
  const reply = await agentest.flow(buy);
  assert.ok(reply.json.success, reply.text);
  assert.ok(!reply.json.results[0].idle, reply.text);
  for (const what of [
    /every 1000 ms: interval/,
    /every 20 ms: timer/,
    /every [12]\d\d ms: timer/,
    /animation without end/,
  ])
    assert.match(reply.text, what);
  await metro.stop();
});

test('a fetch that hangs is said to load, and endured then', needsRig, async () => {
  const metro = await startMetro({ app: name });
  const slow = await startSlow();
  const { agentest } = await connect(metro.env);
  await metro.work(`fetch('${slow.url}/held').then(function () {}); null`);
  const first = (await agentest.flow(buy)).json.results[0];
  assert.equal(first.idle, 'loading');
  assert.match(JSON.stringify(first), /1 fetch http:\/\/127\.0\.0\.1:\d+\/held/);
  const second = (await agentest.flow(buy)).json.results[0];
  assert.notEqual(second.idle, 'loading');
  slow.release();
  await metro.stop();
});

test('a release build has no runtime to ask, and nothing is said to be wrong', async () => {
  const { agentest } = await connect({ RCT_METRO_PORT: '1' }, []);
  const reply = await agentest.flow(buy);
  assert.ok(reply.json.success && !reply.json.results[0].waitedFor, reply.text);
});

test('Metro ends in the middle, and comes back', needsRig, async () => {
  const metro = await startMetro({ app: name });
  const { agentest } = await connect(metro.env);
  await metro.stop();
  assert.ok((await agentest.flow(buy)).json.success);
  const again = await startMetro({ app: name, port: metro.port });
  await until(async () => {
    await again.work('whenAsked(function () { setTimeout(function () {}, 1400); }); null');
    return (await agentest.flow(buy)).json.results[0].waitedFor;
  }, 'the runtime is asked again');
  await again.stop();
});

test('AGENTEST_DISABLE_FRAMEWORK_SYNC', needsRig, async () => {
  const metro = await startMetro({ app: name });
  await connect({ ...metro.env, AGENTEST_DISABLE_FRAMEWORK_SYNC: '1' }, []);
  await metro.stop();
});
