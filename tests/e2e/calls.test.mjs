// Tool calls: their order, progress, cancelling, the end of the session.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { open } from './notes.mjs';
import { program, startAll, startAgentest, startVirtual, until } from './lib.mjs';

const { server, device, agentest } = await startAll('com.example.notes');
const env = { ...server.env, ANDROID_SERIAL: device.serial };
const wait = (timeoutMs) => ({ steps: [{ action: 'wait', timeoutMs }] });
const never = { action: 'assert_visible', target: { id: 'no_such_id' }, timeoutMs: 120000 };
const taps = { action: 'tap', target: { text: 'Tap me' } };

// Return the names of the promises in the order in which they resolved.
async function order(promises) {
  const kept = [];
  await Promise.all(
    Object.entries(promises).map(async ([name, promise]) => {
      await promise;
      kept.push(name);
    }),
  );
  return kept;
}

// Start a call whose progress shows that it runs; cancel() ends it.
function longCall(client, steps, onprogress = () => {}) {
  const stop = new AbortController();
  let tell;
  const running = new Promise((resolve) => {
    tell = resolve;
  });
  const ended = client
    .callTool({ name: 'agentest_run_flow', arguments: { steps } }, undefined, {
      signal: stop.signal,
      timeout: 120000,
      onprogress: (progress) => {
        onprogress(progress);
        tell(progress);
      },
    })
    .then(
      (reply) => ({ reply }),
      (error) => ({ error }),
    );
  return { running, ended, cancel: () => stop.abort('enough') };
}

test('ping and tools/list are answered while a tool runs', async () => {
  const call = longCall(agentest.client, [{ action: 'wait', timeoutMs: 120000 }]);
  await call.running;
  assert.deepEqual(await order({ ping: agentest.client.ping() }), ['ping']);
  assert.equal((await agentest.client.listTools()).tools.length, 10);
  call.cancel();
  assert.ok((await call.ended).error);
});

for (const [name, step] of [
  ['wait', { action: 'wait', timeoutMs: 120000 }],
  ['assert_visible with timeoutMs', never],
]) {
  test(`cancelling stops a running ${name}, and the next call works`, async () => {
    const call = longCall(agentest.client, [step]);
    await call.running;
    call.cancel();
    assert.match(String((await call.ended).error), /enough|abort/i);
    assert.match(await agentest.tree(), /Welcome to Notes/); // not after 120 s
  });
}

test('cancelling stops a call whose device is stuck, and the next call works', async () => {
  await agentest.connect('com.example.notes', { backend: 'adb' });
  await device.fault('stall-dump', 1);
  const call = longCall(agentest.client, [{ action: 'wait', timeoutMs: 10 }]); // then it reads
  await call.running;
  call.cancel();
  assert.ok((await call.ended).error);
  assert.match(await agentest.tree(), /Welcome to Notes/);
  await device.fault('stall-dump', 0);
  await agentest.connect('com.example.notes');
});

test('a call that waits is cancelled without ever running', async () => {
  await open(agentest, device, 'gestures');
  const first = longCall(agentest.client, [{ action: 'wait', timeoutMs: 120000 }]);
  await first.running;
  const second = longCall(agentest.client, [taps]);
  second.cancel();
  await second.ended;
  first.cancel();
  await first.ended;
  assert.match(await agentest.tree(), /Taps: 0/);
});

test('calls run in the order in which they came', async () => {
  const assertion = (n) =>
    agentest.flow(taps, { action: 'assert_text_equals', target: { id: 'tap_count' }, value: `Taps: ${n}` });
  const kept = await order({
    first: assertion(1),
    second: assertion(2),
    third: agentest.tree(),
    fourth: assertion(3),
  });
  assert.deepEqual(kept, ['first', 'second', 'third', 'fourth']);
  assert.match(await agentest.tree(), /Taps: 3/);
});

test('progress rises and names the steps', async () => {
  const seen = [];
  const call = longCall(
    agentest.client,
    [
      { action: 'wait', timeoutMs: 700 },
      { action: 'assert_visible', target: { text: 'Tap me' } },
      { action: 'wait', timeoutMs: 700 },
    ],
    (progress) => seen.push(progress),
  );
  const { reply } = await call.ended;
  assert.equal(JSON.parse(reply.content[0].text).success, true);
  assert.ok(seen.length >= 2, JSON.stringify(seen));
  for (const [index, { progress, total, message }] of seen.entries()) {
    assert.ok(index === 0 || progress > seen[index - 1].progress, JSON.stringify(seen));
    assert.equal(total, 3);
    assert.ok(progress < total);
    assert.match(message, /wait|assert_visible/);
  }
});

test('progress of connect says what is done', async () => {
  const enough = new AbortController();
  const seen = [];
  await device.fault('stall'); // the app's launch lasts until somebody has seen it
  await assert.rejects(
    agentest.call(
      'agentest_connect',
      { packageName: 'com.example.notes' },
      {
        signal: enough.signal,
        onprogress: (progress) => {
          seen.push(progress);
          enough.abort();
        },
      },
    ),
    /abort/i,
  );
  assert.match(seen[0].message, /launching the app/);
});

test('without a progress token nothing but the answer is sent', async () => {
  const wire = new Wire();
  wire.call('a', 'agentest_run_flow', wait(700));
  await until(() => wire.lines.some((line) => line.id === 'a'), 'the answer');
  assert.deepEqual(
    wire.lines.map((line) => line.id),
    ['init', 'connected', 'a'],
  );
  await wire.end();
});

// A session by hand, for things that the official client does not do.
class Wire {
  constructor() {
    this.child = spawn(program('agentest'), [], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.lines = [];
    this.log = '';
    let text = '';
    this.child.stderr.on('data', (data) => {
      this.log += data;
    });
    this.child.stdout.on('data', (data) => {
      const parts = (text + data).split('\n');
      text = parts.pop();
      this.lines.push(...parts.map((line) => JSON.parse(line)));
    });
    this.exited = once(this.child, 'exit');
    this.send({
      id: 'init',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'wire', version: '1' } },
    });
    this.send({ method: 'notifications/initialized' });
    this.call('connected', 'agentest_connect', { packageName: 'com.example.notes', steal: true });
  }

  send(message) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  call(id, name, args, progressToken) {
    this.send({
      id,
      method: 'tools/call',
      params: { name, arguments: args, ...(progressToken ? { _meta: { progressToken } } : {}) },
    });
  }

  async end() {
    this.child.stdin.end();
    assert.deepEqual(await this.exited, [0, null], this.log);
  }
}

test('stdin closes in the middle of a call: exit 0, and the call was ended', async () => {
  const wire = new Wire();
  wire.call('long', 'agentest_run_flow', { steps: [{ action: 'wait', timeoutMs: 120000 }] }, 'p');
  await until(() => wire.lines.some((line) => line.method === 'notifications/progress'), 'it runs');
  await wire.end();
  const answer = wire.lines.find((line) => line.id === 'long');
  assert.equal(JSON.parse(answer.result.content[0].text).code, 'CANCELLED');
  assert.equal(answer.result.isError, true);
});

test('stdin closes behind a short call: it is answered, then exit 0', async () => {
  const wire = new Wire();
  wire.call('tree', 'agentest_get_ui_tree', {});
  await wire.end();
  const { result } = wire.lines.find((line) => line.id === 'tree');
  assert.match(result.content[0].text, /^screen 1080x2400 com\.example\.notes /);
});

test('a cancelled call gets no answer', async () => {
  const wire = new Wire();
  wire.call('gone', 'agentest_run_flow', { steps: [never] }, 'p');
  await until(() => wire.lines.some((line) => line.method === 'notifications/progress'), 'it runs');
  wire.send({ method: 'notifications/cancelled', params: { requestId: 'gone', reason: 'enough' } });
  wire.call('next', 'agentest_device_info', {});
  await until(() => wire.lines.some((line) => line.id === 'next'), 'the next call is answered');
  await wire.end();
  assert.ok(!wire.lines.some((line) => line.id === 'gone'));
});

// Open a session in which a call with this id runs for long.
async function running(id, step = never) {
  const wire = new Wire();
  wire.call(id, 'agentest_run_flow', { steps: [step] }, 'p');
  await until(() => wire.lines.some((line) => line.method === 'notifications/progress'), 'it runs');
  return wire;
}

// The answers to id once a call with the id 'after' was answered.
async function answersAfter(wire, id) {
  wire.call('after', 'agentest_device_info', {});
  await until(() => wire.lines.some((line) => line.id === 'after'), 'the next call is answered');
  return wire.lines.filter((line) => line.id === id);
}

const cancelled = (requestId) => ({ method: 'notifications/cancelled', params: { requestId } });

test('F-cancel-type: "7" does not cancel 7', async () => {
  const wire = await running(7, { action: 'wait', timeoutMs: 1500 });
  wire.send(cancelled('7'));
  const [{ result }] = await answersAfter(wire, 7);
  assert.equal(result.structuredContent.success, true);
  await wire.end();
});

test('F-cancel-running: 7 cancels 7, and it gets no answer', async () => {
  const wire = await running(7);
  wire.send(cancelled(7));
  assert.deepEqual(await answersAfter(wire, 7), []);
  await wire.end();
});

test('F-cancel-finished: an answered call cannot be cancelled any more', async () => {
  const wire = new Wire();
  wire.call(7, 'agentest_device_info', {});
  await until(() => wire.lines.some((line) => line.id === 7), 'the answer');
  wire.send(cancelled(7));
  assert.equal((await answersAfter(wire, 7)).length, 1);
  await wire.end();
});

test('N65 an id that is reused during the first call: refused, the first continues', async () => {
  const wire = await running(7);
  wire.call(7, 'agentest_device_info', {});
  wire.send({ id: 'mark', method: 'ping' });
  await until(() => wire.lines.some((line) => line.id === 'mark'), 'the ping is answered');
  assert.deepEqual(
    wire.lines.filter((line) => line.id === 7).map((line) => line.error?.code),
    [-32600],
  );
  wire.send(cancelled(7));
  assert.equal((await answersAfter(wire, 7)).length, 1);
  await wire.end();
});

test('two clients on two devices: each has its own app and its own refs', async () => {
  const second = await startVirtual(server);
  const other = await startAgentest(server, { env: { ANDROID_SERIAL: second.serial } });
  await agentest.connect('com.example.notes', { steal: true });
  await other.connect('com.example.shop');
  assert.equal((await other.call('agentest_get_logs')).json.packageName, 'com.example.shop');
  assert.equal((await agentest.call('agentest_get_logs')).json.packageName, 'com.example.notes');
  await Promise.all(
    [
      [agentest, 'notes'],
      [other, 'shop'],
    ].map(async ([client, name]) => {
      for (let i = 0; i < 5; i += 1)
        assert.match(await client.tree(), new RegExp(`^screen 1080x2400 com\\.example\\.${name}`));
    }),
  );
});
