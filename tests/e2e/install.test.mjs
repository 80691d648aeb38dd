// The tree that `meson install` makes: installed below DESTDIR, moved elsewhere, and used without
// the sources. Nothing in it names the folder that it was built in.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { built, hasScripts, installTree, option, root } from './installed.mjs';

// The other tests' helpers take the programs from here.
const away = fs.mkdtempSync(path.join(os.tmpdir(), 'agentest-install-'));
test.after(() => fs.rmSync(away, { recursive: true, force: true }));
const tree = installTree(path.join(away, 'moved tree'));
process.chdir(away);
process.env.AT_BUILD = path.join(tree, 'bin');
const { program, run, startAdbServer, startAgentest, startVirtual, timeScale } = await import('./lib.mjs');

const names = ['agentest', 'mobile-dev-agent', 'mobile-tester-agent', 'virtual-android'];
const share = (...parts) => path.join(tree, option('datadir'), ...parts);
const home = path.join(away, 'home');
fs.mkdirSync(home);
const env = { PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8', AGENTEST_TIME_SCALE: String(timeScale) };

// The files below a folder, relative to it.
function filesBelow(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

test('every part is where distributions look for it, and nothing is outside the prefix', () => {
  const missing = [
    ...names.map((name) => `bin/${name}`),
    ...(hasScripts ? ['agentest-script', 'agentest-fetch'] : []).map(
      (name) => `${option('libexecdir')}/agentest/${name}`,
    ),
    ...names.map((name) => `${option('mandir')}/man1/${name}.1`),
    ...names.map((name) => `share/bash-completion/completions/${name}.bash`),
    ...names.map((name) => `share/zsh/site-functions/_${name}`),
    ...names.map((name) => `share/fish/vendor_completions.d/${name}.fish`),
    ...['agentest-helper.jar', 'agentest-helper.apk', 'agentest-idling-bridge.aar'].map(
      (name) => `share/agentest/${name}`,
    ),
    ...['scenarios/notes.json', 'flows/login.yaml', 'skills/mobile-dev-agent/SKILL.md'].map(
      (name) => `share/agentest/${name}`,
    ),
    ...['LICENSE', 'THIRD-PARTY.md', 'licences.txt', 'README.md', 'docs/flows.md'].map(
      (name) => `share/doc/agentest/${name}`,
    ),
    'share/virtual-android/apps/com.example.notes.json',
    'lib/systemd/user/agentest.service',
  ].filter((name) => !fs.existsSync(path.join(tree, name)));
  assert.deepEqual(missing, []);
});

test('no file names the folder of the sources or of the build', () => {
  const named = filesBelow(tree).filter((name) => {
    const bytes = fs.readFileSync(path.join(tree, name));
    return [root, built].some((folder) => bytes.includes(`${folder}/`) || bytes.includes(`${folder}\0`));
  });
  assert.deepEqual(named, []);
});

test('each program prints its version, and its manual page and completion scripts are those installed', async (t) => {
  for (const name of names) {
    const version = await run(program(name), ['--version'], { env });
    assert.match(
      version.out,
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+( \\(.*\\d{4}-\\d\\d-\\d\\d\\))?\n$`),
      version.err,
    );
    for (const [words, file] of [
      [['help', '--man'], share('man/man1', `${name}.1`)],
      [['completion', 'bash'], share('bash-completion/completions', `${name}.bash`)],
      [['completion', 'zsh'], share('zsh/site-functions', `_${name}`)],
      [['completion', 'fish'], share('fish/vendor_completions.d', `${name}.fish`)],
    ])
      assert.equal(fs.readFileSync(file, 'utf8'), (await run(program(name), words, { env })).out, `${name} ${words}`);
  }
  if ((await run('which', ['mandoc'])).status !== 0) return t.skip('4 manual pages were not linted: no mandoc here');
  const pages = names.map((name) => share('man/man1', `${name}.1`));
  const lint = await run('mandoc', ['-Tlint', '-W', 'warning', ...pages]);
  assert.equal(lint.out + lint.err, '');
});

test('bash completes every program from the installed scripts', async () => {
  for (const [name, word, wanted] of [
    ['agentest', 'doc', ['doctor']],
    ['mobile-dev-agent', 'sess', ['session']],
    ['mobile-tester-agent', 'scen', ['scenarios']],
    ['virtual-android', '--inst', ['--instances']],
  ]) {
    const file = share('bash-completion/completions', `${name}.bash`);
    const complete = [
      `source '${file}'; COMP_WORDS=(${name} ${word}); COMP_CWORD=1`,
      `_${name.replaceAll('-', '_')} 2>&1; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].join('; ');
    const { out } = await run('bash', ['--norc', '-c', complete], { env });
    assert.deepEqual(out.split('\n').filter(Boolean), wanted, name);
  }
});

test('the unit of systemd starts the server of the prefix', async (t) => {
  const unit = path.join(tree, 'lib/systemd/user/agentest.service');
  const text = fs.readFileSync(unit, 'utf8');
  assert.ok(text.includes(`\nExecStart=${option('prefix')}/bin/mobile-tester-agent serve `), text);
  if ((await run('which', ['systemd-analyze'])).status !== 0) return t.skip('1 skipped: no systemd-analyze here');
  const copy = path.join(away, 'agentest.service');
  fs.writeFileSync(
    copy,
    text.replace(`${option('prefix')}/bin/`, '/bin/').replaceAll('mobile-tester-agent serve', 'true'),
  );
  const verified = await run('systemd-analyze', ['--user', 'verify', '--man=no', copy], {
    env: { ...env, XDG_RUNTIME_DIR: home },
  });
  const said = (verified.out + verified.err).split('\n').filter((line) => line.includes('agentest.service'));
  assert.deepEqual(said, []);
});

const server = await startAdbServer();
const device = await startVirtual(server);

test('virtual-android has the apps of the moved tree', async () => {
  const packages = await device.shell('pm', 'list', 'packages');
  const apps = fs.readdirSync(share('virtual-android/apps')).filter((name) => name.endsWith('.json'));
  assert.ok(apps.length > 1);
  for (const app of apps) {
    const { package: name } = JSON.parse(fs.readFileSync(share('virtual-android/apps', app)));
    assert.match(packages, new RegExp(`^package:${name.replaceAll('.', '\\.')}\r?$`, 'm'));
  }
});

test('agentest finds its helper in the moved tree', async () => {
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, PATH: env.PATH } });
  const connected = await agentest.connect('com.example.notes');
  assert.deepEqual([connected.json.backend, connected.json.helperInstalled], ['resident', true], connected.text);
});

test('a flow with a script finds agentest-script', {
  skip: !hasScripts && '1 skipped: built without scripts',
}, async () => {
  const flow = path.join(away, 'script.yaml');
  fs.writeFileSync(
    flow,
    'appId: com.example.notes\n---\n- launchApp\n- evalScript: ${output.sum = 40 + 2}\n- assertTrue: ${output.sum == 42}\n',
  );
  const state = { XDG_STATE_HOME: path.join(away, 'state'), PATH: env.PATH };
  const ran = await run(program('mobile-dev-agent'), ['flow', 'run', flow, '--device', device.serial], {
    env: { ...server.env, ...state },
  });
  assert.equal(ran.status, 0, ran.out + ran.err);
});

test('what a moved tree lacks is an error that names the places', async () => {
  const apps = share('virtual-android/apps');
  fs.renameSync(apps, `${apps}.gone`);
  const { status, err } = await run(program('virtual-android'), ['--port', '0'], { env });
  fs.renameSync(`${apps}.gone`, apps);
  assert.equal(status, 1);
  assert.match(err, /^virtual-android: there are no apps: set VIRTUAL_ANDROID_APPS .*share\/virtual-android\/apps'/);
});
