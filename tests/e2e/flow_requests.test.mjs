// assertRequest of a React Native app with a real runtime behind a real Metro.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';
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
    screens: {
      main: {
        activity: '.Main',
        root: {
          kind: 'column',
          children: [{ kind: 'button', id: 'buy', text: 'Buy', tap: [{ run: 'globalThis.onBuy && onBuy(); null' }] }],
        },
      },
    },
  }),
);
const needsRig = { skip: !hasRig && '1 skipped: no rig here' };
const server = await startAdbServer();
const device = await startVirtual(server, ['--app', file]);
const metro = hasRig && (await startMetro({ app: name, device }));
const slow = await startSlow();

async function run(steps, { status = 0, env = metro.env } = {}) {
  const mda = startMda({ server, env: { ...env, ANDROID_SERIAL: device.serial } });
  fs.writeFileSync(path.join(mda.folder, 'flow.yaml'), `appId: ${name}\n---\n${steps}`);
  const answer = await mda.run(['flow', 'run', 'flow.yaml', '--json']);
  assert.equal(answer.status, status, answer.stdout);
  return answer.json.error?.message;
}

test('a request that the app makes', needsRig, async () => {
  await metro.work(
    `globalThis.onBuy = function () { fetch('${slow.url}/cart?ms=1&token=secret', {method: 'POST'}); }; null`,
  );
  // The first assertion attaches; only later requests are seen.
  await run(
    '- launchApp\n- assertRequest: {url: /nothing, timeout: 10, optional: true}\n- tapOn: Buy\n' +
      '- assertRequest: /cart$\n- assertRequest: {url: "127.0.0.1:[0-9]+/cart", method: post}\n',
  );
});

test('a request that it does not make, by another method or elsewhere', needsRig, async () => {
  for (const [keys, error] of [
    [
      'url: /cart, method: PUT',
      /^Assertion is false: a request PUT to "\/cart" was made; the newest ones are .*"POST http:.*\/cart"$/,
    ],
    ['url: /card', /^Assertion is false: a request to "\/card" was made; /],
    ['url: token', /^Assertion is false: /],
  ])
    assert.match(await run(`- assertRequest: {${keys}, timeout: 1000}\n`, { status: 1 }), error);
});

test('an app without a source that tells its requests can not be checked, optional or not', needsRig, async () => {
  const error = await run('- assertRequest: {url: /cart, timeout: 10, optional: true}\n', {
    status: 1,
    env: { ...metro.env, AGENTEST_DISABLE_FRAMEWORK_SYNC: '1' },
  });
  assert.match(error, /^assertRequest can't be checked: .*no part of the app tells its requests/);
});
