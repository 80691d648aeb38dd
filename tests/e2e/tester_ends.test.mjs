// Every way in which `run` can end leaves a JUnit file, and the exit status, the
// verdict and JUnit's element say the same.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { goodTester, notes, notesPlan } from './models/drivers.mjs';
import { faults } from './models/core.mjs';
import { startProfile } from './models/profiles.mjs';

const adb = await startAdbServer();
const lonely = await startAdbServer();
const device = await startVirtual(adb);
const scenario = { ...notes, steps: ['The login page is shown'], profile: 'Opus47' };

// The program with one scenario, and what CI gets of it.
async function runFor(content, { env = {}, words = [] } = {}) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'scenario.json');
  const junit = path.join(folder, 'junit.xml');
  if (content !== undefined) fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const all = {
    ...adb.env,
    OLLAMA_HOST: 'http://127.0.0.1:1',
    SECRET_PASSWORD: 'secret123',
    CLAUDE_API_KEY: 'key',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    XDG_STATE_HOME: folder,
    ...env,
  };
  for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name];
  const ended = await run(program('mobile-tester-agent'), ['run', file, '--junit', junit, '--jsonl', ...words], {
    cwd: folder,
    env: all,
  });
  const xml = fs.existsSync(junit) ? fs.readFileSync(junit, 'utf8') : '';
  const result = ended.out.trim() ? JSON.parse(ended.out.trim().split('\n').at(-1)) : {};
  return { ...ended, xml, result };
}

const rows = [
  { name: 'no file', content: undefined, status: 2, type: 'usage', words: /scenario\.json/ },
  { name: 'not JSON', content: '{"goal"', status: 2, type: 'usage', words: /scenario\.json/ },
  { name: 'no steps', content: { goal: 'x', packageName: 'a.b' }, status: 2, type: 'usage', words: /Missing steps/ },
  { name: 'no such profile', content: { ...scenario, profile: 'Opus99' }, status: 2, type: 'usage', words: /Opus99/ },
  {
    name: 'no key',
    content: scenario,
    env: { CLAUDE_API_KEY: undefined },
    status: 2,
    type: 'usage',
    words: /CLAUDE_API_KEY/,
  },
  {
    name: 'no secret',
    content: { ...scenario, steps: ['Type {{password}}'] },
    env: { SECRET_PASSWORD: undefined },
    status: 2,
    type: 'usage',
    words: /SECRET_PASSWORD/,
  },
  { name: 'no device', content: scenario, env: lonely.env, status: 3, type: 'no-device', words: /device/ },
  {
    name: 'no such device',
    content: scenario,
    args: ['--device', 'emulator-1'],
    status: 3,
    type: 'no-device',
    words: /emulator-1/,
  },
  {
    name: 'not installed',
    content: { ...scenario, packageName: 'com.example.absent' },
    status: 3,
    type: 'start',
    words: /com\.example\.absent/,
    steps: true,
  },
  { name: 'no model', content: scenario, status: 3, type: 'model', words: /model/, steps: true },
];

for (const { name, content, env, args, status, type, words, steps: ran } of rows) {
  test(`${name}: status ${status}, and an error in JUnit`, async () => {
    const ended = await runFor(content, { env, words: args });
    assert.equal(ended.status, status, ended.out + ended.err);
    assert.match(ended.xml, /<testsuite [^>]*errors="1"/);
    assert.match(ended.xml, new RegExp(`<error [^>]*type="${type}"`));
    assert.match(ended.xml, words);
    assert.doesNotMatch(ended.xml, /<failure/);
    assert.equal(ended.result.exitStatus, status);
    assert.equal(ended.result.end, type);
    assert.equal(ended.result.verdict, 'UNVERIFIED');
    assert.equal(ran === true, ended.result.startedAt !== undefined);
  });
}

test('a busy device: status 3, and an error in JUnit', async () => {
  const mock = await startProfile('anthropic', () => faults.hang());
  atEnd(() => mock.stop());
  const folder = temporaryFolder();
  const file = path.join(folder, 'first.json');
  fs.writeFileSync(file, JSON.stringify({ ...scenario, profile: mock.profile }));
  const first = spawn(program('mobile-tester-agent'), ['run', file, '--jsonl'], {
    cwd: folder,
    env: { ...adb.env, ...mock.environment, XDG_STATE_HOME: folder, SECRET_PASSWORD: 'secret123' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  atEnd(() => stop(first));
  let out = '';
  first.stdout.on('data', (part) => {
    out += part;
  });
  await until(() => /startTestingScenario/.test(out), 'the first run has the device');
  const ended = await runFor(scenario);
  assert.equal(ended.status, 3);
  assert.match(ended.xml, /<error [^>]*type="busy"/);
  const over = once(first, 'exit');
  first.kill('SIGTERM');
  assert.deepEqual(await over, [3, null]);
});

test('every step passed and the model fails afterwards: PASS, status 0, no failure in JUnit', async () => {
  await device.shell('pm clear com.example.notes');
  const good = goodTester(notesPlan.slice(0, 1));
  const script = (turn) => {
    const reply = good(turn);
    return reply.calls ? reply : faults.wrongKey();
  };
  const mock = await startProfile('anthropic', script);
  atEnd(() => mock.stop());
  const ended = await runFor(
    { ...notes, steps: notes.steps.slice(0, 1), profile: mock.profile },
    { env: mock.environment },
  );
  assert.equal(ended.result.verdict, 'PASS', ended.out + ended.err);
  assert.equal(ended.result.end, 'done');
  assert.equal(ended.result.status, 'completed');
  assert.equal(ended.status, 0);
  assert.match(ended.xml, /<testsuite [^>]*failures="0" errors="0" skipped="0"/);
});
