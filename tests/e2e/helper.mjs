// helper.mjs: the on-device helper on a virtual device, used as a host uses it: really installed,
// started by `am instrument` in a separate shell, with requests over HTTP through `adb forward`.
import { spawn } from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { root, stop, until } from './lib.mjs';

export const APK = path.join(root, 'android/prebuilt/agentest-helper.apk');
export const TOKEN = '0123456789abcdef0123456789abcdef0123456789abcdef'; // the recordings'
const RUNNER = 'com.agentest.helper/.HelperInstrumentation';

// `am instrument` until its stream ends. said grows; ended is its exit.
export function instrument(server, device, { token = TOKEN, words = '', runner = RUNNER } = {}) {
  const said = token === null ? '' : `-e token ${token}`;
  const child = spawn(
    'adb',
    ['-P', String(server.port), '-s', device.serial, 'shell', `am instrument -w -r ${said} ${words} ${runner}`],
    { env: server.env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const am = { child, said: '' };
  child.stdout.on('data', (data) => {
    am.said += data;
  });
  child.stderr.on('data', (data) => {
    am.said += data;
  });
  am.ended = new Promise((resolve) => {
    child.on('close', () => resolve(am.said.replace(/\r/g, '')));
  });
  am.stop = () => stop(child, 'SIGKILL');
  return am;
}

// Installed, started, serving; its stream ends with the test file at the latest.
export async function startHelper(server, device, options = {}) {
  if (options.install !== false) await device.adb('install', '-r', APK);
  const am = instrument(server, device, options);
  await until(
    () => am.said.includes('stage=serving') && /STATUS_CODE: 0\s*$/.test(am.said),
    `serving, and not: ${am.said}`,
  );
  const inside = am.said.match(/port=(\d+)/)[1];
  const port = Number((await device.adb('forward', 'tcp:0', `tcp:${inside}`)).out);
  const agent = new http.Agent({ keepAlive: true });
  const helper = { ...am, am, port, agent, inside: Number(inside) };
  helper.ask = (where, body = {}, more = {}) => request(port, where, body, { agent, ...more });
  helper.json = async (where, body, more) => {
    const answer = await helper.ask(where, body, more);
    if (!answer.json.ok) throw new Error(answer.text);
    return answer.json;
  };
  helper.nodes = async (options2 = {}) =>
    (await helper.json('/tree', options2)).tree.windows.flatMap((window) => window.nodes);
  helper.node = async (id) => (await helper.nodes()).find((node) => node.id?.endsWith(`:id/${id}`));
  helper.middle = async (id) => {
    const [left, top, right, bottom] = (await helper.node(id)).bounds;
    return { x: Math.trunc((left + right) / 2), y: Math.trunc((top + bottom) / 2) };
  };
  helper.tap = async (id) => helper.json('/tap', await helper.middle(id));
  helper.close = async () => {
    agent.destroy();
    await am.stop();
    await am.ended;
  };
  return helper;
}

export function request(port, where, body, { agent = false, token = TOKEN, method, headers = {} } = {}) {
  const isGet = where === '/status';
  return new Promise((resolve, reject) => {
    const asked = http.request(
      {
        port,
        host: '127.0.0.1',
        path: where,
        agent,
        method: method ?? (isGet ? 'GET' : 'POST'),
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      },
      (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          const text = bytes.toString();
          const json = response.headers['content-type'] === 'application/json' ? JSON.parse(text) : undefined;
          resolve({ status: response.statusCode, headers: response.headers, bytes, text, json });
        });
      },
    );
    asked.on('error', reject);
    asked.end(isGet || body === null ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

// Send raw bytes; return the answer until the peer closes or whole() is true.
export function raw(port, bytes, whole = () => false) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    const parts = [];
    const done = () => {
      socket.destroy();
      resolve(Buffer.concat(parts));
    };
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (data) => {
      parts.push(data);
      if (whole(Buffer.concat(parts))) done();
    });
    socket.on('close', done);
    socket.on('error', reject);
  });
}
