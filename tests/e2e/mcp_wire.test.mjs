// Rows of malformed input: bytes in, bytes out, over the real program's stdio.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { program, startAdbServer, until } from './lib.mjs';

const server = await startAdbServer();

// A server process; replies are kept as parsed lines.
class Wire {
  constructor() {
    this.child = spawn(program('agentest'), [], { env: server.env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.text = '';
    this.lines = [];
    this.raw = []; // every line as it came
    this.log = '';
    this.child.stderr.on('data', (data) => {
      this.log += data;
    });
    this.child.stdin.on('error', () => {});
    this.child.stdout.on('data', (data) => {
      this.text += data;
      const parts = this.text.split('\n');
      this.text = parts.pop();
      this.raw.push(...parts);
      for (const line of parts) this.lines.push(JSON.parse(line));
    });
    this.exited = once(this.child, 'exit');
    this.pings = 0;
  }

  send(bytes) {
    this.child.stdin.write(bytes);
  }

  message(value) {
    this.send(`${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`);
  }

  // Everything that came back for what was sent so far: a ping after it is the mark.
  async replies() {
    const id = `mark-${(this.pings += 1)}`;
    this.message({ id, method: 'ping' });
    await until(() => this.lines.some((line) => line.id === id), 'the server still answers');
    const lines = this.lines.filter((line) => line.id !== id);
    this.lines = [];
    return lines;
  }

  async initialize(protocolVersion = '2025-11-25') {
    this.message({
      id: 'init',
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'wire', version: '1' } },
    });
    const [reply] = await this.replies();
    this.message({ method: 'notifications/initialized' });
    return reply.result;
  }

  async end() {
    this.child.stdin.end();
    const [code] = await this.exited;
    assert.equal(code, 0, this.log);
  }
}

const wire = new Wire();
await wire.initialize();
test.after(() => wire.end());

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const served = (id) => ({ id, result: {} });
const refused = (code, id) => ({ id, error: code });

function shape(line) {
  const id = 'id' in line && line.id !== null ? { id: line.id } : {};
  return line.error ? { ...id, error: line.error.code } : { ...id, result: line.result };
}

function expectation(want) {
  return want.map((w) => (w.id === undefined ? { error: w.error } : w));
}

const bytes = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const request = (more) => `${JSON.stringify({ ...ping, ...more })}\n`;
const list = (more) => request({ method: 'tools/call', ...more });

const rows = [
  ['N01 an empty line', '\n', []],
  ['N02 a blank line', '   \t\n', []],
  ['N03 CRLF', `${JSON.stringify(ping)}\r\n`, [served(1)]],
  ['N04 spaces around the message', `  ${JSON.stringify(ping)}  \n`, [served(1)]],
  ['N07 two messages in one write', request({ id: 1 }) + request({ id: 2 }), [served(1), served(2)]],
  ['N10 text', 'hello\n', [refused(-32700)]],
  ['N11 truncated JSON', '{"jsonrpc":"2.0","id":1,"method"\n', [refused(-32700)]],
  ['N12 trailing junk', `${JSON.stringify(ping)} x\n`, [refused(-32700)]],
  ['N13 two objects on a line', `${JSON.stringify(ping)}${JSON.stringify(ping)}\n`, [refused(-32700)]],
  ['N14 single quotes', "{'jsonrpc':'2.0','id':1,'method':'ping'}\n", [refused(-32700)]],
  ['N15 trailing comma', '{"jsonrpc":"2.0","id":1,"method":"ping",}\n', [refused(-32700)]],
  ['N16 comment', '{"jsonrpc":"2.0",/* */"id":1,"method":"ping"}\n', [refused(-32700)]],
  ['N17 NaN', '{"jsonrpc":"2.0","id":NaN,"method":"ping"}\n', [refused(-32700)]],
  ['N18 raw control character', '{"jsonrpc":"2.0","id":"a\u0001","method":"ping"}\n', [refused(-32700)]],
  ['N19 bad escape', '{"jsonrpc":"2.0","id":"\\x","method":"ping"}\n', [refused(-32700)]],
  ['N20 leading zero', '{"jsonrpc":"2.0","id":01,"method":"ping"}\n', [refused(-32700)]],
  ['N21 raw NUL between tokens', '{"jsonrpc":"2.0",\0"id":1,"method":"ping"}\n', [refused(-32700)]],
  ['N22 raw NUL in a string', '{"jsonrpc":"2.0","id":"a\0b","method":"ping"}\n', [refused(-32700)]],
  ['N23 raw NUL before the message', `\0${JSON.stringify(ping)}\n`, [refused(-32700)]],
  ['N24 FF FE', bytes([0xff, 0xfe], '\n'), [refused(-32700)]],
  ['N25 overlong', bytes('{"jsonrpc":"2.0","id":"', [0xc0, 0xaf], '","method":"ping"}\n'), [refused(-32700)]],
  ['N26 surrogate', bytes('{"jsonrpc":"2.0","id":"', [0xed, 0xa0, 0x80], '","method":"ping"}\n'), [refused(-32700)]],
  ['N27 cut-off sequence', bytes('{"jsonrpc":"2.0","id":"', [0xe2, 0x82], '","method":"ping"}\n'), [refused(-32700)]],
  ['N29 U+0000 inside the method', '{"jsonrpc":"2.0","id":1,"method":"ping\\u0000x"}\n', [refused(-32601, 1)]],
  ['N30 U+0000 inside the id', '{"jsonrpc":"2.0","id":"a\\u0000b","method":"ping"}\n', [served('a\0b')]],
  ['N31 a number', '42\n', [refused(-32600)]],
  ['N32 a string', '"ping"\n', [refused(-32600)]],
  ['N33 null', 'null\n', [refused(-32600)]],
  ['N34 true', 'true\n', [refused(-32600)]],
  ['N35 an empty object', '{}\n', [refused(-32600)]],
  ['N36 an empty array', '[]\n', [refused(-32600)]],
  ['N37 a batch outside 2025-03-26', `[${JSON.stringify(ping)}]\n`, [refused(-32600)]],
  ['N39 no jsonrpc', '{"id":1,"method":"ping"}\n', [refused(-32600, 1)]],
  ['N40 jsonrpc 1.0', request({ jsonrpc: '1.0' }), [refused(-32600, 1)]],
  ['N41 no method', '{"jsonrpc":"2.0","id":1}\n', [refused(-32600, 1)]],
  ['N42 numeric method', request({ method: 7 }), [refused(-32600, 1)]],
  ['N43 empty method', request({ method: '' }), [refused(-32601, 1)]],
  ['N44 params array', list({ params: [] }), [refused(-32602, 1)]],
  ['N45 params string', list({ params: 'x' }), [refused(-32602, 1)]],
  ['N46 params missing for tools/call', list({}), [refused(-32602, 1)]],
  ['N47 unknown members', request({ extra: { deep: [1] } }), [served(1)]],
  ['N49 __proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}\n', [served(1)]],
  ['N50 id 0', request({ id: 0 }), [served(0)]],
  ['N51 id -5', request({ id: -5 }), [served(-5)]],
  ['N52 id ""', request({ id: '' }), [served('')]],
  ['N53 id "0"', request({ id: '0' }), [served('0')]],
  ['N54 id with escapes', request({ id: 'a"\\\n\u00e9' }), [served('a"\\\n\u00e9')]],
  ['N55 id 2^53-1', request({ id: 9007199254740991 }), [served(9007199254740991)]],
  ['N56 id of 4000 characters', request({ id: 'x'.repeat(4000) }), [served('x'.repeat(4000))]],
  ['N59 id null', request({ id: null }), [refused(-32600)]],
  ['N60 id 1.5', request({ id: 1.5 }), [refused(-32600)]],
  ['N61 id true', request({ id: true }), [refused(-32600)]],
  ['N62 id object', request({ id: {} }), [refused(-32600)]],
  ['N63 id array', request({ id: [] }), [refused(-32600)]],
  ['N64 id reused', request({ id: 9 }) + request({ id: 9 }), [served(9), served(9)]],
  ['N70 a result never asked for', '{"jsonrpc":"2.0","id":77,"result":{}}\n', []],
  ['N71 an error never asked for', '{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}\n', []],
  ['N72 unknown notification', '{"jsonrpc":"2.0","method":"notifications/whatever"}\n', []],
  ['N73 ping without id', '{"jsonrpc":"2.0","method":"ping"}\n', []],
  ['N74 request method without id', '{"jsonrpc":"2.0","method":"tools/list"}\n', []],
  ['N75 cancelled: unknown id', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}\n', []],
  ['N76 cancelled: no requestId', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}\n', []],
  ['N77 cancelled: no params', '{"jsonrpc":"2.0","method":"notifications/cancelled"}\n', []],
  ['N78 cancelled: object id', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}\n', []],
  [
    'N79 progress with unknown token',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\n',
    [],
  ],
  ['N80 a second initialized', '{"jsonrpc":"2.0","method":"notifications/initialized"}\n', []],
  [
    'N81 a stray initialized, with params',
    '{"jsonrpc":"2.0","method":"notifications/initialized","params":{"x":1}}\n',
    [],
  ],
  ['N87 initialize without params', request({ method: 'initialize' }), [refused(-32602, 1)]],
  [
    'N88 initialize with a numeric version',
    request({
      method: 'initialize',
      params: { protocolVersion: 1, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    }),
    [refused(-32602, 1)],
  ],
  ['C-unknown an unknown tool', list({ params: { name: 'no_such_tool' } }), [refused(-32602, 1)]],
  ['C-nul-name a tool name with U+0000', list({ params: { name: 'agentest_device_info\0x' } }), [refused(-32602, 1)]],
  ['C-args-array', list({ params: { name: 'agentest_device_info', arguments: [] } }), [refused(-32602, 1)]],
  ['C-args-string', list({ params: { name: 'agentest_device_info', arguments: 'x' } }), [refused(-32602, 1)]],
  ['C-args-null', list({ params: { name: 'agentest_device_info', arguments: null } }), [refused(-32602, 1)]],
  ['C-noname', list({ params: { arguments: {} } }), [refused(-32602, 1)]],
  ['C-name-type', list({ params: { name: 5 } }), [refused(-32602, 1)]],
  ['an unknown method', request({ method: 'no/such' }), [refused(-32601, 1)]],
  [
    'M-version',
    request({
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2031-01-01',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
    [refused(-32022, 1)],
  ],
  [
    'M-meta-capabilities missing',
    request({ method: 'tools/list', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } } }),
    [refused(-32602, 1)],
  ],
  [
    'M-meta version of a wrong type',
    request({
      method: 'tools/list',
      params: {
        _meta: { 'io.modelcontextprotocol/protocolVersion': 5, 'io.modelcontextprotocol/clientCapabilities': {} },
      },
    }),
    [refused(-32602, 1)],
  ],
  [
    'M-ping is gone in 2026-07-28',
    request({
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
    [refused(-32601, 1)],
  ],
  ['M-discover without _meta', request({ method: 'server/discover' }), [refused(-32602, 1)]],
];

for (const [name, input, want] of rows) {
  test(name, async () => {
    wire.send(input);
    assert.deepEqual((await wire.replies()).map(shape), expectation(want));
  });
}

test('N05 a byte order mark is stripped or refused', async () => {
  wire.send(`\ufeff${JSON.stringify(ping)}\n`);
  const got = (await wire.replies()).map(shape);
  assert.ok(got.length === 1 && (got[0].error === -32700 || got[0].id === 1), JSON.stringify(got));
});

test('N06 bytes one by one, split inside a character', async () => {
  for (const byte of Buffer.from(request({ id: 'h\u00e9llo\u{1f600}' }))) wire.send(Buffer.from([byte]));
  assert.deepEqual((await wire.replies()).map(shape), [served('h\u00e9llo\u{1f600}')]);
});

test('N08 pretty-printed over several lines is refused line by line', async () => {
  wire.send(`${JSON.stringify(ping, null, 1)}\n`);
  const got = (await wire.replies()).map(shape);
  assert.ok(got.length >= 3 && got.every((line) => line.error === -32700), JSON.stringify(got));
});

test('N28 a lone surrogate in the id is answered in valid UTF-8', async () => {
  wire.send('{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}\n');
  assert.equal((await wire.replies()).length, 1);
});

test('N38 a batch in a 2025-03-26 session is answered by an array', async () => {
  const old = new Wire();
  assert.equal((await old.initialize('2025-03-26')).protocolVersion, '2025-03-26');
  old.send(
    `[${JSON.stringify(ping)},{"jsonrpc":"2.0","method":"notifications/initialized"},${JSON.stringify({ ...ping, id: 2 })}]\n`,
  );
  const [batch] = await old.replies();
  assert.deepEqual(batch.map(shape), [served(1), served(2)]);
  await old.end();
});

test('N48 duplicate keys get at most one answer', async () => {
  wire.send('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}\n');
  assert.ok((await wire.replies()).length <= 1);
});

for (const [name, id, code] of [
  ['N57 id 2^53+1', '9007199254740993', -32600],
  ['N58 id 1e2', '1e2', -32600],
  ['id 2^63', '9223372036854775808', -32700],
]) {
  test(`${name} comes back exactly or is refused`, async () => {
    const from = wire.raw.length;
    wire.send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
    await wire.replies();
    const line = wire.raw[from];
    assert.ok(line.includes(`"id":${id},`) || line.includes(`"code":${code},`), line);
  });
}

test('N86 an initialized before initialize is ignored, and the session begins', async () => {
  const early = new Wire();
  early.message({ method: 'notifications/initialized' });
  assert.deepEqual(await early.replies(), []);
  assert.equal((await early.initialize()).protocolVersion, '2025-11-25');
  await early.end();
});

test('N89 initialize without clientInfo is served or refused', async () => {
  const nameless = new Wire();
  nameless.message({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } });
  const [reply] = await nameless.replies();
  assert.ok(reply.error?.code === -32602 || reply.result?.protocolVersion === '2025-11-25', JSON.stringify(reply));
  assert.equal((await nameless.initialize()).protocolVersion, '2025-11-25');
  await nameless.end();
});

test('N85 tools/list before initialize is served', async () => {
  const early = new Wire();
  early.message({ id: 1, method: 'tools/list' });
  const [reply] = await early.replies();
  assert.equal(reply.result.tools.length, 10);
  await early.end();
});

test('N90 a second initialize is answered and the session continues', async () => {
  assert.equal((await wire.initialize('2024-11-05')).protocolVersion, '2024-11-05');
  assert.equal((await wire.initialize()).protocolVersion, '2025-11-25');
});

for (const [asked, given] of [
  ['2024-11-05'],
  ['2025-03-26'],
  ['2025-06-18'],
  ['2025-11-25'],
  ['2026-07-28', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
  ['', '2025-11-25'],
]) {
  test(`initialize with '${asked}' is answered with ${given ?? asked}`, async () => {
    assert.equal((await wire.initialize(asked)).protocolVersion, given ?? asked);
  });
}

test('server/discover lists the modern version and what every modern result needs', async () => {
  wire.message({
    id: 'd',
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  const [{ result }] = await wire.replies();
  assert.deepEqual(result.supportedVersions, ['2026-07-28']);
  assert.equal(result.resultType, 'complete');
  assert.equal(typeof result.ttlMs, 'number');
  assert.ok(['public', 'private'].includes(result.cacheScope));
  assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'agentest');
});

for (const [name, input] of [
  ['N91 10,000 arrays deep', `${'['.repeat(10000)}${']'.repeat(10000)}\n`],
  ['N92 100,000 objects deep', `${'{"a":'.repeat(100000)}1${'}'.repeat(100000)}\n`],
  ['N93 a million opening brackets', `${'['.repeat(1000000)}\n`],
  ['N96 1e999', '{"jsonrpc":"2.0","id":1,"method":"ping","x":1e999}\n'],
  ['N96 400 digits', `{"jsonrpc":"2.0","id":1,"method":"ping","x":${'9'.repeat(400)}}\n`],
  [
    'N97 100,000 keys',
    `{"jsonrpc":"2.0","id":1,"method":"ping",${Array.from({ length: 100000 }, (_, i) => `"k${i}":1`).join()}}\n`,
  ],
]) {
  test(`${name}: served or refused, once`, async () => {
    wire.send(input);
    assert.ok((await wire.replies()).length <= 1);
  });
}

test('N94 a line of 8 MiB', async () => {
  wire.send(request({ pad: 'x'.repeat(8 << 20) }));
  assert.equal((await wire.replies()).length, 1);
});

test('N95 a line of 20 MiB is refused and the next one served', async () => {
  wire.send(request({ pad: 'x'.repeat(20 << 20) }) + request({ id: 'next' }));
  const got = (await wire.replies()).map(shape);
  assert.deepEqual(got.at(-1), served('next'));
  assert.ok(got.length <= 2);
});

test('N98 two thousand requests at once are each answered once', async () => {
  wire.send(Array.from({ length: 2000 }, (_, i) => request({ id: i, method: i % 2 ? 'ping' : 'tools/list' })).join(''));
  const ids = (await wire.replies()).map((line) => line.id);
  assert.equal(ids.length, 2000);
  assert.equal(new Set(ids).size, 2000);
});

test('N99 three hundred lists with a paused reader: no deadlock', async () => {
  wire.child.stdout.pause();
  wire.send(Array.from({ length: 300 }, (_, i) => request({ id: i, method: 'tools/list' })).join(''));
  wire.child.stdout.resume();
  assert.equal((await wire.replies()).length, 300);
});

test('C-missing-arg and C-wrong-type are tool errors with a sentence', async () => {
  wire.send(list({ id: 'a', params: { name: 'agentest_connect', arguments: {} } }));
  wire.send(list({ id: 'b', params: { name: 'agentest_connect', arguments: { packageName: 5 } } }));
  wire.send(list({ id: 'c', params: { name: 'agentest_connect', arguments: { packageName: 'a.b', nonsense: 1 } } }));
  const got = await until(async () => {
    const l = await wire.replies();
    return l.length ? l : undefined;
  }, 'replies');
  while (got.length < 3) got.push(...(await wire.replies()));
  for (const { result } of got) {
    assert.equal(result.isError, true);
    assert.equal(JSON.parse(result.content[0].text).code, 'INVALID_ARGUMENT');
  }
  const texts = Object.fromEntries(got.map((line) => [line.id, line.result.content[0].text]));
  assert.match(texts.a, /packageName/);
  assert.match(texts.b, /packageName.*string/);
  assert.match(texts.c, /nonsense/);
});

const endings = {
  'E-eof-start': () => {},
  'E-eof-session': async (w) => {
    await w.initialize();
  },
  'E-eof-midline': async (w) => {
    await w.initialize();
    w.send('{"jsonrpc":"2.0","id":1,"meth');
  },
};
for (const [name, prepare] of Object.entries(endings)) {
  test(`${name}: exit 0`, async () => {
    const w = new Wire();
    await prepare(w);
    await w.end();
    assert.ok(!w.lines.some((line) => line.id === 1), 'half a line was served');
  });
}

test('E-eof-due: answers that are due are flushed', async () => {
  const w = new Wire();
  w.send(Array.from({ length: 50 }, (_, i) => request({ id: i, method: 'tools/list' })).join(''));
  await w.end();
  assert.equal(w.lines.length, 50);
});

test('E-eof-newline: the last line without a newline', async () => {
  const w = new Wire();
  w.send(JSON.stringify(ping));
  await w.end();
  assert.ok(w.lines.length <= 1);
});

test('E-sigterm: ends', async () => {
  const w = new Wire();
  await w.initialize();
  w.child.kill('SIGTERM');
  const [code, signal] = await w.exited;
  assert.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal}`);
});

test('E-epipe: ends when the reader is gone', async () => {
  const w = new Wire();
  await w.initialize();
  w.child.stdout.destroy();
  w.send(Array.from({ length: 200 }, (_, i) => request({ id: i, method: 'tools/list' })).join(''));
  await w.exited;
});

test('E-stderr: a closed stderr does not end it', async () => {
  const w = new Wire();
  await w.initialize();
  w.child.stderr.destroy();
  w.send('hello\n');
  assert.deepEqual(
    (await w.replies()).map(shape),
    [refused(-32700)].map(({ error }) => ({ error })),
  );
  await w.end();
});
