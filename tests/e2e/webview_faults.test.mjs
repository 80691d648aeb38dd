// A WebView's DevTools that misbehave in every way never fail a step, and what is said
// of them is true.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, frame, idle, startBadMetro } from './guests/bad_metro.mjs';
import { startAdbServer, startAgentest, startVirtual, until } from './lib.mjs';
import { webApp } from './rig_webview.mjs';

const server = await startAdbServer();
const native = { action: 'tap', target: { id: 'native' } };
const row = (label, more = {}) => [
  0,
  'button',
  65,
  10,
  more.top ?? 10,
  100,
  (more.top ?? 10) + 30,
  label,
  '',
  '',
  '',
  '',
];
const page = (rows = [row('Read')], more = {}) =>
  JSON.stringify({
    v: 1,
    hidden: false,
    left: 0,
    top: 0,
    width: 411,
    height: 810,
    omitted: 0,
    closed: 0,
    rows,
    ...more,
  });

// The answers of a well-behaved page.
function answer(message, text = page()) {
  const { id, method, params } = message;
  if (method === 'Page.getFrameTree') return { id, result: { frameTree: { frame: { id: 'F1' } } } };
  if (method === 'Page.createIsolatedWorld') return { id, result: { executionContextId: 7 } };
  if (method === 'Runtime.evaluate' && params.contextId)
    return { id, result: { result: { type: 'string', value: text } } };
  return idle(message);
}
const text = (message, value) => JSON.stringify(answer(message, value));
const isRead = ({ method, params }) => method === 'Runtime.evaluate' && params.contextId !== undefined;
const list = (pages) => (request, response) => response.end(JSON.stringify(pages));
const one = list([{ id: 'P1', type: 'page', description: '' }]);
const good = (message) => frame(text(message));
const readWith = (make) => (message, socket) => (isRead(message) ? make(message, socket) : good(message));

let count = 0;
async function start(how, web = {}) {
  const app = `com.example.bad${++count}`;
  const guest = await startBadMetro({ app, list: one, reply: good, ...how });
  const device = await startVirtual(server, [
    '--app',
    webApp(app, { page: `tcp:127.0.0.1:${guest.env.RCT_METRO_PORT}/devtools/page/P1`, ...web }),
  ]);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, AGENTEST_LOG: 'debug' } });
  let lines = '';
  // Each connect tells what is new; all of it.
  const said = async () => {
    lines += (await agentest.connect(app, { steal: true, verbose: true })).json.diagnostics
      .filter((line) => line.startsWith('[webview]'))
      .map((line) => `${line}\n`)
      .join('');
    return lines;
  };
  await said();
  return { agentest, guest, said, app, device };
}

// Read the page so often. On a slow machine the source may miss its time, and is silent for
// a second; that happened, if it did, so often.
async function readings(agentest, times) {
  let lost = 0;
  for (let i = 0; i < times; i++) {
    if (/btn "Read"/.test(await agentest.tree())) continue;
    lost++;
    await until(async () => /btn "Read"/.test(await agentest.tree()), 'it is read again');
  }
  return lost;
}

// [what, how, what of the page is read, what is said]
const rows = [
  ['good manners', {}, /btn "Read"/, /reads page P1/],
  [
    'fragments and pings',
    {
      reply: (message) => {
        const whole = text(message);
        return Buffer.concat([
          frame(whole.slice(0, 4), { fin: false }),
          frame('p', { opcode: 9 }),
          frame(whole.slice(4), { opcode: 0 }),
        ]);
      },
    },
    /btn "Read"/,
    /reads page P1/,
  ],
  [
    'wrong ids, and events for other pages, first',
    {
      reply: (message) =>
        Buffer.concat([
          frame(
            JSON.stringify({
              id: message.id + 1000,
              result: { result: { type: 'string', value: page([row('Wrong')]) } },
            }),
          ),
          frame('{"method":"Target.attachedToTarget","params":{"sessionId":"x"}}'),
          frame(JSON.stringify({ method: 'Runtime.executionContextsCleared', sessionId: 'other' })),
          frame(text(message)),
          frame(text(message)),
        ]),
    },
    /btn "Read"/,
    /reads page P1/,
  ],
  [
    '10 MB beside the answer',
    { reply: (message) => frame(JSON.stringify({ ...answer(message), padding: 'x'.repeat(10 * 1024 * 1024) })) },
    null,
    null,
  ], // in time or not
  [
    'a page that is gone before the answer',
    {
      reply: readWith((message) =>
        frame(
          JSON.stringify({ id: message.id, error: { code: -32000, message: 'Cannot find context with specified id' } }),
        ),
      ),
    },
    null,
    /reads page P1/,
  ],
  [
    "an answer that is no page's",
    { reply: readWith((message) => frame(text(message, '{"rows":7}'))) },
    null,
    /reads page P1/,
  ],
  [
    'an answer that is no JSON',
    { reply: readWith((message) => frame(text(message, '<html>'))) },
    null,
    /reads page P1/,
  ],
  [
    'rows of nonsense beside a good one',
    {
      reply: readWith((message) =>
        frame(text(message, page([null, [1], row('Read'), [0, 'x', -1, 1e308, -1e308, 'a', {}, 1, 2, 3, 4, 5]]))),
      ),
    },
    /btn "Read"/,
    /reads page P1/,
  ],
  [
    'a row beyond the view',
    { reply: readWith((message) => frame(text(message, page([row('Read'), row('Beyond', { top: 1e9 })])))) },
    /btn "Read"/,
    /reads page P1/,
  ],
  [
    'closed in mid-frame',
    {
      reply: readWith((message, socket) => {
        socket.end(frame(text(message).slice(0, 9), { length: 3000 }));
        return '';
      }),
    },
    null,
    /reads page P1/,
  ],
  ['a masked frame', { reply: readWith((message) => frame(text(message), { masked: true })) }, null, /reads page P1/],
  ['an oversized frame', { reply: readWith(() => frame('', { length: 2 ** 31 })) }, null, /reads page P1/],
  ['a close code', { reply: readWith(() => close(1011, 'gone')) }, null, /reads page P1/],
  [
    'a value deeper than any page',
    { reply: readWith((message) => frame(text(message, `${'['.repeat(5000)}${']'.repeat(5000)}`))) },
    null,
    /reads page P1/,
  ],
  [
    'the handshake refused',
    { handshake: (socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n') },
    null,
    /page P1 is left out: .*HTTP 403/,
  ],
  [
    'a wrong accept',
    {
      handshake: (socket) =>
        socket.write(
          'HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n',
        ) || true,
    },
    null,
    /page P1 is left out: .*handshake is wrong/,
  ],
  [
    'every request refused',
    { reply: ({ id }) => frame(JSON.stringify({ id, error: { code: -32601, message: 'no' } })) },
    null,
    /page P1 is left out: .*refuses: no/,
  ],
  ['a list that is HTML', { list: (request, response) => response.end('<html>') }, null, /has no list of pages/],
  ['a list that never ends', { list: (request, response) => response.write('[') }, null, null],
  [
    'an answer in chunks, and a connection that stays',
    {
      list: (request, response) => {
        response.write('[{"id":"P1",');
        response.end('"type":"page"}]');
      },
    },
    /btn "Read"/,
    /reads page P1/,
  ],
  ['no page at all', { list: list([]) }, null, null],
  [
    'hidden pages',
    {
      list: list([
        { id: 'P1', type: 'page', description: '{"attached":true,"visible":false,"empty":false,"width":1,"height":1}' },
        { id: 'P2', type: 'iframe' },
      ]),
    },
    null,
    null,
  ],
  ['an id that would be another path', { list: list([{ id: '../../json/close/P1', type: 'page' }]) }, null, null],
];

for (const [what, how, read, line] of rows) {
  test(what, async () => {
    const { agentest, guest, said } = await start(how);
    await until(
      async () => {
        const tree = await agentest.tree();
        const lines = await said();
        assert.match(tree, /btn "Native"/);
        assert.doesNotMatch(tree, /Wrong|Beyond/);
        return (!read || read.test(tree)) && (!line || line.test(lines));
      },
      `${what}: ${read} and ${line}`,
      20,
    );
    const flow = await agentest.flow(native, { action: 'assert_text_contains', target: { id: 'hits' }, value: 'Hits' });
    assert.equal(flow.json.success, true, flow.text);
    if (what.startsWith('fragments')) assert.ok(guest.seen.pongs > 0);
    guest.stop();
  });
}

test('frames that cannot be known are looked for once, until the frames change', async () => {
  const asked = [];
  let socket;
  const closed = page([row('Read')], { closed: 1, frames: [['.0', 1, 1, 0, 0, 1, 1, 0, 0, 9, 9]] });
  const { agentest } = await start({
    reply: (message, from) => {
      socket = from;
      asked.push(message.method);
      return frame(text(message, closed));
    },
  });
  const times = () => asked.filter((method) => method === 'Page.getFrameTree').length;
  const reads = () => asked.filter((method) => method === 'Runtime.evaluate').length;
  let before;
  await until(async () => {
    before = times();
    return /btn "Read"/.test(await agentest.tree()) && times() === before;
  }, 'it is read, and its frames are known');
  const readBefore = reads();
  await readings(agentest, 4);
  assert.ok(reads() >= readBefore + 4, 'the page was asked by each reading');
  assert.equal(times(), before, 'its frames were not');
  socket.write(
    frame(
      JSON.stringify({
        method: 'Runtime.executionContextCreated',
        params: { context: { id: 9, auxData: { isDefault: true } } },
      }),
    ),
  );
  await until(async () => {
    await agentest.tree();
    return times() > before;
  }, 'they are looked for again');
  assert.equal(times(), before + 1);
});

test('a page that never answers holds one reading up, once', async () => {
  let silent = false;
  let reads = 0;
  const { agentest } = await start({
    reply: (message) => {
      if (!silent) return good(message);
      reads += isRead(message) ? 1 : 0;
      return '';
    },
  });
  assert.match(await agentest.tree(), /btn "Read"/);
  silent = true;
  for (let i = 0; i < 8; i++) assert.match(await agentest.tree(), /btn "Native"/);
  assert.ok(reads <= 1, `only the first reading has asked it: ${reads}`);
  await until(() => agentest.log.includes('page P1 is left out: it does not answer'), 'it is said');
  silent = false;
  await until(async () => /btn "Read"/.test(await agentest.tree()), 'it is read again');
});

const gone = (text) => ({ action: 'assert_not_visible', target: { text } });

test('content of a silent page is not taken to be gone', async () => {
  let answers = good;
  const shows = (label) => readWith((message) => frame(text(message, page([row(label)]))));
  const { agentest } = await start({ reply: (message, socket) => answers(message, socket) });
  answers = shows('Payment failed');
  assert.match(await agentest.tree(), /btn "Payment failed"/);
  answers = () => '';
  const began = performance.now();
  const silent = await agentest.flow(gone('Payment failed'));
  assert.equal(silent.json.success, false, silent.text);
  assert.match(
    silent.text,
    /it is not seen, which does not prove that it is not there: the page of the WebView could not be read: webview (does not answer|has not answered in time)/,
  );
  console.log(`the assertion gave up after ${(performance.now() - began).toFixed()} ms`);
  assert.match(
    await agentest.tree(),
    /not the whole screen: the page of the WebView could not be read: webview does not answer/,
  );
  answers = shows('Payment failed'); // it answers in the middle of a later assertion
  const there = await agentest.flow(gone('Payment failed'));
  assert.equal(there.json.success, false, there.text);
  await until(async () => {
    const tree = await agentest.tree();
    return /btn "Payment failed"/.test(tree) && !/not the whole screen/.test(tree);
  }, 'it is read again');
  answers = shows('Paid');
  const paid = await agentest.flow(gone('Payment failed'));
  assert.equal(paid.json.success, true, paid.text);
});

test('an assertion waits until a slow page has answered', async () => {
  let answers = good;
  const shows = (label) => readWith((message) => frame(text(message, page([row(label)]))));
  const { agentest } = await start({ reply: (message, socket) => answers(message, socket) });
  answers = shows('Payment failed');
  assert.match(await agentest.tree(), /btn "Payment failed"/);
  let missed = 0;
  answers = (message) => {
    // the first reading is not answered, all after it are
    if (isRead(message) && missed++ === 0) return '';
    return shows('Paid')(message);
  };
  const { json, text: told } = await agentest.flow({ ...gone('Payment failed'), timeoutMs: 20000 });
  assert.equal(json.success, true, told);
  assert.ok(missed > 1, `it passed before the page answered: ${missed} readings`);
});

// The number of tries in ms, the first pause being first_ms and each later one twice as long.
const triesIn = (ms, firstMs) => 1 + Math.floor(Math.log2(ms / firstMs + 1));

test('a page that never opens is left alone', async () => {
  const began = Date.now();
  const { agentest, guest, said } = await start({ reply: () => '' });
  await until(async () => {
    await agentest.tree();
    return guest.seen.connected > 0;
  }, 'it is dialled');
  for (let i = 0; i < 20; i++) assert.match(await agentest.tree(), /btn "Native"/);
  const lines = await said();
  assert.ok(guest.seen.connected <= triesIn(Date.now() - began, 5000), `it was dialled ${guest.seen.connected} times`);
  assert.match(lines, /page P1 is left out/);
});

// Names of pages that never open begin with D; the others are good.
for (const names of [
  ['D1', 'G1'],
  ['G1', 'D1'],
  ['G1', 'D1', 'D2'],
  ['D1', 'D2', 'G1'],
  ['D1', 'G1', 'D2', 'D3', 'D4'],
]) {
  test(`pages that never open do not hide the others: ${names.join(', ')}`, async () => {
    const { agentest, guest } = await start({
      list: list(names.map((id) => ({ id, type: 'page', description: '' }))),
      reply: (message, socket) => (socket.page.startsWith('D') ? '' : good(message)),
    });
    await until(async () => /btn "Read"/.test(await agentest.tree()), 'the good page is read');
    const began = Date.now();
    const { pages } = guest.seen;
    const before = pages.length;
    const lost = await readings(agentest, 40);
    assert.ok(lost <= 2, `${lost} of 40 readings were without it`);
    for (const name of names.filter((one) => one.startsWith('D'))) {
      const dialled = pages.slice(before).filter((one) => one === name).length;
      assert.ok(dialled <= triesIn(Date.now() - began, 5000), `${name} was dialled ${dialled} times`);
    }
    assert.ok(!pages.slice(before).includes('G1'), 'the good page stays open');
  });
}

for (const names of [
  ['D1', 'G1'],
  ['G1', 'D1'],
  ['G1', 'D1', 'D2'],
]) {
  test(`pages that cease to answer do not hide the others: ${names.join(', ')}`, async () => {
    let silent = false;
    const asked = [];
    const { agentest } = await start({
      list: list(names.map((id) => ({ id, type: 'page', description: '' }))),
      reply: (message, socket) => {
        if (!socket.page.startsWith('D')) return good(message);
        if (silent) asked.push(socket.page);
        return silent ? '' : frame(text(message, page([row('Behind')], { hidden: true })));
      },
    });
    await until(async () => /btn "Read"/.test(await agentest.tree()), 'the good page is read');
    silent = true;
    const lost = await readings(agentest, 20);
    assert.ok(lost <= 2, `${lost} of 20 readings were without it`);
    // Each once, and once more if it had too little time first or the source was silent.
    assert.ok(asked.length <= (2 + lost) * (names.length - 1), `they were asked: ${asked.join(' ')}`);
    const flow = await agentest.flow(native);
    assert.equal(flow.json.success, true, flow.text);
  });
}

test('the text of a password is not taken from a page that sends it', async () => {
  const field = [0, 'field', 193, 10, 10, 200, 50, 'PIN', 'tell-nobody', '', '', 'pin'];
  const { agentest, said } = await start({ reply: readWith((message) => frame(text(message, page([field])))) });
  const tree = await agentest.tree();
  assert.match(tree, /"PIN" value=11 chars password/);
  for (const output of [
    tree,
    (await agentest.call('agentest_get_ui_tree', { format: 'full' })).texts.join(),
    agentest.log,
    await said(),
  ])
    assert.ok(!output.includes('tell-nobody'));
});
