// VM services that lie, stall, end in the middle or say too much: a step never fails or
// hangs because of one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, frame, startBadMetro } from './guests/bad_metro.mjs';
import { startDartVm } from './guests/dart_vm.mjs';
import { printScreen } from './guests/flutter_semantics.mjs';
import { scaledMs, startAdbServer, timeScale, until } from './lib.mjs';
import { canvasView, flutterApp, startFlutter } from './rig_dart.mjs';

const server = await startAdbServer();
const buy = { action: 'tap', target: { id: 'buy' } };
const dump = 'ext.flutter.debugDumpSemanticsTreeInTraversalOrder';
const profile = 'ext.dart.io.getHttpProfile';
const print = (label) =>
  printScreen({ ...canvasView, scale: 2.625 }, [
    { rect: [16, 16, 300, 60], actions: ['tap'], flags: ['isButton'], label },
  ]);

// The answers of a quiet service with semantics.
function results(method) {
  switch (method) {
    case 'getVM':
      return { type: 'VM', isolates: [{ id: 'isolates/1', name: 'main' }] };
    case 'getIsolatePauseEvent':
      return { type: 'Event', kind: 'Resume' };
    case profile:
      return { type: 'HttpProfile', requests: [] };
    case dump:
      return { data: print('Pay') };
    case 'ext.flutter.didSendFirstFrameRasterizedEvent':
      return { enabled: 'true' };
    default:
      return { type: 'Success' };
  }
}
const answer = ({ id, method }, more) =>
  frame(JSON.stringify({ jsonrpc: '2.0', id, result: { ...results(method), ...more } }));
const event = (streamId, body) =>
  frame(
    JSON.stringify({ jsonrpc: '2.0', method: 'streamNotify', params: { streamId, event: { type: 'Event', ...body } } }),
  );
const piece = (request) => answer(request).subarray(0, 5);
const fragments = (request) => {
  const text = JSON.stringify({ jsonrpc: '2.0', id: request.id, result: results(request.method) });
  return Buffer.concat([
    frame(text.slice(0, 9), { fin: false }),
    frame('ping', { opcode: 9 }),
    frame('', { opcode: 0, fin: false }),
    frame(text.slice(9), { opcode: 0 }),
  ]);
};

// instead: what is written in place of the answers to the methods that it is for, once
// the app is connected to.
async function start({ instead, only, canvas = false, env }) {
  const lies = { armed: false, count: 0 };
  const bad = await startBadMetro({
    app: flutterApp,
    reply: (request, socket) => {
      if (!lies.armed || (only && !only.includes(request.method))) return answer(request);
      lies.count++;
      return instead(request, socket) ?? answer(request);
    },
  });
  const port = Number(bad.env.RCT_METRO_PORT);
  const vm = { port, line: `The Dart VM service is listening on http://127.0.0.1:${port}/code=/` };
  const flutter = await startFlutter(server, vm, { canvas, env });
  assert.deepEqual(flutter.reply.json.frameworkSync, ['dart_vm'], flutter.said);
  lies.armed = true;
  return { bad, lies, ...flutter };
}

const huge = 'x'.repeat(10 * 1024 * 1024);
const faults = {
  'an answer that never comes': { only: [profile], instead: () => Buffer.alloc(0) },
  'the end in mid-frame': {
    only: [profile],
    instead: (request, socket) => {
      socket.end(piece(request));
      return Buffer.alloc(0);
    },
  },
  'a close frame with a reason': { only: [profile], instead: () => close(1011, 'the isolate is gone') },
  'wrong ids': { only: [profile], instead: (request) => answer({ ...request, id: request.id + 7 }) },
  'no JSON': { only: [profile], instead: () => frame('<html>') },
  'a masked frame': {
    only: [profile],
    instead: (request) => frame(JSON.stringify({ id: request.id, result: {} }), { masked: true }),
  },
  'a frame larger than any message': { only: [profile], instead: () => frame('{', { length: 0x7fffffff }) },
  'an answer of 10 MB': {
    only: [profile],
    within: 12000,
    instead: (request) => answer(request, { requests: [], text: huge }),
  },
  'fragments and a ping between them': { instead: fragments },
  'an extension that is refused': {
    only: [profile],
    instead: ({ id }) =>
      frame(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'Server error' } })),
  },
  'a Sentinel without end': {
    only: [profile],
    instead: ({ id }) => frame(JSON.stringify({ jsonrpc: '2.0', id, result: { type: 'Sentinel', kind: 'Collected' } })),
  },
  'an answer that is no object': {
    only: [profile],
    instead: ({ id }) => frame(JSON.stringify({ jsonrpc: '2.0', id, result: [1] })),
  },
  'requests that are no requests': {
    only: [profile],
    instead: (request) => answer(request, { requests: [7, null, {}, { id: 1, uri: 9, request: [] }] }),
  },
};

for (const [name, fault] of Object.entries(faults)) {
  test(`a step with ${name}`, async () => {
    const { agentest, lies } = await start(fault);
    const first = await agentest.flow(buy);
    assert.ok(first.json.success, first.text);
    assert.ok(lies.count > 0, 'the service was asked');
    const began = Date.now();
    const second = await agentest.flow(buy);
    const took = Date.now() - began;
    assert.ok(second.json.success && took < (fault.within ?? 5000) * timeScale, `${took} ms: ${second.text}`);
  });
}

const semantics = {
  'the end in mid-frame': (request, socket) => {
    socket.end(piece(request));
    return Buffer.alloc(0);
  },
  'an answer that never comes': () => Buffer.alloc(0),
  '10 MB that are no tree': (request) => answer(request, { data: huge }),
  'a tree that is cut': (request) => answer(request, { data: print('Pay').slice(0, 150) }),
  'a Sentinel': ({ id }) =>
    frame(JSON.stringify({ jsonrpc: '2.0', id, result: { type: 'Sentinel', kind: 'Collected' } })),
  'a text for an app of Flutter 2, which printed it to the log': (request) =>
    frame(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: {} })),
  'a refusal': ({ id }) =>
    frame(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })),
};
for (const [name, instead] of Object.entries(semantics)) {
  test(`a reading with ${name}`, async () => {
    const { agentest, lies } = await start({ only: [dump], instead, canvas: true });
    const began = Date.now();
    const tree = await agentest.tree();
    assert.match(tree, /^screen 1080x2400/);
    assert.doesNotMatch(tree, /Pay/);
    assert.ok(Date.now() - began < 2000 * timeScale, `${Date.now() - began} ms`);
    assert.ok(lies.count > 0, 'the service was asked');
  });
}

test('a refusal that passes is not for good', async () => {
  let fails = 1;
  const busy = ({ id }) =>
    frame(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'Server error' } }));
  const { agentest, lies } = await start({
    only: [dump],
    instead: (request) => (fails-- > 0 ? busy(request) : undefined),
    canvas: true,
  });
  await until(async () => /Pay/.test(await agentest.tree()), 'it is asked again', 20);
  assert.ok(lies.count > 1);
});

test('a reading in fragments', async () => {
  const { agentest, lies } = await start({ instead: fragments, canvas: true });
  assert.match(await agentest.tree(), /@b\d+ btn "Pay"/);
  assert.ok(lies.count > 0, 'the service was asked');
});

test('work of other isolates does not belong to the app', async () => {
  const vm = await startDartVm();
  const { agentest } = await startFlutter(server, vm);
  const timer = setInterval(() => vm.frameOf('isolates/999'), 20);
  const reply = await agentest.flow(buy);
  clearInterval(timer);
  assert.ok(reply.json.success && !/animation/.test(reply.text), reply.text);
});

test('malformed events are ignored', async () => {
  const noise = [
    event('Extension', {}),
    event('Isolate', { kind: 7 }),
    event('Debug', { kind: 'PauseBreakpoint', isolate: { id: 'isolates/999' } }),
    frame('{"jsonrpc":"2.0","method":"streamNotify"}'),
    frame('{"jsonrpc":"2.0","method":7,"params":[]}'),
  ];
  const { agentest, lies } = await start({
    only: [profile],
    instead: (request) => Buffer.concat([...noise, answer(request)]),
  });
  const reply = await agentest.flow(buy);
  assert.ok(reply.json.success && !/paused|animation/.test(reply.text) && lies.count > 0, reply.text);
});

test('a service that is slow is left out', async () => {
  let ms = 0;
  const vm = await startDartVm({ answer: (message, reply) => setTimeout(reply, message.method === profile ? ms : 0) });
  const { agentest } = await startFlutter(server, vm);
  ms = 5 * scaledMs(300); // the limit of an answer
  const began = Date.now();
  assert.ok((await agentest.flow(buy)).json.success);
  assert.ok(Date.now() - began < 2 * ms, `${Date.now() - began} ms`);
});

test('a service that comes back is asked again', async () => {
  const vm = await startDartVm();
  const { agentest } = await startFlutter(server, vm);
  vm.drop();
  assert.ok((await agentest.flow(buy)).json.success);
  const request = vm.beginRequest('https://example.com/again');
  await until(async () => /\/again/.test((await agentest.flow(buy)).text), 'it is asked again');
  request.end();
});
