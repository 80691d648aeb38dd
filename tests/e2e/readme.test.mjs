// Every command and snippet of README.md and docs/agentest.md that can be tried
// here is tried, in a fresh clone and with an empty HOME.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { arch, makeRelease, version } from './ci_rig.mjs';
import { build, root, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';

const pages = ['README.md', 'docs/agentest.md'];
const texts = pages.map((page) => fs.readFileSync(path.join(root, page), 'utf8'));
const readme = texts.join('\n');
// The indented blocks, without their indentation.
const blocks = readme.match(/(?:^ {4}.*\n?)+/gm).map((block) => block.replace(/^ {4}/gm, '').trimEnd());
// Programs are written as they are called after an installation; here they come from a build.
const commands = blocks
  .flatMap((block) => block.split('\n'))
  .map((line) => line.replace(/^(?=(agentest|mobile-(dev|tester)-agent) )/, 'build/'))
  .filter((line) => /^(\.\/|build\/|meson |claude )/.test(line));
const folder = temporaryFolder();
const clone = path.join(folder, 'agentest');
const home = path.join(folder, 'home');
fs.mkdirSync(home);
// meson uses ccache where it is installed, which would write into HOME. Its folder is kept: a build
// from nothing takes more than ten minutes on a busy machine.
const env = {
  PATH: process.env.PATH,
  HOME: home,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
  CCACHE_DIR: process.env.CCACHE_DIR ?? path.join(build, 'readme-ccache'),
  CCACHE_BASEDIR: folder,
  CCACHE_NOHASHDIR: '1',
};
const fresh = { cwd: clone, env, timeout: 1200000 };
const server = await startAdbServer();
const device = await startVirtual(server);
const onDevice = { ...fresh, env: { ...server.env, ...env, ANDROID_SERIAL: device.serial } };

// The install section, as the tests of the packages read it: {channel: [commands]}.
const packaging = path.join(root, 'packaging');
const install = JSON.parse((await run('python3', [path.join(packaging, 'readme_lines.py')])).out);
const release = makeRelease();
const standIns = temporaryFolder();
const laid = await run('python3', [
  '-c',
  'import sys; sys.path.insert(0, sys.argv[1]); import readme_lines; readme_lines.stand_ins(*sys.argv[2:])',
  packaging,
  standIns,
  release.folder,
]);
assert.equal(laid.status, 0, laid.err);
// The page's lines in a shell, with stand-ins for what would fetch a file.
const installs = (lines, variables) =>
  run('sh', ['-ec', lines.join('\n').replaceAll('x86_64', arch)], {
    ...fresh,
    cwd: folder,
    env: { ...variables, PATH: `${standIns}:${env.PATH}` },
  });

// The port 8080 is in use: the program says so, and ends.
async function isRefusedThePort(program, args) {
  const busy = net.createServer();
  await new Promise((resolve) => busy.on('error', resolve).listen(8080, '127.0.0.1', resolve));
  const ended = await run(program, args, fresh);
  busy.close();
  assert.notEqual(ended.status, 0);
  assert.match(ended.err, /8080/);
}

// With --stay the demo's page can be opened until Ctrl-C.
async function staysUp() {
  const demo = spawn('./demo', ['tester', '--stay'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  demo.stderr.pipe(process.stderr); // its own children do not get the runner's pipe
  const exited = once(demo, 'exit');
  let out = '';
  for await (const data of demo.stdout) {
    out += data;
    const [, url, view] = out.match(/^--- Open (\S+) in a browser, or (\S+) \(Ctrl-C ends it\)$/m) ?? [];
    if (!url) continue;
    for (const address of [url, view]) assert.match(await (await fetch(address)).text(), /<div id="root">/);
    const {
      runs: [run],
    } = await (await fetch(`${url}/api/v1/runs`)).json();
    assert.deepEqual([run.verdict, view], ['PASS', `${url}/runs/${run.id}`]);
    const {
      scenarios: [scenario],
    } = await (await fetch(`${url}/api/v1/scenarios`)).json();
    assert.equal(run.scenarioId, scenario.id);
    demo.kill('SIGINT');
  }
  assert.deepEqual(await exited, [0, null], out);
}

const tried = {
  './demo': async () => {
    const ended = await run('./demo', [], fresh);
    assert.equal(ended.status, 0, ended.err + ended.out);
    const tree = blocks.find((block) => block.startsWith('screen '));
    assert.ok(ended.out.includes(tree), `README.md shows another tree than\n${ended.out}`);
    assert.match(ended.out, /^agentest \S+ speaks MCP over stdio$/m);
    assert.match(ended.out, /^ok +\d+ ms {2}tap .*btn "Log in"/m);
    assert.doesNotMatch(ended.out, /^BAD/m);
    assert.match(ended.out, /the note list[^]*btn "Note 1 Meeting"/);
    const [, file] = ended.out.match(/^1080x2400 PNG saved as (.+)$/m);
    assert.deepEqual([...fs.readFileSync(file).subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
    fs.rmSync(file);
    assert.deepEqual(fs.readdirSync(home), [], 'the demo leaves HOME alone');
    const changes = await run('git', ['status', '--porcelain'], fresh);
    assert.equal(changes.out, '', 'the demo leaves the checkout clean');
  },
  './demo tester': async () => {
    const ended = await run('./demo', ['tester'], fresh);
    assert.equal(ended.status, 0, ended.err + ended.out);
    assert.match(ended.out, /no key is set: the recording is played, 0 tokens/);
    assert.match(ended.out, /^ +tap .*-> TAPPED: .*\(replayed\)$/m);
    assert.match(ended.out, /^onAgentFinished: Step 1: PASS — [^]*^Step 5: PASS — /m);
    assert.match(ended.out, /^status: completed\nverdict: PASS$/m);
    await staysUp();
    assert.deepEqual(fs.readdirSync(home), [], 'the demo leaves HOME alone');
  },
  './demo pool': async () => {
    const ended = await run('./demo', ['pool'], fresh);
    assert.equal(ended.status, 0, ended.err + ended.out);
    assert.equal(ended.out.match(/^ +[\d.]+ s {2}.*: PASS on /gm).length, 30, ended.out);
    assert.match(
      ended.out,
      /^ +[\d.]+ s {2}host-2 was killed;[^]*node-\d was killed, [^]*^--- all 30 runs have a verdict/m,
    );
    assert.match(ended.out, /^host-1: \d+ passed/m);
    assert.deepEqual(fs.readdirSync(home), [], 'the demo leaves HOME alone');
    const left = fs.readdirSync(folder).filter((name) => /^agentest-pool-/.test(name));
    assert.deepEqual(left, [], 'its folders are gone');
  },
  'meson setup build && ninja -C build': async () => {
    const ended = await run('sh', ['-c', 'meson setup build && ninja -C build'], fresh);
    assert.equal(ended.status, 0, ended.err + ended.out.slice(-4000));
    for (const program of [
      'build/agentest',
      'build/mobile-dev-agent',
      'build/mobile-tester-agent',
      'build/virtual-android',
    ]) {
      assert.ok(readme.includes(`\`${program}\``), program);
      assert.ok(fs.existsSync(path.join(clone, program)), program);
    }
  },
  './demo --device SERIAL --package com.example.myapp': async () => {
    const help = await run('./demo', ['--help'], fresh);
    assert.equal(help.status, 0, help.err);
    assert.match(help.out, /--device SERIAL[^]*--package PKG/);
    const alone = await run('python3', ['tools/demo.py', '--device', 'x'], fresh);
    assert.equal(alone.status, 2);
    assert.match(alone.err, /--device and --package go together/);
  },
  // setup.test.mjs has what it writes; this machine has no client.
  'build/agentest setup': async () => {
    const help = await run('build/agentest', ['setup', '--help'], fresh);
    assert.equal(help.status, 0, help.err);
    assert.match(help.out, /--dry-run/);
  },
  'build/agentest --print-config claude': async () => {
    const ended = await run('build/agentest', ['--print-config', 'claude'], fresh);
    assert.equal(ended.status, 0, ended.err);
    assert.ok(ended.out.includes(path.join(fs.realpathSync(clone), 'build/agentest')), ended.out);
  },
  'build/agentest --http 8080': () => isRefusedThePort('build/agentest', ['--http', '8080']),
  'build/mobile-tester-agent serve': async () => {
    await isRefusedThePort('build/mobile-tester-agent', ['serve']);
    await isRefusedThePort('build/mobile-tester-agent', []); // docs/tester.md
  },
  'build/mobile-tester-agent run scenarios/notes.json --junit report.xml': async () => {
    const ended = await run(
      'build/mobile-tester-agent',
      ['run', 'scenarios/notes.json', '--junit', 'report.xml'],
      onDevice,
    );
    assert.equal(ended.status, 0, ended.out + ended.err);
    assert.match(ended.out, /^Step 5: PASS — /m);
    assert.match(fs.readFileSync(path.join(clone, 'report.xml'), 'utf8'), /<testsuite [^>]*tests="5" failures="0"/);
  },
  'build/mobile-tester-agent doctor': async () => {
    const ended = await run('build/mobile-tester-agent', ['doctor'], onDevice);
    assert.equal(ended.status, 3, ended.out + ended.err); // no key is here
    assert.match(ended.out, new RegExp(`ok +android +${device.serial}`));
    assert.match(ended.out, /no model can be asked: only recordings can be played/);
  },
  'build/agentest doctor': async () => {
    const ended = await run('build/agentest', ['doctor', '--device', device.serial], onDevice);
    assert.equal(ended.status, 0, ended.out + ended.err);
  },
  ...Object.fromEntries(
    ['doctor', 'ui snapshot -i', 'ui tap @e4', 'ui assert-visible Welcome'].map((words) => [
      `build/mobile-dev-agent ${words}`,
      async () => {
        if (words === 'ui snapshot -i')
          await run('build/mobile-dev-agent', ['app', 'launch', '--app-id', 'com.example.notes'], onDevice);
        const ended = await run('build/mobile-dev-agent', words.split(' '), onDevice);
        assert.equal(ended.status, 0, ended.out + ended.err);
        if (words === 'ui tap @e4') assert.match(ended.out, /^tap btn "Log in" @e4: /);
      },
    ]),
  ),
  'build/mobile-dev-agent flow check flows': async () => {
    const ended = await run('build/mobile-dev-agent', ['flow', 'check', 'flows'], fresh);
    assert.deepEqual([ended.status, ended.out], [0, '1 flow: 0 errors, 0 warnings\n'], ended.err);
    const flow = fs.readFileSync(path.join(clone, 'flows/login.yaml'), 'utf8');
    assert.ok(blocks.includes(flow.trimEnd()), 'README.md shows another flow than flows/login.yaml');
  },
  'build/mobile-dev-agent test flows': async () => {
    const ended = await run('build/mobile-dev-agent', ['test', 'flows'], onDevice);
    assert.equal(ended.status, 0, ended.out + ended.err);
    assert.match(ended.out, /^\[Passed\] login \(\d+s\)$/m);
  },
};

test('each command of the pages has a test', () => {
  assert.deepEqual([...new Set(commands)].sort(), Object.keys(tried).sort());
});

test('the install section fits on a screen, and names this version and the packages', () => {
  // check-packages installs the other channels into empty roots.
  const channels = ['apt', 'brew', 'docker', 'npx', 'pip', 'source', 'tarball', 'uvx'];
  assert.deepEqual(Object.keys(install).sort(), channels);
  const [section] = texts[0].match(/^## Install\n[^]*?(?=^## )/m);
  const shown = section.replace(/<!--.*-->\n\n/g, '').split('\n').length;
  assert.ok(shown <= 45, `${shown} lines`);
  const all = Object.values(install).flat();
  const versions = all.flatMap((line) => line.match(/\b\d+\.\d+\.\d+\b/g) ?? []);
  assert.deepEqual([...new Set(versions)], [version]);
  const file = path.join(packaging, 'project.json');
  if (!fs.existsSync(file)) return;
  const project = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const [channel, words] of Object.entries({
    npx: `npx -y ${project.npm.package} `,
    uvx: `uvx ${project.pypi} `,
    pip: `pip install ${project.pypi}`,
    brew: `brew install ${project.brew}`,
    docker: ` ${project.oci}:${version} `,
    apt: ` ${project.releases}/v${version}/`,
    tarball: ` ${project.releases}/v${version}/`,
    source: `git clone ${project.repository} `,
  }))
    assert.ok(install[channel][0].includes(words), `${channel}: ${words}`);
});

test('the tarball, unpacked as the page says, runs', async () => {
  const ended = await installs(install.tarball, onDevice.env);
  assert.equal(ended.status, 0, ended.err + ended.out);
  assert.match(ended.out, new RegExp(device.serial));
});

test('a fresh clone, with what it needs', async () => {
  const [first] = install.source;
  assert.match(first, /^git clone \S+ && cd agentest && tools\/install-deps$/);
  const ended = await installs([first], env);
  assert.equal(ended.status, 0, ended.err);
  assert.ok(fs.existsSync(path.join(clone, 'README.md')));
});

for (const command of Object.keys(tried)) test(command, tried[command]);

test('the JSON snippet is JSON and names the program', () => {
  const snippets = blocks.filter((block) => block.startsWith('{')).map((block) => JSON.parse(block));
  assert.deepEqual(snippets, [{ mcpServers: { agentest: { command: '/path/to/build/agentest' } } }]);
});

test('the table of tools is what the server lists', async () => {
  const lines = ['initialize', 'tools/list'].map((method, id) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method,
      params: id
        ? {}
        : { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'readme', version: '1' } },
    }),
  );
  const ended = await run(path.join(clone, 'build/agentest'), [], { ...fresh, input: lines.join('\n') + '\n' });
  const { tools } = JSON.parse(ended.out.trim().split('\n')[1]).result;
  const named = readme.match(/^\| `agentest_\w+`/gm).map((line) => line.slice(3, -1));
  assert.deepEqual(
    named,
    tools.map((tool) => tool.name),
  );
});

test('links lead to files that exist', () => {
  for (const [number, page] of pages.entries()) {
    for (const [, target] of texts[number].matchAll(/\]\((?!https?:)([^)#]+)\)/g))
      assert.ok(fs.existsSync(path.join(clone, path.dirname(page), target)), target);
  }
});
