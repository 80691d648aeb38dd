// Sessions by handle, devices side by side, and one session for each device.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';

const server = await startAdbServer();
const [one, two] = [await startVirtual(server), await startVirtual(server)];
const app = 'com.example.notes';
const start = () => startAgentest(server, { env: { ANDROID_SERIAL: one.serial, XDG_RUNTIME_DIR: '' } });
const at = (device, more = {}) => ({ packageName: app, deviceId: device.serial, ...more });
const connect = (agentest, device, more) => agentest.call('agentest_connect', at(device, more));
const info = (agentest, args = {}) => agentest.call('agentest_device_info', args);

function refused(reply, code, ...patterns) {
  assert.equal(reply.failed, true, reply.text);
  assert.equal(reply.json.code, code, reply.text);
  for (const pattern of patterns) assert.match(reply.json.error, pattern);
}

test('a handle names its device, whatever is current', async () => {
  const agentest = await start();
  const first = (await connect(agentest, one)).json;
  const second = (await connect(agentest, two)).json;
  assert.match(first.session, /^[a-z2-7]{10}$/);
  assert.notEqual(first.session, second.session);
  for (const { session, deviceId } of [first, second, first])
    assert.equal((await info(agentest, { session })).json.deviceId, deviceId);
  assert.equal((await info(agentest)).json.deviceId, two.serial, 'the latest connect is current');
  assert.equal((await info(agentest, { deviceId: one.serial })).json.deviceId, one.serial);
  refused(
    await info(agentest, { session: first.session, deviceId: two.serial }),
    'INVALID_ARGUMENT',
    /is on 'emulator/,
  );
  const flow = await agentest.call('agentest_run_flow', {
    session: first.session,
    steps: [{ action: 'assert_visible', target: { text: 'Log in' } }],
  });
  assert.equal(flow.json.success, true, flow.text);
  await agentest.client.close();
});

test('unknown and replaced handles ask to connect again', async () => {
  const agentest = await start();
  refused(
    await info(agentest, { session: 'aaaaaaaaaa' }),
    'INVALID_ARGUMENT',
    /no session 'aaaaaaaaaa': call agentest_connect/,
  );
  const { session } = (await connect(agentest, one)).json;
  const again = await connect(agentest, one);
  assert.equal(again.failed, false, again.text);
  refused(await info(agentest, { session }), 'INVALID_ARGUMENT', /replaced by a later agentest_connect.*connect again/);
  const kept = await connect(agentest, two, { session: again.json.session });
  assert.equal(kept.json.session, again.json.session, 'a session that is connected anew keeps its handle');
  assert.equal((await info(agentest, { session: kept.json.session })).json.deviceId, two.serial);
  await agentest.client.close();
});

test('a connect that fails leaves nothing current, and names what is open', async () => {
  const agentest = await start();
  const { session } = (await connect(agentest, one)).json;
  refused(await connect(agentest, { serial: 'emulator-1' }), 'ADB_CONNECTION_ERROR');
  refused(
    await agentest.flow({ action: 'wait', timeoutMs: 0 }),
    'INVALID_ARGUMENT',
    /pass session/,
    new RegExp(`'${session}' \\(${app} on ${one.serial}`),
  );
  await agentest.client.close();
});

test('a long wait on one device delays neither the other nor a ping', async () => {
  const agentest = await start();
  const first = (await connect(agentest, one)).json;
  const second = (await connect(agentest, two)).json;
  const order = [];
  const note = (name) => (reply) => {
    order.push(name);
    return reply;
  };
  const slow = agentest
    .call('agentest_run_flow', {
      session: first.session,
      steps: [{ action: 'wait', timeoutMs: 5000 }],
    })
    .then(note('slow'));
  const queued = info(agentest, { session: first.session }).then(note('behind it'));
  const quick = info(agentest, { session: second.session }).then(note('quick'));
  const ping = agentest.client.ping().then(note('ping'));
  await Promise.all([quick, ping]);
  assert.deepEqual([...order].sort(), ['ping', 'quick']);
  await Promise.all([slow, queued]);
  assert.deepEqual(order.slice(2), ['slow', 'behind it']);
  await agentest.client.close();
});

test('connects of two devices run side by side; calls without a session follow the latest', async () => {
  const agentest = await start();
  const replies = await Promise.all([connect(agentest, one), connect(agentest, two), info(agentest)]);
  assert.deepEqual(
    replies.map((reply) => reply.json.deviceId),
    [one.serial, two.serial, two.serial],
  );
  await agentest.client.close();
});

test('a refused connect says who has the device, since when, and how to take it', async () => {
  const [holder, loser] = [await start(), await start()];
  await connect(holder, one);
  const since = new Date().toISOString().slice(0, 10);
  refused(
    await connect(loser, one),
    'DEVICE_BUSY',
    new RegExp(`'${one.serial}' is in use by agentest [\\d.]+ \\(pid ${holder.pid}\\) since ${since} [\\d:]{8} UTC`),
    /"steal": true/,
  );
  assert.equal((await info(loser, { deviceId: one.serial })).failed, false, 'reading needs no lease');
  assert.equal((await connect(loser, two)).failed, false);
  await holder.client.close();
  await until(async () => !(await connect(loser, one)).failed, 'the lease ends with its holder');
  await loser.client.close();
});

test('steal: the holder releases the device and says so on its next call', async () => {
  const [holder, thief] = [await start(), await start()];
  const { session } = (await connect(holder, one)).json;
  const stolen = await connect(thief, one, { steal: true });
  assert.equal(stolen.failed, false, stolen.text);
  const lost = new RegExp(
    `session '${session}' lost its device '${one.serial}' to agentest [\\d.]+ \\(pid ${thief.pid}\\).*"steal": true`,
  );
  refused(await holder.tree({}).then(() => holder.call('agentest_get_ui_tree')), 'DEVICE_BUSY', lost);
  refused(await info(holder, { session }), 'DEVICE_BUSY', lost);
  assert.equal((await connect(holder, one, { steal: true })).failed, false);
  refused(await info(thief), 'DEVICE_BUSY', /lost its device/);
  await holder.client.close();
  await thief.client.close();
});

test('steal interrupts the call that runs on the device', async () => {
  const [holder, thief] = [await start(), await start()];
  await connect(holder, one);
  const running = holder.flow({ action: 'wait', timeoutMs: 60000 });
  await until(() => holder.client.ping(), 'the flow was taken');
  const stolen = await connect(thief, one, { steal: true });
  assert.equal(stolen.failed, false, stolen.text);
  const reply = await running;
  assert.equal(reply.failed, true);
  assert.match(reply.texts.join('\n'), /lost its device/);
  await holder.client.close();
  await thief.client.close();
});

test('a killed holder releases the device; stealing from a hung one fails and names it', async () => {
  const [holder, other] = [await start(), await start()];
  await connect(holder, one);
  process.kill(holder.pid, 'SIGSTOP');
  const before = Date.now();
  refused(
    await connect(other, one, { steal: true }),
    'DEVICE_BUSY',
    new RegExp(`pid ${holder.pid}.*asked to let go and has not within 10 s: end that process`),
  );
  assert.ok(Date.now() - before < 20000);
  process.kill(holder.pid, 'SIGKILL');
  await until(async () => !(await connect(other, one)).failed, 'the kernel has freed the lease');
  await other.client.close();
});

test('a link where a lease belongs is refused, and the file it points to is spared', async () => {
  const folder = temporaryFolder();
  const leases = path.join(folder, 'agentest');
  const canary = path.join(folder, 'canary');
  fs.mkdirSync(leases, { mode: 0o700 });
  fs.writeFileSync(canary, 'untouched');
  fs.symlinkSync(canary, path.join(leases, `${one.serial}.lock`));
  const agentest = await startAgentest(server, { env: { XDG_RUNTIME_DIR: folder, AGENTEST_LEASE_DIR: leases } });
  const reply = await connect(agentest, one);
  assert.equal(fs.readFileSync(canary, 'utf8'), 'untouched');
  assert.equal(reply.failed, true, reply.text);
  assert.match(reply.json.error, /is a link where a file of this user belongs: remove it/);
  await agentest.client.close();
});

test('two processes with and without XDG_RUNTIME_DIR exclude each other', async () => {
  const folder = temporaryFolder();
  fs.chmodSync(folder, 0o700);
  const holder = await startAgentest(server, { env: { XDG_RUNTIME_DIR: folder } });
  const other = await startAgentest(server, { env: { XDG_RUNTIME_DIR: '' } });
  assert.equal((await connect(holder, one)).failed, false);
  refused(await connect(other, one), 'DEVICE_BUSY', new RegExp(`pid ${holder.pid}`));
  await holder.client.close();
  await other.client.close();
});

test('a holder whose lease was removed takes it again, or says who has the device now', async () => {
  const leases = path.join(temporaryFolder(), 'agentest');
  const env = { XDG_RUNTIME_DIR: path.dirname(leases), AGENTEST_LEASE_DIR: leases, ...adbOnly };
  const [holder, other] = [await startAgentest(server, { env }), await startAgentest(server, { env })];
  assert.equal((await connect(holder, one)).failed, false);
  fs.rmSync(leases, { recursive: true });
  assert.equal((await info(holder)).failed, false);
  refused(await connect(other, one), 'DEVICE_BUSY', new RegExp(`pid ${holder.pid}`));
  fs.rmSync(leases, { recursive: true });
  assert.equal((await connect(other, one)).failed, false);
  refused(await info(holder), 'DEVICE_BUSY', new RegExp(`pid ${other.pid}`));
  refused(await info(holder), 'DEVICE_BUSY', /lost its device/);
  await holder.client.close();
  await other.client.close();
});
