// dart_vm.mjs: a Dart VM service with Flutter's extensions, written from
// runtime/vm/service/service.md and as strict as that: requests with positional
// parameters, without the code, of a wrong isolate or an unknown stream are refused.
import crypto from 'node:crypto';
import http from 'node:http';
import { WebSocketServer } from 'ws';
import { atEnd } from '../lib.mjs';

const errors = {
  '-32601': 'Method not found',
  '-32602': 'Invalid params',
  103: 'Stream already subscribed',
  104: 'Stream not subscribed',
  105: 'Isolate must be runnable',
  113: 'Expression compilation error',
};
const refuse = (code, details) => Object.assign(new Error(errors[code]), { code, details });

// redirect: another service's port, as when `flutter run` is attached.
// compiles: as where flutter run is attached, an expression can be evaluated.
// paused: from the start, before main(). bound: main() has made Flutter's binding, which
// registers its extensions. serves: an isolate of the app runs before the screen's does.
export async function startDartVm({
  redirect,
  http: countsHttp = true,
  compiles = false,
  paused = false,
  bound = true,
  serves = false,
  answer: slowly,
} = {}) {
  const code = `${crypto.randomBytes(8).toString('base64url')}=`;
  const sockets = new Set();
  const asked = [];
  const counts = []; // requests in each answer
  let isolate = 1;
  let requests = [];
  let lastRequest = 0;
  let semantics = '';
  let enabled = false;
  let firstFrame = true;
  let pause = paused ? 'PauseStart' : 'Resume';
  let busy = false;
  let runnable = true;
  const waiting = [];
  const isolateId = () => `isolates/${isolate}00`;
  const isolateRef = () => ({
    type: '@Isolate',
    id: isolateId(),
    number: String(isolate),
    name: 'main',
    isSystemIsolate: false,
  });
  let shown = !serves;
  const service = { type: '@Isolate', id: 'isolates/50', number: '50', name: 'onMessage', isSystemIsolate: false };
  const isolates = () => [...(serves ? [service] : []), ...(shown ? [isolateRef()] : [])];
  const sentinel = { type: 'Sentinel', kind: 'Collected', valueAsString: '<collected>' };

  const methods = {
    getVersion: () => ({ type: 'Version', major: 4, minor: 16 }),
    getVM: () => ({
      type: 'VM',
      name: 'vm',
      isolates: [
        { type: '@Isolate', id: 'isolates/1', number: '1', name: 'vm-service', isSystemIsolate: true },
        ...isolates(),
      ],
    }),
    streamListen: ({ streamId }, socket) => {
      if (
        !['VM', 'Isolate', 'Debug', 'GC', 'Extension', 'Timer', 'Logging', 'Stdout', 'Stderr', 'Service'].includes(
          streamId,
        )
      )
        throw refuse(-32602, `streamListen: invalid 'streamId' parameter: ${streamId}`);
      if (socket.streams.has(streamId)) throw refuse(103);
      socket.streams.add(streamId);
      return { type: 'Success' };
    },
    getIsolate: ({ isolateId: id }) =>
      id === isolateId()
        ? {
            type: 'Isolate',
            id,
            name: 'main',
            runnable: true,
            libraries: [
              { type: '@Library', id: 'libraries/@1', uri: 'dart:core' },
              { type: '@Library', id: 'libraries/@2', uri: 'package:flutter/src/semantics/binding.dart' },
            ],
          }
        : sentinel,
    getIsolatePauseEvent: ({ isolateId: id }) =>
      isolates().some((it) => it.id === id) ? { type: 'Event', kind: pause, isolate: { id } } : sentinel,
    evaluate: ({ targetId, expression }) => {
      if (!compiles) throw refuse(113, 'No compilation service available; cannot evaluate from source.');
      if (targetId !== 'libraries/@2' || expression !== 'SemanticsBinding.instance.ensureSemantics()')
        throw refuse(113, 'Undefined name');
      enabled = true;
      return { type: '@Instance', kind: 'PlainInstance', id: 'objects/1' };
    },
  };
  const extensions = {
    'ext.flutter.debugDumpSemanticsTreeInTraversalOrder': () => ({
      data: enabled
        ? semantics
        : 'Semantics not generated.\nFor performance reasons, the framework only generates semantics when asked to do so by the platform.',
    }),
    'ext.flutter.didSendFirstFrameRasterizedEvent': () => ({ enabled: firstFrame ? 'true' : 'false' }),
    ...(countsHttp
      ? {
          'ext.dart.io.httpEnableTimelineLogging': ({ enabled }) => ({
            type: 'HttpTimelineLoggingState',
            enabled: enabled === 'true',
          }),
          'ext.dart.io.getHttpProfile': ({ updatedSince = '0' }) => {
            const listed = requests.filter(
              ({ startTime, endTime = 0 }) => Math.max(startTime, endTime) >= Number(updatedSince),
            );
            counts.push(listed.length);
            return { type: 'HttpProfile', timestamp: Date.now() * 1000, requests: listed };
          },
        }
      : {}),
  };

  function answer(message, socket) {
    const { id, method, params = {} } = message;
    asked.push(method);
    try {
      if (message.jsonrpc !== '2.0') throw refuse(-32602, 'no jsonrpc');
      if (typeof params !== 'object' || Array.isArray(params)) throw refuse(-32602, 'positional parameters');
      if (method.startsWith('ext.')) {
        if (!isolates().some((it) => it.id === params.isolateId)) return { id, result: sentinel };
        if (!runnable) throw refuse(105);
        if (!Object.values(params).every((value) => typeof value === 'string'))
          throw refuse(-32602, 'a value is no text');
        const flutter = method.startsWith('ext.flutter.');
        if (!extensions[method] || (flutter && (!bound || params.isolateId === service.id))) throw refuse(-32601);
        if (params.isolateId === service.id && method.endsWith('Profile'))
          return { id, result: { type: 'HttpProfile', timestamp: Date.now() * 1000, requests: [] } };
        return { id, result: extensions[method](params) };
      }
      if (!methods[method]) throw refuse(-32601);
      return { id, result: methods[method](params, socket) };
    } catch (error) {
      if (!error.code) throw error;
      return { id, error: { code: error.code, message: error.message, data: { details: error.details } } };
    }
  }

  const server = http.createServer((request, response) => {
    response.writeHead(403);
    response.end();
  });
  const upgrade = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== `/${code}/ws`) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    } else if (redirect) {
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${redirect}\r\nContent-Length: 0\r\n\r\n`);
    } else {
      upgrade.handleUpgrade(request, socket, head, (ws) => {
        ws.streams = new Set();
        sockets.add(ws);
        ws.on('close', () => sockets.delete(ws));
        ws.on('message', (data) => {
          const message = JSON.parse(data);
          const reply = () => ws.send(JSON.stringify({ jsonrpc: '2.0', ...answer(message, ws) }));
          // an isolate that is paused or busy runs none of its extensions
          if (message.method.startsWith('ext.') && (pause !== 'Resume' || busy)) waiting.push(reply);
          else if (slowly) slowly(message, reply);
          else reply();
        });
      });
    }
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const stop = () => {
    for (const ws of sockets) ws.terminate();
    server.closeAllConnections();
    server.close();
  };
  atEnd(stop);
  const notify = (streamId, event) => {
    for (const ws of sockets)
      if (ws.streams.has(streamId))
        ws.send(JSON.stringify({ jsonrpc: '2.0', method: 'streamNotify', params: { streamId, event } }));
  };
  const begin = () => {
    notify('Isolate', { type: 'Event', kind: 'IsolateStart', isolate: isolateRef() });
    if (runnable) notify('Isolate', { type: 'Event', kind: 'IsolateRunnable', isolate: isolateRef() });
  };
  const { port } = server.address();
  return {
    port,
    code,
    asked,
    counts,
    stop,
    line: `The Dart VM service is listening on http://127.0.0.1:${port}/${code}/`,
    url: `ws://127.0.0.1:${port}/${code}/ws`,
    frame: () =>
      notify('Extension', {
        type: 'Event',
        kind: 'Extension',
        extensionKind: 'Flutter.Frame',
        isolate: { id: isolateId() },
        extensionData: {
          number: 1,
          startTime: Date.now() * 1000,
          elapsed: 5000,
          build: 2000,
          raster: 3000,
          vsyncOverhead: 100,
        },
      }),
    frameOf: (id) =>
      notify('Extension', {
        type: 'Event',
        kind: 'Extension',
        extensionKind: 'Flutter.Frame',
        isolate: { id },
        extensionData: { number: 1 },
      }),
    semantics: (text, on = true) => {
      semantics = text;
      enabled = on;
    },
    enabled: () => enabled,
    firstFrame: (sent) => {
      firstFrame = sent;
      if (sent)
        notify('Extension', {
          type: 'Event',
          kind: 'Extension',
          extensionKind: 'Flutter.FirstFrame',
          isolate: { id: isolateId() },
        });
    },
    pause: () => {
      pause = 'PauseBreakpoint';
      notify('Debug', { type: 'Event', kind: pause, isolate: { id: isolateId() } });
    },
    resume: () => {
      pause = 'Resume';
      notify('Debug', { type: 'Event', kind: pause, isolate: { id: isolateId() } });
      waiting.splice(0).forEach((reply) => reply());
    },
    // As in a long main().
    busy: (on) => {
      busy = on;
      if (!on) waiting.splice(0).forEach((reply) => reply());
    },
    // main() makes the binding.
    bind: () => {
      bound = true;
      for (const extensionRPC of Object.keys(extensions).filter((name) => name.startsWith('ext.flutter.')))
        notify('Isolate', { type: 'Event', kind: 'ServiceExtensionAdded', isolate: isolateRef(), extensionRPC });
    },
    // The engine of the screen starts beside the service.
    show: () => {
      shown = true;
      begin();
    },
    drop: () => {
      for (const ws of sockets) ws.terminate();
    },
    // The isolate ends without an event about it.
    vanish: () => {
      isolate++;
    },
    // The isolate ends and another begins.
    hotRestart: () => {
      notify('Isolate', { type: 'Event', kind: 'IsolateExit', isolate: isolateRef() });
      isolate++;
      begin();
    },
    // It has been started, but cannot run anything yet.
    runnable: (on) => {
      runnable = on;
      if (on) notify('Isolate', { type: 'Event', kind: 'IsolateRunnable', isolate: isolateRef() });
    },
    beginRequest: (uri) => {
      const request = {
        id: ++lastRequest,
        isolateId: isolateId(),
        method: 'GET',
        uri,
        startTime: Date.now() * 1000,
        request: {},
      };
      requests.push(request);
      return {
        end: () => {
          request.endTime = Date.now() * 1000;
          request.response = { startTime: 1, endTime: Date.now() * 1000 };
        },
      };
    },
  };
}
