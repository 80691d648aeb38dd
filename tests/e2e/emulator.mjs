// emulator.mjs: a gRPC server that acts as a device's emulator; it records the requests, and does
// not know the virtual device.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { atEnd, root, shared, stop, temporaryFolder, until } from './lib.mjs';

const script = path.join(shared, 'rigs/emulator-grpc/server.js');
export const hasRig = fs.existsSync(script);

// auth: token, jwt, both or none
export async function startEmulator(server, device, { auth = 'token' } = {}) {
  const record = path.join(temporaryFolder(), 'calls.jsonl');
  const child = spawn(
    process.execPath,
    [
      script,
      '--port',
      '0',
      '--serial',
      String(device.consolePort),
      '--auth',
      auth,
      '--discovery',
      path.join(server.env.HOME, '.android'),
      '--record',
      record,
    ],
    {
      env: { ...server.env, NODE_PATH: path.join(root, 'tests/e2e/node_modules') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  atEnd(() => stop(child, 'SIGKILL'));
  await until(() => said.includes('\n'), 'the emulator serves');
  const ini = fs.readFileSync(JSON.parse(said).ini, 'utf8');
  const jwks = ini.match(/^grpc\.jwks=(.*)$/m)?.[1];
  const calls = () =>
    fs.existsSync(record) ? fs.readFileSync(record, 'utf8').trimEnd().split('\n').map(JSON.parse) : [];
  return {
    stop: () => stop(child, 'SIGKILL'),
    touches: () => calls().filter((call) => call.method.endsWith('/sendTouch') && call.outcome === 'ok').length,
    outcomes: () => new Set(calls().map((call) => call.outcome)),
    // Our keys that it was left.
    keys: () => fs.readdirSync(jwks).filter((name) => name.startsWith('agentest-')),
  };
}
