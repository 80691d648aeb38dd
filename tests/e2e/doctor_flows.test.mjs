// doctor --maestro: which flows of a project run as in Maestro, and where the others differ.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
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

test('a project that runs as in Maestro', async () => {
  const cwd = workspace({ '.maestro/a.yaml': flow('launchApp', 'tapOn: Go (1)', 'tapOn: No') });
  const { status, stdout, stderr } = await mda.run('doctor --maestro .maestro', { cwd });
  assert.equal(
    stdout,
    '1 of 1 flows run as in Maestro\n\n' +
      '2 places are as surprising here as in Maestro: `flow check --strict` lists them\n',
  );
  assert.deepEqual([status, stderr], [0, 'next: mobile-dev-agent test .maestro  # run them\n']);
});

const mixed = {
  'm/good.yaml': flow('back'),
  'm/bad.yaml': flow('clearText'),
  'm/timer.yaml': flow('runScript: s.js'),
  'm/pattern.yaml': flow("tapOn: '\\b{g}x'"),
  'm/s.js': 'const a = 1;\nsetTimeout(() => a);\n',
};

test('the verdicts come first, then each place with its reason', async () => {
  const { status, stdout, stderr } = await mda.run('doctor --maestro m', { cwd: workspace(mixed) });
  assert.equal(
    stdout,
    `1 of 4 flows run as in Maestro, 1 may end otherwise, 1 can't run here, 1 can't run in Maestro either

refused, as in Maestro
  m/bad.yaml:3:3: there is no command 'clearText'
    hint: use - eraseText, or - eraseText: 20

can't run here: a pattern of Java's that PCRE2 can't express
  in Maestro: matches
  here: an error that names the construct, because a silent "not found" would be a wrong verdict
  hint: write it without the construct
  m/pattern.yaml:3:10: the pattern '\\b{g}x' uses \\b{g}, a grapheme's boundary, which Maestro supports and this program does not

may end otherwise: setTimeout, setInterval in scripts
  in Maestro: not defined: the script throws
  here: really wait, at most 60 s, because users ask for them, and no flow that passes there changes
  m/s.js:2:1: setTimeout

1 place is as surprising here as in Maestro: \`flow check --strict\` lists it
`,
  );
  assert.equal(status, 1);
  assert.equal(stderr, "error: 3 of 4 flows do not run as in Maestro, or can't run: the list has each place\n");
});

test('the same as JSON', async () => {
  const { status, json } = await mda.run('doctor --maestro m --json', { cwd: workspace(mixed) });
  assert.equal(status, 1);
  assert.deepEqual(json.data.project, {
    flows: 4,
    same: 1,
    differ: 1,
    fail: 1,
    refused: 1,
    warnings: 1,
    oddities: 0,
  });
  assert.equal(json.data.needs_engine, true);
  const [refused, , timer] = json.data.places;
  assert.deepEqual([refused.file, refused.line, refused.column, refused.verdict], ['m/bad.yaml', 3, 3, 'refused']);
  assert.deepEqual(timer, {
    file: 'm/s.js',
    line: 2,
    column: 1,
    verdict: 'differs',
    difference: 'timer',
    subject: 'setTimeout',
    detail: null,
    maestro: 'not defined: the script throws',
    here: 'really wait, at most 60 s',
    why: 'users ask for them, and no flow that passes there changes',
    hint: null,
  });
});

for (const [words, said] of [
  ['doctor --maestro nowhere', /no file or folder 'nowhere'/],
  ['doctor --maestro empty', /there are no flow files in 'empty'/],
  ['doctor --maestro . --platform ios', /--maestro looks at flows, not at tools/],
]) {
  test(`${words} is a mistake of the line`, async () => {
    const { status, stderr } = await mda.run(words, { cwd: workspace({ 'empty/x.txt': '', 'a.yaml': flow('back') }) });
    assert.equal(status, 2);
    assert.match(stderr, said);
  });
}

test('a config.yaml that is wrong stops all of them', async () => {
  const cwd = workspace({ 'f/a.yaml': flow('back'), 'f/config.yaml': 'flows: "!x"\n' });
  const { status, stdout, stderr } = await mda.run('doctor --maestro f', { cwd });
  assert.match(stdout, /f\/config\.yaml:1:8: 'flows' only says what doesn't run/);
  assert.deepEqual([status, stderr], [1, "error: the folder's config.yaml is wrong\n"]);
});

test('a long list is cut, and says so', async () => {
  const cwd = workspace({ 'm/a.yaml': flow(...Array.from({ length: 25 }, () => 'assertNoDefectsWithAI')) });
  const { stdout, json } = await mda.run('doctor --maestro m', { cwd });
  assert.equal(stdout.match(/: assertNoDefectsWithAI$/gm).length, 20);
  assert.match(stdout, /^ {2}and 5 more places: --json has all$/m);
  assert.equal(json, undefined);
  const whole = await mda.run('doctor --maestro m --json', { cwd });
  assert.equal(whole.json.data.places.length, 25);
});

test('a config.yml counts as well, as in Maestro', async () => {
  const cwd = workspace({ 'm/a.yaml': flow('back'), 'm/config.yml': 'flows: {a: b}\n' });
  const { status, json } = await mda.run('doctor --maestro m --json', { cwd });
  assert.equal(status, 1);
  assert.equal(json.error.message, "the folder's config.yaml is wrong");
  assert.equal(json.data.places[0].file, 'm/config.yml');
});
