// lib.mjs: real programs for the tests: an adb server of their own, virtual
// devices, agentest behind the official MCP client. Each stops with its test
// file; nothing here waits by the clock.
import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { after } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import './orphans.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const build = path.resolve(root, process.env.AT_BUILD ?? 'build');
export const shared = path.resolve(root, process.env.AT_SHARED ?? '../shared');
export const program = (name) => path.join(build, name);

// The factor by which the product waits longer than usual for an app's answers
// (AGENTEST_TIME_SCALE): the load per processor, unless it is set. Tests can expect the first
// reading to be whole.
export const timeScale = Number(
  process.env.AGENTEST_TIME_SCALE ?? Math.min(20, Math.max(1, Math.ceil(os.loadavg()[0] / os.cpus().length))),
);
process.env.AGENTEST_TIME_SCALE = String(timeScale);

// A limit of the product as at_scaled_ms() stretches it.
export const scaledMs = (ms) => Math.max(ms, Math.min(ms * timeScale, 3000));

const cleanups = [];
after(async () => {
  const errors = [];
  for (const cleanup of cleanups.reverse())
    await Promise.resolve()
      .then(cleanup)
      .catch((error) => errors.push(error));
  if (errors.length > 0)
    throw errors.length > 1 ? new AggregateError(errors, errors.map((error) => error.message).join('; ')) : errors[0];
});

// Register a function that runs when the test file ends, the last one first.
export const atEnd = (cleanup) => cleanups.push(cleanup);

export function temporaryFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'agentest-e2e-'));
  cleanups.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function isFree(port) {
  const server = net.createServer();
  const free = new Promise((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false));
  });
  server.listen(port, '127.0.0.1');
  const answer = await free;
  if (answer) {
    server.close();
    await once(server, 'close');
  }
  return answer;
}

export function run(file, args, options = {}) {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { encoding: 'buffer', maxBuffer: 64 << 20, timeout: 60000, ...options },
      (error, stdout, stderr) =>
        resolve({
          status: error ? (error.code ?? error.signal) : 0,
          stdout,
          stderr,
          out: stdout.toString(),
          err: stderr.toString(),
        }),
    );
    child.stdin.on('error', () => {}); // it may end without reading
    child.stdin.end(options.input ?? '');
  });
}

export async function stop(child, signal = 'SIGTERM') {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    const last = setTimeout(() => child.kill('SIGKILL'), 20000); // a hang is a failure, not a wait
    await ended;
    clearTimeout(last);
  }
  return child.exitCode ?? child.signalCode;
}

// A program that must end without an error status (a sanitizer's report makes it non-zero), unless
// a test kills it.
function supervise(child, name) {
  cleanups.push(async () => {
    const killed = child.signalCode === 'SIGKILL';
    const status = await stop(child);
    if (!killed && ![0, 'SIGTERM'].includes(status)) throw new Error(`${name} ended with ${status}`);
  });
}

function adbServerOn(port, scan) {
  const home = temporaryFolder();
  const env = {
    ...process.env,
    HOME: home,
    ADB_LOCAL_TRANSPORT_MAX_PORT: scan ? '5585' : '1',
    ADB_USB: '0',
    ADB_MDNS: '0',
    ANDROID_ADB_SERVER_PORT: String(port),
    TMPDIR: home,
    SCRCPY_SERVER_PATH: '', // do not pick up scrcpy from this machine
  };
  delete env.ANDROID_SERIAL;
  delete env.ADB_SERVER_SOCKET;
  // Below HOME.
  for (const name of ['XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME']) delete env[name];
  const server = {
    port,
    env,
    adb: (...args) => run('adb', ['-P', String(port), ...args], { env }),
    // False if it has ended at once.
    async start() {
      const child = spawn('adb', ['-P', String(port), 'nodaemon', 'server'], { env, stdio: 'ignore' });
      server.child = child;
      await until(() => child.exitCode !== null || server.query('host:version'), 'the adb server answers');
      return child.exitCode === null;
    },
    // One request in the server's own protocol; its raw answer.
    query: (request) => talk(port, `${request.length.toString(16).padStart(4, '0')}${request}`),
    async stop() {
      await stop(server.child, 'SIGKILL');
    },
  };
  return server;
}

// An adb server with a free port and a temporary HOME. It looks for no emulators unless scan is
// set; devices are added by host:emulator. Another program may take the free port first.
export async function startAdbServer({ scan = false } = {}) {
  for (let tries = 0; tries < 5; tries++) {
    const server = adbServerOn(await freePort(), scan);
    if (!(await server.start())) continue;
    cleanups.push(() => server.stop());
    return server;
  }
  throw new Error('no adb server starts');
}

export function talk(port, text) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    const parts = [];
    socket.on('connect', () => socket.write(text));
    socket.on('data', (data) => parts.push(data));
    socket.on('end', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', reject);
  });
}

// Poll a condition that has no event to wait for. It passes in a moment; the
// limit is for a machine that is slow, with sanitizers.
export async function until(check, what, seconds = 60) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    let value;
    let cause;
    try {
      value = await check();
    } catch (error) {
      cause = error;
    }
    if (value) return value;
    if (Date.now() > deadline) {
      const why = [cause?.message, cause?.cause?.message].filter(Boolean).join(': ');
      throw new Error(`not within ${seconds} s: ${what}${why && ` (${why})`}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// The first of two free ports that no system gives to a connection by itself.
export async function lastingPort() {
  for (;;) {
    const port = 20000 + 2 * Math.floor(Math.random() * 5000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

// lasting: its ports can be had again after it has ended.
export async function startVirtual(server, args = [], { port = 0, attach = true, lasting = false } = {}) {
  const child = spawn(program('virtual-android'), ['--port', String(lasting ? await lastingPort() : port), ...args], {
    env: server.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  supervise(child, 'virtual-android');
  const line = await until(() => said.includes('\n') && said.split('\n')[0], 'virtual-android listens');
  const [, serial, consolePort, adbPort] = line.match(
    /(emulator-\d+) console=127\.0\.0\.1:(\d+) adb=127\.0\.0\.1:(\d+)/,
  );
  const device = {
    child,
    serial,
    consolePort: Number(consolePort),
    adbPort: Number(adbPort),
    adb: (...words) => server.adb('-s', serial, ...words),
    shell: async (...words) => (await device.adb('shell', ...words)).out,
    // One command of the emulator's console; its answer without the OK.
    async console(command) {
      const answer = await talk(device.consolePort, `${command}\nquit\n`);
      const body = answer.split('OK\r\n').slice(1).join('OK\r\n');
      if (/^KO/m.test(body)) throw new Error(`console: ${body}`);
      return body.replace(/OK\r\n$/, '').replace(/\r\n/g, '\n');
    },
    fault: (name, count = 1) => device.console(`virtual fault ${name} ${count}`),
    async attach() {
      await server.query(`host:emulator:${device.adbPort}`).catch(() => {});
      await device.returns();
    },
    // After a loss the server tries by itself, each second for a minute. A
    // second connection would end what runs by the first one.
    returns: () =>
      until(async () => (await server.query('host:devices')).includes(`${serial}\tdevice`), `${serial} is online`),
  };
  // Find the device again after each loss, as a server that scans for
  // emulators does; stops with the function that is given back.
  device.scan = () => {
    const { adbPort } = device;
    let stopped = false;
    const scanning = (async () => {
      while (!stopped) {
        const listed = await server.query('host:devices').catch(() => serial);
        if (!listed.includes(serial)) await server.query(`host:emulator:${adbPort}`).catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    return async () => {
      stopped = true;
      await scanning;
    };
  };
  if (attach) await device.attach();
  return device;
}

// A console port of the range in which adb servers look for emulators.
export async function freeEmulatorPort() {
  for (let port = 5584; port >= 5554; port -= 2) {
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error('16 emulators run on this machine');
}

// A flow's trace with the members of the contract that follow from its short form, which has each
// fact once and the screen in a separate block.
function unfold(trace, screen, total) {
  const { error, code } = trace;
  const results = trace.results.map((result, stepIndex) => ({
    stepIndex,
    success: true,
    ...(result.success === false ? { error, code } : {}),
    ...result,
  }));
  const [, screenFingerprint] = screen?.match(/^screen [^#]*#(\w+)/) ?? [];
  const member = /^screen .* since /.test(screen) ? 'diff' : 'finalUiTree';
  return {
    stepsCompleted: results.filter((result) => result.success).length,
    totalSteps: total,
    ...(screen ? { screenChanged: true, screenFingerprint, [member]: screen } : {}),
    ...trace,
    results,
  };
}

// A call's text blocks, parsed where they are JSON.
function readReply(texts, steps) {
  const json = texts.map((text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  });
  const screen = texts.slice(1).find((text) => text.startsWith('screen '));
  if (Array.isArray(json[0]?.results)) json[0] = unfold(json[0], screen, steps.length);
  return json;
}

// agentest behind the official client. stderr is kept for the tests to read.
export async function startAgentest(server, { env = {}, args = [], info, path: file = program('agentest') } = {}) {
  const transport = new StdioClientTransport({
    command: file,
    args,
    stderr: 'pipe',
    env: { ...server.env, ...env },
  });
  const client = new Client(info ?? { name: 'agentest-e2e', version: '1' });
  const agentest = { client, transport, log: '' };
  transport.stderr.on('data', (data) => {
    agentest.log += data;
  });
  await client.connect(transport);
  agentest.pid = transport.pid;
  const closed = new Promise((resolve) => {
    client.onclose = resolve;
  });
  cleanups.push(async () => {
    await client.close();
    await closed;
    if (/(ERROR|WARNING): (Address|Leak|Thread)Sanitizer|runtime error:/.test(agentest.log))
      throw new Error(agentest.log);
  });

  // A call's content and, parsed, its JSON blocks; failures are not thrown.
  agentest.call = async (name, args2 = {}, options) => {
    const reply = await client.callTool({ name, arguments: args2 }, undefined, { timeout: 120000, ...options });
    const texts = reply.content.filter((block) => block.type === 'text').map((block) => block.text);
    const json = readReply(texts, args2.steps);
    return { ...reply, texts, text: texts[0], json: json[0], all: json, failed: reply.isError === true };
  };
  agentest.connect = (packageName, more = {}) => agentest.call('agentest_connect', { packageName, ...more });
  agentest.flow = (...steps) => agentest.call('agentest_run_flow', { steps });
  // The same in the contract's form.
  agentest.flowEchoed = (...steps) => agentest.call('agentest_run_flow', { steps, echo: true });
  agentest.tree = async (more = {}) => (await agentest.call('agentest_get_ui_tree', more)).text;
  return agentest;
}

// For tests of what adb itself does, or fails to do.
export const adbOnly = { AGENTEST_DISABLE_HELPER: '1' };

// For tests of the helper as an app; by default nothing is installed.
export const installed = { AGENTEST_HELPER: 'apk' };

// Server, device and agentest, connected to a package (unless null).
export async function startAll(packageName, { deviceArgs = [], env = {} } = {}) {
  const server = await startAdbServer();
  const device = await startVirtual(server, deviceArgs);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
  const connected = packageName ? await agentest.connect(packageName) : undefined;
  return { server, device, agentest, connected };
}
