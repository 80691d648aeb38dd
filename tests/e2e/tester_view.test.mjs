// The device's picture while people look at it, the elements that they point
// at, steps that they try, and small pictures of a run.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { atEnd, startAdbServer, startVirtual, until } from './lib.mjs';
import { goodTester, notes, notesPlan, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { withStandIns } from './mda.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
const device = await startVirtual(adbServer);
let script;
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());
// With a token: without one a device on which a secret was typed is not shown.
const token = 'a-token-of-ours';
const server = await startServer(adbServer, { env: mock.environment, token });
await server.post('/config', { executorInfoId: mock.profile, replay: false });
const base = `/api/v1/devices/${device.serial}`;
const packageName = 'com.example.notes';

// The app as it was installed, at its login.
const begin = async () => {
  await device.shell(`pm clear ${packageName}`);
  await device.shell(`monkey -p ${packageName} -c android.intent.category.LAUNCHER 1`);
};
const show = (screen) => device.shell(`am start -a android.intent.action.VIEW -d notes://${screen}`);
const framesOf =
  (where) =>
  async (after = 0, more = '') => {
    const answer = await server.get(`${where}/frame?after=${after}${more}`);
    return { ...answer, number: Number(answer.headers.get('x-frame')), source: answer.headers.get('x-frame-source') };
  };
const frame = framesOf(base);
// The newest frame once the screen rests.
const still = async (look = frame) => {
  let last = await look();
  for (;;) {
    const next = await look(last.number, '&waitMs=1200');
    if (next.status !== 200) return last;
    last = next;
  }
};
const hash = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');
const screencaps = async () => (await device.console('virtual journal')).match(/screencap/g)?.length ?? 0;
const step = (tool, args, more) => server.post(`${base}/steps`, { packageName, tool, args, ...more });
const submit = async (scenario, plan, { gate } = {}) => {
  const good = goodTester(plan);
  script = async (turn) => {
    await gate;
    return good(turn);
  };
  const { status, json } = await server.post('/api/v1/runs', {
    packageName,
    profile: mock.profile,
    device: device.serial,
    ...scenario,
  });
  assert.equal(status, 201, JSON.stringify(json));
  return json.id;
};
const withGate = () => {
  let open;
  const gate = new Promise((resolve) => {
    open = resolve;
  });
  return { gate, open };
};
await begin();

test('the picture comes as the device gave it, or narrower, and again only when it has changed', async () => {
  const first = await still();
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('content-type'), 'image/png');
  assert.equal(first.headers.get('cache-control'), 'no-store');
  assert.equal(first.source, 'device');
  assert.equal(first.bytes.toString('latin1', 1, 4), 'PNG');
  const narrow = await frame(0, '&width=240');
  assert.equal(narrow.headers.get('content-type'), 'image/jpeg');
  assert.ok(narrow.bytes.length <= 20000, `${narrow.bytes.length} bytes`);
  let changed = false;
  const waiting = frame(first.number).then((answer) => {
    changed = true;
    return answer;
  });
  await frame(); // a request that does not wait is answered in the meantime
  assert.equal(changed, false);
  await show('settings');
  const next = await waiting;
  assert.equal(next.status, 200);
  assert.notEqual(next.number, first.number);
  assert.notDeepEqual(next.bytes, first.bytes);
});

test('a screen that does not change is 204 after a while', async () => {
  const { number } = await still();
  const began = performance.now();
  const answer = await frame(number, '&waitMs=2500');
  assert.equal(answer.status, 204);
  assert.equal(answer.bytes.length, 0);
  const took = performance.now() - began;
  assert.ok(took >= 2490 && took < 12000, `${took} ms`);
  assert.equal((await frame(number, '&waitMs=0')).status, 204);
});

test('ids and widths that are wrong', async () => {
  for (const id of ['nobody', 'x'.repeat(4000), '..', '%2e%2e%2fetc', '%ff', `${device.serial}%00x`, '<b>']) {
    const { status, json } = await server.get(`/api/v1/devices/${encodeURIComponent(id).replaceAll('%25', '%')}/frame`);
    assert.ok([400, 404].includes(status), `${id}: ${status}`);
    if (id === 'nobody') assert.match(json.detail, /'nobody' is not connected: connect it/);
  }
  for (const query of [
    'width=47',
    'width=1081',
    'width=999999999999',
    'width=-1',
    'width=x',
    'after=-1',
    'waitMs=20001',
    'other=1',
  ])
    assert.equal((await server.get(`${base}/frame?${query}`)).status, 400, query);
  assert.equal((await server.get('/api/v1/devices/nobody/screen')).status, 404);
  assert.equal((await server.post('/api/v1/devices/nobody/steps', { packageName, tool: 'goBack' })).status, 404);
});

test('the elements of the screen, how each can be named, and the steps that they suggest', async () => {
  await begin();
  // Pictures are taken while somebody looks, as this one does.
  const { number: before } = await frame();
  const looking = frame(before, '&waitMs=3000');
  const { status, json } = await server.get(`${base}/screen`);
  assert.equal(status, 200, JSON.stringify(json));
  assert.deepEqual([json.widthPx, json.heightPx, json.app], [1080, 2400, packageName]);
  const [button] = json.elements.filter(({ label, role }) => label === 'Log in' && role === 'button');
  assert.deepEqual(
    button.steps.map(({ tool }) => tool),
    ['tap', 'verifyElementVisible'],
  );
  assert.deepEqual(
    button.selectors.find(({ kind }) => kind === 'id'),
    { kind: 'id', value: 'login_button', unique: true },
  );
  const [left, top, right, bottom] = button.box;
  assert.ok(left >= 0 && top >= 0 && right > left && bottom > top && right <= 1080 && bottom <= 2400, `${button.box}`);
  const password = json.elements.find(({ id }) => id === 'password');
  assert.ok(password.state.includes('password'));
  assert.ok(
    password.steps.some(({ tool, args }) => tool === 'inputText' && args.fieldSelector === 'Password'),
    JSON.stringify(password.steps),
  );
  const { number: after } = await frame();
  assert.ok(
    before <= json.frame && json.frame <= after,
    `the picture of the same moment: ${before} <= ${json.frame} <= ${after}`,
  );
  await looking;
});

test('a step is tried as the agent would do it, and the picture follows', async () => {
  await begin();
  const {
    json: { elements },
  } = await server.get(`${base}/screen`);
  const { tool, args } = elements.find(({ id }) => id === 'email').steps.find(({ tool: name }) => name === 'inputText');
  const before = await still();
  const typed = await step(tool, { ...args, text: 'demo@example.com' });
  assert.equal(typed.status, 200, typed.text);
  assert.equal(typed.json.resultPrefix, 'OK', typed.json.result);
  assert.match(typed.json.result, /demo@example\.com/);
  assert.ok(typed.json.durationMs >= 0);
  assert.notEqual(typed.json.frame, before.number);
  assert.notDeepEqual((await frame(before.number)).bytes, before.bytes);
  const secret = await step('inputText', {
    fieldSelector: 'password',
    selectorType: 'resource-id',
    text: '{{password}}',
  });
  assert.equal(secret.json.resultPrefix, 'OK', secret.text);
  assert.doesNotMatch(secret.text, /secret123/);
  assert.equal((await step('tap', { text: 'Log in' })).json.resultPrefix, 'TAPPED');
  assert.equal((await step('verifyElementVisible', { text: 'New note' })).json.resultPrefix, 'VISIBLE');
});

test('a secret that was typed into a plain field is not among the elements', async () => {
  await begin();
  const typed = await step('inputText', { fieldSelector: 'email', selectorType: 'resource-id', text: 'x{{password}}' });
  assert.equal(typed.json.resultPrefix, 'OK', typed.text);
  const { text } = await server.get(`${base}/screen`);
  assert.match(text, /x\{\{password\}\}/);
  assert.doesNotMatch(text, /secret123/);
});

test('two people take turns', async () => {
  const answers = await Promise.all([server.get(`${base}/screen`), step('goBack'), server.get(`${base}/screen`)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
});

test('a malformed step is refused before the device is touched', async () => {
  const rows = [
    ['noSuchTool', {}, /there is no tool/],
    ['takeScreenshot', {}, /neither acts nor asserts/],
    ['startScreenRecording', {}, /neither/],
    ['assertByLooking', { question: 'Is it red?' }, /neither/],
    ['tap', {}, /missing or empty/],
    ['tap', 'Log in', /must be an object/],
    ['inputText', { fieldSelector: 'email', text: '{{unknown}}' }, /SECRET_UNKNOWN/],
  ];
  for (const [tool, args, words] of rows) {
    const { status, json } = await step(tool, args);
    assert.equal(status, 400, `${tool} ${JSON.stringify(json)}`);
    assert.match(json.detail, words);
  }
  assert.equal((await server.post(`${base}/steps`, { tool: 'goBack' })).status, 400);
  await begin();
  const outside = await step('tap', { text: 'Log in' }, { packageName: 'com.example.other' });
  assert.equal(outside.json.resultPrefix, 'ERROR');
  assert.match(outside.json.result, /outside com\.example\.other/);
});

test('a run has the device alone: what people want to do there is refused, and its pictures are seen', async () => {
  await device.shell(`pm clear ${packageName}`);
  await frame();
  const { gate, open } = withGate();
  const id = await submit(notes, notesPlan, { gate });
  await until(async () => (await server.get(`/api/v1/runs/${id}`)).json.state === 'running', 'it runs');
  await until(async () => (await server.get(`${base}/screen`)).status === 409, 'the run has the device');
  assert.match((await server.get(`${base}/screen`)).json.detail, /a run has device/);
  assert.equal((await step('tap', { text: 'Log in' })).status, 409);
  // Secrets are used: all that is shown is what the run itself has covered.
  const seen = [];
  let last = 0;
  open();
  for (;;) {
    const {
      json: { state },
    } = await server.get(`/api/v1/runs/${id}`);
    if (state === 'ended') break;
    const answer = await Promise.race([frame(last), server.runEnded(id)]);
    if (answer.status !== 200) continue;
    last = answer.number;
    seen.push(answer);
  }
  const run = await server.runEnded(id);
  assert.equal(run.verdict, 'PASS', JSON.stringify(run));
  const folder = path.join(server.data, 'reports', id, 'screenshots');
  const pictures = new Set(fs.readdirSync(folder).map((name) => hash(fs.readFileSync(path.join(folder, name)))));
  const byRun = seen.filter(({ source }) => source === 'run');
  assert.ok(byRun.length >= 4, `${byRun.length} pictures of the run`);
  for (const { bytes } of byRun) assert.ok(pictures.has(hash(bytes)), 'a picture that the run has covered');
  const strange = seen
    .slice(seen.indexOf(byRun[0]), seen.lastIndexOf(byRun.at(-1)))
    .filter(({ source }) => source !== 'run');
  assert.equal(strange.length, 0, 'none that the run did not take');
});

test('a run that is asked for while somebody tries a step begins after it', async () => {
  await begin();
  const isHeld = async () => (await server.get('/api/v1/devices')).json.devices[0].held;
  const began = Date.now();
  const trying = step('tap', { text: 'No such thing' }); // it is looked for, for a while
  await until(isHeld, 'the step has the device');
  const second = server.get(`${base}/screen`); // another person's turn comes after the first one's
  const id = await submit({ goal: 'G', steps: ['"Log in" is shown'] }, [[[steps.sees('Log in')]]]);
  assert.equal((await server.get(`/api/v1/runs/${id}`)).json.state, 'queued');
  const [tried, run, read] = await Promise.all([trying, server.runEnded(id), second]);
  assert.equal(tried.json.resultPrefix, 'NOT_FOUND', tried.text);
  assert.equal(read.status, 409, 'but not before a run that waits');
  assert.match(read.json.detail, /a run has device/);
  assert.equal(run.verdict, 'PASS', JSON.stringify(run));
  assert.ok(Date.parse(run.startedAt) >= began + tried.json.durationMs, 'the run has waited');
  assert.equal(await isHeld(), false);
});

test('twenty watchers cost one connection, and nothing else waits for them', async () => {
  const { number } = await still();
  const watchers = Array.from({ length: 40 }, () => frame(number));
  const began = performance.now();
  for (let i = 0; i < 20; i++) assert.equal((await server.get('/api/v1/status')).status, 200);
  assert.ok(performance.now() - began < 3000, 'the API answers');
  await show('settings');
  const answers = await Promise.all(watchers);
  for (const answer of answers) assert.equal(answer.status, 200);
  assert.equal(new Set(answers.map((answer) => answer.number)).size <= 2, true, 'each picture is taken once');
});

test('without a viewer the device is left alone', async () => {
  const { number } = await still();
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write(
    `GET ${base}/frame?after=${number} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await until(screencaps, 'somebody looks');
  socket.destroy();
  await until(async () => (await server.get('/api/v1/status')).json.watched === 0, 'the view has ended', 15);
  await device.console('virtual journal clear');
  await server.get('/api/v1/devices');
  assert.equal(await screencaps(), 0);
});

// A separate device: for a while the adb server tries to reach a lost device by itself, and each
// new connection ends the commands on the one before.
test('a device that is lost while people look says so, and is seen again when it is back', async () => {
  const other = await startVirtual(adbServer);
  const look = framesOf(`/api/v1/devices/${other.serial}`);
  const { number } = await still(look);
  const waiting = look(number);
  await other.console('virtual fault vanish 1');
  const lost = await waiting;
  assert.ok(lost.status >= 400, `${lost.status}`);
  assert.match(lost.json.detail, /device|connect/);
  const gone = await until(async () => {
    const answer = await look();
    return answer.status === 404 && answer;
  }, 'it is not connected');
  assert.match(gone.json.detail, /is not connected/);
  await other.console('virtual fault vanish 0');
  await other.attach();
  await until(async () => (await look()).status === 200, 'it is seen again');
});

test('a simulator is looked at and pointed at in the same way', async () => {
  const simulators = await startServer(adbServer, { env: withStandIns() });
  const {
    json: { devices },
  } = await simulators.get('/api/v1/devices');
  const { id } = devices.find(({ platform, usable }) => platform === 'ios' && usable);
  const where = `/api/v1/devices/${id}`;
  const picture = await simulators.get(`${where}/frame`);
  assert.equal(picture.status, 200, picture.text.slice(0, 300));
  assert.equal(picture.bytes.toString('latin1', 1, 4), 'PNG');
  const { status, json, text } = await simulators.get(`${where}/screen`);
  assert.equal(status, 200, text);
  const { tool, args } = json.elements.find(({ label }) => label === 'Forgot password?').steps[0];
  const tapped = await simulators.post(`${where}/steps`, { packageName: 'com.example.login', tool, args });
  assert.equal(tapped.json.resultPrefix, 'TAPPED', tapped.text);
  const off = devices.find(({ platform, usable }) => platform === 'ios' && !usable);
  const refused = await simulators.get(`/api/v1/devices/${off.id}/frame`);
  assert.equal(refused.status, 503);
  assert.ok(refused.json.detail.includes(off.remedy), refused.json.detail);
});

test('a run without secrets has a helper there, which tells when the picture is another one', async () => {
  const good = goodTester([[[steps.sees('Log in')]], [[steps.sees('Log in')]]]);
  const { gate, open } = withGate();
  let turns = 0;
  script = async (turn) => {
    if (turns++ > 0) await gate;
    return good(turn);
  };
  await begin();
  const scenario = {
    goal: 'G',
    steps: ['"Log in" is shown', '"Log in" stays'],
    packageName,
    profile: mock.profile,
    device: device.serial,
  };
  const {
    json: { id },
  } = await server.post('/api/v1/runs', scenario);
  await until(() => turns > 1, 'the run has looked at the screen, and waits');
  const first = await until(async () => {
    const answer = await frame();
    return answer.headers.get('content-type') === 'image/jpeg' && answer;
  }, 'a picture of the helper');
  assert.equal(first.source, 'device');
  assert.deepEqual([...first.bytes.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  await device.console('virtual journal clear');
  await show('settings');
  const next = await frame(first.number);
  assert.equal(next.headers.get('content-type'), 'image/jpeg');
  assert.notDeepEqual(next.bytes, first.bytes);
  const narrow = await frame(0, '&width=240');
  assert.ok(narrow.bytes.length < next.bytes.length && narrow.bytes.length <= 20000, `${narrow.bytes.length} bytes`);
  await device.shell('input keyevent SLEEP');
  const dark = await until(async () => {
    const answer = await frame();
    return answer.bytes.length < 1500 && answer;
  }, 'a dark screen');
  assert.equal(dark.headers.get('content-type'), 'image/jpeg');
  assert.equal(await screencaps(), 0, 'the device is not asked for screenshots');
  await device.shell('input keyevent WAKEUP');
  await begin();
  open();
  await server.runEnded(id);
  await until(
    async () => (await frame()).headers.get('content-type') === 'image/png',
    'the helper has ended with the run',
  );
});

test('a device without video says so, as the end of its stream', async () => {
  const stream = await server.get(`${base}/stream`);
  assert.equal(stream.status, 200);
  assert.equal(stream.headers.get('content-type'), 'application/octet-stream');
  assert.equal(stream.headers.get('cache-control'), 'no-store');
  assert.deepEqual([stream.bytes.readUInt32BE(0), stream.bytes[4]], [stream.bytes.length - 16, 5]);
  const { code, detail } = JSON.parse(stream.bytes.subarray(16));
  assert.equal(code, 'UNSUPPORTED', detail);
  assert.equal((await server.get('/api/v1/devices/nobody/stream')).status, 404);
});

test('small pictures of a run', async () => {
  const id = await submit({ goal: 'G', steps: ['"Log in" is shown'] }, [
    [[steps.other('takeScreenshot', {})], [steps.sees('Log in')]],
  ]);
  await server.runEnded(id);
  const run = `/api/v1/runs/${id}/artifacts`;
  const {
    json: { artifacts },
  } = await server.get(run);
  const shot = artifacts.find(({ path: name }) => name.startsWith('screenshots/')) ?? assert.fail('a screenshot');
  const small = await server.get(`${run}/${shot.path}?width=240`);
  assert.equal(small.status, 200);
  assert.equal(small.headers.get('content-type'), 'image/jpeg');
  assert.match(small.headers.get('cache-control'), /immutable/);
  assert.ok(small.bytes.length <= 20000, `${small.bytes.length} bytes`);
  assert.deepEqual((await server.get(`${run}/${shot.path}?width=240`)).bytes, small.bytes);
  assert.ok((await server.get(`${run}/${shot.path}?width=1080`)).bytes.length > small.bytes.length);
  assert.deepEqual((await server.get(run)).json.artifacts, artifacts, 'they are not artifacts of their own');
  for (const [where, status] of [
    ['log.txt', 400],
    ['screenshots/none.png', 404],
    ['screenshots/../log.txt', 400],
    ['screenshots/..%2f..%2fx.png', 400],
    ['..%2f..%2fstore.png', 400],
    ['screenshots/.png', 400],
    ['screenshots/%2e%2e/screenshots/a.png', 404],
  ])
    assert.equal((await server.get(`${run}/${where}?width=96`)).status, status, where);
  assert.equal((await server.get(`${run}/${shot.path}?width=9999`)).status, 400);
});

test('a server that is stopped lets its viewers go', async () => {
  const { number } = await still();
  const waiting = frame(number).then(({ status }) => status);
  await until(async () => (await server.get('/api/v1/status')).json.watched === 1, 'somebody looks');
  assert.equal(await server.stop(), 0);
  assert.equal(await waiting, 503);
});

test('a device on which a secret was typed is hidden without a token', async () => {
  const open = await startServer(adbServer);
  assert.match(open.log, /every user of this machine can use this server/);
  await begin();
  assert.equal((await open.get(`${base}/frame`)).headers.get('x-frame-secrets'), null);
  const typed = await open.post(`${base}/steps`, {
    packageName,
    tool: 'inputText',
    args: { fieldSelector: 'email', selectorType: 'resource-id', text: '{{password}}' },
  });
  assert.equal(typed.json.resultPrefix, 'OK', typed.text);
  const { status, headers } = await open.get(`${base}/frame?after=${typed.json.frame}&waitMs=500`);
  assert.equal(headers.get('x-frame-secrets'), 'typed');
  assert.equal(status, 204, 'no picture is taken that nobody covers');
  const stream = await open.get(`${base}/stream`);
  assert.equal(JSON.parse(stream.bytes.subarray(16)).code, 'DEVICE_BUSY');
});
