// Requests that wait are bounded in memory, in the real program.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import test from 'node:test';
import { atEnd, build, program, run, startAdbServer, startVirtual, stop, until } from './lib.mjs';
import { ask, message, startHttp, usual } from './http.mjs';

// A sanitizer keeps what was freed, and puts a fence around each small value.
process.env.ASAN_OPTIONS = `${process.env.ASAN_OPTIONS ?? ''}:quarantine_size_mb=1`;
const limit = /asan|tsan/.test(build) ? 500 : 200;

const server = await startAdbServer();
const device = await startVirtual(server);
const env = { ...server.env, ANDROID_SERIAL: device.serial };
const rss = async (pid) => Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).out) / 1024;
const call = (id, name, args) => message('tools/call', { name, arguments: args }, id);
const busy = (id) => call(id, 'agentest_run_flow', { steps: Array(10).fill({ action: 'wait', timeoutMs: 60000 }) });

// 60 MB of requests: as many values as their length can hold, or long texts.
const shapes = {
  values: Array.from({ length: 166 }, (_, i) =>
    call(1000 + i, 'agentest_get_ui_tree', { filler: Array(120000).fill([]) }),
  ),
  texts: Array.from({ length: 60 }, (_, i) => call(1000 + i, 'agentest_get_ui_tree', { filler: 'x'.repeat(1 << 20) })),
};

function begin(server, body) {
  const request = http.request({
    host: '127.0.0.1',
    port: server.port,
    method: 'POST',
    path: '/mcp',
    agent: false,
    headers: usual,
  });
  request.end(JSON.stringify(body));
  return once(request, 'response').then(([response]) => response.on('error', () => {}));
}

async function startStdio() {
  const child = spawn(program('agentest'), [], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const peer = { child, answers: new Map(), rest: '' };
  child.stdout.setEncoding('utf8').on('data', (data) => {
    const lines = (peer.rest + data).split('\n');
    peer.rest = lines.pop();
    for (const line of lines) peer.answers.set(JSON.parse(line).id, JSON.parse(line));
  });
  peer.send = async (body) => {
    if (!child.stdin.write(`${JSON.stringify(body)}\n`)) await once(child.stdin, 'drain');
  };
  peer.answer = (id) => until(() => peer.answers.get(id), `an answer to ${id}`);
  atEnd(() => stop(child));
  await peer.send(
    message(
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      1,
    ),
  );
  await peer.answer(1);
  return peer;
}

for (const [shape, requests] of Object.entries(shapes)) {
  test(`60 MB of waiting requests (${shape}) over stdio take less than 200 MB`, async (t) => {
    const peer = await startStdio();
    await peer.send(call(2, 'agentest_connect', { packageName: 'com.example.notes', steal: true }));
    assert.equal((await peer.answer(2)).result.isError, undefined);
    await peer.send(busy(3));
    for (const request of requests) await peer.send(request);
    await peer.send(message('ping', {}, 4));
    await peer.answer(4); // everything before it was read
    assert.equal(peer.answers.get(3), undefined, 'the first call runs');
    const used = await rss(peer.child.pid);
    t.diagnostic(`${used.toFixed(0)} MB`);
    assert.ok(used < limit, `${used} MB`);
    peer.child.kill('SIGKILL');
  });

  test(`60 MB of waiting requests (${shape}) over HTTP take less than 200 MB`, async (t) => {
    const agentest = await startHttp('agentest', ['--http', '127.0.0.1:0', '--no-token'], { ...process.env, ...env });
    const connected = (
      await ask(agentest, { body: call(1, 'agentest_connect', { packageName: 'com.example.notes', steal: true }) })
    ).json;
    const { session } = JSON.parse(connected.result.content[0].text);
    const flow = busy(2);
    const held = [];
    for (const request of [flow, ...requests]) {
      request.params.arguments.session = session;
      request.params._meta = { progressToken: request.id }; // answered by a stream, which begins once it waits
      held.push(begin(agentest, request));
    }
    await Promise.all(held);
    const used = await rss(agentest.child.pid);
    t.diagnostic(`${used.toFixed(0)} MB`);
    assert.ok(used < limit, `${used} MB`);
    for (const response of held) (await response).destroy();
  });
}
