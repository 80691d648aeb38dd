// flow check and flow schema: mistakes of flow files as text and as JSON, exit statuses, folders.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from './lib.mjs';
import { startMda } from './mda.mjs';

const mda = startMda();

// Write files below a folder of their own: {'a/b.yaml': text}.
let folders = 0;
function workspace(files) {
  const folder = path.join(mda.folder, `w${folders++}`);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const flow = (...commands) => `appId: com.example.notes\n---\n${commands.map((c) => `- ${c}\n`).join('')}`;

test('a folder of good flows passes', async () => {
  const cwd = workspace({
    '.maestro/login.yaml': flow('launchApp', 'runFlow: parts/consent.yaml', 'runScript: seed.js'),
    '.maestro/parts/consent.yaml': flow('tapOn: Accept'),
    '.maestro/seed.js': 'output.a = 1\n',
    '.maestro/config.yaml': 'flows: "*"\n',
    '.maestro/data.yaml': 'users:\n  - one\n',
    '.maestro/node_modules/x/y.yaml': flow('fly'),
  });
  const { status, stdout, stderr } = await mda.run('flow check .maestro', { cwd });
  assert.equal(stdout, '2 flows: 0 errors, 0 warnings; 1 YAML file is not a flow\n');
  assert.deepEqual([status, stderr], [0, '']);
});

test('each mistake is named with its place and the right form', async () => {
  const cwd = workspace({
    'login.yaml': flow(
      'tapOn:\n    text: Save\n    timeout: 5000',
      'clearText',
      'tapOn: No',
      'tapOn: Save\n  optional: true',
      'runFlow: parts/one.yaml',
    ),
    'parts/one.yaml': flow('inputTxt: a', 'runFlow: "${NAME}.yaml"'),
  });
  const { status, stdout, stderr } = await mda.run('flow check login.yaml', { cwd });
  assert.equal(
    stdout,
    `login.yaml:5:5: error: an element has no key 'timeout'
  hint: an element has no time limit: use - extendedWaitUntil: {visible: …, timeout: 5000}
login.yaml:6:3: error: there is no command 'clearText'
  hint: use - eraseText, or - eraseText: 20
login.yaml:7:10: warning: No without quotes means "false" to Maestro
  hint: put it in quotes: "No"
login.yaml:9:3: error: 'optional' stands beside the command 'tapOn'
  hint: indent it below tapOn:, as in text: Save and optional: …
parts/one.yaml:3:3: error: there is no command 'inputTxt'
  hint: did you mean 'inputText'?
parts/one.yaml:4:12: error: there is no flow file 'parts/\${NAME}.yaml'
  hint: files are read before anything runs, so variables are not expanded in their names; choose by when: instead
1 flow: 5 errors, 1 warning
`,
  );
  assert.equal(status, 1);
  assert.equal(stderr, "error: 1 of 1 flow can't run\n");
});

test('the same as JSON', async () => {
  const cwd = workspace({ 'a.yaml': flow('tapOn: {below: Total}', 'fly'), 'b.yaml': flow('back') });
  const { status, json } = await mda.run('flow check a.yaml b.yaml --json', { cwd });
  assert.equal(status, 1);
  assert.equal(json.ok, false);
  const { problems, ...counts } = json.data;
  assert.deepEqual(counts, {
    flows: 2,
    wrong_flows: 1,
    errors: 1,
    warnings: 0,
    oddities: 1,
    skipped: 0,
    strict: false,
  });
  assert.deepEqual(problems, [
    { file: 'a.yaml', line: 4, column: 3, severity: 'error', text: "there is no command 'fly'", hint: null },
  ]);
});

test('--strict lists what is odd, and still passes', async () => {
  const cwd = workspace({
    'a.yaml': flow(
      'tapOn: {below: Total}',
      'tapOn: Total (3)',
      'scrollUntilVisible: {element: A, visibilityPercentage: 50}',
      'repeat: {times: "${N}", commands: [back]}',
    ),
  });
  const loose = await mda.run('flow check a.yaml', { cwd });
  assert.deepEqual(
    [loose.status, loose.stdout],
    [0, '1 flow: 0 errors, 0 warnings, 4 oddities (--strict lists them)\n'],
  );
  const strict = await mda.run('flow check --strict a.yaml', { cwd });
  assert.equal(strict.status, 0);
  assert.deepEqual(strict.stdout.match(/^a\.yaml:\d+:\d+: \w+/gm), [
    'a.yaml:3:11: oddity',
    'a.yaml:4:10: oddity',
    'a.yaml:5:58: oddity',
    'a.yaml:6:19: oddity',
  ]);
});

test('a circle of subflows is named, however long', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const cwd = workspace(
    Object.fromEntries(names.map((name, i) => [`${name}.yaml`, flow(`runFlow: ${names[(i + 1) % 4]}.yaml`)])),
  );
  const { status, stdout } = await mda.run('flow check .', { cwd });
  assert.equal(status, 1);
  assert.match(stdout, /d\.yaml:3:12: error: the flow runs itself: a\.yaml → b\.yaml → c\.yaml → d\.yaml → a\.yaml/);
  assert.match(stdout, /4 flows: 1 error/);
});

for (const [words, why] of [
  ['flow check', 'needs PATH'],
  ['flow check nothing.yaml', "no file or folder 'nothing.yaml'"],
  ['flow check empty', 'there are no flow files'],
  ['flow check data', 'there are no flow files'],
  ['flow check --stric a.yaml', '--strict'],
]) {
  test(`usage: ${words}`, async () => {
    const cwd = workspace({ 'empty/config.yaml': 'flows: "*"\n', 'data/users.yaml': '- name: A\n' });
    const { status, stderr } = await mda.run(words, { cwd });
    assert.equal(status, 2, stderr);
    assert.ok(stderr.includes(why), stderr);
  });
}

test("a folder's config.yaml is checked too", async () => {
  const cwd = workspace({ 'f/a.yaml': flow('back'), 'f/config.yaml': 'flow: "*"\nflows: ["!a.yaml"]\n' });
  const { status, stdout, stderr } = await mda.run('flow check f', { cwd });
  assert.equal(
    stdout,
    `f/config.yaml:1:1: warning: 'flow' has no meaning here, and no effect
  hint: did you mean 'flows'?
f/config.yaml:2:8: error: 'flows' only says what doesn't run
  hint: add "*" or "**" before them
1 flow: 1 error, 1 warning
`,
  );
  assert.deepEqual([status, stderr], [1, "error: the folder's config.yaml is wrong\n"]);
});

for (const [text, column] of [
  ['- launchApp\n', 1],
  ['# only\n- tapOn: Save\n', 1],
  ['appId: com.example.notes\n', 0],
]) {
  test(`a folder's file that lacks a section is a mistake: ${JSON.stringify(text)}`, async () => {
    const cwd = workspace({ 'a/b/x.yaml': text });
    const { status, stdout } = await mda.run('flow check a', { cwd });
    assert.equal(status, 1);
    assert.ok(
      stdout.startsWith(`a/b/x.yaml${column ? `:${text.startsWith('#') ? 2 : 1}:1` : ''}: error: the `),
      stdout,
    );
  });
}

test('bytes that a terminal would obey are printed harmlessly', async () => {
  const cwd = workspace({ 'a.yaml': flow('"fl\\e[31my"') });
  const { stdout } = await mda.run('flow check a.yaml', { cwd });
  assert.ok(!stdout.includes('\x1b'), stdout);
});

test('flow schema prints what docs/ has', async () => {
  const { stdout } = await mda.run('flow schema');
  assert.equal(stdout, fs.readFileSync(path.join(root, 'docs/flow.schema.json'), 'utf8'));
  const page = await mda.run('flow schema --markdown');
  assert.ok(fs.readFileSync(path.join(root, 'docs/flows.md'), 'utf8').endsWith(page.stdout));
});
