// Bug reports of the three programs: archives that other programs open, with what a maintainer
// needs and without what was typed, a password, a token or a key.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

// Each is typed, stored or set in another way; none may be in a report, whole or by its beginning.
const canaries = {
  typed: 'Plum-pudding tonight',
  filled: 'filled.canary@mail.example',
  flow: 'flow canary words',
  password: 'Pw-flow-77x1',
  session: 'Zx-env-canary-9',
  tester: 'tester canary words',
  scenario: 'S3cr3t-c4n4ry',
  key: 'sk-canary-key-0123456789',
  token: 'token-of-a-canary-4711',
  bearer: 'bearercanary0123456789',
  query: 'querycanary12',
  login: 'logincanary',
};

const server = await startAdbServer();
const device = await startVirtual(server);
const folder = temporaryFolder();
const home = path.join(folder, 'home');
fs.mkdirSync(home);
const log = path.join(home, 'kept.log');
fs.writeFileSync(
  log,
  [
    `GET https://joe:${canaries.login}@example.com/x?key=${canaries.query}`,
    `Authorization: Bearer ${canaries.bearer}`,
    `in ${home}/work`,
    `args {"action":"type","value":"${canaries.typed}"}`,
    'this line is kept',
  ].join('\n'),
);
const secrets = {
  SECRET_PASSWORD: canaries.scenario,
  AGENTEST_HTTP_TOKEN: canaries.token,
  CLAUDE_API_KEY: canaries.key,
};
const env = { ...server.env, ...secrets, HOME: home, ANDROID_SERIAL: device.serial };

// Return the files of a report by name, read by Python's own library; unzip must find it whole too.
const unpack = `import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({name: archive.read(name).decode('latin-1') for name in archive.namelist()}))`;
async function open(file) {
  const { status, out, err } = await run('python3', ['-c', unpack, file]);
  assert.equal(status, 0, err);
  assert.equal((await run('unzip', ['-tqq', file])).status, 0);
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  const latin = JSON.parse(out);
  return Object.fromEntries(
    Object.entries(latin).map(([name, text]) => [name, Buffer.from(text, 'latin1').toString('utf8')]),
  );
}

// A beginning of a text counts: a field may show only that.
const beginning = (text) => text.slice(0, 8);
function checkHidden(files) {
  for (const [name, text] of Object.entries(files))
    for (const [what, canary] of Object.entries(canaries)) {
      const at = text.indexOf(beginning(canary));
      assert.ok(at < 0, `${what} is in ${name}: ${text.slice(Math.max(0, at - 100), at + 60)}`);
      assert.ok(!name.includes(beginning(canary)), `${what} is in the name ${name}`);
    }
}

// Check the files that every report has. Each line of JSON is still JSON.
function checkFacts(name, files) {
  assert.match(files['versions.txt'], new RegExp(`^${name} \\d+\\.\\d+\\.\\d+`));
  for (const part of [/^kernel: \S+ \S+/m, /^libc: /m, /Android Debug Bridge version/, /jansson \d/, /libjansson\.so/])
    assert.match(files['versions.txt'], part);
  assert.match(files['environment.txt'], new RegExp(`^ANDROID_SERIAL=${device.serial}$`, 'm'));
  assert.match(files['doctor.txt'], new RegExp(device.serial));
  assert.match(files['README.txt'], /sent nowhere/);
  for (const file of Object.keys(files)) assert.ok(file === 'README.txt' || files['README.txt'].includes(file), file);
  for (const [file, text] of Object.entries(files)) {
    if (file.endsWith('.json')) JSON.parse(text);
    if (file.endsWith('.jsonl')) for (const line of text.trim().split('\n')) JSON.parse(line);
  }
  checkHidden(files);
}
const pictures = (files) => Object.keys(files).filter((name) => /\.png$/.test(name));
const isPng = (text) => text.slice(1, 4) === 'PNG';

const mda = startMda({ server, env });
const saved = path.join(folder, 'saved');

test('work that leaves secrets: commands, a flow, an MCP session, a run of the tester', async () => {
  await mda.ok('app launch --app-id com.example.notes');
  await mda.ok(`session set --env SHOP_CODE=${canaries.session}`);
  await mda.ok(['ui', 'fill', 'id:email', canaries.filled, 'id:password', canaries.password]);
  await mda.ok('ui snapshot');
  await mda.ok('device screenshot');
  const flow = [
    'appId: com.example.notes',
    '---',
    '- launchApp:\n    clearState: true',
    '- tapOn:\n    id: email',
    `- inputText: "${canaries.flow}"`,
    '- tapOn:\n    id: password',
    '- inputText: ${PASSWORD}',
    '- takeScreenshot: a_shot',
    `- assertVisible: "${canaries.flow}"`,
  ];
  fs.writeFileSync(path.join(mda.folder, 'notes.yaml'), flow.join('\n'));
  await mda.ok(['flow', 'run', 'notes.yaml', '-e', `PASSWORD=${canaries.password}`]);
  fs.mkdirSync(saved);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, AGENTEST_OUTPUT_DIR: saved } });
  await agentest.connect('com.example.notes');
  await agentest.flow({ action: 'type', target: { id: 'email' }, value: canaries.typed });
  // As a reply without room would have saved them.
  fs.writeFileSync(path.join(saved, 'ui-tree-1790000000000.txt'), await agentest.tree());
  fs.writeFileSync(path.join(saved, 'screenshot-1790000000001.png'), Buffer.from('\x89PNG\r\n', 'latin1'));
  fs.writeFileSync(path.join(saved, 'mine.txt'), 'not ours');
  await agentest.client.close();
});

test('agentest report', async () => {
  const own = { env: { ...env, AGENTEST_OUTPUT_DIR: saved }, cwd: folder };
  const { status, out, err } = await run(program('agentest'), ['report', '--log', log], own);
  assert.equal(status, 0, err);
  const [name] = out.match(/\S*agentest-report-\d{8}-\d{6}\.zip/);
  assert.equal(path.dirname(name), folder);
  const files = await open(name);
  checkFacts('agentest', files);
  assert.match(files['screens/now.txt'], /^screen 1080x2400 com\.example\.notes/);
  assert.match(files['screens/now.txt'], /input value="\{\{typed-\d+\}\}"/);
  assert.match(files['saved/ui-tree-1790000000000.txt'], /btn "Log in"/);
  assert.equal(files['saved/mine.txt'], undefined);
  const kept = files['logs/1-kept.log'].split('\n');
  assert.deepEqual(kept.slice(0, 3), ['GET https://***@example.com/x?key=***', 'Authorization: ***', 'in ~/work']);
  assert.equal(kept.at(-1), 'this line is kept');
  assert.match(files['doctor.txt'], /1 of 1 device usable/);
  assert.deepEqual(pictures(files), []);
  assert.match(files['README.txt'], /screenshot-1790000000001\.png: a picture: --pictures/);
  for (const file of Object.keys(files)) assert.ok(file === 'README.txt' || out.includes(file), file);

  const shown = path.join(folder, 'shown.zip');
  const again = await run(program('agentest'), ['report', '--pictures', '--out', shown], own);
  assert.equal(again.status, 0, again.err);
  const more = await open(shown);
  assert.deepEqual(pictures(more).sort(), ['saved/screenshot-1790000000001.png', 'screens/now.png']);
  for (const picture of pictures(more)) assert.ok(isPng(more[picture]), picture);

  const before = fs.readFileSync(shown);
  const refused = await run(program('agentest'), ['report', '--out', shown], own);
  assert.equal(refused.status, 1);
  assert.match(refused.err, /never replaced/);
  assert.deepEqual(fs.readFileSync(shown), before);
});

test('a list of what would be inside writes nothing', async () => {
  const empty = temporaryFolder();
  for (const option of ['--list', '--dry-run']) {
    const { status, out, err } = await run(program('agentest'), ['report', option, '--json'], { env, cwd: empty });
    assert.equal(status, 0, err);
    const { path: written, files, left_out: leftOut } = JSON.parse(out);
    assert.equal(written, null);
    assert.ok(files.some(({ name, bytes }) => name === 'doctor.txt' && bytes > 0));
    assert.ok(Array.isArray(leftOut));
  }
  assert.deepEqual(fs.readdirSync(empty), []);
});

test('mobile-dev-agent report', async () => {
  const { data } = await mda.ok('report --out all.zip');
  assert.equal(data.path, path.join(mda.folder, 'all.zip'));
  const files = await open(data.path);
  checkFacts('mobile-dev-agent', files);
  const names = Object.keys(files);
  assert.deepEqual(
    data.files.map(({ name }) => name),
    names.filter((name) => name !== 'README.txt'),
  );
  const of = (pattern) => names.filter((name) => pattern.test(name));
  assert.equal(of(/^runs\/[^/]+\/result\.json$/).length, 5);
  assert.ok(of(/^runs\/[^/]+\/trace\.jsonl$/).length > 0);
  assert.equal(of(/\/flows\/notes\/commands\.json$/).length, 1);
  assert.match(files['screens/default.txt'], /^screen 1080x2400 com\.example\.notes/);
  assert.match(files['screens/default.txt'], /btn "Log in"/);
  assert.ok(names.includes('sessions/default/session.json'));
  assert.deepEqual(pictures(files), []);
  assert.ok(data.left_out.some(({ name, why }) => /a_shot\.png$/.test(name) && /--pictures/.test(why)));

  const newest = await mda.ok('report --last 1 --pictures --out newest.zip');
  const more = await open(newest.data.path);
  assert.equal(Object.keys(more).filter((name) => /^runs\/[^/]+\/result\.json$/.test(name)).length, 1);
  assert.ok(pictures(more).some((name) => /a_shot\.png$/.test(name) && isPng(more[name])));
  checkHidden(more);

  const [id] = of(/result\.json$/)[0]
    .split('/')
    .slice(1);
  const one = await mda.ok(`report --run ${id} --list`);
  assert.ok(one.data.files.every(({ name }) => !/^runs\//.test(name) || name.split('/')[1] === id));
  assert.match((await mda.fails('report --run nothing', 2)).error.message, /there is no run 'nothing'/);
  const none = await mda.ok('report --list --since 2099-01-01');
  assert.ok(none.data.files.every(({ name }) => !/^runs\//.test(name)));
});

test('mobile-tester-agent report, with its server running', async () => {
  const plan = [
    [
      [
        steps.type('email', canaries.tester, { selectorType: 'resource-id' }),
        steps.type('password', '{{password}}', { selectorType: 'resource-id' }),
      ],
      [steps.sees('Log in')],
    ],
  ];
  const mock = await startProfile('anthropic', goodTester(plan));
  atEnd(() => mock.stop());
  const tester = await startServer(server, {
    env: { ...mock.environment, SECRET_PASSWORD: canaries.scenario },
    token: canaries.token,
  });
  await tester.post('/config', { executorInfoId: mock.profile, replay: false });
  const scenario = {
    goal: 'Log in',
    packageName: 'com.example.notes',
    steps: [`Type ${canaries.tester}, {{password}}`],
  };
  const { json, text } = await tester.post('/api/v1/runs', scenario);
  assert.ok(json.id, text);
  await tester.runEnded(json.id);
  const asked = mock.requests?.length;

  const own = { env: { ...env, ...mock.environment, CLAUDE_API_KEY: canaries.key }, cwd: folder };
  const report = (...words) =>
    run(program('mobile-tester-agent'), ['report', '--data', tester.data, '--json', ...words], own);
  const { status, out, err } = await report('--out', 'tester.zip');
  assert.equal(status, 0, err);
  assert.equal(mock.requests?.length, asked, 'no model is asked');
  const files = await open(JSON.parse(out).path);
  checkFacts('mobile-tester-agent', files);
  const below = `runs/${json.id}`;
  assert.equal(JSON.parse(files[`${below}/run.json`]).verdict, 'UNVERIFIED');
  assert.match(files[`${below}/events.jsonl`], /"toolName":\s*"inputText"/);
  assert.match(files[`${below}/files/log.txt`], /Tool called: tool inputText/);
  assert.match(files[`${below}/files/report.md`], /UNVERIFIED/);
  // The screen as the model read it.
  assert.match(
    Object.keys(files)
      .map((name) => /\/model\//.test(name) && files[name])
      .join(),
    /btn \\"Log in\\"/,
  );
  assert.equal(JSON.parse(files['settings.json']).config.executorInfoId, mock.profile);
  assert.match(files['doctor.txt'], /not asked/);
  assert.deepEqual(pictures(files), []);

  const more = await report('--run', json.id.slice(0, 20), '--pictures', '--out', 'one.zip');
  assert.equal(more.status, 0, more.err);
  const shown = await open(JSON.parse(more.out).path);
  assert.ok(pictures(shown).length > 0);
  for (const picture of pictures(shown)) assert.ok(isPng(shown[picture]), picture);
  const wrong = await report('--run', 'nothing');
  assert.equal(wrong.status, 2);
  assert.match(wrong.err, /there is no run 'nothing'/);
});

test('an adb server that hangs does not keep a report from being written', async () => {
  const sockets = [];
  const silent = net.createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address();
  const hung = { ...env, ADB_SERVER_SOCKET: `tcp:127.0.0.1:${port}`, ANDROID_ADB_SERVER_PORT: String(port) };
  const { status, out, err } = await run(program('agentest'), ['report', '--out', 'hung.zip'], {
    env: hung,
    cwd: folder,
    timeout: 240000,
  });
  assert.equal(status, 0, err + out);
  const files = await open(path.join(folder, 'hung.zip'));
  assert.match(files['versions.txt'], /^agentest \d/);
  assert.ok(files['doctor.txt'].length > 0);
  assert.match(files['README.txt'], /screens\/now\.txt: /);
});
