// The commands of agentest and mobile-tester-agent: each has a page, the manual
// page and the completion scripts name it, and the examples of its page run.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {
  atEnd,
  build,
  program,
  root,
  run,
  startAdbServer,
  startVirtual,
  stop,
  temporaryFolder,
  until,
} from './lib.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const folder = temporaryFolder();
for (const name of ['scenarios', 'flows']) fs.symlinkSync(path.join(root, name), path.join(folder, name));
fs.writeFileSync(path.join(folder, 'token.txt'), 'token-of-a-test-0123456789\n', { mode: 0o600 });
const login = { id: 'login', goal: 'Log in', packageName: 'com.example.notes', steps: ['Tap "Log in"'] };
fs.writeFileSync(path.join(folder, 'login.json'), JSON.stringify(login));
fs.writeFileSync(path.join(folder, 'password.txt'), 'a password of a test\n');
fs.writeFileSync(path.join(folder, 'key.txt'), 'the next key of a test\n', { mode: 0o600 });
const env = {
  ...server.env,
  AGENTEST_SECRETS_KEY: 'the first key of a test',
  ANDROID_SERIAL: device.serial,
  XDG_STATE_HOME: path.join(folder, 'state'),
  LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  PATH: `${build}:${server.env.PATH}`,
};
const shell = (line) => run('sh', ['-c', line], { cwd: folder, env });
const names = ['agentest', 'mobile-tester-agent'];

// The rows of a part of a page, "Commands", as [name, text].
function rowsOf(page, title) {
  const [, part = ''] = page.match(new RegExp(`^${title}:\n((?: {4}.*\n)+)`, 'm')) ?? [];
  return [...part.matchAll(/^ {4}(\S.*?) {2,}(\S.*)$/gm)].map(([, name, text]) => [name, text]);
}
const examplesOf = (name, page) => [...page.matchAll(new RegExp(`^ {4}(${name} .*)$`, 'gm'))].map(([, line]) => line);
const exampleLines = (name, page) => examplesOf(name, page.slice(page.indexOf('\nExamples:')));

const pages = {};
for (const name of names) {
  const overview = (await run(program(name), ['--help'], { env })).out;
  const commands = rowsOf(overview, 'Commands').map(([words]) => words.replace(/ [A-Z[<].*/, ''));
  pages[name] = { overview, commands, of: {} };
  for (const words of commands)
    pages[name].of[words] = await run(program(name), [...words.split(' '), '--help'], { env });
}

for (const name of names) {
  const { overview, commands, of } = pages[name];

  test(`${name} --help lists the commands, and each one has a page of its own`, () => {
    assert.ok(commands.length > 3, overview);
    const seen = new Set([overview]);
    for (const words of commands) {
      const { status, out, err } = of[words];
      assert.equal(status, 0, err);
      assert.ok(out.startsWith(`${words}: `), out);
      for (const part of ['Usage:', 'Options:', 'Examples:', 'Exit codes:'])
        assert.ok(out.includes(`\n${part}\n`), `${words}: ${part}`);
      assert.ok(!seen.has(out), words);
      seen.add(out);
    }
    for (const page of seen) for (const line of page.split('\n')) assert.ok([...line].length <= 100, line);
  });

  test(`${name} help prints the same pages`, async () => {
    assert.equal((await run(program(name), ['help'], { env })).out, overview);
    for (const words of commands)
      assert.equal((await run(program(name), ['help', ...words.split(' ')], { env })).out, of[words].out);
    const wrong = await run(program(name), ['help', 'nothing'], { env });
    assert.equal(wrong.status, 2);
    assert.match(wrong.err, new RegExp(`no command 'nothing': ${name} help lists them all`));
  });

  test(`${name}: the manual page has every command and option, and no warning`, async (t) => {
    const { out } = await run(program(name), ['help', '--man'], { env });
    const file = path.join(build, `${name}.1`);
    assert.equal(fs.readFileSync(file, 'utf8'), out);
    const text = out.replaceAll('\\&', '').replaceAll('\\-', '-');
    for (const words of commands) {
      assert.ok(text.includes(`.Ss ${words}\n`), words);
      for (const [, option] of of[words].out.matchAll(/^ {4}(--[a-z-]+)/gm))
        assert.ok(text.includes(`.It Cm ${option}`), option);
    }
    if ((await run('which', ['mandoc'])).status !== 0) return t.skip('1 skipped: no mandoc here');
    const lint = await run('mandoc', ['-Tlint', '-W', 'warning', file]);
    assert.equal(lint.out + lint.err, '');
  });

  test(`${name}: the completion scripts have every command and option`, async () => {
    const files = { bash: `${name}.bash`, zsh: `_${name}`, fish: `${name}.fish` };
    for (const [kind, file] of Object.entries(files)) {
      const { status, out } = await run(program(name), ['completion', kind], { env });
      assert.equal(status, 0);
      assert.equal(fs.readFileSync(path.join(build, file), 'utf8'), out);
      assert.ok(!/@[A-Z]+@|mobile.dev.agent/.test(out), kind);
      for (const words of commands) {
        assert.ok(out.includes(words), `${kind}: ${words}`);
        for (const [, option] of of[words].out.matchAll(/^ {4}--([a-z-]+)/gm))
          assert.ok(out.includes(option), `${kind}: ${option}`);
      }
    }
  });
}

test('bash completes the lines of both programs', async () => {
  const cases = [
    ['agentest', [''], ['serve', 'setup', 'doctor', 'report', 'completion', 'help']],
    ['agentest', ['setup', 'j'], ['jetbrains']],
    ['agentest', ['--pr'], ['--print-config']],
    ['agentest', ['--print-config', 'c'], ['claude', 'claude-desktop', 'cursor', 'codex']],
    ['agentest', ['doctor', '--d'], ['--device']],
    ['mobile-tester-agent', ['scenarios', ''], ['list', 'show', 'import', 'export']],
    ['mobile-tester-agent', ['runs', 'list', '--verdict', ''], ['PASS', 'FAIL', 'UNVERIFIED']],
    ['mobile-tester-agent', ['run', 'lo'], ['login.json']],
    ['mobile-tester-agent', ['help', 'runs', 'ex'], ['export']],
    ['mobile-tester-agent', ['doctor', '--device', ''], []],
  ];
  for (const [name, words, wanted] of cases) {
    const walk = `_${name.replaceAll('-', '_')}`;
    const complete = [
      `source ${build}/${name}.bash; COMP_WORDS=(${name} "$@"); COMP_CWORD=$#`,
      `${walk} 2>&1; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].join('; ');
    const { out } = await run('bash', ['--norc', '-c', complete, 'bash', ...words], { cwd: folder, env });
    assert.deepEqual(out.split('\n').filter(Boolean).sort(), [...wanted].sort(), `${name} ${words.join(' ')}`);
  }
});

test('a wrong line exits with 2 and names what is near', async () => {
  for (const [line, says] of [
    ['agentest srve', /unknown command 'srve': did you mean 'serve'; --help lists all/],
    ['agentest doctor x', /unexpected argument 'x'/],
    ['agentest --http 0 doctor', /unexpected argument 'doctor'/],
    ['mobile-tester-agent run --devcie x', /unknown option '--devcie': did you mean '--device'/],
    ['mobile-tester-agent runs export', /runs export needs ID/],
    ['mobile-tester-agent completion tcsh', /valid: bash, zsh, fish/],
  ]) {
    const { status, out, err } = await shell(line);
    assert.deepEqual([status, out], [2, ''], line);
    assert.match(err, says);
  }
});

// A server runs until it is stopped; what it prints says that it listens. The port of an example may be another
// program's here.
async function serves(line) {
  const words = line
    .replace(/\b8123\b/, '0')
    .split(' ')
    .slice(1);
  if (!words.includes('--http')) words.push('--http', '0');
  const child = spawn(program(line.split(' ')[0]), words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  atEnd(() => stop(child, 'SIGKILL'));
  await until(() => /http:\/\/\S+:\d+/.test(said) || child.exitCode !== null, `an address in ${said}`);
  assert.equal(child.exitCode, null, said);
  await stop(child);
}

// The proposals of recordings are of healed runs: tester_healing.test.mjs runs these.
const elsewhere = /^mobile-tester-agent recordings (show|accept|reject) /;
const lines = names.flatMap((name) => Object.values(pages[name].of).flatMap(({ out }) => exampleLines(name, out)));
// The run with its id is made by the first examples of `run`.
const order = (line) =>
  ['agentest', 'run ', 'scenarios import', 'scenarios', 'runs export', 'runs'].findIndex((words) =>
    line.includes(words),
  );

for (const line of [...new Set(lines)].filter((one) => !elsewhere.test(one)).sort((a, b) => order(a) - order(b))) {
  test(line, async () => {
    if (/ serve\b/.test(line)) return serves(line);
    await shell('mobile-tester-agent scenarios import login.json');
    const [ran] = JSON.parse((await shell('mobile-tester-agent runs list --json')).out);
    const own = line.replaceAll('emulator-5554', device.serial).replace('01KB5V', ran?.id.slice(0, 14));
    // An import is for another machine; no model is here for a doctor.
    const { status, out, err } = await shell(/ runs import /.test(line) ? `${own} --data other` : own);
    assert.equal(status, /^mobile-tester-agent doctor/.test(line) ? 3 : 0, `${out}${err}`);
  });
}

for (const name of names)
  test(`the examples of ${name} --help are those of its commands`, () => {
    for (const line of exampleLines(name, pages[name].overview))
      assert.ok(lines.includes(line) || /--print-config/.test(line), line);
  });
