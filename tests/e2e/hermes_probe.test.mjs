// The work of an app's JavaScript that a step waits for, and the work that it does not wait for, in
// a real runtime.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';
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
          children: [
            { kind: 'button', id: 'buy', text: 'Buy', tap: [{ add: { hits: 1 } }, { run: 'onBuy(); null' }] },
            { kind: 'text', text: 'Hits: ${hits}' },
          ],
        },
      },
    },
  }),
);

const needsRig = { skip: !hasRig && '1 skipped: no rig here' };
const server = hasRig && (await startAdbServer());
const device = hasRig && (await startVirtual(server, ['--app', file]));
const slow = hasRig && (await startSlow());
const buy = { action: 'tap', target: { id: 'buy' } };

// A tap that starts work; the step of it. `done` is the runtime's own word that it ended.
async function tap(work, { before = '' } = {}) {
  const metro = await startMetro({ app: name, device });
  await metro.work(
    `${before}; globalThis.done = 0; globalThis.onBuy = function () { whenAsked(function () { ${work} }); }; null`,
  );
  const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  assert.deepEqual((await agentest.connect(name, { steal: true })).json.frameworkSync, ['hermes']);
  const reply = await agentest.flow(buy);
  assert.ok(reply.json.success, reply.text);
  return { metro, agentest, reply, step: reply.json.results[0], done: await metro.work('done') };
}

test('a body that comes after its head is a part of the fetch', needsRig, async () => {
  const { metro, step, done } = await tap(`fetch('${slow.url}/body?ms=600').then(function (r) { return r.json(); })
    .then(function (j) { done = j.late; });`);
  assert.equal(done, 1, JSON.stringify(step));
  assert.match(step.waitedFor, /fetch http:\/\/127\.0\.0\.1:\d+\/body/);
  await metro.stop();
});

test("a fetch of the app's own over the first one, brought later, is counted once", needsRig, async () => {
  const { metro, agentest } = await tap('');
  await metro.work(`var first = fetch; globalThis.fetch = function () { return first.apply(this, arguments); };
    globalThis.onBuy = function () { whenAsked(function () { fetch('${slow.url}/mine?ms=500').then(function () { done = 1; }); }); }; null`);
  await agentest.flow(buy);
  await metro.work('done = 0');
  const step = (await agentest.flow(buy)).json.results[0];
  assert.equal(await metro.work('done'), 1);
  assert.match(step.waitedFor, /1 fetch [^,]*\/mine/, JSON.stringify(step));
  assert.doesNotMatch(step.waitedFor, /fetch .*fetch/);
  await metro.stop();
});

test(
  'a fetch that has nothing of the first one, brought later, is counted from the next question on',
  needsRig,
  async () => {
    const { metro, agentest } = await tap('');
    await metro
      .work(`globalThis.fetch = function (url) { return new Promise(function (yes) { realTimeout(yes, 500); }); };
    globalThis.onBuy = function () { whenAsked(function () { fetch('https://user:secret@example.com/new?token=secret').then(function () { done = 1; }); }); }; null`)
      .catch(() => {});
    await metro.work('globalThis.realTimeout = process.mainModule.require("node:timers").setTimeout; null');
    await agentest.flow(buy);
    await metro.work('done = 0');
    const reply = await agentest.flow(buy);
    assert.equal(await metro.work('done'), 1);
    assert.match(reply.json.results[0].waitedFor, /1 fetch https:\/\/example\.com\/new/, reply.text);
    assert.ok(!reply.text.includes('secret'));
    await metro.stop();
  },
);

// React Native has XMLHttpRequest, Node has not: the least of it.
const requests = `globalThis.XMLHttpRequest = function () { this.heard = {}; this.readyState = 0; };
  XMLHttpRequest.prototype = {
    open: function () {}, addEventListener: function (name, f) { this.heard[name] = f; },
    getResponseHeader: function () { return this.type; },
    tell: function (name) { if (this.heard[name]) this.heard[name](); },
    send: function (body) {
      if (body === 'bad') throw new Error('bad body');
      var mine = this;
      process.mainModule.require('node:timers').setTimeout(function () {
        mine.readyState = 2; mine.tell('readystatechange');
        if (!mine.type) { mine.tell('loadend'); done++; }
      }, 400);
    }
  }`;

test(
  'XMLHttpRequest: a request is waited for, one that throws is not, and the note names a stream of events',
  needsRig,
  async () => {
    const began = Date.now();
    const { metro, step, done } = await tap(
      `
    var bad = new XMLHttpRequest(); bad.open('POST', 'https://example.com/bad'); try { bad.send('bad'); } catch (e) {}
    var one = new XMLHttpRequest(); one.open('GET', 'https://example.com/one'); one.send();
    var all = new XMLHttpRequest(); all.type = 'text/event-stream'; all.open('GET', 'https://example.com/all'); all.send();`,
      { before: requests },
    );
    assert.equal(done, 1);
    assert.match(step.waitedFor, /https:\/\/example\.com\/one/);
    assert.doesNotMatch(step.waitedFor, /\/bad/);
    assert.notEqual(step.idle, 'loading', JSON.stringify(step));
    assert.match(step.note ?? '', /not waited for: .*fetch https:\/\/example\.com\/all/, JSON.stringify(step));
    assert.ok(Date.now() - began < 60000);
    await metro.stop();
  },
);

test(
  'an idle callback is waited for, and the microtasks and immediates before an answer are done',
  needsRig,
  async () => {
    const { metro, step, done } = await tap(
      `
    setImmediate(function () { done += 10000; });
    var p = Promise.resolve(); for (var i = 0; i < 100; i++) p = p.then(function () { done++; });
    requestIdleCallback(function () { done += 1000; });`,
      {
        before: `globalThis.requestIdleCallback = function (f) { return process.mainModule.require('node:timers').setTimeout(f, 300); }`,
      },
    );
    assert.equal(done, 11100, JSON.stringify(step));
    assert.match(step.waitedFor, /1 idle callback/);
    assert.doesNotMatch(JSON.stringify(step), /immediate/);
    await metro.stop();
  },
);
