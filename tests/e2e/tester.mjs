// tester.mjs: runs of mobile-tester-agent on virtual devices, with the models of
// models/
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { atEnd, program, root, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startProfile } from './models/profiles.mjs';

// The password of the sample app, which must be found nowhere.
export const canary = 'Cn4ry-7f3e "q" \\ <é>';

// The app with that password, or any other app, as a file that can be loaded.
export function appFile(
  change = (text) => text.replaceAll('secret123', JSON.stringify(canary).slice(1, -1)),
  name = 'com.example.notes',
) {
  const file = path.join(temporaryFolder(), `${name}.json`);
  fs.writeFileSync(file, change(fs.readFileSync(path.join(root, 'virtual-android/apps', `${name}.json`), 'utf8')));
  return file;
}

// An adb server and devices with these apps; runs take whichever is free.
export async function startDevices({ apps = [appFile()], count = 2 } = {}) {
  const server = await startAdbServer();
  const free = [];
  const waiting = [];
  const packages = apps.map((file) => JSON.parse(fs.readFileSync(file, 'utf8')).package);
  for (let i = 0; i < count; i++)
    free.push(
      await startVirtual(
        server,
        apps.flatMap((file) => ['--app', file]),
      ),
    );
  return {
    server,
    devices: [...free],
    async use(work) {
      const device = free.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
      try {
        // As it was installed: a run before this one may have logged in.
        for (const name of packages) await device.shell(`pm clear ${name}`);
        await device.shell('logcat -c');
        return await work(device);
      } finally {
        const next = waiting.shift();
        if (next) next(device);
        else free.push(device);
      }
    },
  };
}

const quiet = {
  CLAUDE_API_KEY: '',
  ANTHROPIC_API_KEY: '',
  GEMINI_API_KEY: '',
  GOOGLE_API_KEY: '',
  DEEP_SEEK_KEY: '',
  OPEN_ROUTER: '',
  OPENAI_API_KEY: '',
};

// `mobile-tester-agent run` of a scenario on a device, with a mock's model.
// .ended: {status, out, err, events, last, folder, files}.
export function startRun(device, server, { scenario, mock, env = {}, args = [], signal } = {}) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'scenario.json');
  const data = path.join(folder, 'data');
  fs.writeFileSync(file, JSON.stringify({ ...(mock ? { profile: mock.profile } : {}), ...scenario }));
  const child = spawn(
    program('mobile-tester-agent'),
    ['run', file, '--jsonl', '--data', data, '--device', device.serial, ...args],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...server.env, ...quiet, SECRET_PASSWORD: canary, ...mock?.environment, ...env },
    },
  );
  const run = { child, data, out: '', err: '', events: [] };
  const listeners = [];
  child.stderr.on('data', (part) => {
    run.err += part;
  });
  child.stdout.on('data', (part) => {
    const before = run.out.lastIndexOf('\n') + 1;
    run.out += part;
    const whole = run.out.slice(before, run.out.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n').filter(Boolean)) run.events.push(JSON.parse(line));
    for (const listener of listeners.splice(0)) listener();
  });
  // Until check(events) is true, or the run has ended.
  run.until = async (check) => {
    while (!check(run.events) && child.exitCode === null && child.signalCode === null)
      await Promise.race([new Promise((resolve) => listeners.push(resolve)), once(child, 'exit')]);
  };
  run.stop = (how = signal ?? 'SIGINT') => child.kill(how);
  run.ended = once(child, 'close').then(([status, by]) => {
    run.status = status ?? by;
    run.last = run.events.at(-1);
    return run;
  });
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return run;
}

// One whole run with a profile's mock; gives {…run, mock, deviceLog}.
export async function runWith(bench, name, script, { scenario, options, env, args } = {}) {
  const mock = await startProfile(name, script, options);
  atEnd(() => mock.stop());
  const run = await bench.use(async (device) => {
    const ended = await startRun(device, bench.server, { scenario, mock, env, args }).ended;
    return Object.assign(ended, { deviceLog: await device.shell('logcat -d') }); // while the device is its own
  });
  if (mock.failure) throw mock.failure;
  return Object.assign(run, { mock });
}

// All files below a folder, with their bytes.
export function filesOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .map((file) => ({ file, bytes: fs.readFileSync(file) }));
}

// Lists the files that have a text, in any of the forms in which files have
// texts.
export function traces(folder, text) {
  const forms = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    Buffer.from(text, 'utf16le'),
  ];
  return filesOf(folder)
    .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
    .map(({ file }) => file);
}
