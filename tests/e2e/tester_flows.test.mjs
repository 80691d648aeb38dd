// Flow files in mobile-tester-agent run: alone and beside scenarios, without any model. A failed
// command is a FAIL; trouble that says nothing of the app leaves no verdict.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { XMLParser } from 'fast-xml-parser';
import { packageName, startFlows } from './flow_app.mjs';
import { program, run, startAdbServer, temporaryFolder } from './lib.mjs';
import { filesOf } from './tester.mjs';

const { server, device } = await startFlows();

// The program in a folder with these files.
function startTester(files, more = {}) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const env = { ...server.env, OLLAMA_HOST: 'http://127.0.0.1:1', XDG_STATE_HOME: path.join(folder, 'state'), ...more };
  const tester = (...args) =>
    run(program('mobile-tester-agent'), ['run', ...args], { cwd: folder, env, timeout: 240000 });
  tester.folder = folder;
  tester.read = (name) => fs.readFileSync(path.join(folder, name), 'utf8');
  return tester;
}

const flow = (steps, head = '') => `appId: ${packageName}\n${head}---\n- launchApp\n${steps}`;
const events = ({ stdout }) =>
  stdout
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const quick = (text) => `- extendedWaitUntil:\n    visible: ${text}\n    timeout: 300\n`;

test('a flow passes without a model, and its commands are the steps', async () => {
  const tester = startTester({
    'flows/save.yaml': flow(
      '- tapOn: Save\n- runFlow:\n    file: sub/check.yaml\n    env:\n      WHAT: Save\n' +
        '- runFlow:\n    when:\n      visible: Nowhere\n    commands:\n      - tapOn: Nowhere\n' +
        '- tapOn:\n    text: Nowhere\n    optional: true\n',
      'name: Saving\ntags: [smoke]\n',
    ),
    'flows/sub/check.yaml': `appId: ${packageName}\n---\n- assertVisible: "hit \${WHAT}"\n`,
  });
  const answer = await tester('flows/save.yaml', '--jsonl', '--device', device.serial, '--junit', 'report.xml');
  assert.equal(answer.status, 0, answer.stdout + answer.stderr);
  const all = events(answer);
  const last = all.at(-1);
  assert.equal(last.verdict, 'PASS');
  const ends = all.filter(({ type, state }) => type === 'step' && state === 'ended');
  assert.deepEqual(
    ends.map(({ step, verdict, outcome }) => [step, verdict, outcome]),
    [
      [1, 'PASS', 'COMPLETED'],
      [2, 'PASS', 'COMPLETED'],
      [3, 'PASS', 'COMPLETED'],
      [4, 'NOT_RUN', 'SKIPPED'],
      [5, 'PASS', 'WARNED'],
    ],
  );
  assert.match(ends[4].message, /Element not found/);
  const inner = all.find(({ type, toolName }) => type === 'tool' && toolName === 'assertVisible');
  assert.equal(inner.step, 3);
  assert.deepEqual(JSON.parse(inner.args), {
    command: 'Assert that "hit Save" is visible',
    place: 'flows/sub/check.yaml:3',
  });
  assert.equal(
    all.some(({ type }) => type === 'model'),
    false,
  );
  const { testsuite } = new XMLParser({ ignoreAttributes: false }).parse(tester.read('report.xml'));
  assert.equal(testsuite['@_name'], 'Saving');
});

test('a failed command fails its step, with a picture; the rest was not reached', async () => {
  const tester = startTester({
    'fail.yaml': flow(`- tapOn: Save\n${quick('Savee')}- tapOn: Hold\n`, 'onFlowComplete:\n  - tapOn: Close\n'),
  });
  const answer = await tester('fail.yaml', '--jsonl', '--device', device.serial, '--report', 'out');
  assert.equal(answer.status, 1, answer.stdout + answer.stderr);
  const all = events(answer);
  const ends = all.at(-1).steps;
  assert.deepEqual(
    ends.map(({ step, verdict }) => [step, verdict]),
    [
      [1, 'PASS'],
      [2, 'PASS'],
      [3, 'FAIL'],
      [4, 'UNVERIFIED'],
      [5, 'PASS'],
    ],
  );
  assert.match(ends[2].reason, /Assertion is false: "Savee" is visible.*similar: btn "Save"/);
  assert.equal(ends[3].reason, 'not reached');
  assert.equal(ends[3].began, undefined);
  const call = all.find(({ outcome, type }) => type === 'tool' && outcome === 'FAILED');
  const files = filesOf(path.join(tester.folder, 'out')).map(({ file }) => file);
  assert.ok(
    files.some((file) => file.endsWith(`/${call.screenshotPath}`)),
    `${call.screenshotPath}: ${files}`,
  );
  assert.ok(
    files.some((file) => /remains\/.*hierarchy.*\.txt$/.test(file)),
    `${files}`,
  );
  assert.equal(
    files.some((file) => file.includes('/.work/')),
    false,
    `${files}`,
  );
  assert.equal(all.at(-1).class, 'app');
});

test('flows and scenarios are one suite; subflows of a folder are not cases', async () => {
  const tester = startTester({
    'all/one.yaml': flow('- assertVisible: hit nothing\n', 'name: One\n'),
    'all/two.yaml': flow(quick('Nowhere'), 'name: Two\n'),
    'all/sub/part.yaml': flow(quick('Nowhere')),
    'all/config.yaml': 'flows:\n  - "*"\n',
    'all/words.json': JSON.stringify({
      name: 'Words',
      goal: 'Words',
      packageName,
      steps: ['Look'],
      profile: 'DeepSeek',
    }),
  });
  const answer = await tester('all', '--junit', 'report.xml', '--html', 'report.html');
  const xml = new XMLParser({ ignoreAttributes: false }).parse(tester.read('report.xml'));
  const names = [xml.testsuites.testsuite].flat().map((suite) => suite['@_name']);
  assert.equal(names.length, 3, `${names}`);
  assert.ok(
    names.some((name) => /one/.test(name)),
    `${names}`,
  );
  assert.ok(
    names.some((name) => /two/.test(name)),
    `${names}`,
  );
  assert.match(answer.stdout.toString(), /One.*PASS|PASS.*One/);
  assert.match(tester.read('report.html'), /Two/);
  assert.notEqual(answer.status, 0);
});

test('an error in a flow ends the program before anything runs, at its place', async () => {
  const tester = startTester({ 'bad.yaml': flow('- clearText\n'), 'good.yaml': flow('- tapOn: Save\n') });
  await device.console('virtual notes clear');
  const answer = await tester('good.yaml', 'bad.yaml');
  assert.equal(answer.status, 2, answer.stdout + answer.stderr);
  assert.match(answer.stderr.toString(), /bad\.yaml:4:3: .*clearText.*eraseText/);
  assert.doesNotMatch(await device.console('virtual notes'), /tap/);
  const alone = await tester('bad.yaml');
  assert.equal(alone.status, 2);
  assert.match(alone.stderr.toString(), /bad\.yaml:4:3: /);
});

test('a script process that cannot start is no verdict', async () => {
  const tester = startTester({
    'script.yaml': flow(
      '- evalScript: ${output.x = 1 + 1}\n- assertTrue: ${output.x == 2}\n',
      'onFlowComplete:\n  - tapOn: Close\n',
    ),
  });
  const works = await tester('script.yaml', '--device', device.serial, '--jsonl');
  assert.equal(works.status, 0, works.stdout + works.stderr);
  const folder = temporaryFolder();
  fs.copyFileSync(program('mobile-tester-agent'), path.join(folder, 'mobile-tester-agent'));
  const alone = await run(
    path.join(folder, 'mobile-tester-agent'),
    ['run', path.join(tester.folder, 'script.yaml'), '--device', device.serial, '--jsonl', '--data', folder],
    { cwd: folder, env: { ...server.env, PATH: '/usr/bin:/bin' }, timeout: 240000 },
  );
  assert.equal(alone.status, 3, alone.stdout + alone.stderr);
  const last = events(alone).at(-1);
  assert.equal(last.end, 'machine');
  assert.notEqual(last.verdict, 'FAIL');
  // The hook runs after it, and does not take its reason away.
  const [, cut, rest, hook] = last.steps;
  assert.deepEqual([cut.verdict, cut.reason], ['UNVERIFIED', last.reason]);
  assert.deepEqual([rest.reason, hook.verdict], ['not reached', 'PASS']);
  const told = events(alone).filter(({ type, state }) => type === 'step' && state === 'ended');
  assert.deepEqual(
    told.map(({ step }) => step),
    [1, 2, 4],
  );
  const thrown = startTester({ 'thrown.yaml': flow('- evalScript: ${nothing.at.all}\n') });
  assert.equal((await thrown('thrown.yaml', '--device', device.serial)).status, 1);
});

test('a screen that cannot be read is not a verdict, though the element is optional', async () => {
  const tester = startTester(
    {
      'absent.yaml': flow('- assertNotVisible: Save\n'),
      'optional.yaml': flow('- assertNotVisible:\n    text: Save\n    optional: true\n'),
    },
    { AGENTEST_DISABLE_HELPER: '1' }, // it needs no idle state
  );
  for (const file of ['absent.yaml', 'optional.yaml']) {
    await device.fault('idle-error', 1000);
    const answer = await tester(file, '--jsonl', '--device', device.serial);
    await device.fault('idle-error', 0);
    assert.equal(answer.status, 3, answer.stdout + answer.stderr);
    const last = events(answer).at(-1);
    assert.deepEqual([last.end, last.verdict], ['device', 'UNVERIFIED']);
    assert.match(last.reason, /can't be read/);
  }
});

test('a flow on a machine without a device ends with status 3', async () => {
  const own = await startAdbServer();
  const tester = startTester({ 'save.yaml': flow('- tapOn: Save\n') }, own.env);
  const answer = await tester('save.yaml', '--jsonl');
  assert.equal(answer.status, 3, answer.stdout + answer.stderr);
});
