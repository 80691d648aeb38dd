// `test --continuous`: a flow runs again whenever it, or what it names, changes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';
import { root } from './lib.mjs';

const world = await startFlows();
const { mda } = world;
const flow = (steps) => `appId: com.example.flows\n---\n- launchApp\n${steps}\n`;

// Run the file until results are as wanted; change(n) is called at the n-th wait.
async function results(file, change, words = []) {
  const child = mda.spawn(['test', file, ...words, '--continuous', '--jsonl']);
  const seen = [];
  const messages = [];
  let ended;
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const row = JSON.parse(line);
    if (row.type === 'result') ended = row;
    if (row.event === 'result') seen.push([row.data.passed, row.data.error]);
    if (row.data?.message) messages.push(row.data.message);
    if (row.event === 'changed') seen.push(row.data.file);
    if (row.event === 'waiting' && !change(seen.filter(Array.isArray).length)) child.kill('SIGINT');
  }
  return { seen, messages, ended };
}

test('it runs again after a change of the file, a subflow or a script, and outlives mistakes', async () => {
  world.write('again/main.yaml', flow('- runFlow: sub.yaml\n- runScript: s.js\n- assertTrue: ${output.ok}'));
  world.write('again/sub.yaml', flow('- tapOn: Save'));
  world.write('again/s.js', 'output.ok = true');
  const changes = [
    () => world.write('again/s.js', 'output.ok = false // no more'),
    () => world.write('again/sub.yaml', flow('- tapOnn: Save')),
    () => world.write('again/sub.yaml', flow('- tapOn: Close')),
    () => world.write('again/s.js', 'output.ok = true'),
  ];
  const { seen, ended } = await results('again/main.yaml', (n) => {
    changes[n - 1]?.();
    return n <= changes.length;
  });
  assert.deepEqual(
    seen.map((row) => (Array.isArray(row) ? row[0] : row)),
    [true, 'again/s.js', false, 'again/sub.yaml', false, 'again/sub.yaml', false, 'again/s.js', true],
  );
  assert.match(seen[2][1], /^Assertion is false/);
  assert.match(seen[4][1], /^again\/sub\.yaml:4:3: error: /);
  assert.equal(ended.error.code, 'CANCELLED');
});

test('--app is installed by the first round that runs, and a round tells its own warnings', async () => {
  fs.copyFileSync(path.join(root, 'tests/data/apk/aapt2.apk'), path.join(mda.folder, 'app.apk'));
  // At once, so that no half of a file is read.
  const put = (steps) => {
    world.write('again/app.new', flow(steps));
    fs.renameSync(path.join(mda.folder, 'again/app.new'), path.join(mda.folder, 'again/app.yaml'));
  };
  put('- tapOnn: Save');
  const changes = ['- tapOn: Save', '- tapOn: Close', '- tapOnn: Save'];
  const { seen, messages, ended } = await results(
    'again/app.yaml',
    (n) => {
      if (n <= changes.length) put(changes[n - 1]);
      return n <= changes.length;
    },
    ['--app', 'app.apk', '--include-tags', 'a'],
  );
  assert.deepEqual(
    seen.filter(Array.isArray).map(([passed]) => passed),
    [false, true, true, false],
  );
  assert.equal(messages.filter((text) => text.startsWith('installing ')).length, 1, messages.join('\n'));
  assert.equal(messages.filter((text) => text.startsWith('tags choose among')).length, 4);
  assert.equal(ended.warnings.length, 1);
  assert.equal(ended.data.flows, undefined, 'nothing ran in the last round');
});

test('people read results line by line, and what it does not do', async () => {
  const child = mda.spawn(['test', 'again/main.yaml', '-c']);
  let said = '';
  for await (const line of readline.createInterface({ input: child.stderr })) {
    said += `${line}\n`;
    if (line.startsWith('waiting')) child.kill('SIGINT');
  }
  assert.match(
    said,
    /^\[Passed\] again\/main\.yaml\nwaiting for a change of 'again\/main\.yaml' or what it names; Ctrl-C ends$/m,
  );
  const refused = async (words, message) =>
    assert.match((await mda.fails(`test ${words} --continuous`, 2)).error.message, message);
  await refused('again', /needs a single flow file/);
  await refused('again/main.yaml again/sub.yaml', /needs a single flow file/);
  await refused('again/main.yaml --format junit', /writes no report/);
});
