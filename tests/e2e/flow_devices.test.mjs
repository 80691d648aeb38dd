// `test` on several devices: a shared queue, shards, and a device that is lost midway.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';
import { stop } from './lib.mjs';

const world = await startFlows();
const { mda } = world;
const devices = [world.device, await world.add(), await world.add()];
const serials = devices.map(({ serial }) => serial);
const [first, second, third] = serials;
const flow = (name, steps) => `appId: com.example.flows\nname: ${name}\n---\n${steps}\n`;
const launch = '- launchApp\n- assertVisible: hit nothing';
for (const name of ['A', 'B', 'C', 'D', 'E'])
  world.write(`many/${name}.yaml`, flow(name, `${launch}\n- assertVisible: Save`));
const places = ({ data }) => data.flows.map(({ name, device, shard }) => [name, device, shard]);

test('flows go to whichever device is free, each once, and reports name it', async () => {
  const words = `test many --devices ${first},${second} --format junit --output out/shared.xml`;
  const json = await mda.ok(words);
  assert.deepEqual(
    json.data.flows.map(({ name, passed }) => [name, passed]),
    ['A', 'B', 'C', 'D', 'E'].map((name) => [name, true]),
  );
  assert.deepEqual(new Set(json.data.flows.map(({ device }) => device)), new Set([first, second]));
  const xml = fs.readFileSync(path.join(mda.folder, 'out/shared.xml'), 'utf8');
  const suites = [...xml.matchAll(/<testsuite name="Test Suite" device="([^"]+)" tests="(\d+)" failures="0"/g)];
  assert.deepEqual(new Set(suites.map((row) => row[1])), new Set([first, second]));
  assert.equal(
    suites.reduce((sum, row) => sum + Number(row[2]), 0),
    5,
  );
});

test('steps say on which device they ran', async () => {
  const answer = await mda.run(`test many --device ${first},${second}`);
  assert.equal(answer.status, 0, answer.stderr);
  for (const serial of [first, second]) {
    assert.match(answer.stderr, new RegExp(`^\\[${serial}\\] > [A-E]$`, 'm'));
    assert.match(
      answer.stderr,
      new RegExp(`^\\[${serial}\\] Launch app "com\\.example\\.flows"\\.\\.\\. COMPLETED$`, 'm'),
    );
  }
  assert.match(answer.stdout, /^5\/5 Flows Passed in \d+s$/m);
});

test('shards deal flows in turn, or run all of them on each device', async () => {
  world.write('shards/a.yaml', flow('A', '- assertTrue: ${MAESTRO_SHARD_ID == 1 && MAESTRO_SHARD_INDEX == 0}'));
  world.write('shards/b.yaml', flow('B', '- assertTrue: ${MAESTRO_SHARD_ID == 1}'));
  world.write('shards/c.yaml', flow('C', '- assertTrue: ${MAESTRO_SHARD_ID == 1}'));
  const both = `--devices ${first},${second}`;
  const split = await mda.fails(`test shards --shard-split 2 ${both} --format junit --output out/split.xml`, 1);
  assert.deepEqual(places(split), [
    ['A', first, 1],
    ['B', second, 2],
    ['C', first, 1],
  ]);
  const xml = fs.readFileSync(path.join(mda.folder, 'out/split.xml'), 'utf8');
  assert.match(xml, /<failure>\[shard 2\] Assertion is false: /);
  assert.ok(split.data.flows[1].folder.endsWith('/B-shard-2'));
  const all = await mda.fails(`test shards --shard-all 2 ${both}`, 1);
  assert.deepEqual(
    all.data.flows.map(({ name, shard, passed }) => [name, shard, passed]),
    [
      ['A', 1, true],
      ['B', 1, true],
      ['C', 1, true],
      ['A', 2, false],
      ['B', 2, false],
      ['C', 2, false],
    ],
  );
  const text = await mda.run(`test shards --shard-split 2 ${both}`);
  assert.match(text.stdout, /^\[shard 2\] \[Failed\] B \(\d+s\) \(Assertion is false: .*\)$/m);
});

test('flows in order run on one device, before the others', async () => {
  for (const name of ['x', 'y', 'z']) world.write(`order/${name}.yaml`, flow(name.toUpperCase(), launch));
  world.write('order/config.yaml', 'executionOrder: {flowsOrder: [Z, Y]}\n');
  const json = await mda.ok(`test order --devices ${first},${second}`);
  const [z, y, x] = json.data.flows;
  assert.deepEqual([z.name, y.name, x.name], ['Z', 'Y', 'X']);
  assert.equal(z.device, y.device);
  assert.ok(z.began_ms + z.duration_ms <= y.began_ms && y.began_ms + y.duration_ms <= x.began_ms);
  const refused = await mda.fails(`test order --devices ${first},${second} --shard-split 2`, 2);
  assert.match(refused.error.message, /in order can't be sharded/);
});

test('what does not fit is refused before anything runs', async () => {
  const refused = async (words, status, message) =>
    assert.match((await mda.fails(`test many ${words}`, status)).error.message, message);
  await refused('--shard-split 2 --shard-all 2', 2, /exclude each other/);
  await refused(`--devices ${first},${first}`, 2, /named twice/);
  const alone = new RegExp(`'all' and the device '${first}' exclude each other: give all alone, or serials`);
  await refused(`--devices all,${first}`, 2, alone);
  await refused(`--devices ${first} --devices all`, 2, alone);
  await refused('--devices ,', 2, /--devices names none/);
  await refused('--shard-split 0', 2, /--shard-split/);
  await refused(`--shard-all 3 --devices ${first}`, 1, /3 shards need as many devices, and there is 1/);
  await refused(`--devices ${first},emulator-9998`, 1, /emulator-9998/);
});

// Run words; on each start of a flow call act(flow, device).
async function watch(words, act) {
  const child = mda.spawn([...words, '--jsonl']);
  const lines = readline.createInterface({ input: child.stdout });
  let result;
  for await (const line of lines) {
    const row = JSON.parse(line);
    if (row.type === 'result') result = row;
    else if (row.event === 'flow') await act(row.data.flow, row.data.device);
  }
  return result;
}

const touchSave = async (device) => {
  await device.shell('am start -a android.intent.action.VIEW -d flows://taps');
  await device.shell('input tap 200 350');
};
const waits = flow('Waits', '- extendedWaitUntil:\n    visible: hit Save\n    timeout: 120000');

test('a flow whose device is lost goes to another one, and the loss is told', async () => {
  world.write('lost/waits.yaml', waits);
  for (const name of ['one', 'two', 'three']) world.write(`lost/${name}.yaml`, flow(name, launch));
  const seen = [];
  const json = await watch(['test', 'lost', '--devices', `${first},${third}`], async (name, serial) => {
    if (name !== 'Waits') return;
    seen.push(serial);
    const device = devices.find((one) => one.serial === serial);
    if (seen.length === 1) await stop(device.child, 'SIGKILL');
    else await touchSave(device);
  });
  assert.equal(json.ok, true, JSON.stringify(json));
  assert.equal(seen.length, 2);
  assert.notEqual(seen[0], seen[1]);
  assert.ok(json.data.flows.every(({ passed }) => passed));
  const row = json.data.flows.find(({ name }) => name === 'Waits');
  assert.equal(row.device, seen[1]);
  const told = json.warnings.filter((text) => text.startsWith(`the device '${seen[0]}' was lost in 'Waits'`));
  assert.match(told[0], /the flow runs again on another device$/);
  devices.splice(
    devices.findIndex(({ serial }) => serial === seen[0]),
    1,
  );
});

test('without another device its flows are trouble, never passed', async () => {
  const [one, two] = devices;
  const words = `test lost --shard-all 2 --devices ${one.serial},${two.serial} --format junit --output out/lost.xml`;
  const json = await watch(words.split(' '), async (name, serial) => {
    if (name !== 'Waits') return;
    if (serial === two.serial) await stop(two.child, 'SIGKILL');
    else await touchSave(one);
  });
  assert.equal(json.ok, false);
  assert.equal(json.error.exit_status, 1);
  const rows = json.data.flows.filter(({ shard }) => shard === 2);
  const waited = rows.find(({ name }) => name === 'Waits');
  assert.equal(waited.passed, false);
  assert.equal(waited.code, 'NO_DEVICE');
  assert.ok(json.data.flows.filter(({ shard }) => shard === 1).every(({ passed }) => passed));
  const xml = fs.readFileSync(path.join(mda.folder, 'out/lost.xml'), 'utf8');
  assert.match(xml, /name="Waits"[^>]* status="ERROR">\s*<failure>\[shard 2\] device trouble: /);
});
