// mobile-dev-agent before an adb server that hangs: the server is stopped, takes connections and
// answers none.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { describe } from 'node:test';
import { atEnd, root, startAdbServer, startVirtual } from './lib.mjs';
import { standIns, startMda } from './mda.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const mda = startMda({ server, env: { ANDROID_SERIAL: '' } });
fs.copyFileSync(path.join(root, 'tests/data/apk/aapt2.apk'), path.join(mda.folder, 'app.apk'));
fs.writeFileSync(path.join(mda.folder, 'flow.yaml'), 'appId: com.example.notes\n---\n- back\n');
const { data } = await mda.ok('ui snapshot --platform android --no-screenshot');
const ref = `@${data.snapshot.elements[0].ref}`;
const notes = '--app-id com.example.notes';
server.child.kill('SIGSTOP');
atEnd(() => server.child.kill('SIGCONT'));

// Not a measurement: a command that hangs would take longer.
const limit = { timeout: 20000 };

// Arguments of each command that asks the adb server; the others of the table must not wait for it
// either.
const asking = {
  'device boot': '',
  'device shutdown': '',
  'device screenshot': '',
  'app install': '--app ./app.apk',
  'app uninstall': notes,
  'app launch': notes,
  'app terminate': notes,
  'ui snapshot': '',
  'ui tap': ref,
  'ui type': 'x',
  'ui press': 'back',
  'ui swipe': 'up',
  'ui assert-visible': 'x',
  'ui assert-not-visible': 'x',
  'ui find': 'print --name x',
  'ui clear': '',
  'ui fill': `${ref} x`,
  'ui scroll': '',
  'ui scroll-to': 'x',
  'ui wait': 'x',
  'app db': notes,
  'app prefs': notes,
  'app logs': notes,
  'device network': '--wifi on',
  'device info': '',
  'ui long-press': ref,
  'ui double-tap': ref,
  'ui drag': `${ref} coords:1,2`,
  'ui pinch': 'in',
  'ui set': `${ref} 5`,
  'flow run': '--flow flow.yaml',
  test: '--flow flow.yaml',
  record: '--no-replay --app-id com.example.notes',
  'logs tail': '',
};
const silent = [
  'doctor',
  'flow check',
  'flow schema',
  'device list',
  'device erase',
  'session show',
  'session set',
  'session unset',
  'session reset',
  'app build-ios',
  'app id',
  'gc',
  'repl',
  'live start',
  'live status',
  'live stop',
  'report',
  'setup',
  'completion',
  'help',
];

test('each command of the table is tried', async () => {
  const maestro = `${standIns}:${process.env.PATH}`; // without it its commands are not listed
  const page = (await mda.run('help', { env: { PATH: maestro } })).stdout;
  const names = page
    .split('Commands:\n')[1]
    .split('\n\n')[0]
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/)[0])
    .filter((name) => !name.startsWith('without maestro'));
  assert.deepEqual([...Object.keys(asking), ...silent].sort(), names.sort());
});

describe('a hung adb server', { concurrency: 6 }, () => {
  for (const [name, words] of [
    ...Object.entries(asking),
    ...['device list', 'logs tail --follow --jsonl'].map((one) => [one, '']),
  ]) {
    test(`${name} ends, and says what to do`, limit, async () => {
      const line = `${name} ${words} --platform android`.replace(/ +/g, ' ');
      const jsonl = line.includes('--jsonl');
      const { status, json } = await mda.run(jsonl ? line : `${line} --json`);
      assert.equal(status, 1, JSON.stringify(json));
      assert.equal(json.error.code, 'TIMEOUT');
      assert.match(json.error.message, /adb server .*does not answer within \d+ ms.*`adb kill-server`/);
      assert.doesNotMatch(json.error.message, /host:/);
    });
  }
  test('report ends, with what doctor says of the server', { timeout: 120000 }, async () => {
    const { data } = await mda.ok('report --list');
    assert.ok(data.files.some(({ name }) => name === 'doctor.txt'));
  });
  test('doctor ends, names the server with its remedy, and judges java by itself', limit, async () => {
    const { status, json } = await mda.run('doctor --platform android --json');
    assert.equal(status, 1);
    const checks = Object.fromEntries(json.data.checks.map((check) => [check.check, check]));
    assert.equal(checks['adb server'].level, 'bad');
    assert.match(checks['adb server'].remedy, /`adb kill-server`/);
    assert.ok(!/timed out/.test(checks.java.text), checks.java.text);
    assert.match(json.error.message, /the first is adb server/);
    assert.deepEqual(
      json.next_steps.map((step) => step.argv),
      [['doctor', '--platform', 'android']],
    );
    const text = (await mda.run('doctor --platform android')).stdout;
    assert.equal(text.match(/`adb kill-server`/g).length, 1, text);
  });
});

test('when it runs again, so do the commands', async () => {
  server.child.kill('SIGCONT');
  await mda.ok('ui press back --platform android');
  assert.ok(device.serial);
});
