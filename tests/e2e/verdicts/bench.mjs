// bench.mjs: many runs at once: one server, one adb server, a model that reads from a run's goal
// the plan and style to follow, and a virtual device for each app in use.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { atEnd, startAdbServer, startVirtual, stop, temporaryFolder } from '../lib.mjs';
import { startProfile } from '../models/profiles.mjs';
import { startServer } from '../tester_rig.mjs';
import { scenarioOf } from './plan.mjs';

// Events of all runs, as they come; ended(id) resolves when that run has ended.
async function follow(server) {
  const ended = new Set();
  const waiting = new Map();
  const aborted = new AbortController();
  const { body } = await fetch(`${server.url}/api/v1/events`, { signal: aborted.signal });
  const read = async () => {
    let text = '';
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      text += part;
      const lines = text.split('\n');
      text = lines.pop();
      for (const line of lines.filter((each) => each.startsWith('data: '))) {
        const { run, type, state, message } = JSON.parse(line.slice(6));
        if (type !== 'state' || (state ?? message) !== 'ended') continue;
        ended.add(run);
        waiting.get(run)?.();
      }
    }
  };
  const reading = read().catch((error) => {
    if (error.name !== 'AbortError') throw error;
  });
  atEnd(async () => {
    aborted.abort();
    await reading;
  });
  return (id) =>
    ended.has(id)
      ? undefined
      : new Promise((resolve) => {
          waiting.set(id, resolve);
        });
}

// The key of recordings: a hash of goal, app and steps (src/agent/scenario.c).
const hash = ({ goal, packageName, steps }) =>
  crypto
    .createHash('sha256')
    .update([goal, packageName, ...steps.map(({ description }) => description)].map((text) => `${text}\0`).join(''))
    .digest('hex');

export async function startBench({ profile = 'anthropic', replay = true } = {}) {
  const adbServer = await startAdbServer();
  const scripts = new Map(); // the number of a cell, a part of its goal -> its script
  const script = (turn) => scripts.get(/\(cell (\d+)\)/.exec(turn.user)?.[1])(turn);
  const mock = await startProfile(profile, script, { stream: false });
  atEnd(() => mock.stop());
  const server = await startServer(adbServer, { env: mock.environment });
  const configured = await server.post('/config', {
    executorInfoId: mock.profile,
    screenshotsEnabled: false,
    logsEnabled: false,
    stream: false,
    replay,
  });
  if (configured.status !== 200) throw new Error(configured.text);
  const ended = await follow(server);
  let cells = 0;

  async function play(device, plan, { style, expect = true, recording } = {}) {
    const number = String(++cells);
    const scenario = {
      ...scenarioOf(plan, { expect }),
      goal: `${plan.goal} (cell ${number})`,
      device: device.serial,
      budgets: { iterations: 200 }, // a model that looks before each touch takes many
    };
    const driver = style?.(plan);
    scripts.set(number, driver ?? (() => ({ text: 'I do not know.' })));
    await device.shell(`pm clear ${plan.packageName}`);
    if (recording) scenario.recording = { ...recording, scenario: hash(scenario) };
    const { status, json, text } = await server.post('/api/v1/scenarios/import', scenario);
    if (status !== 201) throw new Error(`${plan.name}: ${text}`);
    const [{ id: scenarioId }] = json.scenarios;
    const queued = await server.post('/api/v1/runs', { scenarioId });
    if (queued.status >= 300) throw new Error(`${plan.name}: ${queued.text}`);
    await ended(queued.json.id);
    const run = await server.runEnded(queued.json.id);
    scripts.delete(number);
    if (scripts.size === 0 || mock.requests.length > 500) mock.requests.splice(0, mock.requests.length - 1);
    return { run, driver, scenarioId };
  }

  return {
    server,
    mock,
    adbServer,
    play,
    // Do work with a device that has these apps, files or objects.
    async with(apps, work) {
      const files = apps.map((app) => (typeof app === 'string' ? app : appFile(app)));
      const device = await startVirtual(
        adbServer,
        files.flatMap((file) => ['--app', file]),
      );
      try {
        return await work(device);
      } finally {
        await stop(device.child);
      }
    },
    async recordingOf(scenarioId) {
      const { json } = await server.get(`/api/v1/scenarios/${scenarioId}/recording`);
      return json?.recording;
    },
  };
}

function appFile(app) {
  const file = path.join(temporaryFolder(), `${app.package}.json`);
  fs.writeFileSync(file, JSON.stringify(app));
  return file;
}

// Do work with each item, so many at a time.
export async function inParallel(items, atOnce, work) {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

// A table in Markdown: rows of texts, the first one the head.
export const table = ([head, ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
