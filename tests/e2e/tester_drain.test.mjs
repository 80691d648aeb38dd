// The end of a server: SIGTERM lets its runs end, and systemd is told its state.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { atEnd, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
await startVirtual(adbServer);
const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
let script;
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());

// A run whose model answers once release() was called.
async function startHeld(server) {
  const gate = Promise.withResolvers();
  const good = goodTester([[[steps.sees('Log in')]]]);
  script = async (turn) => {
    await gate.promise;
    return good(turn);
  };
  await server.post('/config', { executorInfoId: mock.profile, replay: false });
  const { json } = await server.post('/api/v1/runs', login);
  await until(async () => (await server.get(`/api/v1/runs/${json.id}`)).json.state === 'running', 'it runs');
  return { id: json.id, release: gate.resolve };
}

// The lines that a service sends to systemd; sockets of datagrams are not in Node.
async function startNotify() {
  const socket = path.join(temporaryFolder(), 'notify');
  const child = spawn('python3', [
    '-u',
    '-c',
    `import socket
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(${JSON.stringify(socket)})
print('bound')
while True:
    print(s.recv(4096).decode().replace(chr(10), ' '))`,
  ]);
  const notify = { socket, lines: [] };
  child.stdout.on('data', (data) => notify.lines.push(...data.toString().split('\n').filter(Boolean)));
  atEnd(() => child.kill());
  await until(() => notify.lines.includes('bound'), 'the socket is there');
  return notify;
}

test('SIGTERM lets the run end, and takes no more', async () => {
  const notify = await startNotify();
  const server = await startServer(adbServer, {
    args: ['--drain-seconds', '600'],
    env: { ...mock.environment, NOTIFY_SOCKET: notify.socket, WATCHDOG_USEC: '2000000' },
  });
  await until(() => notify.lines.some((line) => line.startsWith('READY=1')), 'systemd hears that it is ready');
  await until(() => notify.lines.includes('WATCHDOG=1'), 'and that it is alive');
  const run = await startHeld(server);
  const queued = (await server.post('/api/v1/runs', login)).json;
  server.child.kill('SIGTERM');
  const ready = await until(async () => {
    const answer = await server.get('/readyz');
    return answer.status === 503 && answer;
  }, 'it is not ready');
  assert.match(ready.json.checks.find(({ name }) => name === 'drain').message, /takes no new runs/);
  assert.equal((await server.get('/healthz')).status, 200);
  assert.match(notify.lines.join('\n'), /STOPPING=1/);
  const refused = await server.post('/api/v1/runs', login);
  assert.equal(refused.status, 409, refused.text);
  const following = fetch(`${server.url}/api/v1/events?run=${run.id}`).then((answer) => answer.text());
  assert.equal((await server.get(`/api/v1/runs/${queued.id}`)).json.state, 'queued');
  run.release();
  assert.equal(await server.ended, 0);
  assert.match(await following, /"verdict":"PASS"/);
  const again = await startServer(adbServer, { folder: server.folder });
  const [first, second] = [
    (await again.get(`/api/v1/runs/${run.id}`)).json,
    (await again.get(`/api/v1/runs/${queued.id}`)).json,
  ];
  assert.deepEqual([first.verdict, first.end], ['PASS', 'done']);
  assert.notEqual(second.verdict, 'PASS', 'the queued one did not begin');
});

test('a second signal stops the runs', async () => {
  const server = await startServer(adbServer, { args: ['--drain-seconds', '600'], env: mock.environment });
  script = () => faults.hang();
  const run = await startHeld(server);
  server.child.kill('SIGTERM');
  await until(async () => (await server.get('/readyz')).status === 503, 'it drains');
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  const again = await startServer(adbServer, { folder: server.folder });
  assert.equal((await again.get(`/api/v1/runs/${run.id}`)).json.end, 'stopped');
});

test('runs that take longer than the drain are stopped, and so are they by Ctrl-C', async () => {
  for (const [seconds, signal] of [
    ['1', 'SIGTERM'],
    ['600', 'SIGINT'],
    ['0', 'SIGTERM'],
  ]) {
    const server = await startServer(adbServer, { args: ['--drain-seconds', seconds], env: mock.environment });
    const run = await startHeld(server);
    server.child.kill(signal);
    assert.equal(await server.ended, 0);
    const again = await startServer(adbServer, { folder: server.folder });
    assert.equal((await again.get(`/api/v1/runs/${run.id}`)).json.end, 'stopped', `${seconds} ${signal}`);
    await again.stop();
  }
});

test('a wrong number is named', async () => {
  const server = await startServer(adbServer, { args: ['--drain-seconds', '-1'] });
  assert.match(server.log, /--drain-seconds '-1' is not a number from 0 to 86400/);
  assert.equal(await server.ended, 2);
});
