// Streamable HTTP: the ladder by raw requests, the official client, clients
// that misbehave.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { freePort, program, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { ask, connect, message, modern, modernHeaders, post, rpc, startHttp } from './http.mjs';

// A sanitizer must not count freed memory as used.
process.env.ASAN_OPTIONS = `${process.env.ASAN_OPTIONS ?? ''}:quarantine_size_mb=1`;

const adb = await startAdbServer();
const device = await startVirtual(adb);
const other = await startVirtual(adb);
const env = { ...adb.env, ANDROID_SERIAL: device.serial };
const server = await startHttp('agentest', ['--http', '0', '--no-token'], env);
const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } };
const wait = (timeoutMs) => ({ name: 'agentest_run_flow', arguments: { steps: [{ action: 'wait', timeoutMs }] } });

async function official(where = server, options = {}) {
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(where.url), options));
  return client;
}

test('it says where it listens, and initialize is answered by JSON', async () => {
  assert.match(server.log, /^listening on http:\/\/127\.0\.0\.1:\d+\/mcp$/m);
  const reply = await rpc(server, 'initialize', hello);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers['content-type'], 'application/json');
  assert.equal(reply.headers['mcp-session-id'], undefined);
  assert.equal(reply.json.result.protocolVersion, '2025-11-25');
});

const list = modern('tools/list');
const listed = modernHeaders('tools/list');
const call = modern('tools/call', { name: 'agentest_device_info' });
for (const [what, request, status, code] of [
  ['a foreign Host', { headers: { host: 'evil.example' } }, 403],
  ['a foreign Origin', { headers: { origin: 'http://evil.example' } }, 403],
  ['another path', { path: '/' }, 404],
  ['OAuth metadata', { method: 'GET', path: '/.well-known/oauth-protected-resource' }, 404],
  ['GET', { method: 'GET' }, 405],
  ['DELETE', { method: 'DELETE' }, 405],
  ['another Content-Type', { headers: { 'content-type': 'text/plain' }, body: message('ping') }, 415],
  ['another Accept', { headers: { accept: 'text/html' }, body: message('ping') }, 406],
  ['any Accept', { headers: { accept: '*/*' }, body: message('ping') }, 200],
  ['no JSON', { body: 'hello' }, 400, -32700],
  ['no message', { body: '{}' }, 400, -32600],
  ['an empty batch', { body: '[]' }, 400, -32600],
  ['a batch', { body: [message('ping')] }, 200],
  ['a batch with a claim', { body: [list] }, 400, -32600],
  ['a notification', { body: { jsonrpc: '2.0', method: 'notifications/initialized' } }, 202],
  ['a response', { body: { jsonrpc: '2.0', id: 1, result: {} } }, 202],
  [
    'a broken claim',
    { body: message('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': 1 } }) },
    400,
    -32602,
  ],
  ['a claim without headers', { body: list }, 400, -32020],
  ['another Mcp-Method', { body: list, headers: { ...listed, 'mcp-method': 'ping' } }, 400, -32020],
  ['no Mcp-Name', { body: call, headers: modernHeaders('tools/call') }, 400, -32020],
  [
    'an unknown claim',
    {
      body: message('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': 'v9' } }),
      headers: { ...listed, 'mcp-protocol-version': 'v9' },
    },
    400,
    -32022,
  ],
  ['a modern header alone', { body: message('tools/list'), headers: listed }, 400, -32602],
  ['a removed method', { body: modern('ping'), headers: modernHeaders('ping') }, 404, -32601],
  [
    'initialize with a modern header',
    { body: message('initialize', hello), headers: modernHeaders('initialize') },
    400,
    -32020,
  ],
  ['an unknown revision', { body: message('ping'), headers: { 'mcp-protocol-version': '1999-01-01' } }, 400],
  ['an unknown method', { body: message('no/such') }, 200, -32601],
  ['an unknown tool', { body: message('tools/call', { name: 'x' }) }, 200, -32602],
  ['modern', { body: list, headers: listed }, 200],
]) {
  test(`${what}: ${status} ${code ?? ''}`, async () => {
    const reply = await ask(server, request);
    assert.equal(reply.status, status, reply.text);
    if (code) assert.equal(reply.code, code);
    if (status === 405) assert.equal(reply.headers.allow, 'POST');
    if (status === 202 || (status === 404 && !code)) assert.equal(reply.text, '');
  });
}

test('the official client tests an app, with progress on the way', async () => {
  const client = await official();
  assert.ok((await client.listTools()).tools.length >= 10);
  const notes = [];
  const connected = await client.callTool(
    { name: 'agentest_connect', arguments: { packageName: 'com.example.notes' } },
    undefined,
    { timeout: 60000 },
  );
  assert.ok(!connected.isError, JSON.stringify(connected.content));
  const tree = await client.callTool({ name: 'agentest_get_ui_tree', arguments: {} });
  assert.match(tree.content.map((block) => block.text).join('\n'), /Welcome to Notes/);
  const flow = await client.callTool(
    { name: 'agentest_run_flow', arguments: { steps: [{ action: 'wait', timeoutMs: 1000 }] } },
    undefined,
    { onprogress: (progress) => notes.push(progress), timeout: 60000 },
  );
  assert.ok(!flow.isError, JSON.stringify(flow.content));
  assert.ok(notes.length > 0);
  await client.close();
});

test('a progress token asks for events: their headers, and the answer ends them', async () => {
  const reply = await rpc(server, 'tools/call', { ...wait(300), _meta: { progressToken: 'p' } });
  assert.equal(reply.headers['content-type'], 'text/event-stream');
  assert.equal(reply.headers['cache-control'], 'no-cache');
  assert.equal(reply.headers['x-accel-buffering'], 'no');
  const last = reply.text.trimEnd().split('\n\n').pop();
  assert.match(last, /^event: message\ndata: \{.*"id":1,"result"/);
});

test('ping and tools/list are answered while a tool runs', async () => {
  const running = rpc(server, 'tools/call', wait(2000));
  for (const method of ['ping', 'tools/list', 'ping']) {
    const began = performance.now();
    assert.equal((await rpc(server, method)).status, 200);
    assert.ok(performance.now() - began < 1000);
  }
  assert.equal((await running).status, 200);
});

test('clients with the same ids get their own answers', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => ask(server, { body: message(i % 2 ? 'ping' : 'tools/list', {}, 7) })),
  );
  replies.forEach((reply, i) => assert.equal(i % 2 === 0, 'tools' in reply.json.result));
});

test('a cancelled call of the older era ends without an answer', async () => {
  const running = ask(server, { body: message('tools/call', { ...wait(60000), _meta: { progressToken: 1 } }, 'mine') });
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'mine' } };
  await rpc(server, 'ping');
  assert.equal((await ask(server, { body: cancel })).status, 202);
  assert.doesNotMatch((await running).text, /"result"|"error"/);
});

test('closing the stream cancels a modern call', async () => {
  const name = 'agentest_run_flow';
  const peer = connect(server);
  peer.socket.write(
    post(modern('tools/call', { ...wait(60000), _meta: { progressToken: 1 } }), modernHeaders('tools/call', name)),
  );
  await until(() => peer.text.includes('notifications/progress'), 'the call runs');
  peer.socket.destroy();
  const began = performance.now();
  assert.equal((await rpc(server, 'tools/call', wait(1))).status, 200);
  assert.ok(performance.now() - began < 20000);
});

test('a client of the older era that vanishes leaves the others alone', async () => {
  const peer = connect(server);
  peer.socket.write(post(message('tools/call', { ...wait(1500), _meta: { progressToken: 1 } })));
  await until(() => peer.text.includes('notifications/progress'), 'the call runs');
  peer.socket.destroy();
  assert.equal((await rpc(server, 'ping')).status, 200);
  assert.equal((await rpc(server, 'tools/call', wait(1))).status, 200);
});

test('a body of 100 MB: 413, and memory stays', async () => {
  const before = await server.rss();
  const reply = await ask(server, { body: Buffer.alloc(100 << 20, 0x20) });
  assert.equal(reply.status, 413);
  assert.ok((await server.rss()) - before < 64, `${before} MB, then ${await server.rss()} MB`);
});

test('the same in chunks, without a length: 413, and memory stays', async () => {
  const before = await server.rss();
  const peer = connect(server);
  const chunk = `${(1 << 20).toString(16)}\r\n${' '.repeat(1 << 20)}\r\n`;
  peer.socket.write(
    'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      'transfer-encoding: chunked\r\n\r\n',
  );
  for (let i = 0; i < 100; i++)
    if (!peer.socket.write(chunk)) await new Promise((resolve) => peer.socket.once('drain', resolve));
  peer.socket.write('0\r\n\r\n');
  await until(() => peer.text.includes('\r\n\r\n'), 'an answer');
  assert.match(peer.text, /^HTTP\/1\.1 413 /);
  assert.ok((await server.rss()) - before < 64);
  peer.socket.destroy();
});

test('10,000 header lines: refused', async () => {
  const peer = connect(server);
  const lines = Array.from({ length: 10000 }, (_, i) => `x-${i}: 1\r\n`).join('');
  peer.socket.write(`POST /mcp HTTP/1.1\r\nhost: localhost\r\n${lines}\r\n`);
  await peer.closed;
  assert.match(peer.text, /^(HTTP\/1\.[01] 4\d\d |$)/);
  assert.equal((await rpc(server, 'ping')).status, 200);
});

test('200 header lines: 431', async () => {
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x-${i}`, '1']));
  assert.equal((await rpc(server, 'ping', {}, headers)).status, 431);
});

test('a token: needed, compared whole, taken from a private file', async () => {
  const file = path.join(temporaryFolder(), 'token');
  fs.writeFileSync(file, 'geheim\n', { mode: 0o600 });
  const guarded = await startHttp('agentest', ['--http', '127.0.0.1:0', '--token-file', file], env);
  for (const authorization of [undefined, 'Bearer geheim2', 'Bearer gehei', 'Basic geheim']) {
    const reply = await rpc(guarded, 'ping', {}, authorization ? { authorization } : {});
    assert.equal(reply.status, 401);
    assert.equal(reply.headers['www-authenticate'], 'Bearer');
  }
  const client = await official(guarded, { requestInit: { headers: { Authorization: 'Bearer geheim' } } });
  assert.ok((await client.listTools()).tools.length >= 10);
  await client.close();
  fs.chmodSync(file, 0o644);
  const open = await run(program('agentest'), ['--http', '0', '--token-file', file], { env });
  assert.equal(open.status, 2);
  assert.match(open.err, /chmod 600/);
});

test('without a choice clients need a token, made once, in a private file that stderr names', async () => {
  const home = temporaryFolder();
  const own = { ...env, HOME: home, XDG_STATE_HOME: path.join(home, 'state') };
  delete own.AGENTEST_HTTP_TOKEN;
  const tokens = [];
  for (let i = 0; i < 2; i++) {
    const guarded = await startHttp('agentest', ['--http', '0'], own);
    assert.equal((await rpc(guarded, 'ping')).status, 401);
    const file = guarded.log.match(/the token is in '(.*)'/)[1];
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    tokens.push(fs.readFileSync(file, 'utf8').trim());
    assert.match(tokens[i], /^[0-9a-f]{40}$/);
    assert.equal((await rpc(guarded, 'ping', {}, { authorization: `Bearer ${tokens[i]}` })).status, 200);
    assert.ok(!guarded.log.includes(tokens[i]), 'the token itself is not printed');
  }
  assert.equal(tokens[0], tokens[1]);
  const both = await run(program('agentest'), ['--http', '0', '--no-token', '--token-file', '/x'], { env: own });
  assert.equal(both.status, 2);
  assert.match(both.err, /exclude each other/);
});

// A head by hand, then a ping that was smuggled behind a shorter body.
for (const [what, lines] of [
  ['two Content-Lengths that differ', ['content-length: BODY', 'content-length: 5']],
  ['the shorter Content-Length first', ['content-length: 5', 'content-length: BODY']],
  ['a second Host', ['content-length: BODY', 'host: evil.example']],
  ['a second Origin', ['content-length: BODY', 'origin: http://localhost', 'origin: http://evil.example']],
  ['a second Authorization', ['content-length: BODY', 'authorization: Bearer a', 'authorization: Bearer b']],
])
  test(`a head with ${what} is refused, and the connection ends`, async () => {
    const peer = connect(server);
    const body = JSON.stringify(message('ping'));
    const head = ['host: localhost', 'content-type: application/json', ...lines]
      .join('\r\n')
      .replaceAll('BODY', body.length);
    peer.socket.write(`POST /mcp HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    await peer.closed;
    assert.match(peer.text, /^HTTP\/1\.1 400 /);
    assert.doesNotMatch(peer.text, /"result"/);
  });

test('the token of the environment is not there for adb', async () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'adb'), '#!/bin/sh\nenv > "$SEEN"\nexit 1\n', { mode: 0o755 });
  const seen = path.join(folder, 'seen');
  const guarded = await startHttp('agentest', ['--http', '0'], {
    ...env,
    PATH: `${folder}:${process.env.PATH}`,
    ANDROID_HOME: '',
    ANDROID_SDK_ROOT: '',
    SEEN: seen,
    ANDROID_ADB_SERVER_PORT: String(await freePort()),
    AGENTEST_HTTP_TOKEN: 'geheim',
  });
  assert.equal((await rpc(guarded, 'ping')).status, 401);
  const reply = await rpc(
    guarded,
    'tools/call',
    { name: 'agentest_device_info', arguments: {} },
    { authorization: 'Bearer geheim' },
  );
  assert.equal(reply.json.result.isError, true, reply.text);
  const environment = fs.readFileSync(seen, 'utf8');
  assert.match(environment, /^SEEN=/m);
  assert.doesNotMatch(environment, /geheim|AGENTEST_HTTP_TOKEN/);
});

test('beyond loopback a token is needed to start', async () => {
  const refused = await run(program('agentest'), ['--http', '0.0.0.0:0', '--no-token'], { env });
  assert.equal(refused.status, 2);
  assert.match(refused.err, /--token-file/);
  const wide = await startHttp('agentest', ['--http', '0.0.0.0:0'], { ...env, AGENTEST_HTTP_TOKEN: 't' });
  const authorization = 'Bearer t';
  assert.equal((await rpc(wide, 'ping')).status, 401);
  assert.equal((await rpc(wide, 'ping', {}, { authorization, host: 'build.example' })).status, 200);
  assert.equal((await rpc(wide, 'ping', {}, { authorization, origin: 'http://evil.example' })).status, 403);
});

test('an address that is wrong or in use is reported at once', async () => {
  for (const [address, says] of [
    ['x', /not an address/],
    ['1:2:3', /not an address/],
    ['99999', /not an address/],
    [String(server.port), /cannot listen .*; choose another port, or 0 for any free one/],
  ]) {
    const ended = await run(program('agentest'), ['--http', address], { env });
    assert.notEqual(ended.status, 0);
    assert.match(ended.err, says);
  }
});

for (const signal of ['SIGTERM', 'SIGINT'])
  test(`${signal} ends it within 2 s while a tool runs`, async () => {
    const ending = await startHttp('agentest', ['--http', '0', '--no-token'], { ...env, ANDROID_SERIAL: other.serial });
    const client = await official(ending);
    await client.callTool({ name: 'agentest_connect', arguments: { packageName: 'com.example.notes' } });
    const peer = connect(ending);
    peer.socket.write(post(message('tools/call', { ...wait(60000), _meta: { progressToken: 1 } })));
    await until(() => peer.text.includes('notifications/progress'), 'the call runs');
    const began = performance.now();
    ending.child.kill(signal);
    await until(() => ending.child.exitCode !== null, 'the end');
    assert.equal(ending.child.exitCode, 0);
    assert.ok(performance.now() - began < 2000);
  });
