// Conversations that once failed, or stayed unverified, though all was done and proved: a model's
// way of speaking decides nothing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults, inOrder } from './models/core.mjs';
import { steps as calls } from './models/drivers.mjs';
import { startBench } from './verdicts/bench.mjs';
import { both } from './verdicts/false_passes.mjs';
import { plan, step } from './verdicts/plan.mjs';

const { type, tap, sees, misses, done, start, other } = calls;
const acme = both[1];
const bench = await startBench();
const signIn = ({ user, password }) => [type('E-mail', user), type('Password', password)];
const press = (app) => tap(app.logIn, { selectorType: 'text' });
const wrong = { notes: 'Wrong e-mail or password', acme: 'That is not right' };
const next = {
  notes: { step: 'Open "Note 1 Meeting"; it can be edited', tap: 'Note 1 Meeting', shown: 'Edit note' },
  acme: { step: 'Begin to write a message', tap: 'Write a message', shown: 'New message' },
};
const terms = { ...acme.json, launcher: 'terms' };

// An app that works, for the ways in which honest models prove it.
const column = (...children) => ({ kind: 'column', pad: 48, gap: 24, children });
const text = (words, more) => ({ kind: 'text', text: words, h: 120, ...more });
const button = (id, words, ...actions) => ({ kind: 'button', id, text: words, tap: actions });
const page = (name, ...children) => ({ activity: `.${name}Activity`, root: column(...children) });
const stall = {
  name: 'stall',
  packageName: 'com.example.stall',
  json: {
    package: 'com.example.stall',
    label: 'Stall',
    launcher: 'home',
    screens: {
      home: page(
        'Home',
        text('Market stall'),
        text('Apples and pears'),
        { kind: 'field', id: 'new', hint: 'New item' },
        button('add', 'Add item', { if: { not: { empty: '${#new}' } }, do: [{ show: 'added' }] }),
        text('${#new}', { id: 'added', hidden: true }),
        text('Stock: 3', { id: 'three' }),
        text('Stock: 2', { id: 'two', hidden: true }),
        button('take', 'Take one', { hide: 'three' }, { show: 'two' }),
        button('save', 'Save', { toast: 'Stall saved' }),
        button('order', 'Order', { open: 'order' }),
        button('price', 'Prices', { open: 'prices' }),
        button('photo', 'Photo', { open: 'photo' }),
        button('fruits', 'Fruits', { open: 'fruits' }),
        button('report', 'Report', { show: 'ready_soon' }, { after: 3000, do: [{ show: 'ready' }] }),
        text('Please be patient', { id: 'ready_soon', hidden: true }),
        text('Report of May', { id: 'ready', hidden: true }),
      ),
      prices: {
        ...page('Prices', text('One moment', { id: 'moment' }), {
          kind: 'row',
          id: 'line',
          h: 120,
          hidden: true,
          children: [text('Lemon tea'), text('3.50 €', { w: 300 })],
        }),
        timers: [{ after: 1200, do: [{ show: 'line' }] }],
      },
      order: page('Order', text('Order placed')),
      photo: page('Photo', { kind: 'image', desc: 'Red bicycle', h: 300 }),
      fruits: {
        activity: '.FruitsActivity',
        root: {
          kind: 'column',
          children: [
            button('remove', 'Remove', { hide: 'fruit1' }),
            {
              kind: 'scroll',
              children: [
                {
                  kind: 'column',
                  children: Array.from({ length: 40 }, (_, i) =>
                    text(`Fruit number ${i + 1}`, { id: `fruit${i + 1}` }),
                  ),
                },
              ],
            },
          ],
        },
      },
    },
  },
};
const told = { text: 'Done.' };

// [what, app, steps, replies after the start, the requests that it takes at most]
const rows = both
  .flatMap((app) => [
    [
      'M1: a step whose name is a verdict',
      app,
      ['A failed login shows an error'],
      [
        { calls: [...signIn({ ...app, password: 'wrong999' }), press(app)] },
        { calls: [sees(wrong[app.name])] },
        { text: 'Step 1: Failed login shows an error — PASS' },
      ],
    ],
    [
      'M2: prose beside calls names another step',
      app,
      ['Sign in and see the list', next[app.name].step],
      [
        { text: 'Step 2 needs the list, so first the e-mail for step 1.', calls: signIn(app) },
        { text: 'Step 2 comes next.', calls: [press(app)] },
        { text: 'Step 1 is done when this is seen.', calls: [sees(app.home)] },
        { calls: [done(1)] },
        { text: 'After step 1 this is step 2.', calls: [tap(next[app.name].tap)] },
        { calls: [sees(next[app.name].shown)] },
        { calls: [done(2)] },
        { text: 'Done.' },
      ],
    ],
    [
      'M3: a plain message ends a run that is proved',
      app,
      ['Sign in and see the list'],
      [
        { calls: [...signIn(app), press(app)] },
        { calls: [sees(app.home)] },
        { text: 'Step 1: PASS — the list is there' },
      ],
      4,
    ],
    [
      'M3: no closing call',
      app,
      ['Sign in and see the list'],
      [{ calls: [...signIn(app), press(app)] }, { calls: [sees(app.home)] }, { calls: [done(1)] }, faults.wrongKey()],
      4,
    ],
    [
      'M6: a ref that there never was',
      app,
      ['Sign in and see the list'],
      [
        { calls: [...signIn(app), press(app)] },
        { calls: [sees(app.home)] },
        { calls: [{ name: 'verifyElementVisible', args: { ref: '@z9' } }] },
        { calls: [done(1)] },
        { text: 'Done.' },
      ],
    ],
    [
      'M6: an absence asserted the wrong way round first',
      app,
      ['Sign in and see the list'],
      [
        { calls: [...signIn(app), press(app)] },
        { calls: [sees(wrong[app.name])] },
        { calls: [misses(wrong[app.name]), sees(app.home)] },
        { calls: [done(1)] },
        { text: 'Done.' },
      ],
    ],
  ])
  .concat([
    [
      'M7: running text on a page is not a question',
      { ...acme, json: terms },
      ['Tap Continue; the inbox is shown'],
      [{ calls: [tap('Continue')] }, { calls: [sees('Inbox')] }, { calls: [done(1)] }, { text: 'Done.' }],
    ],
    ['by a description', stall, ['Show the photo'], [{ calls: [tap('Photo'), sees('Red bicycle'), done(1)] }, told]],
    [
      'in capitals',
      stall,
      ['Order; it is confirmed'],
      [{ calls: [tap('Order')] }, { calls: [sees('ORDER PLACED')] }, { calls: [done(1)] }, told],
    ],
    [
      'after scrolling',
      stall,
      ['Show the fruits down to number 30'],
      [
        { calls: [tap('Fruits')] },
        { calls: [other('scrollTo', { text: 'Fruit number 30' })] },
        { calls: [sees('Fruit number 30'), done(1)] },
        told,
      ],
    ],
    [
      'by waiting for it',
      stall,
      ['Ask for the report; it comes'],
      [
        { calls: [tap('Report')] },
        { calls: [other('waitFor', { text: 'Report of May', seconds: 20 })] },
        { calls: [done(1)] },
        told,
      ],
    ],
    [
      'after an assertion that was a mistake',
      stall,
      ['Order; it is confirmed'],
      [
        { calls: [tap('Order')] },
        { calls: [sees('Order sent')] },
        { calls: [misses('Order sent'), sees('Order placed')] },
        { calls: [done(1)] },
        told,
      ],
    ],
    [
      'by a toast',
      stall,
      ['Save the stall; that is told'],
      [{ calls: [tap('Save')] }, { calls: [sees('Stall saved')] }, { calls: [done(1)] }, told],
    ],
    [
      'before and after',
      stall,
      ['Take one; the stock goes from 3 to 2'],
      [
        { calls: [sees('Stock: 3')] },
        { calls: [tap('Take one')] },
        { calls: [sees('Stock: 2'), misses('Stock: 3')] },
        { calls: [done(1)] },
        told,
      ],
    ],
    [
      'after a restart',
      stall,
      ['Restart the app; the apples are still offered'],
      [{ calls: [other('restartApp')] }, { calls: [sees('Apples and pears')] }, { calls: [done(1)] }, told],
    ],
    [
      'after it was closed and opened',
      stall,
      ['Close the app and open it again; the apples are still offered'],
      [
        { calls: [other('closeApp')] },
        { calls: [other('launchAppByPackage', { packageName: stall.packageName })] },
        { calls: [sees('Apples and pears')] },
        { calls: [done(1)] },
        told,
      ],
    ],
    [
      'what was typed, once it is added',
      stall,
      ['Add "Lemon tea"; "Lemon tea" is offered'],
      [
        { calls: [type('New item', 'Lemon tea')] },
        { calls: [tap('Add item')] },
        { calls: [sees('Lemon tea')] },
        { calls: [done(1)] },
        told,
      ],
    ],
    [
      'a place that comes late',
      stall,
      [step('Show the prices', [], [{ amount: '3.50 €', near: 'Lemon tea' }])],
      [{ calls: [tap('Prices'), done(1)] }, told],
    ],
    [
      'absence in a list that goes on',
      stall,
      ['Show the fruits and remove the first one'],
      [
        { calls: [tap('Fruits')] },
        { calls: [tap('Remove')] },
        { calls: [misses('Fruit number 1')] },
        { calls: [done(1)] },
        told,
      ],
    ],
  ]);

describe('false fails', { concurrency: 3 }, () => {
  for (const [what, app, steps, replies, most] of rows) {
    test(`${what}: ${app.name}`, () =>
      bench.with([app.json], async (device) => {
        const script = inOrder({ calls: [start(app.packageName)] }, ...replies);
        const scenario = plan(
          what,
          app.packageName,
          what,
          steps.map((each) => (typeof each === 'string' ? step(each) : each)),
        );
        const { run } = await bench.play(device, scenario, { style: () => script });
        assert.deepEqual([run.verdict, run.end], ['PASS', 'done'], `${run.summary}\n${run.reason}`);
        if (most) assert.ok(run.usage.iterations <= most, `${run.usage.iterations} requests`);
      }));
  }
});
