// The limits of clients over HTTP, set so low that a test reaches them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from './lib.mjs';
import { ask, connect, message, post, rpc, startHttp } from './http.mjs';

const start = (...limits) => startHttp('tests/conformance/mcp-fixture', ['0', ...limits]);
const ping = (server) => rpc(server, 'ping');
const call = (name, progressToken) => ({ name, arguments: {}, ...(progressToken ? { _meta: { progressToken } } : {}) });
const isClosed = (peer) => peer.socket.closed;

test('slow clients: the others are served at once, the slow ones cut off', async () => {
  const server = await start('receive_ms=1500', 'idle_ms=60000');
  const slow = Array.from({ length: 20 }, () => connect(server));
  const bytes = post(message('ping'));
  const drip = setInterval(
    () =>
      slow.forEach((peer, i) => {
        const at = peer.socket.bytesWritten;
        if (i < 10 && at < bytes.length - 1) peer.socket.write(bytes[at]);
      }),
    100,
  );
  await Promise.all(slow.map((peer) => peer.opened));
  const began = performance.now();
  assert.equal((await ping(server)).status, 200);
  assert.ok(performance.now() - began < 1000);
  await Promise.all(slow.map((peer) => peer.closed));
  clearInterval(drip);
  assert.ok(performance.now() - began < 10000);
  assert.deepEqual([...new Set(slow.map((peer) => peer.text))], ['']);
});

test('a connection without a request is closed in time, one that is used stays', async () => {
  const server = await start('idle_ms=1500');
  const [used, idle] = [connect(server), connect(server)];
  for (const peer of [used, idle]) peer.socket.write(post(message('ping')));
  await until(() => idle.text.includes('"result"'), 'an answer');
  await until(() => {
    const answered = used.text.split('"result"').length - 1;
    if (used.asked !== answered) used.socket.write(post(message('ping')));
    used.asked = answered;
    return isClosed(idle);
  }, 'the idle one is cut off');
  assert.equal(isClosed(used), false);
  used.socket.destroy();
});

test('a full table: the connection that kept it waiting longest is closed, calls continue', async () => {
  const server = await start('connections=16');
  const calls = Array.from({ length: 2 }, (_, i) => {
    const peer = connect(server);
    peer.socket.write(post(message('tools/call', call('test_silent', `p${i}`))));
    return peer;
  });
  await until(() => calls.every((peer) => peer.text.startsWith('HTTP/1.1 200')), 'the calls run');
  const slow = [];
  for (let i = 0; i < 60; i++) {
    const peer = connect(server);
    peer.socket.write('POST /mcp HTTP/1.1\r\nhost: localhost\r\n');
    slow.push(peer);
    await peer.opened;
  }
  const began = performance.now();
  assert.equal((await ping(server)).status, 200);
  assert.ok(performance.now() - began < 1000);
  await Promise.all(slow.slice(0, 60 - 16).map((peer) => peer.closed));
  assert.equal(isClosed(slow.at(-1)), false);
  await until(() => calls.every((peer) => peer.text.includes('"result"')), 'the calls are answered');
  for (const peer of [...slow, ...calls]) peer.socket.destroy();
});

test('silence is broken by a comment, and the answer still comes', async () => {
  const server = await start('silence_ms=300');
  const reply = await rpc(server, 'tools/call', call('test_silent'));
  assert.equal(reply.status, 200);
  assert.equal(reply.headers['content-type'], 'text/event-stream');
  assert.match(reply.text, /^(: still at it\n\n)+event: message\ndata: \{.*Nothing was said.*\}\n\n$/);
  const brief = await rpc(server, 'tools/call', call('test_simple_text'));
  assert.equal(brief.headers['content-type'], 'application/json');
});

test('unfinished bodies: 503 for the client with too many bytes, others are served', async () => {
  const server = await start(`bodies_bytes=${1 << 20}`);
  const bytes = post({ ...message('ping'), filler: 'x'.repeat(900 << 10) });
  let held;
  const hold = () => {
    held = connect(server);
    held.socket.write(bytes.slice(0, -1));
  };
  hold();
  const big = { ...message('ping'), filler: 'x'.repeat(400 << 10) };
  const crowded = await until(async () => {
    for (let i = 0; i < 20; i += 1) await ping(server); // it reads the held one in the meantime
    const reply = await ask(server, { body: big });
    if (!isClosed(held) && !held.text.includes('503')) return reply.status === 503 && reply;
    held.socket.destroy(); // the other was there first: the held one was who brought too much
    hold();
    return undefined;
  }, 'the first body is held');
  assert.match(crowded.json.error.message, /too many requests at once/);
  assert.equal((await ping(server)).status, 200);
  held.socket.write(bytes.slice(-1));
  await until(() => held.text.includes('"result"'), 'the held one is answered');
  assert.equal((await ask(server, { body: big })).status, 200);
  held.socket.destroy();
});

test('stalled bodies make room for others, long before their time is up', async () => {
  const server = await start();
  const bytes = post({ ...message('ping'), filler: 'x'.repeat((4 << 20) - 200) });
  const stalled = Array.from({ length: 20 }, () => {
    const peer = connect(server);
    peer.socket.write(bytes.slice(0, -1));
    return peer;
  });
  const big = { ...message('ping'), filler: 'x'.repeat(3 << 20) };
  await until(async () => (await server.rss()) > 64, 'the stalled ones fill the room');
  await until(async () => (await ask(server, { body: big })).status === 200, 'another is served');
  assert.equal((await ping(server)).status, 200);
  for (const peer of stalled) peer.socket.destroy();
});

for (const [kind, token] of [
  ['one body', undefined],
  ['events', 'p'],
])
  test(`an answer as ${kind} that the client does not read is given up in time`, async () => {
    const server = await start('send_ms=700');
    const whole = await rpc(server, 'tools/call', call('test_huge', token));
    assert.ok(whole.text.length > 8 << 20, whole.text.slice(0, 200));
    const peer = connect(server);
    peer.socket.pause();
    peer.socket.write(post(message('tools/call', call('test_huge', token))));
    await until(() => {
      // a closed socket resets what is sent to it
      if (!isClosed(peer)) peer.socket.write('\n');
      return isClosed(peer);
    }, 'the slow reader is cut off');
    assert.equal((await ping(server)).status, 200);
  });
