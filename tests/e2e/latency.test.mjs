// While a tool runs for AT_LONG_SECONDS, everything else is answered; many
// requests at once are each answered once. Delays are printed, not asserted.
import assert from 'node:assert/strict';
import http from 'node:http';
import test from 'node:test';
import { startAll } from './lib.mjs';
import { message, startHttp, usual } from './http.mjs';

const seconds = Number(process.env.AT_LONG_SECONDS ?? 5);
const { agentest, device, server: adb } = await startAll('com.example.notes');
const { session } = (await agentest.connect('com.example.notes')).structuredContent;
const served = await startHttp('agentest', ['--http', '0', '--no-token'], {
  ...adb.env,
  ANDROID_SERIAL: device.serial,
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
test.after(() => agent.destroy());

// Send one request on a kept connection; return the answer's messages. ondata is
// called when the first of them arrive.
const sockets = new Set();
function post(body, ondata = () => {}) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: served.port, method: 'POST', path: '/mcp', agent, headers: usual };
    const request = http.request(options, (response) => {
      const parts = [];
      response
        .on('data', (part) => {
          parts.push(part);
          ondata();
        })
        .on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data);
        resolve((events.length ? events : [text]).map((line) => JSON.parse(line)));
      });
    });
    request.on('error', reject).on('socket', (socket) => sockets.add(socket));
    request.end(JSON.stringify(body));
  });
}

async function request(method, params, id, ondata) {
  const [reply, ...more] = (await post(message(method, params, id), ondata)).filter((line) => 'id' in line);
  assert.deepEqual([reply.id, more], [id, []]);
  return reply.result;
}

// 200 pings and 20 lists, ten and one at a time, each timed; the longest delay.
async function ask(ping, list) {
  let longest = 0;
  const timed = async (action) => {
    const began = performance.now();
    await action();
    longest = Math.max(longest, performance.now() - began);
  };
  for (let round = 0; round < 20; round += 1)
    await Promise.all([...Array.from({ length: 10 }, () => timed(ping)), timed(list)]);
  return longest;
}

async function whileItRuns(t, { start, ping, list }) {
  let over = false;
  let tell;
  const running = new Promise((resolve) => {
    tell = resolve;
  });
  const ended = start(tell).then((result) => {
    over = true;
    return result;
  });
  await running;
  const longest = await ask(ping, list);
  assert.equal(over, false, 'the tool ended before the others were answered');
  const result = await ended;
  assert.equal(result.structuredContent.success, true, JSON.stringify(result.content));
  t.diagnostic(`longest of 200 pings and 20 lists while a tool ran for ${seconds} s: ${longest.toFixed(1)} ms`);
}

const steps = [{ action: 'wait', timeoutMs: seconds * 1000 }];
const limit = { timeout: seconds * 1000 + 60000 };

test('stdio: pings and lists are answered before the long tool is', limit, (t) =>
  whileItRuns(t, {
    start: (running) =>
      agentest.call('agentest_run_flow', { session, steps }, { onprogress: running, timeout: limit.timeout }),
    ping: () => agentest.client.ping(),
    list: async () => assert.equal((await agentest.client.listTools()).tools.length, 10),
  }),
);

test('HTTP: pings and lists are answered before the long tool is', limit, async (t) => {
  let id = 0;
  const connected = await request(
    'tools/call',
    {
      name: 'agentest_connect',
      arguments: { packageName: 'com.example.notes', steal: true },
    },
    (id += 1),
  );
  const flow = {
    name: 'agentest_run_flow',
    arguments: { session: connected.structuredContent.session, steps },
    _meta: { progressToken: 'p' },
  };
  await whileItRuns(t, {
    start: (running) => request('tools/call', flow, (id += 1), running), // called at the first
    // progress
    ping: async () => assert.deepEqual(await request('ping', {}, (id += 1)), {}),
    list: async () => assert.equal((await request('tools/list', {}, (id += 1))).tools.length, 10),
  });
});

test('HTTP: two thousand requests on fifty connections are each answered once', async () => {
  sockets.clear();
  const replies = await Promise.all(
    Array.from({ length: 2000 }, (_, i) => request(i % 2 ? 'ping' : 'tools/list', {}, i)),
  );
  replies.forEach((reply, i) => assert.equal('tools' in reply, i % 2 === 0));
  assert.equal(sockets.size, 50);
});
