// The words of a mobile-dev-agent command line: pages, groups, places of options, and the errors
// when nothing can be printed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { program, root, run } from './lib.mjs';
import { startMda, withStandIns } from './mda.mjs';

const mda = startMda();
const group = (await mda.run('ui --help')).stdout;

for (const words of [
  'ui -h',
  '--help ui',
  '--session x ui --help',
  'ui --session x --help',
  'ui --help --quiet',
  'help ui',
]) {
  test(`a group's page is printed by: ${words}`, async () => {
    const { status, stdout } = await mda.run(words);
    assert.deepEqual([status, stdout], [0, group]);
    assert.match(stdout, /ui snapshot/);
  });
}

for (const [words, has] of [
  ['--help --json', 'doctor'],
  ['ui --help --json', 'ui snapshot'],
  ['ui tap --help --json', 'coords:'],
  ['--json ui tap -h', 'coords:'],
]) {
  test(`a page is JSON where JSON is asked for: ${words}`, async () => {
    const json = await mda.run(words);
    assert.equal(json.status, 0);
    assert.ok(json.json.data.page.includes(has), json.stdout);
  });
}

test('the version is JSON where JSON is asked for', async () => {
  assert.match((await mda.run('--version --json')).json.version, /^mobile-dev-agent@/);
});

test('an option may stand between a group and its command', async () => {
  assert.equal((await mda.ok('session --session between show')).session, 'between');
  const wrong = await mda.run('ui --session q tpa');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /unknown command 'ui tpa': did you mean 'ui tap'/);
  assert.equal((await mda.run('ui --quiet')).status, 2);
});

test('session set --app keeps a path that is good from every folder', async () => {
  fs.copyFileSync(path.join(root, 'tests/data/apk/aapt2.apk'), path.join(mda.folder, 'x.apk'));
  await mda.ok('session set --app x.apk');
  const { data } = await mda.ok('app id', { cwd: '/' });
  assert.equal(data.app_path, fs.realpathSync(path.join(mda.folder, 'x.apk')));
});

for (const words of [
  'flow run --flow nope.yaml',
  'test --flow nope.yaml',
  'app install --app ./nope.apk',
  'app id --app ./nope.apk',
]) {
  test(`a file that is not there is a usage error: ${words}`, async () => {
    assert.match((await mda.fails(words, 2)).error.message, /no file/);
  });
}

// A terminal of Python's; what came out of it.
async function onTerminal(words, env) {
  const child = spawn(
    'python3',
    ['-c', 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)', program('mobile-dev-agent'), ...words],
    { env: { ...mda.env, NO_COLOR: '', ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  await once(child, 'close');
  return out;
}

test('a dumb terminal gets no escapes', async () => {
  for (const [term, escapes] of [
    ['xterm', true],
    ['dumb', false],
  ]) {
    const out = await onTerminal(['ui', 'tap', '@e1', '--platform', 'android', '--session', 'none'], { TERM: term });
    assert.equal(out.includes('\x1b'), escapes, `${term}: ${JSON.stringify(out)}`);
  }
});

for (const words of [['session', 'show'], ['session', 'show', '--json'], ['help'], ['ui', '--help']]) {
  test(`a full standard output is said: ${words.join(' ')}`, async () => {
    const full = fs.openSync('/dev/full', 'w');
    const child = mda.spawn(words, { stdio: ['ignore', full, 'pipe'] });
    let err = '';
    child.stderr.on('data', (data) => {
      err += data;
    });
    const [status] = await once(child, 'close');
    fs.closeSync(full);
    assert.equal(status, 1);
    assert.match(err, /cannot be written to standard output/);
  });
}

// Its standard output is a pipe that no one reads.
const readerless = 'import os, sys; r, w = os.pipe(); os.close(r); os.dup2(w, 1); os.execv(sys.argv[1], sys.argv[1:])';

test('a reader that has enough, like head, is not an error', async () => {
  for (const words of [['help', '--markdown'], ['help'], ['ui', '--help']]) {
    const ended = await run('python3', ['-c', readerless, program('mobile-dev-agent'), ...words], { env: mda.env });
    assert.equal(ended.err, '', words.join(' '));
  }
});

test('the envelope names the platform that was asked for', async () => {
  const platform = async (words) => (await mda.run([...words.split(' '), '--json'])).json.platform;
  assert.equal(await platform('doctor --platform android'), 'android');
  assert.equal(await platform('device list --platform android'), 'android');
  assert.equal(await platform('device list --platform all'), null);
});

test('session show has what `app build-ios` remembers, and session unset completes its keys', async () => {
  const file = path.join(mda.state, 'sessions/built/session.json');
  await mda.ok('session set --platform ios --session built');
  const session = JSON.parse(fs.readFileSync(file));
  session.defaults.build = { ios: { scheme: 'Login', derived_data: '/tmp/d' } };
  fs.writeFileSync(file, JSON.stringify(session));
  assert.equal(
    (await mda.run('session show --session built')).stdout,
    'platform   ios\nbuild.ios.scheme Login\nbuild.ios.derived-data /tmp/d\n',
  );
  assert.match(
    (await mda.run('completion bash')).stdout,
    /'session unset:0'\) echo 'platform device app-id app live build\.ios\.project /,
  );
});

test('data that a tool prints is in its log, not in the events', async () => {
  const env = withStandIns();
  const booted = await mda.ok('device boot --platform ios --device iphone-latest', { env });
  const { events, json } = await mda.run(`ui snapshot --platform ios --device ${booted.data.id} --jsonl`, { env });
  assert.equal(json.ok, true);
  assert.deepEqual(
    events.filter((event) => event.data.stream === 'stdout'),
    [],
  );
  const ended = events.filter((event) => event.event === 'progress' && event.data.lines > 0);
  assert.ok(
    ended.some((event) => event.data.tool === 'axe'),
    JSON.stringify(events),
  );
  const logs = fs.readdirSync(path.join(json.run_dir, 'logs'));
  assert.ok(logs.some((name) => fs.readFileSync(path.join(json.run_dir, 'logs', name), 'utf8').includes('stdout | ')));
});
