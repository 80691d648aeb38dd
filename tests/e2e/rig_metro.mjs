// rig_metro.mjs: a real Metro inspector proxy, and a JavaScript runtime with a real
// React tree behind it, that a test can give work to
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { atEnd, build, freePort, root, run, shared, stop, temporaryFolder, until } from './lib.mjs';

const source = path.join(shared, 'rigs/metro-hermes');
const e2e = path.join(root, 'tests/e2e');
export const hasRig = fs.existsSync(path.join(source, 'rig.js'));

// React Native's own renderers are in its package, which is too large to be installed for
// them. They are fetched once and kept with the build.
const kept = path.join(build, 'react-native-renderers');
let fetching;
async function fetchRenderers() {
  const script = path.join(source, 'get-renderers.sh');
  const work = temporaryFolder();
  fs.copyFileSync(script, path.join(work, 'get-renderers.sh'));
  const got = await run('sh', [path.join(work, 'get-renderers.sh')], { timeout: 300000 });
  if (got.status !== 0) return false;
  fs.cpSync(path.join(work, 'vendor'), kept, { recursive: true });
  return true;
}
// Return true if this renderer can run; false if no registry answers.
export async function renderers(name) {
  if (name === 'reconciler' || fs.existsSync(path.join(kept, 'package/package.json'))) return true;
  fetching ??= fetchRenderers();
  return fetching;
}
// The rig looks for them in its own folder, which is not ours to write.
function rigFor(renderer) {
  if (renderer === 'reconciler') return source;
  const copy = temporaryFolder();
  fs.cpSync(source, copy, { recursive: true });
  fs.chmodSync(copy, 0o755);
  fs.symlinkSync(kept, path.join(copy, 'vendor'));
  fs.symlinkSync(path.join(e2e, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

// A server whose answers come when the test says, and the port it is at.
export async function startSlow() {
  const held = [];
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    const ms = Number(searchParams.get('ms'));
    if (pathname === '/body') {
      response.write('{"late":'); // the head comes at once
      setTimeout(() => response.end('1}'), ms);
    } else if (ms) setTimeout(() => response.end('late'), ms);
    else held.push(response);
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    held: () => held.length,
    release: () => held.splice(0).forEach((response) => response.end('now')),
  };
}

const environment = (workPort, device) => ({
  ...process.env,
  NODE_PATH: path.join(e2e, 'node_modules'),
  WORK_PORT: String(workPort),
  CONSOLE_PORT: String(device?.consolePort ?? ''),
  TMPDIR: temporaryFolder(),
  NODE_OPTIONS: `--require ${path.join(e2e, 'guests/work.cjs')}`,
});

// Have source run in the app's JavaScript; its value.
const poster = (workPort) => (source) =>
  new Promise((done, fail) => {
    http
      .request({ host: '127.0.0.1', port: workPort, method: 'POST' }, (response) => {
        let body = '';
        response
          .setEncoding('utf8')
          .on('data', (piece) => {
            body += piece;
          })
          .on('end', () => done(JSON.parse(body)));
      })
      .on('error', fail)
      .end(source);
  });

const listed = async (port) => (await fetch(`http://127.0.0.1:${port}/json/list`)).json();

// One half of the rig: Metro, or the app that registers with it.
async function startPart(part, port, what, env = process.env, name = '') {
  const child = spawn(
    process.execPath,
    [path.join(e2e, 'guests/rig_part.cjs'), source, part, String(port), what, name],
    { env: { ...env, NODE_PATH: path.join(e2e, 'node_modules') }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  const end = () => stop(child);
  atEnd(end);
  await until(() => said.includes('up') || child.exitCode !== null, `${part} is up`);
  return { stop: end, list: () => listed(port) };
}
export const startMetroAlone = (port, flavour = 'current') => startPart('metro', port, flavour);
// on: the name of its device, as React Native tells it to Metro
export async function startApp(port, app, on) {
  const workPort = await freePort();
  const part = await startPart('app', port, app, environment(workPort), on);
  await until(async () => (await listed(port)).some((it) => !on || it.deviceName === on), 'Metro lists the app');
  return { ...part, work: poster(workPort) };
}

// device: a virtual device whose app has this runtime; flavour: current, next, old, legacy; strict: what the real
// Hermes compiler refuses fails
export async function startMetro({
  app,
  flavour = 'current',
  renderer = 'reconciler',
  strict = false,
  port,
  device,
} = {}) {
  const own = port ?? (await freePort());
  const workPort = await freePort();
  const child = spawn(
    process.execPath,
    [
      path.join(rigFor(renderer), 'rig.js'),
      '--port',
      String(own),
      '--app',
      app,
      '--flavour',
      flavour,
      '--renderer',
      renderer,
      ...(strict ? [] : ['--loose']),
    ],
    { env: environment(workPort, device), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  const end = () => stop(child);
  atEnd(end);
  await until(() => said.includes('\n') || child.exitCode !== null, 'Metro and its target are up');
  await until(async () => (await listed(own)).length > 0, 'Metro lists the target');
  // The device's app runs here; setOnDevice() changes its screen.
  if (device) await device.console(`virtual runtime http://127.0.0.1:${workPort}`);
  return {
    port: own,
    env: { RCT_METRO_PORT: String(own) },
    hermes: JSON.parse(said).hermes,
    work: poster(workPort),
    stop: end,
  };
}
