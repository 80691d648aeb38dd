// ./demo --prove: the ten commands for somebody with a phone, on a virtual one.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root, run, startAdbServer, startVirtual } from './lib.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const prove = (...words) =>
  run('python3', [path.join(root, 'tools/demo.py'), '--device', device.serial, '--prove', ...words], {
    env: server.env,
  });
const outcomes = (text) => [...text.matchAll(/^ {4}(proved|NOT proved|skipped): /gm)].map(([, word]) => word);

test('all ten are proved on a phone whose screen has a field', async () => {
  const ended = await prove('--package', 'com.example.notes');
  const docs = fs.readFileSync(path.join(root, 'docs/verification.md'), 'utf8');
  const rows = [...docs.matchAll(/^\| (\d+) \| ([^|]+) \|/gm)].map(([, number, what]) => `${number}. ${what}`);
  const shown = [...ended.out.matchAll(/^ ?(\d+\. .*); it should print: /gm)].map(([, head]) => head);
  assert.deepEqual(shown, rows);
  assert.deepEqual(
    outcomes(ended.out).filter((word) => word === 'NOT proved'),
    [],
    ended.out,
  );
  assert.match(ended.out, /proved: the field shows 'Zoë 9'/);
  assert.match(ended.out, /proved: nothing of ours runs on the phone/);
  assert.equal(ended.status, 0);
});

test('the settings take no harm, and what this phone cannot show is skipped with the reason', async () => {
  const ended = await prove();
  assert.match(ended.out, /"?Network & internet"? @e\d+: changed/);
  assert.match(ended.out, /skipped: this screen has no field and nothing named search/);
  assert.match(ended.out, /^9 proved, 0 NOT proved, 1 skipped$/m);
  assert.equal(ended.status, 0);
});

test('a phone that forbids input is recognized', async () => {
  await device.fault('inject-denied', 100);
  const ended = await prove('--package', 'com.example.notes');
  await device.fault('inject-denied', 0);
  assert.match(ended.out, /NOT proved: .*switch on "USB debugging \(Security settings\)"/);
  assert.match(ended.out, /proved: nothing of ours runs on the phone/);
  assert.equal(ended.status, 1);
});
