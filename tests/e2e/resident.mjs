// resident.mjs: the helper that app_process runs on a virtual device, started
// and used with the real adb and plain HTTP, without our host's code.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { stop, until } from './lib.mjs';
import { TOKEN, request } from './helper.mjs';
import { zip } from './zip.mjs';

export const CLASS = 'com.agentest.helper.Main';
export const SOCKET = 'agentest-0123456789abcdef';
export const JAR = '/data/local/tmp/agentest-test.jar';

const manifest = (lines) => ['Manifest-Version: 1.0', ...lines, ''].join('\r\n');

// The parts of our jar that app_process looks at: the manifest, and the class in the dex.
export const jar = ({
  lines = ['Implementation-Version: 9.8.7', 'AgenTest-Version-Code: 98'],
  dex = 'dex\n035\0Lcom/agentest/helper/Main;',
} = {}) => zip({ 'META-INF/MANIFEST.MF': manifest(lines), 'classes.dex': dex });

export async function push(device, folder, bytes, to = JAR) {
  const file = path.join(folder, 'pushed');
  fs.writeFileSync(file, bytes);
  return device.adb('push', file, to);
}

export const LINGER_MS = 600000; // longer than a test waits: what ends sooner was ended
export const line = (more = {}) =>
  `${JSON.stringify({ token: TOKEN, socket: SOCKET, lingerMs: LINGER_MS, ...more })}\n`;
export const EXEC = `export CLASSPATH=${JAR}; exec app_process / ${CLASS}`;

// A command with a separate stream whose input stays open.
export function start(server, device, { command = EXEC, input = line() } = {}) {
  const child = spawn('adb', ['-P', String(server.port), '-s', device.serial, 'shell', '-T', command], {
    env: server.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stream = { child, out: '', err: '' };
  child.stdin.on('error', () => {}); // it may end without reading
  child.stdin.write(input);
  child.stdout.on('data', (data) => {
    stream.out += data;
  });
  child.stderr.on('data', (data) => {
    stream.err += data;
  });
  stream.ended = new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, out: stream.out, err: stream.err }));
  });
  stream.serving = async () => {
    let over = false;
    stream.ended.then(() => {
      over = true;
    });
    await until(
      () => over || /stage=serving\n(.*\n)*INSTRUMENTATION_STATUS_CODE: 0\n$/.test(stream.out),
      'it serves or ends',
    );
    if (over) throw new Error(`it does not serve: ${stream.out}${stream.err}`);
  };
  stream.hangUp = async () => {
    await stop(child, 'SIGKILL');
    await stream.ended;
  };
  return stream;
}

// The same over adbd's exec: service, which adb's own commands use one way only.
export async function startRaw(server, device, { command = EXEC, input = line() } = {}) {
  const socket = net.connect(server.port, '127.0.0.1');
  const stream = { socket, out: '' };
  socket.on('data', (data) => {
    stream.out += data;
  });
  stream.ended = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  for (const [request, okays] of [
    [`host:transport:${device.serial}`, 1],
    [`exec:${command}`, 2],
  ]) {
    socket.write(`${request.length.toString(16).padStart(4, '0')}${request}`);
    await until(() => stream.out.startsWith('OKAY'.repeat(okays)), `OKAY for ${request}`);
  }
  socket.write(input);
  await until(() => stream.out.includes('stage=serving'), 'it serves');
  return stream;
}

// A device's socket as a port of this machine, and requests to it.
export async function reach(device, socket = SOCKET) {
  const port = Number((await device.adb('forward', 'tcp:0', `localabstract:${socket}`)).out);
  const agent = new http.Agent({ keepAlive: true });
  const ask = (where, body = {}, more = {}) => request(port, where, body, { agent, ...more });
  return { port, ask, json: async (...words) => (await ask(...words)).json, close: () => agent.destroy() };
}
