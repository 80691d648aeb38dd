// A touch is for what is there at its moment: what moves between the tree and
// the touch is touched where it is then.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startMda } from './mda.mjs';
import { passed, refused, startTargets, tap } from './target.mjs';

const world = await startTargets();
const { device, server, touches, requests, open, change } = world;

for (const [way, env] of [
  ['resident', {}],
  ['apk', { AGENTEST_HELPER: 'apk' }],
]) {
  test(`${way}: six steps are six requests after the first tree`, async () => {
    const client = await world.client(env);
    await open('login');
    passed(await client.flow({ action: 'assert_visible', target: { id: 'step0' } }));
    await world.forget();
    passed(await client.flow(...Array.from({ length: 6 }, (_, i) => tap({ id: `step${i}` }))));
    assert.deepEqual(await requests(), Array(6).fill('POST /step'));
    await client.close();
  });

  test(`${way}: what has moved is touched where it is now, what is covered is not`, async () => {
    const client = await world.client(env);
    passed(await client.after('moved', tap({ id: 'buy' })));
    assert.deepEqual(await touches(), ['touch 800,950 to 800,950']);
    assert.equal(await client.shown(), 'hit buy, moved');
    refused(
      await client.after('covered', tap({ id: 'buy' })),
      /covered by btn "Offer", which would be touched instead/,
    );
    assert.deepEqual(await touches(), []);
    await client.close();
  });
}

let client; // shared by all tests below
test('another client takes the device over', async () => {
  client = await world.client();
});

for (const [action, more, times] of [
  ['double_tap', {}, 2],
  ['long_press', { durationMs: 50 }, 1],
]) {
  test(`${action} of an element that has moved: where it is now`, async () => {
    passed(await client.after('moved', { action, target: { id: 'buy' }, ...more }));
    assert.deepEqual(await touches(), Array(times).fill('touch 800,950 to 800,950'));
    assert.equal(await client.shown(), 'hit buy, moved');
  });
}

test('an element that is covered is touched all the same by force', async () => {
  passed(await client.after('covered', tap({ id: 'buy' }, { force: true })));
  assert.equal((await touches()).length, 1);
  assert.equal(await client.shown(), 'hit offer');
});

test("a button of a row that has scrolled: the row's own, not what is at its place", async () => {
  passed(await client.tapRef('scrolled', /(@\w+) \w+ "Delete"/g, 1));
  assert.deepEqual(await touches(), ['touch 980,350 to 980,350']);
  assert.equal(await client.shown(), 'hit delete Bob');
});

test('a row by what it shows', async () => {
  passed(await client.after('scrolled', tap({ text: 'Cyd' })));
  assert.equal(await client.shown(), 'hit row Cyd');
});

test('a button that shows a counter is the same one', async () => {
  passed(await client.after('counted', tap({ id: 'count' })));
  assert.equal(await client.shown(), 'hit counter');
});

test('a list that keeps rolling is waited for until it rests', async () => {
  passed(await client.after('rolling', tap({ id: 'roll' })));
  assert.deepEqual(await touches(), ['touch 200,1050 to 200,1050']);
  assert.equal(await client.shown(), 'hit rolled');
});

test('a swipe goes over the list where that is now', async () => {
  passed(await client.after('list', { action: 'swipe', target: { id: 'list' }, direction: 'up' }));
  const [, from, to] = (await touches())[0].match(/^touch 540,(\d+) to 540,(\d+)$/);
  assert.ok(from > 1300 && to < 1100 && to > 900, `${from} to ${to}`);
});

test('text goes into its field, wherever that is', async () => {
  const json = await client.after('fields', { action: 'type', target: { id: 'user' }, value: 'ann' });
  passed(json);
  assert.deepEqual(await touches(), ['touch 540,550 to 540,550']);
  assert.equal(json.results[0].value, 'ann');
  await client.close();
});

for (const [way, env] of [
  ['resident', {}],
  ['apk', { AGENTEST_HELPER: 'apk' }],
]) {
  test(`${way}: the command line touches what it has seen`, async () => {
    const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial, ...env } });
    await mda.ok('session set --live 5m --session warm');
    await open('moved');
    await mda.ok('ui snapshot --no-screenshot --session warm');
    await change();
    await mda.ok('ui tap id:buy --session warm');
    assert.deepEqual(await touches(), ['touch 800,950 to 800,950']);
    await mda.ok('live stop --session warm');
  });
}
