// target.mjs: an app whose screens become other ones between the tree and the touch, and what
// reached its device.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

const hit = (what) => [{ set: { hit: what } }];
const row = (name, top) => ({
  kind: 'frame',
  bounds: [0, top, 1080, top + 100],
  tap: hit(`row ${name}`),
  children: [
    { kind: 'text', text: name, bounds: [20, top + 10, 400, top + 90] },
    { kind: 'icon', id: 'delete', desc: 'Delete', bounds: [900, top + 10, 1060, top + 90], tap: hit(`delete ${name}`) },
  ],
});
const when = (word) => ({ visible: { equal: ['${now}', word] } });
const unless = (word) => ({ visible: { not: { equal: ['${now}', word] } } });
const app = {
  package: 'com.example.target',
  label: 'Target',
  vars: { hit: 'nothing', now: '', count: '3' },
  screens: {},
};
// Each screen becomes the other one before the touch.
const screens = {
  home: [],
  moved: [
    { kind: 'button', id: 'buy', text: 'Buy', bounds: [0, 300, 400, 400], tap: hit('buy'), ...unless('moved') },
    {
      kind: 'button',
      id: 'buy',
      text: 'Buy',
      bounds: [600, 900, 1000, 1000],
      tap: hit('buy, moved'),
      ...when('moved'),
    },
    { kind: 'button', id: 'sell', text: 'Sell', bounds: [0, 300, 400, 400], tap: hit('sell'), ...when('moved') },
  ],
  gone: [
    { kind: 'button', id: 'buy', text: 'Buy', bounds: [0, 300, 400, 400], tap: hit('buy'), ...unless('gone') },
    { kind: 'text', text: 'Sold out', bounds: [0, 300, 400, 400], ...when('gone') },
  ],
  covered: [
    { kind: 'button', id: 'buy', text: 'Buy', bounds: [0, 300, 400, 400], tap: hit('buy') },
    { kind: 'button', id: 'offer', text: 'Offer', bounds: [0, 200, 1080, 500], tap: hit('offer'), ...when('covered') },
  ],
  twins: [
    { kind: 'icon', bounds: [0, 300, 100, 400], tap: hit('one'), ...unless('twins') },
    { kind: 'icon', bounds: [0, 600, 100, 700], tap: hit('one'), ...when('twins') },
    { kind: 'icon', bounds: [300, 600, 400, 700], tap: hit('two'), ...when('twins') },
  ],
  replaced: [
    {
      kind: 'button',
      id: 'button1',
      text: 'Keep',
      bounds: [0, 300, 400, 400],
      tap: hit('keep'),
      ...unless('replaced'),
    },
    {
      kind: 'button',
      id: 'button1',
      text: 'Delete',
      bounds: [0, 300, 400, 400],
      tap: hit('delete'),
      ...when('replaced'),
    },
  ],
  password: [
    { kind: 'button', id: 'buy', text: 'Buy', bounds: [0, 300, 400, 400], tap: hit('buy'), ...unless('password') },
    { kind: 'field', id: 'pin', password: true, text: 'hunter2', bounds: [0, 300, 400, 400], ...when('password') },
  ],
  scrolled: [
    {
      kind: 'frame',
      bounds: [0, 300, 1080, 700],
      ...unless('scrolled'),
      children: [row('Ann', 300), row('Bob', 400), row('Cyd', 500)],
    },
    {
      kind: 'frame',
      bounds: [0, 300, 1080, 700],
      ...when('scrolled'),
      children: [row('Bob', 300), row('Cyd', 400), row('Dan', 500)],
    },
  ],
  counted: [{ kind: 'button', id: 'count', text: '${count}', bounds: [0, 300, 400, 400], tap: hit('counter') }],
};
// A list that rolls on: what is in it moves by itself for a while.
const rolling = {
  kind: 'frame',
  bounds: [0, 300, 1080, 1500],
  children: [
    { kind: 'button', id: 'roll', text: 'Roll', bounds: [0, 300, 400, 400], tap: hit('rolled'), ...unless('rolling') },
    {
      kind: 'button',
      id: 'roll',
      text: 'Roll',
      bounds: [0, 1000, 400, 1100],
      tap: hit('rolled'),
      move: { dx: 0, dy: -600, ms: 800 },
      ...when('rolling'),
    },
  ],
};
screens.rolling = [rolling];
screens.list = [
  {
    kind: 'list',
    id: 'list',
    bounds: [0, 300, 1080, 900],
    ...unless('list'),
    rows: { count: 40, template: { kind: 'text', text: 'Row ${i}', h: 100 } },
  },
  {
    kind: 'list',
    id: 'list',
    bounds: [0, 900, 1080, 1500],
    ...when('list'),
    rows: { count: 40, template: { kind: 'text', text: 'Row ${i}', h: 100 } },
  },
];
screens.fields = [
  { kind: 'field', id: 'user', hint: 'User', bounds: [0, 300, 1080, 400], ...unless('fields') },
  { kind: 'field', id: 'mail', hint: 'Mail', bounds: [0, 300, 1080, 400], ...when('fields') },
  { kind: 'field', id: 'user', hint: 'User', bounds: [0, 500, 1080, 600], ...when('fields') },
];
screens.dialog = [{ kind: 'button', id: 'buy', text: 'Buy', bounds: [0, 300, 400, 400], tap: hit('buy') }];
screens.keyboard = [
  { kind: 'field', id: 'field', hint: 'Text', bounds: [0, 300, 1080, 400] },
  { kind: 'button', id: 'buy', text: 'Buy', bounds: [0, 2100, 400, 2200], tap: hit('buy') },
];
screens.login = Array.from({ length: 6 }, (_, i) => ({
  kind: 'button',
  id: `step${i}`,
  text: `Step ${i}`,
  bounds: [0, 300 + 120 * i, 1080, 400 + 120 * i],
  tap: hit(`step ${i}`),
}));
const acts = {
  dialog: [{ dialog: { title: 'Sure?', buttons: [{ text: 'Yes' }] } }],
  keyboard: [{ focus: 'field' }, { keyboard: true }],
};
app.links = Object.fromEntries(Object.keys(screens).map((name) => [`target://${name}`, name]));
for (const [name, children] of Object.entries(screens)) {
  app.screens[name] = {
    open: [{ set: { now: '', hit: 'nothing', count: '3' } }],
    on: [{ before_touch: true, do: acts[name] ?? [{ set: { now: name, count: '4' } }] }],
    root: {
      kind: 'frame',
      children: [{ kind: 'text', id: 'hit', text: 'hit ${hit}', bounds: [0, 100, 1080, 160] }, ...children],
    },
  };
}

export const packageName = app.package;

export async function startTargets() {
  const file = path.join(temporaryFolder(), 'target.json');
  fs.writeFileSync(file, JSON.stringify(app));
  const server = await startAdbServer();
  const device = await startVirtual(server, ['--app', file]);
  const notes = async () =>
    (await device.console('virtual notes')).split(/\r?\n/).filter((line) => line && line !== 'OK');
  const world = {
    server,
    device,
    touches: async () => (await notes()).filter((line) => /^(touch|tap|swipe) /.test(line)),
    requests: async () => (await notes()).filter((line) => /^POST \/(step|tap|tree|text)/.test(line)),
    forget: () => device.console('virtual notes clear'),
    open: (name) => device.shell(`am start -a android.intent.action.VIEW -d target://${name}`),
    // The screen changes its purpose once the next input of the helper has begun.
    change: async () => {
      await device.fault('acts-before-touch', 1);
      await world.forget();
    },
  };
  // A client of agentest, whose helper is started in this way.
  world.client = async (env = {}) => {
    const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
    const { failed, text } = await agentest.connect(app.package, { steal: true });
    assert.equal(failed, false, text);
    const client = {
      close: () => agentest.client.close(),
      tree: () => agentest.tree(),
      shown: async () => (await agentest.tree()).match(/hit [^"\n]*/)[0],
      flow: async (...steps) => (await agentest.call('agentest_run_flow', { steps, echo: true })).json,
    };
    // Look at the screen, change it before the touch, and do the steps.
    client.after = async (name, ...steps) => {
      await world.open(name);
      await client.shown();
      await world.change();
      return client.flow(...steps);
    };
    // The same with the index-th ref of a label.
    client.tapRef = async (name, pattern, index) => {
      await world.open(name);
      const refs = [...(await agentest.tree()).matchAll(pattern)].map((match) => match[1]);
      await world.change();
      return client.flow(tap({ ref: refs[index] }));
    };
    return client;
  };
  return world;
}

export const tap = (target, more) => ({ action: 'tap', target, ...more });
export const passed = (json) => assert.equal(json.success, true, JSON.stringify(json));
export function refused(json, wanted) {
  assert.equal(json.success, false, JSON.stringify(json));
  assert.equal(json.code, 'ELEMENT_NOT_FOUND', JSON.stringify(json));
  assert.match(json.error, wanted);
  assert.doesNotMatch(JSON.stringify(json), /hunter2/);
}
