// The completion scripts in real shells: bash, and zsh and fish if installed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { build, program, run, temporaryFolder, until } from './lib.mjs';
import { startMda } from './mda.mjs';

const mda = startMda();
const folder = temporaryFolder();
const home = path.join(folder, 'home');
fs.mkdirSync(home);
fs.writeFileSync(path.join(folder, 'with blank.apk'), '');
fs.mkdirSync(path.join(folder, 'builds'));
// The files of two sessions know a snapshot, a device and names.
const keep = (session, file, value) => {
  fs.mkdirSync(path.join(mda.state, 'sessions', session), { recursive: true });
  fs.writeFileSync(path.join(mda.state, 'sessions', session, file), JSON.stringify({ schema_version: 1, ...value }));
};
const refs = (...names) => ({
  refs: Object.fromEntries(names.map((name, i) => [`e${i + 1}`, { role: 'button', name }])),
});
keep('default', 'last_snapshot.json', refs('Log in', 'a\n$(touch bad)'));
keep('default', 'session.json', { defaults: { device: { selector: '$(touch bad)' } } });
keep('login', 'last_snapshot.json', refs('x', 'y', 'z'));
keep('login', 'last_target.json', { device: { id: 'emulator-5554', name: 'Pixel 8' } });
const env = {
  PATH: `${build}:${process.env.PATH}`,
  MOBILE_DEV_AGENT_STATE_DIR: mda.state,
  HOME: home,
  TERM: 'dumb',
  LC_ALL: 'C.UTF-8',
};

const rows = await run(program('mobile-dev-agent'), ['help', '--markdown']);
const commands = rows.out.match(/^## .*/gm).map((line) => line.slice(3));
const firsts = [...new Set(commands.map((name) => name.split(' ')[0]))];
const verbs = (group) => commands.filter((name) => name.startsWith(`${group} `)).map((name) => name.split(' ')[1]);

// The words before the cursor, the last one unfinished, and the words that must be
// offered; with "has" others may be offered too.
const cases = [
  { words: [''], is: firsts },
  { words: ['sess'], is: ['session'] },
  { words: ['device', ''], is: verbs('device') },
  { words: ['device', 'bo'], is: ['boot'] },
  { words: ['device', 'list', '--platform', ''], is: ['ios', 'android', 'all'] },
  { words: ['device', 'boot', '--platform', ''], is: ['ios', 'android'] },
  { words: ['device', 'boot', '--headless', '--platform', 'i'], is: ['ios'] },
  { words: ['--session', 'login', 'app', 'la'], is: ['launch'] },
  { words: ['gc', '--keep-'], is: ['--keep-last', '--keep-failure-days'] },
  { words: ['gc', '--keep-last', ''], is: [] },
  { words: ['completion', ''], is: ['bash', 'zsh', 'fish'] },
  { words: ['help', 'device', 'sc'], is: ['screenshot'] },
  { words: ['app', 'install', '--app', 'buil'], is: ['builds'] },
  { words: ['app', 'install', '--app', 'with'], is: ['with blank.apk'] },
  { words: ['ui', 'tap', ''], is: ['@e1', '@e2'] },
  { words: ['ui', 'tap', '--ref', ''], is: ['e1', 'e2'] },
  { words: ['ui', 'tap', '--session', 'login', '--ref', 'e'], is: ['e1', 'e2', 'e3'] },
  { words: ['--session', ''], is: ['default', 'login'] },
  { words: ['ui', 'snapshot', '--session', 'lo'], is: ['login'] },
  { words: ['ui', 'snapshot', '--device', ''], is: ['emulator-5554', 'booted', 'iphone-latest', 'ipad-latest'] },
  { words: ['ui', 'find', 'print', '--role', 'btn'], is: ['btn'] },
  ...(verbs('ui').length
    ? [
        { words: ['ui', 't'], is: ['tap', 'type'] },
        { words: ['ui', 'press', 'e'], is: ['enter', 'escape'] },
        { words: ['ui', 'swipe', 'u'], is: ['up'] },
      ]
    : []),
];

async function script(shell) {
  const answer = await mda.run(`completion ${shell}`);
  assert.equal(answer.status, 0, answer.stderr);
  const file = path.join(folder, `completion.${shell}`);
  fs.writeFileSync(file, answer.stdout);
  const json = await mda.ok(`completion ${shell}`);
  assert.deepEqual([json.data.shell, json.data.script], [shell, answer.stdout]);
  return file;
}

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

function check(words, offered, wanted) {
  const bare = offered.map((word) => word.replace(/\/$/, '').replaceAll('\\ ', ' '));
  assert.deepEqual([...new Set(bare)].sort(), [...wanted].sort(), words.join(' '));
}

async function has(shell, t) {
  if ((await run('which', [shell])).status === 0) return true;
  t.skip(`${cases.length} skipped: no ${shell} here`);
  return false;
}

test('bash', async (t) => {
  if (!(await has('bash', t))) return;
  const file = await script('bash');
  const complete =
    `source ${file}; COMP_WORDS=(mobile-dev-agent "$@"); COMP_CWORD=$#; ` +
    '_mobile_dev_agent 2>&1; for word in "${COMPREPLY[@]}"; do printf \'%s\\n\' "$word"; done';
  for (const { words, is } of [
    ...cases,
    { words: ['device', 'list', '--platform', '=', 'a'], is: ['android', 'all'] },
    { words: ['ui', 'tap', '@'], is: ['@e1', '@e2'] },
    { words: ['ui', 'tap', '@', 'e2'], is: ['@e2'] },
    { words: ['ui', 'tap', '--ref', '@'], is: ['e1', 'e2'] },
  ]) {
    const answer = await run('bash', ['--norc', '-c', complete, 'bash', ...words], { cwd: folder, env });
    check(words, answer.out.split('\n').filter(Boolean), is);
  }
});

// readline decides what a completion replaces: only a line on a terminal shows it.
// With hostcomplete on, the default, bash also breaks words at "@".
test('bash on a terminal keeps the @ of a ref', async (t) => {
  if (!(await has('bash', t))) return;
  const file = await script('bash');
  for (const setting of ['-s', '-u']) {
    const bash = spawn(
      'python3',
      ['-c', 'import pty, sys; pty.spawn(sys.argv[1:])', 'bash', '--norc', '--noprofile', '-i'],
      { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    let out = '';
    bash.stdout.on('data', (data) => {
      out += data;
    });
    t.after(() => bash.kill('SIGKILL'));
    const line = async (text, pattern) => {
      out = '';
      bash.stdin.write(`${text}\n`);
      await until(() => pattern.test(out), `${pattern} in ${out}`);
      return pattern.exec(out)[1];
    };
    await line(
      `bind 'set enable-bracketed-paste off'; source ${file}; shopt ${setting} hostcomplete; echo 'READY'`,
      /\nREADY\r/,
    );
    for (const [typed, wanted] of [
      ['@e2', '@e2 '],
      ['@', '@e'],
      ['', '@e'],
      ['--session login @e3', '--session login @e3 '],
      ['--ref e1', '--ref e1 '],
    ]) {
      const left = await line(
        `mobile-dev-agent ui tap ${typed}\t"\x01echo "LINE `,
        /\nLINE mobile-dev-agent ui tap (.*)\r\n/,
      );
      assert.equal(left, wanted, `shopt ${setting} hostcomplete: ${typed}`);
    }
  }
});

test('fish', async (t) => {
  if (!(await has('fish', t))) return;
  const file = await script('fish');
  for (const { words, is } of [...cases, { words: ['device', 'list', '--platform=an'], is: ['--platform=android'] }]) {
    const line = ['mobile-dev-agent', ...words].join(' ');
    const answer = await run('fish', ['--no-config', '-c', `source ${file}; complete -C ${quoted(line)}`], {
      cwd: folder,
      env,
    });
    assert.equal(answer.err, '');
    const offered = answer.out
      .split('\n')
      .filter(Boolean)
      .map((entry) => entry.split('\t')[0]);
    check(words, offered, is);
  }
});

// zsh completes only in its line editor: run a zsh on its own terminal, and record the completions
// instead of showing them.
const zshDriver = (file) => `
zmodload zsh/zpty || exit 1
zpty z zsh -f -i
zpty -w z 'PS1=; autoload -Uz compinit; compinit -u -D; source ${file}'
zpty -w z 'compadd() { local -a found; builtin compadd -O found "$@"; print -l -- $found >>${folder}/found; builtin compadd "$@" }'
zpty -w z 'done_() { zle complete-word; print END >>${folder}/found; exit }; zle -N done_; bindkey "^I" done_'
zpty -w z 'setopt no_list_beep; print READY >>${folder}/found'
integer tries=0
while ! grep -q READY ${folder}/found 2>/dev/null && ((tries++ < 400)); do zselect -t 5 2>/dev/null || sleep 0.05; done
zpty -w -n z "$1"$'\\t'
tries=0
while ! grep -q END ${folder}/found && ((tries++ < 400)); do sleep 0.05; done
zpty -d z
`;

test('zsh', async (t) => {
  if (!(await has('zsh', t))) return;
  const file = await script('zsh');
  for (const { words, is } of [...cases, { words: ['device', 'list', '--platform=an'], is: ['android'] }]) {
    fs.rmSync(path.join(folder, 'found'), { force: true });
    const line = ['mobile-dev-agent', ...words].join(' ');
    const answer = await run('zsh', ['-f', '-c', zshDriver(file), 'zsh', line], { cwd: folder, env });
    const found = fs.readFileSync(path.join(folder, 'found'), 'utf8').split('\n').filter(Boolean);
    assert.ok(found.includes('END'), `${line}: ${found} ${answer.err}`);
    check(
      words,
      found.filter((word) => !['READY', 'END'].includes(word)),
      is,
    );
  }
});

test('every command and option is in every script', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const text = fs.readFileSync(await script(shell), 'utf8');
    for (const name of commands) assert.ok(text.includes(name), `${shell}: ${name}`);
    for (const [, option] of rows.out.matchAll(/^\| .*`--([a-z-]+)/gm))
      assert.ok(text.includes(option), `${shell}: ${option}`);
  }
});

test('known words are read from files alone, and nothing in them is for a shell to expand', async () => {
  const words = async (...rest) => (await run(program('mobile-dev-agent'), ['__complete', ...rest], { env })).out;
  assert.equal(await words('refs'), '@e1\tbutton Log in\n@e2\tbutton a $(touch bad)\n');
  assert.equal(await words('ref-names', 'login'), 'e1\tbutton x\ne2\tbutton y\ne3\tbutton z\n');
  assert.equal(
    await words('devices'),
    'emulator-5554\tPixel 8\nbooted\ta simulator\niphone-latest\ta simulator\nipad-latest\ta simulator\n',
  );
  assert.equal(await words('refs', 'no such session'), '');
  assert.equal(await words('nonsense'), '');
  assert.ok(!fs.existsSync(path.join(folder, 'bad')));
});
