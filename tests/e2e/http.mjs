// http.mjs: programs that serve MCP over HTTP, and raw requests to them.
import { spawn } from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import { after } from 'node:test';
import { program, run, stop, until } from './lib.mjs';

const served = [];
after(async () => {
  for (const server of served.reverse()) {
    const status = await stop(server.child);
    if (status !== 0) throw new Error(`${server.name} ended with ${status}:\n${server.log}`);
  }
});

// path: the program in the build folder. It listens on a free port.
export async function startHttp(path, args, env = process.env) {
  const child = spawn(program(path), args, { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const server = { child, name: path, log: '' };
  child.stderr.on('data', (data) => {
    server.log += data;
  });
  served.push(server);
  const [, url, port] = await until(
    () => server.log.match(/listening on (http:\/\/.*:(\d+)\/mcp)\n/),
    `${path} listens`,
  );
  server.url = url;
  server.port = Number(port);
  server.rss = async () => Number((await run('ps', ['-o', 'rss=', '-p', String(child.pid)])).out) / 1024;
  return server;
}

export const usual = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

// One request as it is; its status, headers and body, as text and parsed.
export function ask(server, { method = 'POST', path = '/mcp', headers = {}, body = '' } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port: server.port, method, path, agent: false, headers: { ...usual, ...headers } },
      (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          let json;
          try {
            json = JSON.parse(text);
          } catch {
            json = undefined;
          }
          resolve({ status: response.statusCode, headers: response.headers, text, json, code: json?.error?.code });
        });
      },
    );
    request.on('error', reject);
    request.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
}

export const message = (method, params = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
export const rpc = (server, method, params, headers) => ask(server, { body: message(method, params), headers });

const meta = 'io.modelcontextprotocol/';
export const modern = (method, params = {}, id = 1) =>
  message(
    method,
    {
      ...params,
      _meta: { [`${meta}protocolVersion`]: '2026-07-28', [`${meta}clientCapabilities`]: {}, ...params._meta },
    },
    id,
  );
export const modernHeaders = (method, name) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name ? { 'mcp-name': name } : {}),
});

// A connection that sends what the test says; gives what came back, in time.
export function connect(server) {
  const socket = net.connect(server.port, '127.0.0.1');
  const peer = { socket, text: '' };
  socket.on('data', (data) => {
    peer.text += data;
  });
  socket.on('error', () => {}); // it may be cut off
  peer.closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  peer.opened = new Promise((resolve) => {
    socket.on('connect', resolve);
  });
  return peer;
}

// The head and body of a POST, to be sent by hand.
export function post(body, headers = {}) {
  const text = JSON.stringify(body);
  const all = { host: '127.0.0.1', ...usual, 'content-length': Buffer.byteLength(text), ...headers };
  return `POST /mcp HTTP/1.1\r\n${Object.entries(all)
    .map(([k, v]) => `${k}: ${v}\r\n`)
    .join('')}\r\n${text}`;
}
