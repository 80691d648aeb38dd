// Sessions of 15 actions with each sample app, recorded: the flow passes three times, and fails at
// the right step, naming what is nearest, once a label has changed.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { stop, temporaryFolder, until } from './lib.mjs';
import { appFile, changedApp, record, replay, startRecorded } from './record_rig.mjs';

const sessions = {
  'com.example.notes': [
    ['ui fill', 'id:email', 'demo@example.com'],
    ['ui fill', 'id:password', 'secret123'],

    ['ui tap', 'text:Log in'],
    ['ui tap', 'id:search'],
    ['ui fill', 'id:query', 'Shopping'],
    ['ui tap', 'text:Note 4 Shopping'],
    ['ui press', 'back'],
    ['ui tap', 'id:up'],
    ['ui scroll-to', 'text:Note 30 Idea'],
    ['ui tap', 'text:Note 30 Idea'],
    ['ui tap', 'id:delete'],
    ['ui tap', 'text:Cancel'],
    ['ui press', 'back'],
    ['ui tap', 'id:settings'],
    ['ui tap', 'text:Dark theme'],
  ],
  'com.example.shop': [
    ['ui tap', 'text:Bread'],
    ['ui tap', 'text:Add to cart'],
    ['ui tap', 'text:Report'],
    ['ui tap', 'text:Cancel'],
    ['ui press', 'back'],
    ['ui scroll-to', 'text:Kiwi'],
    ['ui tap', 'text:Kiwi'],
    ['ui tap', 'text:Add to cart'],
    ['ui press', 'back'],
    ['ui tap', 'text:Deals'],
    ['ui tap', 'coords:920,80'],
    ['ui tap', 'text:Remove Bread'],
    ['ui press', 'back'],
    ['ui tap', 'text:Home'],
    ['ui tap', 'coords:920,80'],
  ],
};

const env = ['--env', 'PASSWORD=secret123'];
// A label that changes, the step that must fail with it, and what is nearest.
const changes = {
  'com.example.notes': ['Edit note', 'Edit the note', /^Assert that "Edit note" is visible$/, /"Edit the note"/],
  'com.example.shop': ['Add to cart', 'Add to the cart', /"Add to cart"/, /"Add to the cart"/],
};

for (const [name, actions] of Object.entries(sessions)) {
  test(`a session with ${name} replays three times, and fails where a label has changed`, async () => {
    assert.equal(actions.length, 15);
    const world = await startRecorded(appFile(name));
    const answer = await record(world, ['--app-id', name, '--clear-state'], async () => {
      for (const [command, ...words] of actions) await world.mda.ok([...command.split(' '), ...words]);
    });
    assert.equal(answer.status, 0, JSON.stringify(answer.json));
    assert.equal(answer.json.data.replayed, true);
    assert.equal(answer.json.data.steps, actions.length);
    assert.doesNotMatch(answer.flow, /secret123|point:/);
    for (let round = 0; round < 3; round++) {
      const again = await replay(world, answer.flow, env);
      assert.equal(again.status, 0, again.stdout);
    }

    const [label, other, description, nearest] = changes[name];
    const changed = await startRecorded(changedApp(name, label, other));
    const failed = await replay(changed, answer.flow, env);
    assert.equal(failed.status, 1, failed.stdout);
    const last = failed.steps.at(-1);
    assert.match(last.description, description);
    assert.equal(last.outcome, 'FAILED');
    assert.match(last.note, nearest);
    const before = failed.steps.slice(0, -1);
    assert.ok(before.every(({ outcome }) => outcome === 'COMPLETED'));
    assert.equal(answer.flow.split(label)[0].match(/^- /gm).length, before.length + 1);
  });
}

test('what can not be recorded is refused before anything starts', async () => {
  const world = await startRecorded(appFile('com.example.notes'));
  const { mda } = world;
  const app = ['--app-id', 'com.example.notes'];
  const refused = async (words, status) => (await mda.fails(['record', ...words], status)).error.message;
  fs.writeFileSync(path.join(mda.folder, 'have.yaml'), 'mine');
  assert.match(await refused(['have.yaml', ...app], 2), /'have.yaml' exists: name another file, or add --overwrite/);
  assert.match(await refused(['nowhere/a.yaml', ...app], 2), /cannot write into the folder 'nowhere'/);
  assert.match(await refused(['a.yaml'], 2), /no app to start: name it with --app-id/);
  const answer = await record(world, app, async () => {
    assert.match(await refused(['b.yaml', '--no-launch', ...app], 1), /is being recorded already \(pid \d+\)/);
  });
  assert.equal(answer.status, 2);
  assert.match(answer.json.error.message, /nothing was done on the device/);
  assert.equal(fs.readFileSync(path.join(mda.folder, 'have.yaml'), 'utf8'), 'mine');
});

test('a recorder that was killed leaves nothing that programs would write to', async () => {
  const world = await startRecorded(appFile('com.example.notes'));
  const { mda } = world;
  const child = mda.spawn('record a.yaml --app-id com.example.notes --jsonl');
  let out = '';
  child.stdout.on('data', (data) => (out += data));
  await until(() => out.includes('"event":"recording"'), 'it records');
  await stop(child, 'SIGKILL');
  await mda.ok('ui tap id:remember');
  const answer = await record(world, ['--no-launch', '--no-replay', '--steps', '1'], () =>
    mda.ok('ui tap id:remember'),
  );
  assert.equal(answer.status, 0);
  assert.equal(answer.json.data.steps, 1);
});

test('icons without a name are found by what is beside them', async () => {
  const name = 'com.example.shop';
  const world = await startRecorded(appFile(name));
  const answer = await record(world, ['--app-id', name, '--clear-state'], async () => {
    for (const x of [100, 400]) await world.mda.ok(['ui', 'tap', `coords:${x},80`]);
  });
  assert.equal(answer.status, 0, JSON.stringify(answer.json));
  assert.match(answer.flow, /assertVisible: "Last icon: first"/);
  assert.match(answer.flow, /assertVisible: "Last icon: second"/);
  assert.doesNotMatch(answer.flow, /point:|clock/);
});

test('a proposed assertion that does not hold again is left out, and said', async () => {
  const name = 'com.example.notes';
  // The app counts for ever, as data of a server grow.
  const app = JSON.parse(fs.readFileSync(appFile(name), 'utf8'));
  app.databases['notes.db'].sql.push('CREATE TABLE opened (n INTEGER);');
  app.databases['notes.db'].sql.push('INSERT INTO opened VALUES (0);');
  const { children } = app.screens.login.root;
  children.splice(1, 0, { kind: 'text', id: 'changes', text: 'Opened ${opened} times' });
  children.find(({ id }) => id === 'forgot').tap = [
    { sql: 'UPDATE opened SET n = n + 1', database: 'notes.db' },
    { sql: 'SELECT n AS opened FROM opened', database: 'notes.db' },
  ];
  app.vars.opened = 0;
  const file = path.join(temporaryFolder(), 'app.json');
  fs.writeFileSync(file, JSON.stringify(app));
  const world = await startRecorded(file);
  const answer = await record(world, ['--app-id', name], () => world.mda.ok('ui tap id:forgot'));
  assert.equal(answer.status, 0, JSON.stringify(answer.json));
  const warned = answer.events.filter(({ event }) => event === 'warning').map(({ data }) => data.message);
  assert.match(warned.join('\n'), /left out, as it does not hold again: .*Opened 1 times/);
  assert.doesNotMatch(answer.flow, /Opened/);
  assert.match(answer.flow, /id: forgot/);
});

test('a drag is one command, also where it is sent twice', async () => {
  const name = 'com.example.notes';
  const world = await startRecorded(appFile(name), { AGENTEST_DISABLE_HELPER: '1' });
  const answer = await record(world, ['--app-id', name, '--no-launch', '--no-replay'], async () => {
    await world.device.shell('am start -a android.intent.action.VIEW -d notes://gestures');
    await world.mda.ok('ui drag id:pad coords:1000,1100');
  });
  assert.equal(answer.status, 0, JSON.stringify(answer.json));
  assert.equal(answer.flow.match(/- drag:/g)?.length, 1, answer.flow);
  assert.match(answer.recorded[0].commands, /^- drag:\n {4}from:\n {6}id: pad\n/);
});

test('a secret is hidden before a word is told of what came after it', async () => {
  const name = 'com.example.notes';
  const world = await startRecorded(appFile(name));
  const answer = await record(world, ['--app-id', name, '--clear-state'], async () => {
    await world.mda.ok(['ui', 'fill', 'id:password', 'hunter2!']);
    await world.mda.ok(['ui', 'fill', 'id:email', 'my hunter2!']);
  });
  assert.equal(answer.status, 0, JSON.stringify(answer.json));
  assert.match(answer.flow, /id: email\n- inputText: "my \$\{PASSWORD\}"\n/);
  assert.match(answer.recorded[1].commands, /inputText: "my \$\{PASSWORD\}"\n/);
  assert.doesNotMatch(JSON.stringify([answer.json, answer.events, answer.flow]), /hunter2/);
});

test('Ctrl-C ends a replay after --steps, and the result names the flow', async () => {
  const name = 'com.example.notes';
  const world = await startRecorded(appFile(name));
  await world.device.shell('am start -a android.intent.action.VIEW -d notes://gestures');
  const answer = await record(world, ['--app-id', name, '--no-launch', '--steps', '1'], async (told) => {
    await world.mda.ok('ui tap id:up'); // leaves the screen, so the replay looks for it in vain
    await told('"event":"flow"');
  });
  assert.equal(answer.status, 1);
  assert.equal(answer.json.error.code, 'CANCELLED');
  assert.match(answer.json.error.message, /'flow\.yaml' is written, but not replayed to its end$/);
  const { flow, steps, replayed } = answer.json.data;
  assert.deepEqual({ flow, steps, replayed }, { flow: 'flow.yaml', steps: 1, replayed: false });
  assert.match(answer.flow, /^- tapOn:\n {4}id: up$/m);
});

test('what was recorded is kept if the recorder fails', async () => {
  const name = 'com.example.notes';
  const folder = temporaryFolder();
  const world = await startRecorded(appFile(name), { AGENTEST_LEASE_DIR: folder });
  const answer = await record(world, ['--app-id', name, '--no-replay'], async (told) => {
    await world.mda.ok('ui tap id:remember');
    await told('"event":"recorded"');
    const pipe = fs.readdirSync(folder).find((file) => file.endsWith('.recording'));
    await fs.promises.appendFile(path.join(folder, pipe), 'x'.repeat(600_000)).catch(() => {});
    await told('"type":"result"');
  });
  assert.equal(answer.status, 1);
  assert.match(
    answer.json.error.message,
    /^a recorded step is too long; 'flow\.yaml' has what was recorded until then$/,
  );
  assert.equal(answer.json.data.steps, 1);
  assert.equal(answer.json.data.flows, undefined, 'nothing is left of the launch');
  assert.match(answer.flow, /id: remember/);
});

test('a text that --env names is its variable in every field, from the first word on', async () => {
  const name = 'com.example.notes';
  const world = await startRecorded(appFile(name));
  const words = ['--app-id', name, '--clear-state', '--env', 'USER=demo@example.com', '--env', 'OTHER=nobody'];
  const answer = await record(world, words, () => world.mda.ok(['ui', 'fill', 'id:email', 'demo@example.com']));
  assert.equal(answer.status, 0, JSON.stringify(answer.json));
  assert.equal(answer.json.data.replayed, true);
  assert.deepEqual(answer.json.data.secrets, ['USER']);
  assert.match(answer.flow, /id: email\n- inputText: "\$\{USER\}"\n/);
  assert.doesNotMatch(JSON.stringify([answer.json, answer.events, answer.flow]), /demo@example|OTHER=nobody/);
  const refused = await world.mda.fails(['record', 'b.yaml', '--app-id', name, '--env', 'a-b=c'], 2);
  assert.match(refused.error.message, /--env takes NAME=VALUE, and a NAME of letters/);
});
