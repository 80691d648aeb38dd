// Secrets that people type into mobile-dev-agent: they arrive on the device, and
// stay in no file and no argument list of a program that it starts.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, program, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { startMda, startRepl, withStandIns } from './mda.mjs';

// The app logs the content of its password field, where a test can see it.
const vault = {
  package: 'com.example.vault',
  label: 'Vault',
  debuggable: true,
  screens: {
    main: {
      root: {
        kind: 'column',
        children: [
          {
            kind: 'field',
            id: 'password',
            hint: 'Password',
            password: true,
            change: [{ pref: 'kept', set: { password: '${#password}' } }],
          },
          { kind: 'button', id: 'clear', text: 'Clear', tap: [{ set: { '#password': '' } }] },
        ],
      },
    },
  },
};
const apps = temporaryFolder();
fs.writeFileSync(path.join(apps, 'vault.json'), JSON.stringify(vault));
const server = await startAdbServer();
const device = await startVirtual(server, ['--app', path.join(apps, 'vault.json')]);
const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
for (const name of ['HOME', 'TMPDIR']) {
  mda.env[name] = path.join(mda.folder, name);
  fs.mkdirSync(mda.env[name]);
}

const kept = () => device.shell('run-as com.example.vault cat shared_prefs/kept.xml');
const restart = async () => {
  await device.shell('pm clear com.example.vault');
  await mda.ok('app launch --app-id com.example.vault');
};

// Every file below the folder of the program's state, cache, HOME and TMPDIR
// with that text in it or in its name.
function filesWith(text) {
  const names = fs.readdirSync(mda.folder, { recursive: true, withFileTypes: true });
  return names
    .map((entry) => [entry, path.join(entry.parentPath ?? entry.path, entry.name)])
    .filter(([entry, file]) => file.includes(text) || (entry.isFile() && fs.readFileSync(file).includes(text)))
    .map(([, file]) => path.relative(mda.folder, file));
}

test('a password typed in the repl is in no file, and its lines not in the history', async () => {
  await restart();
  const repl = await startRepl(mda, 'typed');
  await repl.line('ui tap id:password');
  await repl.line('ui type canary1');
  assert.match(await kept(), /canary1/);
  await repl.line('ui tpye canary2');
  await repl.line('ui tap canary3');
  await repl.line('canary4');
  await repl.line('session set --env PASSWORD=canary5 --app-id com.example.vault');
  await repl.line('session set --env canary6');
  await repl.line('ui "type canary7');
  await repl.line('ui press enter');
  repl.type('quit\r');
  assert.deepEqual(await repl.exit, [0, null]);
  const history = fs.readFileSync(path.join(mda.state, 'run/typed/history'), 'utf8');
  assert.equal(history, 'ui tap id:password\nui press enter\n');
  assert.deepEqual(
    filesWith('canary5').map((file) => path.basename(file)),
    ['session.json'],
  );
  // what names no target is in its run's result, as any other wrong word
  for (const n of [1, 2, 4, 6, 7]) assert.deepEqual(filesWith(`canary${n}`), []);
});

for (const [what, env] of [
  ['helper', {}],
  ['adb', adbOnly],
]) {
  test(`a password typed by commands, lines and a live process is in no file (${what})`, async () => {
    await restart();
    await mda.ok('ui tap id:password', { env });
    await mda.ok('ui type --verbose canaryA', { env });
    await mda.run('ui type --jsonl canaryB', { env });
    await mda.ok(`live start --session live-${what}`, { env });
    await mda.ok(`ui type canaryC --session live-${what}`, { env });
    await mda.run(`repl --session lines-${what}`, { input: 'ui type canaryD\nui snapshot\n', env });
    assert.match(await kept(), /canaryAcanaryBcanaryCcanaryD/);
    await mda.ok(`live stop --session live-${what}`, { env });
    assert.deepEqual(filesWith('canaryA').concat(filesWith('canaryB'), filesWith('canaryC'), filesWith('canaryD')), []);
  });
}

// Programs that may write a core dump as far as the machine allows it.
const dumping = (words, options) =>
  spawn('sh', ['-c', 'ulimit -Sc "$(ulimit -Hc)"; exec "$@"', 'sh', ...words], {
    env: mda.env,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...options,
  });

for (const [what, words] of [
  ['repl', [program('mobile-dev-agent'), 'repl', '--session', 'core']],
  ['live process', [program('mobile-dev-agent'), 'live', 'start', '--session', 'core', '--json']],
  ['server', [program('agentest')]],
]) {
  test(`a crash of the ${what} leaves no core dump with a typed text`, async () => {
    const child = dumping(words);
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    let { pid } = child;
    if (what === 'server') {
      child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      await until(() => out.includes('"id":1'), 'an answer');
    } else if (what === 'repl') {
      child.stdin.write('help\n');
      await until(() => out.includes('ui tap'), 'an answer');
    } else {
      await once(child, 'exit');
      pid = JSON.parse(out).data.pid;
    }
    const limit = /^Max core file size +(\S+)/m.exec(fs.readFileSync(`/proc/${pid}/limits`, 'utf8'))[1];
    assert.match(limit, /^[01]$/);
    child.stdin.end();
    if (what === 'live process') await mda.ok('live stop --session core');
    else await once(child, 'exit');
  });
}

test('the variables of a flow reach maestro, and are in no list of arguments and no file', async () => {
  const env = withStandIns();
  const flow = path.join(mda.folder, 'flow.yaml');
  fs.writeFileSync(flow, 'appId: com.example.vault\n---\n- back\n');
  const values = ['A=canary8', 'B=with "quotes", \\ and # blanks canary9', 'C=two\nlines canary10'];
  await mda.ok(
    [
      'flow',
      'run',
      '--flow',
      flow,
      '--runner',
      'maestro',
      '--platform',
      'android',
      ...values.flatMap((value) => ['--env', value]),
    ],
    { env },
  );
  const seen = path.join(env.STAND_IN_DIR, 'maestro_env.json');
  assert.deepEqual(JSON.parse(fs.readFileSync(seen, 'utf8')), values);
  const journal = fs.readFileSync(path.join(env.STAND_IN_DIR, 'journal.jsonl'), 'utf8');
  assert.match(journal, /"@\/dev\/fd\/3"/);
  assert.doesNotMatch(journal, /canary/);
  for (const canary of ['canary8', 'canary9', 'canary10']) assert.deepEqual(filesWith(canary), []);
});

test('a text typed on iOS is in no list of arguments', async () => {
  const env = withStandIns();
  const { data } = await mda.ok('device boot --platform ios --device iphone-latest', { env });
  const here = `--platform ios --device ${data.id}`;
  await mda.ok(`app launch --app-id com.example.login ${here}`, { env });
  await mda.ok(`ui tap id:password ${here}`, { env });
  await mda.run(`ui type canaryI ${here}`, { env });
  const journal = fs.readFileSync(path.join(env.STAND_IN_DIR, 'journal.jsonl'), 'utf8');
  assert.match(journal, /"type", "--stdin"/);
  assert.doesNotMatch(journal, /canaryI/);
});
