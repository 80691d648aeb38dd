// A runtime that ends, or restarts, while a step waits for its work.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { frame, startBadMetro } from './guests/bad_metro.mjs';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

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
          children: [
            { kind: 'button', id: 'buy', text: 'Buy', tap: [{ add: { hits: 1 } }] },
            { kind: 'text', id: 'hits', text: 'Hits: ${hits}' },
          ],
        },
      },
    },
  }),
);
const server = await startAdbServer();
const device = await startVirtual(server, ['--app', file]);
const buy = { action: 'tap', target: { id: 'buy' } };
const isAsk = ({ method, params }) => method === 'Runtime.evaluate' && params.expression.includes('__agentest.ask()');
const value = ({ id }, text) => frame(JSON.stringify({ id, result: { result: { type: 'string', value: text } } }));
const busy = (message) =>
  value(message, '{"v":1,"count":1,"pending":[["1","1 fetch https://example.com/cart",-1,false]]}');

async function connectTo(metro) {
  const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  assert.deepEqual((await agentest.connect(name, { steal: true })).json.frameworkSync, ['hermes']);
  return agentest;
}

test('a runtime that goes in mid-wait is not a busy app', async () => {
  let step = 0;
  const metro = await startBadMetro({
    app: name,
    reply: (message, socket) => {
      if (!step || !isAsk(message)) return undefined;
      if (step++ === 1) return busy(message);
      step = 0;
      socket.destroy();
      return '';
    },
  });
  const agentest = await connectTo(metro);
  step = 1;
  const { json, text } = await agentest.flowEchoed(buy);
  assert.ok(json.success, text);
  assert.match(json.results[0].waitedFor, /1 fetch https:\/\/example\.com\/cart/);
  assert.notEqual(json.results[0].idle, 'loading', text);
  assert.deepEqual(json.results[0].frameworkSync, ['hermes'], text); // it has answered
  assert.ok(!text.includes('still busy'), text);
  metro.stop();
});

test('a runtime that does not answer in mid-wait is waited for', async () => {
  let asks = -1;
  const metro = await startBadMetro({
    app: name,
    reply: (message) => {
      if (asks < 0 || !isAsk(message)) return undefined;
      asks++;
      if (asks === 1) return busy(message);
      return asks === 2 ? '' : undefined; // the second answer is not given within its second
    },
  });
  const agentest = await connectTo(metro);
  asks = 0;
  const { json, text } = await agentest.flow(buy);
  assert.ok(json.success, text);
  assert.match(json.results[0].waitedFor, /1 fetch/);
  assert.ok(!text.includes('still busy'), text);
  assert.ok(asks >= 3, `${asks} questions`);
  metro.stop();
});

test('a new runtime behind the same connection counts from zero', async () => {
  let state = 'idle';
  const metro = await startBadMetro({
    app: name,
    reply: (message) => {
      if (!isAsk(message) || state === 'idle') return undefined;
      if (state === 'reloaded') {
        state = 'begun';
        return value(message, 'absent'); // the probe is put in, and asked
      }
      if (state === 'ending') return undefined;
      if (state === 'begun') state = 'ending';
      return busy(message);
    },
  });
  const agentest = await connectTo(metro);
  state = 'busy';
  const vain = await agentest.flow(buy);
  assert.match(vain.text, /still busy: hermes: 1 fetch/);
  const endured = await agentest.flow(buy);
  assert.ok(!endured.text.includes('still busy') && !endured.json.results[0].waitedFor, endured.text);
  state = 'reloaded';
  const anew = await agentest.flow(buy);
  assert.match(anew.json.results[0].waitedFor, /1 fetch/);
  metro.stop();
});
