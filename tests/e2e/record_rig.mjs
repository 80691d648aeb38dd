// record_rig.mjs: `mobile-dev-agent record` beside the programs that act on the device.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { root, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { startMda } from './mda.mjs';

export const appFile = (name) => path.join(root, 'virtual-android/apps', `${name}.json`);

// The sample app, with one label replaced by another wherever it stands.
export function changedApp(name, label, other) {
  const text = fs.readFileSync(appFile(name), 'utf8');
  const changed = text.replaceAll(`"text": "${label}"`, `"text": "${other}"`);
  assert.notEqual(changed, text);
  const file = path.join(temporaryFolder(), 'changed.json');
  fs.writeFileSync(file, changed);
  return file;
}

// mobile-dev-agent and a device with one app, which a flow finds as new.
export async function startRecorded(file, env = {}) {
  const server = await startAdbServer();
  const device = await startVirtual(server, ['--app', file]);
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial, ...env } });
  return { server, device, mda };
}

// Record while act(told) runs; told(text) waits until a line of the output has the text. The answer
// has the result, its events and the flow's text.
export async function record(world, words, act) {
  const { mda } = world;
  const child = mda.spawn(['record', 'flow.yaml', ...words, '--jsonl']);
  after(() => child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (err += data));
  const exit = once(child, 'exit');
  await until(() => out.includes('"event":"recording"') || child.exitCode !== null, 'it records');
  assert.equal(child.exitCode, null, out + err);
  await act((text) => until(() => out.includes(text), `it tells ${text}`));
  // One that has told its result ends by itself.
  if (!out.includes('"type":"result"')) child.kill('SIGINT');
  const [status] = await exit;
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const file = path.join(mda.folder, 'flow.yaml');
  return {
    status,
    json: lines.at(-1),
    events: lines.slice(0, -1),
    recorded: lines.filter(({ event }) => event === 'recorded').map(({ data }) => data),
    flow: fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '',
  };
}

// Run the recorded flow; the answer has its steps.
export async function replay(world, text, words = []) {
  fs.writeFileSync(path.join(world.mda.folder, 'replay.yaml'), text);
  const answer = await world.mda.run(['flow', 'run', 'replay.yaml', ...words, '--json']);
  const trace = answer.json.artifacts.find(({ type }) => type === 'flow_trace');
  return { ...answer, steps: trace ? JSON.parse(fs.readFileSync(trace.path, 'utf8')).steps : [] };
}
