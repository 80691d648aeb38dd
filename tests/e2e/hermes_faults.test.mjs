// A Metro that misbehaves in every way never fails a step, and what is said of it is true.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { close, frame, idle, startBadMetro } from './guests/bad_metro.mjs';
import { scaledMs, startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';

const name = 'com.example.rn';
const file = path.join(temporaryFolder(), 'rn.json');
fs.writeFileSync(
  file,
  JSON.stringify({
    package: name,
    label: 'RN',
    files: ['lib/arm64-v8a/libreactnative.so'],
    launcher: 'main',
    vars: { hits: 0 },
    screens: {
      main: {
        activity: '.Main',
        root: {
          kind: 'column',
          pad: 48,
          gap: 24,
          children: [
            { kind: 'button', id: 'buy', text: 'Buy', tap: [{ add: { hits: 1 } }] },
            { kind: 'text', id: 'hits', text: 'Hits: ${hits}' },
          ],
        },
      },
    },
  }),
);
const server = await startAdbServer();
const device = await startVirtual(server, ['--app', file]);
const buy = { action: 'tap', target: { id: 'buy' } };
const answer = (message) => JSON.stringify(idle(message));
const big = (message) => JSON.stringify({ ...idle(message), padding: 'x'.repeat(10 * 1024 * 1024) });
const isAsk = ({ method, params }) => method === 'Runtime.evaluate' && params.expression.includes('__agentest.ask()');

// [name, how, is it attached?, the line that says why not, only after connect has answered?]
const rows = [
  [
    'a page of HTML',
    { list: (request, response) => response.end('<html>nginx</html>') },
    false,
    /has no list of pages/,
  ],
  [
    'an HTTP error',
    {
      list: (request, response) => {
        response.statusCode = 404;
        response.end('{}');
      },
    },
    false,
    /has no list of pages/,
  ],
  [
    'a list of another app',
    { list: (request, response) => response.end('[{"appId":"com.example.other"}]') },
    false,
    /lists no target of com\.example\.rn/,
  ],
  ['a list that never ends', { list: (request, response) => response.write('[') }, false, /\[hermes\] /],
  [
    'the handshake refused',
    { handshake: (socket) => socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n') },
    false,
    /HTTP 401/,
  ],
  ['the handshake closed', { handshake: (socket) => socket.destroy() ?? true }, false, /closed/],
  [
    'a wrong accept',
    {
      handshake: (socket) =>
        socket.write(
          'HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n',
        ) || true,
    },
    false,
    /handshake is wrong/,
  ],
  [
    'closed in mid-frame',
    {
      reply: (message, socket) => {
        socket.end(frame(answer(message).slice(0, 5), { length: 300 }));
        return '';
      },
    },
    false,
    /closed/,
  ],
  ['a masked frame', { reply: (message) => frame(answer(message), { masked: true }) }, false, /masked/],
  ['an oversized frame', { reply: () => frame('', { length: 2 ** 31 }) }, false, /too long/],
  ['a close code', { reply: () => close(1011, '[PAGE_NOT_FOUND] gone') }, false, /1011: \[PAGE_NOT_FOUND\]/],
  ['another debugger', { reply: () => close(1000, '[NEW_DEBUGGER_OPENED] x') }, false, /NEW_DEBUGGER_OPENED/],
  ['no JSON', { reply: () => frame('{{{') }, false, /Runtime\.enable: /],
  [
    'every request refused',
    { reply: ({ id }) => frame(JSON.stringify({ id, error: { code: -32601, message: 'no' } })) },
    false,
    /refuses: no/,
  ],
  [
    'a probe that throws',
    {
      reply: ({ id, method }) =>
        method === 'Runtime.evaluate'
          ? frame(
              JSON.stringify({
                id,
                result: {
                  result: { type: 'object', subtype: 'error' },
                  exceptionDetails: {
                    text: 'Uncaught',
                    exception: {
                      description: `TypeError: fetch is \u001b[31mread-only ${'x'.repeat(300)}\n    at <anonymous>`,
                    },
                  },
                },
              }),
            )
          : undefined,
    },
    false,
    /did not evaluate it: "TypeError: fetch is \\u001b\[31mread-only x{80,130}"/m,
  ],
  [
    'a probe that throws no error',
    {
      reply: ({ id, method }) =>
        method === 'Runtime.evaluate'
          ? frame(
              JSON.stringify({
                id,
                result: { result: { type: 'string' }, exceptionDetails: { text: 'Uncaught', exception: { value: 7 } } },
              }),
            )
          : undefined,
    },
    false,
    /did not evaluate it: "Uncaught"/,
  ],
  [
    'fragments and pings',
    {
      reply: (message) => {
        const text = answer(message);
        return Buffer.concat([
          frame(text.slice(0, 4), { fin: false }),
          frame('p', { opcode: 9 }),
          frame(text.slice(4), { opcode: 0 }),
        ]);
      },
    },
    true,
  ],
  [
    'wrong ids and events of others first',
    {
      reply: (message) =>
        Buffer.concat([
          frame(JSON.stringify({ id: message.id + 1000, result: {} })),
          frame('{"method":"Debugger.scriptParsed","params":{"scriptId":"1"}}'),
          frame('[1]'),
          frame(answer(message)),
          frame(answer(message)),
        ]),
    },
    true,
  ],
  ['10 MB replies', { reply: (message) => frame(big(message)) }, true, undefined, true],
  [
    'a binding refused, as before 0.74',
    {
      reply: (message) =>
        message.method === 'Runtime.addBinding'
          ? frame(JSON.stringify({ id: message.id, error: { code: -32601, message: 'no' } }))
          : undefined,
    },
    true,
  ],
];

for (const [what, how, attached, line, late] of rows) {
  test(what, async () => {
    const metro = await startBadMetro({ app: name, ...how });
    const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
    let said = '';
    let connects = 0;
    await until(
      async () => {
        const { json } = await agentest.connect(name, { steal: true, verbose: true });
        connects++;
        said += `${json.diagnostics.filter((text) => text.startsWith('[hermes]')).join('\n')}\n`;
        return attached ? json.frameworkSync.includes('hermes') : line.test(said) && json.frameworkSync.length === 0;
      },
      `${what}: ${attached ? 'attached' : line}`,
      late ? 600 : 60,
    );
    if (attached && !late) assert.equal(connects, 1, said);
    const flow = await agentest.flow(buy, { action: 'assert_text_contains', target: { id: 'hits' }, value: 'Hits' });
    assert.ok(flow.json.success, flow.text);
    assert.equal(flow.json.results[0].waitedFor, undefined, flow.text);
    if (what === 'fragments and pings') assert.ok(metro.seen.pongs > 0);
    metro.stop();
  });
}

test('a runtime that falls silent holds one step up, once', async () => {
  let silent = false;
  const metro = await startBadMetro({ app: name, reply: (message) => (silent && isAsk(message) ? '' : undefined) });
  const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  const said = [];
  const attached = async () => {
    const { json } = await agentest.connect(name, { steal: true, verbose: true });
    said.push(...json.diagnostics.filter((text) => text.startsWith('[hermes]')));
    return json.frameworkSync.includes('hermes');
  };
  const step = async () => {
    const { json, text } = await agentest.flowEchoed(buy);
    assert.ok(json.success, text);
    return json.results[0];
  };
  await until(attached, 'it is attached');
  assert.deepEqual((await step()).frameworkSync, ['hermes']);
  silent = true;
  await step();
  // It is left out afterwards: later steps do not ask it, and its silence is reported once.
  assert.equal(await attached(), false);
  for (let i = 0; i < 2; i++) {
    const { frameworkSync, waitedFor } = await step();
    assert.deepEqual([frameworkSync ?? [], waitedFor], [[], undefined]);
  }
  assert.equal(await attached(), false);
  assert.equal(
    said.filter((line) => line.includes(`no answer within ${scaledMs(1000)} ms`)).length,
    1,
    said.join('\n'),
  );
  silent = false;
  await until(attached, 'it is attached again');
  assert.ok(
    said.some((line) => /it answers again/.test(line)),
    said.join('\n'),
  );
  assert.equal(metro.seen.connected, 1, 'the connection was kept');
  assert.deepEqual((await step()).frameworkSync, ['hermes']);
  metro.stop();
});
