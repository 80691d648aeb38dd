// A session of mobile-dev-agent that keeps the device ready between its
// commands, and what other programs of this user have of that.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAdbServer, startVirtual, until } from './lib.mjs';
import { startMda } from './mda.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
const app = '--app-id com.example.notes';

const isRunning = async (session) => (await mda.ok(`live status --session ${session}`)).data.running;
const helpers = async () =>
  (await device.shell('ps -A -o PID,ARGS')).split('\n').filter((line) => line.includes('com.agentest.helper.Main'));
// Requests to the device during the command.
async function asked(work) {
  await device.console('virtual journal clear');
  await work();
  return device.console('virtual journal');
}

test('a session that asks for it has a helper from its first command on; the others use that too', async (t) => {
  await mda.ok(`app launch ${app}`);
  const alone = await asked(() => mda.ok('ui snapshot --no-screenshot'));
  assert.match(alone, /uiautomator dump/);
  assert.deepEqual(await helpers(), [], 'a single command starts none');

  assert.equal((await mda.ok('session set --live 5m --session warm')).data.session.defaults.live, '5m');
  assert.equal(await isRunning('warm'), false);
  const first = await asked(() => mda.ok('ui snapshot --no-screenshot --session warm'));
  assert.doesNotMatch(first, /uiautomator/);
  assert.equal(await isRunning('warm'), true);
  const running = await helpers();
  assert.equal(running.length, 1);

  for (const words of [
    'ui snapshot --no-screenshot --session warm',
    'ui tap id:email --session warm',
    'ui snapshot --no-screenshot',
    'ui tap id:email',
    'ui type ann',
    'ui tap id:password',
  ]) {
    const journal = await asked(() => mda.ok(words));
    assert.doesNotMatch(journal, /uiautomator|app_process|input /, words);
  }
  assert.deepEqual(await helpers(), running, 'it is the same one');

  await mda.ok('live stop --session warm');
  await until(async () => (await helpers()).length === 0, 'nothing of it runs on the device');
  assert.match(await asked(() => mda.ok('ui snapshot --no-screenshot')), /uiautomator dump/);
  t.diagnostic(first.split('\n').filter(Boolean).join(' | '));
});

test('a live process that a session asked for ends when it is unused', async () => {
  await mda.ok('session set --live 300ms --session short');
  await mda.ok('ui snapshot --no-screenshot --session short');
  await until(async () => !(await isRunning('short')), 'it has ended');
  await until(async () => (await helpers()).length === 0, 'and its helper with it');
});

test("a session's settings are checked, shown and taken back", async () => {
  const wrong = await mda.fails('session set --live soon --session wrong', 2);
  assert.match(wrong.error.message, /--live cannot be 'soon': a number and ms, s, m or h/);
  await mda.ok('session set --live 90s --session back');
  assert.match((await mda.run('session show --session back')).stdout, /^live +90s$/m);
  await mda.ok('session unset live --session back');
  await mda.ok('ui snapshot --no-screenshot --session back');
  assert.equal(await isRunning('back'), false);
});
