// rig_dart.mjs: a real Dart VM with its service, that runs guests/flutter_app.dart
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { atEnd, root, stop, temporaryFolder, until } from './lib.mjs';

const e2e = path.join(root, 'tests/e2e');
const places = [process.env.AT_DART, path.join(e2e, 'node_modules/sass-embedded-linux-ia32/dart-sass/src/dart')];
const dart = places.find((place) => place && fs.existsSync(place));
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
