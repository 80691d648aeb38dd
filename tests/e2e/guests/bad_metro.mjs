// bad_metro.mjs: a Metro that misbehaves, frame by frame
import crypto from 'node:crypto';
import http from 'node:http';
import { atEnd } from '../lib.mjs';

// One frame of a server, of any opcode, whole or not, masked or not.
export function frame(payload, { opcode = 1, fin = true, masked = false, length } = {}) {
  const bytes = Buffer.from(payload);
  const size = length ?? bytes.length;
  const head = [(fin ? 0x80 : 0) | opcode];
  const bit = masked ? 0x80 : 0;
  if (size < 126) head.push(bit | size);
  else if (size < 65536) head.push(bit | 126, size >> 8, size & 255);
  else head.push(bit | 127, 0, 0, 0, 0, (size >>> 24) & 255, (size >> 16) & 255, (size >> 8) & 255, size & 255);
  return Buffer.concat([Buffer.from(head), masked ? Buffer.from([0, 0, 0, 0]) : Buffer.alloc(0), bytes]);
}

export const close = (code, reason) =>
  frame(Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]), { opcode: 8 });

// The texts of whole frames, each once; those of a client are masked.
export function* readFrames(state, bytes) {
  state.rest = Buffer.concat([state.rest, bytes]);
  for (;;) {
    const { rest } = state;
    if (rest.length < 2) return;
    const masked = rest[1] >> 7;
    const short = rest[1] & 127;
    const at = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (rest.length < at) return;
    const size = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
    const begin = at + 4 * masked;
    if (rest.length < begin + size) return;
    const mask = masked ? rest.subarray(at, begin) : [0, 0, 0, 0];
    const payload = Buffer.from(rest.subarray(begin, begin + size)).map((byte, i) => byte ^ mask[i % 4]);
    state.rest = rest.subarray(begin + size);
    yield { opcode: rest[0] & 15, text: payload.toString() };
  }
}

// The answers of an idle runtime that has the probe.
export const idle = ({ id, method }) => ({
  id,
  result: method === 'Runtime.evaluate' ? { result: { type: 'string', value: '{"v":1,"count":0,"pending":[]}' } } : {},
});

// list: the answer to /json/list; handshake: (socket, key) => true if it did it itself;
// reply: (request, socket, count) => what is written instead of the answer, or nothing.
export async function startBadMetro({ app, list, handshake, reply = () => undefined }) {
  const sockets = new Set();
  const seen = { connected: 0, pongs: 0, pages: [] };
  const server = http.createServer((request, response) => {
    if (list) return list(request, response);
    response.end(
      JSON.stringify([
        {
          id: 'd-1',
          title: `${app} (Phone)`,
          appId: app,
          webSocketDebuggerUrl: `ws://localhost:${server.address().port}/inspector/debug?page=1`,
        },
      ]),
    );
    return undefined;
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  server.on('upgrade', (request, socket) => {
    const key = request.headers['sec-websocket-key'];
    const accept = crypto.createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    seen.connected++;
    socket.page = request.url.split('/').pop(); // the DevTools of a WebView
    seen.pages.push(socket.page);
    if (handshake?.(socket, accept)) return;
    socket.write(
      `HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const state = { rest: Buffer.alloc(0) };
    let count = 0;
    socket.on('data', (bytes) => {
      for (const { opcode, text } of readFrames(state, bytes)) {
        if (opcode === 10) seen.pongs++;
        if (opcode !== 1) continue;
        const message = JSON.parse(text);
        const instead = reply(message, socket, ++count);
        if (instead === undefined) socket.write(frame(JSON.stringify(idle(message))));
        else if (instead) socket.write(instead);
      }
    });
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  atEnd(stop);
  return { env: { RCT_METRO_PORT: String(server.address().port) }, seen, stop };
}
