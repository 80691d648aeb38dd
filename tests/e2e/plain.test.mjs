// A picture of one colour, in each program: it is said, why that may be, and where the tree is.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';
import { startProfile } from './models/profiles.mjs';

const APP = 'com.example.bank';
const folder = temporaryFolder();
const file = path.join(folder, 'bank.json');
const screen = (secure, more = []) => ({
  secure,
  root: { kind: 'column', children: [{ kind: 'text', text: 'Balance: 12' }, ...more] },
});
fs.writeFileSync(
  file,
  JSON.stringify({
    package: APP,
    label: 'Bank',
    screens: {
      main: screen(true, [{ kind: 'button', id: 'open', text: 'Open', tap: [{ open: 'other' }] }]),
      other: screen(false),
    },
  }),
);

const server = await startAdbServer();
const device = await startVirtual(server, ['--app', file]);
const env = { ANDROID_SERIAL: device.serial };
const BLACK =
  /nothing but black: the window may forbid pictures \(FLAG_SECURE\), the screen may be off, or the app may be on another display of a foldable/;

for (const helper of ['0', '1']) {
  test(`agentest${helper === '1' ? ', by adb alone' : ''}`, async () => {
    const agentest = await startAgentest(server, { env: { ...env, AGENTEST_DISABLE_HELPER: helper } });
    await device.shell(`am force-stop ${APP}`);
    const connected = await agentest.connect(APP);
    assert.equal(connected.failed, false, connected.text);
    const shot = await agentest.call('agentest_screenshot');
    assert.equal(shot.isError, undefined);
    const said = shot.content.find(({ type }) => type === 'text').text;
    assert.match(said, BLACK);
    assert.doesNotMatch(said, /coordinates/);
    assert.match(said, /; agentest_get_ui_tree has the whole tree$/);
    const image = shot.content.find(({ type }) => type === 'image');
    assert.ok(image.data.length < 2000, 'and costs little');
    const { text } = await agentest.call('agentest_screenshot', { fullSize: true });
    assert.match(text, BLACK);
    const { texts } = await agentest.flowEchoed({ action: 'screenshot' });
    assert.match(texts.join('\n'), /\[step 1: .*nothing but black/);
    await agentest.flowEchoed({ action: 'tap', target: { text: 'Open' } });
    const shown = await agentest.call('agentest_screenshot');
    assert.doesNotMatch(JSON.stringify(shown.content.filter(({ type }) => type === 'text')), /nothing but/);
    await agentest.client.close();
  });
}

test('mobile-dev-agent: a warning', async () => {
  const mda = startMda({ server, env });
  await mda.ok(`session set --platform android --app-id ${APP}`);
  await device.shell(`am force-stop ${APP}`);
  await mda.ok('app launch');
  for (const command of ['device screenshot', 'ui snapshot']) {
    const { warnings } = await mda.ok(command);
    assert.match(warnings.join('\n'), BLACK, command);
    assert.match(warnings.join('\n'), /'ui snapshot' has the whole tree/, command);
  }
});

test('mobile-tester-agent: takeScreenshot says it, and a look judges nothing', async () => {
  const calls = [
    ['takeScreenshot', { goalName: 'balance' }],
    ['assertByLooking', { question: 'Is the balance 12?' }],
  ];
  const told = [];
  let looks = 0;
  let turns = -1;
  let reply;
  const mock = await startProfile('anthropic', (turn) => {
    if (turn.tools.length === 0) {
      looks++;
      return { text: 'YES\nit is' };
    }
    if (turn.messages.length === turns) return reply;
    turns = turn.messages.length;
    for (const result of turn.last) told.push(result.text);
    const [name, args] = calls.shift() ?? [];
    reply = name ? { calls: [{ name, args }] } : { text: 'Step 1: FAIL' };
    return reply;
  });
  atEnd(() => mock.stop());
  const scenario = path.join(folder, 'scenario.json');
  fs.writeFileSync(
    scenario,
    JSON.stringify({ goal: 'See the balance', packageName: APP, steps: ['See that the balance is 12'] }),
  );
  const { out, err } = await run(
    program('mobile-tester-agent'),
    [
      'run',
      scenario,
      '--jsonl',
      '--device',
      device.serial,
      '--profile',
      mock.profile,
      '--report',
      path.join(folder, 'report'),
      '--no-replay',
    ],
    { cwd: folder, env: { ...server.env, ...mock.environment, XDG_STATE_HOME: folder } },
  );
  assert.equal(told.length, 2, `${told.join('\n')}${out}${err}`);
  for (const text of told) assert.match(text, BLACK);
  assert.match(told[0], /getScreenDump has the whole screen/);
  assert.match(told[1], /^ERROR/);
  assert.equal(looks, 0);
});
