// mda.mjs: mobile-dev-agent as people and agents run it, with separate state and cache folders.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after } from 'node:test';
import { program, root, run, temporaryFolder, until } from './lib.mjs';

export const standIns = path.join(root, 'tests/stand-ins');

const members = [
  'ok',
  'version',
  'command',
  'session',
  'platform',
  'timing',
  'run_dir',
  'target',
  'artifacts',
  'data',
  'error',
  'next_steps',
];

// Check what every envelope has in common.
export function checkEnvelope(json, status) {
  for (const name of members) assert.ok(name in json, `${name} in ${JSON.stringify(json)}`);
  assert.match(json.version, /^mobile-dev-agent@\d+\.\d+\.\d+$/);
  assert.equal(json.ok, status === 0);
  assert.equal(json.error === null, json.ok);
  if (json.error) assert.equal(json.error.exit_status, status);
  assert.ok(Array.isArray(json.command.argv) && Array.isArray(json.artifacts));
  for (const step of json.next_steps) assert.ok(step.label && step.argv.length > 0);
}

// words: an array, or a line that is split at its spaces. The answer's json is
// the envelope if --json or --jsonl was given, events those before it.
export function startMda({ server, env = {} } = {}) {
  const folder = temporaryFolder();
  const mda = {
    folder,
    state: path.join(folder, 'state'),
    cache: path.join(folder, 'cache'),
  };
  mda.env = {
    ...(server?.env ?? process.env),
    NO_COLOR: '1',
    MOBILE_DEV_AGENT_STATE_DIR: mda.state,
    MOBILE_DEV_AGENT_CACHE_DIR: mda.cache,
    ...env,
  };
  const cut = (words) => (typeof words === 'string' ? words.split(' ') : words);
  mda.run = async (words, options = {}) => {
    const argv = cut(words);
    const ended = await run(program('mobile-dev-agent'), argv, {
      cwd: folder,
      ...options,
      env: { ...mda.env, ...options.env },
    });
    assert.doesNotMatch(ended.err, /Sanitizer|runtime error:/);
    const answer = { status: ended.status, stdout: ended.out, stderr: ended.err, events: [] };
    if (argv.includes('--jsonl')) {
      const lines = ended.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      answer.events = lines.slice(0, -1);
      answer.json = lines.at(-1);
      assert.equal(answer.json.type, 'result');
      for (const event of answer.events) assert.ok(event.type === 'event' && event.ts && event.event);
    } else if (argv.includes('--json')) {
      assert.equal(ended.out.trimEnd().split('\n').length, 1, ended.out);
      answer.json = JSON.parse(ended.out);
    }
    if (answer.json) checkEnvelope(answer.json, answer.status);
    return answer;
  };
  // The envelope of a command that must succeed.
  mda.ok = async (words, options) => {
    const answer = await mda.run([...cut(words), '--json'], options);
    assert.equal(answer.status, 0, answer.stdout);
    return answer.json;
  };
  // The envelope of a command that must fail with that status.
  mda.fails = async (words, status, options) => {
    const answer = await mda.run([...cut(words), '--json'], options);
    assert.equal(answer.status, status, answer.stdout);
    return answer.json;
  };
  mda.spawn = (words, options = {}) =>
    spawn(program('mobile-dev-agent'), cut(words), {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
      env: { ...mda.env, ...options.env },
    });
  return mda;
}

// PATH with the stand-ins in front, and a folder for them.
export function withStandIns(more = {}) {
  return { PATH: `${standIns}:${process.env.PATH}`, STAND_IN_DIR: temporaryFolder(), ...more };
}

// The repl behind a terminal of Python's.
const terminal = 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)';
export async function startRepl(mda, session, env = {}) {
  const child = spawn('python3', ['-c', terminal, program('mobile-dev-agent'), 'repl', '--session', session], {
    cwd: mda.folder,
    env: { ...mda.env, TERM: 'xterm', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const repl = { child, out: '', exit: once(child, 'exit') };
  child.stdout.on('data', (data) => {
    repl.out += data;
  });
  after(() => {
    child.kill('SIGKILL');
  });
  repl.see = async (pattern) => {
    await until(() => pattern.test(repl.out), `${pattern} in ${repl.out.slice(-500)}`);
    const seen = repl.out;
    repl.out = '';
    return seen;
  };
  repl.type = (text) => child.stdin.write(text);
  // A line, and all that comes up to the next prompt.
  repl.line = (text) => {
    repl.type(`${text}\r`);
    return repl.see(/\n[^\n]*> $/);
  };
  await repl.see(/> $/);
  return repl;
}
