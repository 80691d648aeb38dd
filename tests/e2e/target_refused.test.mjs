// A touch is for what was meant, or for nothing: what has gone, has been replaced or
// cannot be told from others between the tree and the touch is not touched.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startMda } from './mda.mjs';
import { refused, startTargets, tap } from './target.mjs';

const world = await startTargets();
const { device, server, touches } = world;
const client = await world.client();

for (const [name, target, wanted] of [
  ['gone', { id: 'buy' }, /no visible element/],
  ['replaced', { text: 'Keep' }, /no visible element/],
  ['password', { id: 'buy' }, /no visible element/],
  ['keyboard', { id: 'buy' }, /the keyboard is open and may hide it/],
]) {
  test(`${name}: nothing is touched, and the step says so`, async () => {
    refused(await client.after(name, tap(target)), wanted);
    assert.deepEqual(await touches(), []);
    assert.equal(await client.shown(), 'hit nothing');
  });
}

test('a button whose row has gone is not that of another row', async () => {
  refused(await client.tapRef('scrolled', /(@\w+) \w+ "Delete"/g, 0), /Delete/);
  assert.deepEqual(await touches(), []);
});

test('elements that nothing tells apart are not guessed', async () => {
  const json = await client.tapRef('twins', /(@\w+) \w+/g, 0);
  assert.equal(json.success, false, JSON.stringify(json));
  assert.deepEqual(await touches(), []);
  await client.close();
});

test('the command line touches nothing else either', async () => {
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  await mda.ok('session set --live 5m --session warm');
  await world.open('replaced');
  await mda.ok('ui snapshot --no-screenshot --session warm');
  await world.change();
  const answer = await mda.run(['ui', 'tap', 'text:Keep', '--json', '--session', 'warm']);
  assert.equal(answer.json.ok, false);
  assert.deepEqual(await touches(), []);
  await mda.ok('live stop --session warm');
});
