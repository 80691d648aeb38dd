// 32 clients of one server over HTTP, on 8 devices, for AT_SOAK_SECONDS: each
// answer belongs to its own device, none fails, memory stays.
import assert from 'node:assert/strict';
import http from 'node:http';
import test from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startAdbServer, startVirtual } from './lib.mjs';
import { message, startHttp, usual } from './http.mjs';

// A sanitizer must not count freed memory as used: it keeps freed blocks, and the stack frames of
// each thread that has ended.
process.env.ASAN_OPTIONS = `${process.env.ASAN_OPTIONS ?? ''}:quarantine_size_mb=1:detect_stack_use_after_return=0`;

const seconds = Number(process.env.AT_SOAK_SECONDS ?? 8);
const [deviceCount, clientsEach] = [8, 4];
const app = 'com.example.notes';

// A simple client on one kept connection. It numbers its requests
// from 0, as all others do.
function rawClient(server) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let next = 0;
  const send = (body) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        { host: '127.0.0.1', port: server.port, method: 'POST', path: '/mcp', agent, headers: usual },
        (response) => {
          const parts = [];
          response.on('data', (part) => parts.push(part)).on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }));
        },
      );
      request.on('error', reject);
      request.end(JSON.stringify(body));
    });
  return {
    async call(name, args) {
      const id = next++;
      const { status, text } = await send(message('tools/call', { name, arguments: args }, id));
      assert.equal(status, 200, text);
      const data = text.match(/^data: (.*)\n\n$/m)?.[1] ?? text; // events after a long silence
      const reply = JSON.parse(data);
      assert.equal(reply.id, id, text);
      assert.ok(reply.result, text);
      return reply.result;
    },
    close: async () => agent.destroy(),
  };
}

async function officialClient(server) {
  const client = new Client({ name: 'soak', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return {
    call: (name, args) => client.callTool({ name, arguments: args }, undefined, { timeout: 120000 }),
    close: () => client.close(),
  };
}

const textOf = (result) =>
  result.content
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\n');

// The requests of each client in turn, and the text that each answer must have: the text is unique
// to a device.
const turns = [
  [
    'agentest_run_flow',
    ({ session }, value) => ({
      session,
      steps: [
        { action: 'type', target: { id: 'email' }, value, replace: true },
        { action: 'assert_text_equals', target: { id: 'email' }, value },
      ],
    }),
    (device, value, result) => assert.equal(JSON.parse(result.content[0].text).success, true, textOf(result)),
  ],
  [
    'agentest_get_ui_tree',
    ({ session }) => ({ session }),
    ({ mark }, value, result) => assert.match(textOf(result), new RegExp(`"${mark}-\\d+-\\d+"`)),
  ],
  [
    'agentest_device_info',
    ({ serial }) => ({ deviceId: serial }),
    ({ serial }, value, result) => assert.equal(result.structuredContent.deviceId, serial),
  ],
  [
    'agentest_get_ui_tree',
    ({ serial }) => ({ deviceId: serial }),
    ({ mark }, value, result) => assert.match(textOf(result), new RegExp(`"${mark}-\\d+-\\d+"`)),
  ],
];

function checkOwn({ mark }, result, devices) {
  const marks = JSON.stringify(result).match(/device[a-h](?=-\d)/g) ?? [];
  assert.deepEqual(
    marks.filter((seen) => seen !== mark),
    [],
  );
  for (const other of devices)
    if (other.mark !== mark)
      assert.ok(!JSON.stringify(result).includes(other.session), `${mark} was told of ${other.mark}`);
}

// Run one client; return the times of its calls in milliseconds.
async function live({ client, device, number }, devices, ended) {
  const times = [];
  for (let round = 0; !ended(); round++) {
    const value = `${device.mark}-${number}-${round}`;
    for (const [name, args, check] of turns) {
      const began = performance.now();
      const result = await client.call(name, args(device, value));
      times.push(performance.now() - began);
      assert.ok(!result.isError, textOf(result));
      check(device, value, result);
      checkOwn(device, result, devices);
    }
  }
  return times;
}

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

// Measure the memory at each of the times, in seconds from now.
function readings(read, ...times) {
  return Promise.all(
    times.map(
      (at) =>
        new Promise((resolve) => {
          setTimeout(() => resolve(read()), at * 1000);
        }),
    ),
  );
}

test(`${deviceCount * clientsEach} clients on ${deviceCount} devices, ${seconds} s`, {
  timeout: (seconds + 120) * 1000,
}, async (t) => {
  const adb = await startAdbServer();
  const server = await startHttp('agentest', ['--http', '0', '--no-token'], adb.env);
  const devices = [];
  for (let i = 0; i < deviceCount; i++)
    devices.push({ serial: (await startVirtual(adb)).serial, mark: `device${'abcdefgh'[i]}` });

  const clients = [];
  for (let number = 0; number < deviceCount * clientsEach; number++) {
    const open = number % 9 === 0 ? officialClient : rawClient; // 4 of 32
    clients.push({ client: await open(server), device: devices[number % deviceCount], number });
  }
  await Promise.all(
    clients.slice(0, deviceCount).map(async ({ client, device }) => {
      const result = await client.call('agentest_connect', { packageName: app, deviceId: device.serial });
      assert.ok(!result.isError, textOf(result));
      device.session = result.structuredContent.session;
    }),
  );

  const began = performance.now();
  const ended = () => performance.now() - began > seconds * 1000;
  const [lives, [third, last]] = await Promise.all([
    Promise.all(clients.map((one) => live(one, devices, ended))),
    readings(server.rss, seconds / 3, seconds),
  ]);
  const took = (performance.now() - began) / 1000;
  const times = lives.flat().sort((a, b) => a - b);
  t.diagnostic(
    `${times.length} calls, ${Math.round(times.length / took)} a second; median ${quantile(times, 0.5).toFixed(1)} ms, ` +
      `p95 ${quantile(times, 0.95).toFixed(1)} ms; RSS ${third.toFixed(1)} MB after ${(seconds / 3).toFixed(0)} ` +
      `s, ${last.toFixed(1)} MB at the end`,
  );
  assert.ok(lives.every((one) => one.length > 0));
  assert.ok(last <= third * 1.1 + 4, `${third} MB, then ${last} MB`);
  await Promise.all(clients.map(({ client }) => client.close()));
});
