// A touch is for what is there at its moment: between the tree and the touch an
// element moves, goes, is covered or replaced; it is touched where it is then, or not at all.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { before } from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';

const hit = (what) => [{ set: { hit: what } }];
const row = (name, top) => ({ kind: 'frame', bounds: [0, top, 1080, top + 100], tap: hit(`row ${name}`), children: [
  { kind: 'text', text: name, bounds: [20, top + 10, 400, top + 90] },
  { kind: 'icon', id: 'delete', desc: 'Delete', bounds: [900, top + 10, 1060, top + 90], tap: hit(`delete ${name}`) }] });
const when = (word) => ({ visible: { equal: ['${now}', word] } });
const unless = (word) => ({ visible: { not: { equal: ['${now}', word] } } });
const app = {
  package: 'com.example.target', label: 'Target', vars: { hit: 'nothing', now: '', then: '', count: '0' },
  links: Object.fromEntries(['moved', 'gone', 'covered', 'twins', 'replaced', 'password', 'scrolled', 'counted', 'keyboard', 'back', 'dialog']
    .map((word) => [`target://${word}`, word])),
  screens: {},
};
// Each screen becomes the other one before the touch.
const screens = {
  home: [],
  moved: [
    { kind: 'button', id: 'go', text: 'Go', bounds: [0, 300, 400, 400], tap: hit('go'), ...unless('moved') },
    { kind: 'button', id: 'go', text: 'Go', bounds: [600, 900, 1000, 1000], tap: hit('go, moved'), ...when('moved') },
    { kind: 'button', id: 'buy', text: 'Buy', bounds: [0, 300, 400, 400], tap: hit('buy'), ...when('moved') }],
  gone: [
    { kind: 'button', id: 'go', text: 'Go', bounds: [0, 300, 400, 400], tap: hit('go'), ...unless('gone') },
    { kind: 'text', text: 'Sold out', bounds: [0, 300, 400, 400], ...when('gone') }],
  covered: [
    { kind: 'button', id: 'go', text: 'Go', bounds: [0, 300, 400, 400], tap: hit('go') },
    { kind: 'button', id: 'offer', text: 'Offer', bounds: [0, 200, 1080, 500], tap: hit('offer'), ...when('covered') }],
  twins: [
    { kind: 'icon', bounds: [0, 300, 100, 400], tap: hit('one'), ...unless('twins') },
    { kind: 'icon', bounds: [0, 600, 100, 700], tap: hit('one'), ...when('twins') },
    { kind: 'icon', bounds: [300, 600, 400, 700], tap: hit('two'), ...when('twins') }],
  replaced: [
    { kind: 'button', id: 'button1', text: 'Keep', bounds: [0, 300, 400, 400], tap: hit('keep'), ...unless('replaced') },
    { kind: 'button', id: 'button1', text: 'Delete', bounds: [0, 300, 400, 400], tap: hit('delete'), ...when('replaced') }],
  password: [
    { kind: 'button', id: 'go', text: 'Go', bounds: [0, 300, 400, 400], tap: hit('go'), ...unless('password') },
    { kind: 'field', id: 'pin', password: true, text: 'hunter2', bounds: [0, 300, 400, 400], ...when('password') }],
  scrolled: [
    { kind: 'frame', bounds: [0, 300, 1080, 700], ...unless('scrolled'), children: [row('Ann', 300), row('Bob', 400), row('Cyd', 500)] },
    { kind: 'frame', bounds: [0, 300, 1080, 700], ...when('scrolled'), children: [row('Bob', 300), row('Cyd', 400), row('Dan', 500)] }],
  counted: [{ kind: 'button', id: 'count', text: '${count}', bounds: [0, 300, 400, 400], tap: hit('counter') }],
};
for (const [name, children] of Object.entries(screens)) {
  app.screens[name] = { open: [{ set: { now: '', hit: 'nothing', count: '3' } }],
    on: [{ before_touch: true, do: [{ set: { now: name, count: '4' } }] }],
    root: { kind: 'frame', children: [{ kind: 'text', id: 'hit', text: 'hit ${hit}', bounds: [0, 100, 1080, 160] }, ...children] } };
}

let server, device, file;
before(async () => {
  file = path.join(temporaryFolder(), 'target.json');
  fs.writeFileSync(file, JSON.stringify(app));
  server = await startAdbServer();
  device = await startVirtual(server, ['--app', file]);
});

const notes = async () => (await device.console('virtual notes')).split(/\r?\n/).filter((line) => line && line !== 'OK');
const touches = async () => (await notes()).filter((line) => /^(touch|tap|swipe) /.test(line));
const steps = async () => (await notes()).filter((line) => line === 'POST /step').length;

async function open(name, times = 1) {
  await device.shell(`am start -a android.intent.action.VIEW -d target://${name}`);
  return times;
}

async function change(times) {
  await device.fault('acts-before-touch', times);
  await device.console('virtual notes clear');
}

for (const [way, env] of [['resident', {}], ['apk', { AGENTEST_HELPER: 'apk' }]]) {
  let agentest;
  const connect = async () => {
    agentest ??= await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
    const { json, failed, text } = await agentest.connect(app.package, { steal: true });
    assert.equal(failed, false, text);
    return json;
  };
  const tap = async (target) => (await agentest.call('agentest_run_flow', { steps: [{ action: 'tap', target }], echo: true })).json;
  const shown = async () => (await agentest.call('agentest_get_ui_tree', {})).text.match(/hit [^"\n]*/)[0];

  test(`${way}: an element that has moved is touched where it is now`, async () => {
    await connect();
    await open('moved');
    await shown();
    await change(1);
    const json = await tap({ id: 'go' });
    assert.equal(json.success, true, JSON.stringify(json));
    assert.deepEqual(await touches(), ['touch 800,950 to 800,950']);
    assert.equal(await shown(), 'hit go, moved');
  });
  for (const [name, target, wanted] of [
    ['gone', { id: 'go' }, /no element|not found|matches/i],
    ['covered', { id: 'go' }, /covered by .*Offer/],
    ['replaced', { text: 'Keep' }, /Keep/],
    ['password', { id: 'go' }, /go/],
  ]) {
    test(`${way}: an element that is ${name}: nothing is touched, and the step says so`, async () => {
      await connect();
      await open(name);
      await shown();
      await change(1);
      const json = await tap(target);
      assert.equal(json.success, false, JSON.stringify(json));
      assert.equal(json.code, 'ELEMENT_NOT_FOUND', JSON.stringify(json));
      assert.match(json.error, wanted);
      assert.doesNotMatch(JSON.stringify(json), /hunter2/);
      assert.deepEqual(await touches(), []);
      assert.equal(await shown(), 'hit nothing');
    });
  }
}
