// `agentest setup` and `mobile-dev-agent setup` in a home with the configurations of all clients. What they write is
// compared byte by byte, and read by parsers that are not ours.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parse, printParseErrorCode } from 'jsonc-parser';
import { startMda } from './mda.mjs';
import { program, root, run, temporaryFolder } from './lib.mjs';

const agentest = program('agentest');
const entry = (indent, rest = '') => `"agentest": {\n${indent}  ${rest}"command": "${agentest}"\n${indent}}`;

// client: [file, its text, the text with agentest]
const CONFIGS = {
  claude: [
    '.claude.json',
    '{\n  "numStartups": 7,\n  "mcpServers": {\n    "gh": {\n      "type": "http",\n      "url": "https://x/mcp"\n    }\n  },\n' +
      '  "projects": {\n    "/p": {\n      "mcpServers": {}\n    }\n  }\n}',
    `{\n  "numStartups": 7,\n  "mcpServers": {\n    "gh": {\n      "type": "http",\n      "url": "https://x/mcp"\n    },\n    ${entry('    ', '"type": "stdio",\n      ')}\n  },\n` +
      '  "projects": {\n    "/p": {\n      "mcpServers": {}\n    }\n  }\n}',
  ],
  'claude-desktop': [
    '.config/Claude/claude_desktop_config.json',
    '{"globalShortcut":"","mcpServers":{"a":{"command":"a"}}}',
    `{"globalShortcut":"","mcpServers":{"a":{"command":"a"},"agentest":{"command":"${agentest}"}}}`,
  ],
  cursor: [
    '.cursor/mcp.json',
    '{\r\n\t"mcpServers": {\r\n\t\t"b": { "command": "b", "args": [] }\r\n\t}\r\n}\r\n',
    `{\r\n\t"mcpServers": {\r\n\t\t"b": { "command": "b", "args": [] },\r\n\t\t"agentest": {\r\n\t\t\t"command": "${agentest}"\r\n\t\t}\r\n\t}\r\n}\r\n`,
  ],
  vscode: [
    '.config/Code/User/mcp.json',
    '{\n\t// inputs are asked for\n\t"inputs": [],\n\t"servers": {\n\t\t"x": { "url": "http://x" }, // remote\n\t},\n}\n',
    `{\n\t// inputs are asked for\n\t"inputs": [],\n\t"servers": {\n\t\t"x": { "url": "http://x" }, // remote\n\t\t"agentest": {\n\t\t\t"type": "stdio",\n\t\t\t"command": "${agentest}"\n\t\t},\n\t},\n}\n`,
  ],
  windsurf: [
    '.codeium/windsurf/mcp_config.json',
    '{\n  "mcpServers": {}\n}\n',
    `{\n  "mcpServers": {\n    ${entry('    ')}\n  }\n}\n`,
  ],
  codex: [
    '.codex/config.toml',
    'model = "gpt-5" # mine\n\n[mcp_servers.docs]\nurl = "https://x/mcp"\n\n[profiles.fast]\nmodel = "mini"\n',
    `model = "gpt-5" # mine\n\n[mcp_servers.docs]\nurl = "https://x/mcp"\n\n[profiles.fast]\nmodel = "mini"\n\n[mcp_servers.agentest]\ncommand = "${agentest}"\n`,
  ],
  gemini: [
    '.gemini/settings.json',
    '{\n    "theme": "Default",\n    "mcpServers": {\n        "z": {\n            "httpUrl": "http://z"\n        }\n    }\n}\n',
    `{\n    "theme": "Default",\n    "mcpServers": {\n        "z": {\n            "httpUrl": "http://z"\n        },\n        "agentest": {\n            "command": "${agentest}"\n        }\n    }\n}\n`,
  ],
  zed: [
    '.config/zed/settings.json',
    '// Zed settings\n//\n{\n  "vim_mode": true,\n  "context_servers": {\n    "a": { "command": "a", "args": [] }\n    /* more to come */\n  },\n  "theme": { "mode": "system" } // both\n}\n',
    `// Zed settings\n//\n{\n  "vim_mode": true,\n  "context_servers": {\n    "a": { "command": "a", "args": [] },\n    "agentest": {\n      "command": "${agentest}",\n      "args": []\n    }\n    /* more to come */\n  },\n  "theme": { "mode": "system" } // both\n}\n`,
  ],
  jetbrains: [
    '.junie/mcp/mcp.json',
    '\ufeff{\n  "mcpServers": {\n    "j": {}\n  }\n}\n',
    `\ufeff{\n  "mcpServers": {\n    "j": {},\n    ${entry('    ')}\n  }\n}\n`,
  ],
};
const clients = Object.keys(CONFIGS);

function makeHome(texts = CONFIGS) {
  const home = temporaryFolder();
  for (const [file, text] of Object.values(texts)) {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    fs.writeFileSync(path.join(home, file), text, { mode: 0o640 });
  }
  const env = { HOME: home, PATH: '/usr/bin:/bin' };
  const read = (client) => fs.readFileSync(path.join(home, CONFIGS[client][0]), 'utf8');
  const setup = (...args) => run(agentest, ['setup', ...args], { env, cwd: home });
  return { home, env, read, setup };
}

async function parsed(file, text) {
  if (file.endsWith('.toml')) {
    const script = 'import json, sys, tomllib; print(json.dumps(tomllib.load(sys.stdin.buffer)))';
    const { status, out, err } = await run('python3', ['-c', script], { input: text });
    assert.equal(status, 0, err);
    return JSON.parse(out);
  }
  const errors = [];
  const value = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  assert.deepEqual(
    errors.map((error) => printParseErrorCode(error.error)),
    [],
    text,
  );
  return value;
}
const serversOf = (config) => config.mcpServers ?? config.servers ?? config.context_servers ?? config.mcp_servers;

test('setup --yes: all clients, each byte where it belongs; again changes nothing; --remove gives all back', async () => {
  const { home, read, setup } = makeHome();
  const { status, out, err } = await setup('--yes');
  assert.equal(status, 0, out + err);
  for (const client of clients) {
    const [file, before, after] = CONFIGS[client];
    assert.equal(read(client), after, client);
    const [was, is] = [await parsed(file, before), await parsed(file, after)];
    assert.equal(serversOf(is).agentest.command, agentest);
    delete serversOf(is).agentest;
    assert.deepEqual(is, was, client);
    assert.equal(fs.statSync(path.join(home, file)).mode & 0o777, 0o640, client);
  }
  assert.match(out, /^Claude Code: added to \/.*\.claude\.json; then: start a new session$/m);
  assert.match(out, /^\+ {4}"agentest": \{$/m);
  assert.match(out, /^9 written$/m);

  const inodes = clients.map((client) => fs.statSync(path.join(home, CONFIGS[client][0])).ino);
  const again = await setup('--yes');
  assert.equal(again.status, 0);
  assert.match(again.out, /^9 unchanged$/m);
  const kept = clients.map((client) => fs.statSync(path.join(home, CONFIGS[client][0])).ino);
  assert.deepEqual(kept, inodes, 'no file was written again');

  const removed = await setup('--remove', '--yes');
  assert.equal(removed.status, 0, removed.out + removed.err);
  for (const client of clients) assert.equal(read(client), CONFIGS[client][1], client);
  const left = fs.readdirSync(home, { recursive: true }).filter((name) => /\.(new|bak)$/.test(name));
  assert.deepEqual(left, []);
});

test('setup without a terminal and without --yes shows the difference, writes nothing and says so', async () => {
  const { read, setup } = makeHome();
  for (const [args, status] of [
    [[], 1],
    [['--dry-run'], 0],
    [['--json'], 1],
  ]) {
    const ended = await setup(...args);
    assert.equal(ended.status, status, ended.err);
    assert.match(ended.out, /"agentest/);
    if (status) assert.match(ended.err, /nothing was written.*--yes/);
    for (const client of clients) assert.equal(read(client), CONFIGS[client][1], client);
  }
});

// Behind a terminal of Python's.
const terminal = 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)';

test('setup on a terminal asks, and writes after a y only', async () => {
  for (const [answer, written] of [
    ['n', false],
    ['y', true],
  ]) {
    const { env, read } = makeHome();
    const child = spawn('python3', ['-c', terminal, agentest, 'setup', 'cursor'], {
      env: { ...env, PATH: process.env.PATH },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (part) => {
      const asked = said.includes('[y/N]');
      said += part;
      if (!asked && said.includes('[y/N]')) child.stdin.write(`${answer}\n`);
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    assert.equal(status, written ? 0 : 1, said);
    assert.match(said, /Write 1 file\? \[y\/N\]/);
    assert.equal(read('cursor'), CONFIGS.cursor[written ? 2 : 1]);
  }
});

test('a file that cannot be read stays as it is, with the place; the others are written', async () => {
  const { read, setup } = makeHome({
    ...CONFIGS,
    cursor: ['.cursor/mcp.json', '{\n  "mcpServers": {\n    "b": 1\n    "c": 2\n  }\n}\n'],
    codex: ['.codex/config.toml', 'a = 1\nb = \n'],
  });
  const before = read('cursor');
  const { status, out, err } = await setup('--yes');
  assert.equal(status, 1);
  assert.match(out, /^Cursor: failed: .*mcp\.json' stays as it is: line 4, column 5: ',' or '\}' expected$/m);
  assert.match(out, /^Codex: failed: .*line 2, column 5: a value expected$/m);
  assert.match(out, /^7 written, 2 failed$/m);
  assert.match(err, /2 of 9 clients failed, the first is Cursor/);
  assert.equal(read('cursor'), before);
  assert.equal(read('zed'), CONFIGS.zed[2]);
});

test('only named clients, or those that are found; a missing file is made', async () => {
  const { home, env, setup } = makeHome({});
  const none = await setup('--yes');
  assert.equal(none.status, 1);
  assert.match(none.err, /no client was found.*agentest setup claude/);
  fs.mkdirSync(path.join(home, '.gemini'));
  const bin = path.join(home, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'codex'), '#!/bin/sh\n', { mode: 0o755 });
  const found = await run(agentest, ['setup', '--yes'], { env: { ...env, PATH: `${env.PATH}:${bin}` } });
  assert.equal(found.status, 0, found.err);
  assert.deepEqual(
    found.out
      .split('\n')
      .filter((line) => /added to/.test(line))
      .map((line) => line.split(':')[0]),
    ['Codex', 'Gemini CLI'],
  );
  const config = path.join(home, '.codex/config.toml');
  assert.equal(fs.readFileSync(config, 'utf8'), `[mcp_servers.agentest]\ncommand = "${agentest}"\n`);
  assert.equal(fs.statSync(config).mode & 0o777, 0o600);
  assert.equal((await setup('claude', 'cursor', '--yes')).status, 0);
  assert.equal((await setup('emacs')).status, 2);
});

test('--scope project writes the files of a project, and refuses a client without one', async () => {
  const { home, setup } = makeHome({});
  const { status, err } = await setup('claude', 'cursor', 'vscode', 'codex', 'gemini', '--scope', 'project', '--yes');
  assert.equal(status, 0, err);
  for (const file of [
    '.mcp.json',
    '.cursor/mcp.json',
    '.vscode/mcp.json',
    '.codex/config.toml',
    '.gemini/settings.json',
  ]) {
    const config = await parsed(file, fs.readFileSync(path.join(home, file), 'utf8'));
    assert.equal(serversOf(config).agentest.command, agentest, file);
  }
  const zed = await setup('zed', '--scope', 'project', '--yes');
  assert.equal(zed.status, 1);
  const nowhere = await setup('claude', '--scope', 'team', '--yes');
  assert.equal(nowhere.status, 2);
  assert.match(nowhere.err, /--scope is user or project, not 'team'/);
  assert.match(zed.err, /Zed has no list of servers in a project: leave out --scope project/);
});

test('variables move the folders of Claude Code, Codex and XDG', async () => {
  const { home, env } = makeHome({});
  const moved = { ...env, CLAUDE_CONFIG_DIR: `${home}/c`, CODEX_HOME: `${home}/x`, XDG_CONFIG_HOME: `${home}/g` };
  const { status } = await run(agentest, ['setup', 'claude', 'codex', 'zed', 'vscode', '--yes'], { env: moved });
  assert.equal(status, 0);
  for (const file of ['c/.claude.json', 'x/config.toml', 'g/zed/settings.json', 'g/Code/User/mcp.json'])
    assert.ok(fs.existsSync(path.join(home, file)), file);
});

test('the command is the path as it was called, absolute; behind npx and uvx it is theirs', async () => {
  const { home, env } = makeHome({});
  const bin = path.join(home, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(agentest, path.join(bin, 'agentest'));
  const command = async (file, options) => {
    const { out, err } = await run(file, ['setup', 'cursor', '--dry-run', '--json'], options);
    assert.ok(out, err);
    return JSON.parse(out).command;
  };
  const link = [path.join(bin, 'agentest')];
  assert.deepEqual(await command('agentest', { env: { ...env, PATH: bin } }), link);
  assert.deepEqual(await command('./agentest', { env, cwd: bin }), link);
  assert.deepEqual(await command('../bin/./agentest', { env, cwd: bin }), link);
  for (const [by, words] of [
    ['npx', ['npx', '-y', 'agentest-mcp']],
    ['uvx', ['uvx', 'agentest-mcp']],
    ['brew', [agentest]],
  ])
    assert.deepEqual(await command(agentest, { env: { ...env, AGENTEST_LAUNCHED_BY: by } }), words);
  for (const [cache, words] of [
    ['.npm/_npx/1f/node_modules/agentest-mcp-linux-x64/bin', ['npx', '-y', 'agentest-mcp']],
    ['.cache/uv/archive-v0/Qx/bin', ['uvx', 'agentest-mcp']],
    ['.cache/pnpm/dlx/1f/bin', ['pnpm', 'dlx', 'agentest-mcp']],
    ['bunx-1000-agentest-mcp@latest/bin', ['bunx', 'agentest-mcp']],
  ]) {
    const copy = path.join(home, cache, 'agentest');
    fs.mkdirSync(path.dirname(copy), { recursive: true });
    fs.copyFileSync(agentest, copy);
    assert.deepEqual(await command(copy, { env }), words, cache);
  }
});

test('an upgrade changes the command alone, and keeps what the user has added', async () => {
  const { read, env } = makeHome({
    cursor: ['.cursor/mcp.json', '{"mcpServers": {"agentest": {"command": "/old", "env": {"A": "1"}}}}\n'],
    codex: [
      '.codex/config.toml',
      '[mcp_servers.agentest]\ncommand = "/old" # was\n[mcp_servers.agentest.env]\nA = "1"\n',
    ],
  });
  const npx = { ...env, AGENTEST_LAUNCHED_BY: 'npx' };
  const { out } = await run(agentest, ['setup', 'cursor', 'codex', '--yes'], { env: npx });
  assert.match(out, /^Cursor: updated in /m);
  assert.equal(
    read('cursor'),
    '{"mcpServers": {"agentest": {"command": "npx", "env": {"A": "1"}, "args": ["-y", "agentest-mcp"]}}}\n',
  );
  assert.equal(
    read('codex'),
    '[mcp_servers.agentest]\ncommand = "npx" # was\nargs = ["-y", "agentest-mcp"]\n[mcp_servers.agentest.env]\nA = "1"\n',
  );
});

test('a link stays a link, and several runs at once lose nothing', async () => {
  const { home, env, read, setup } = makeHome({ cursor: CONFIGS.cursor });
  const real = path.join(home, 'dotfiles.json');
  const link = path.join(home, CONFIGS.cursor[0]);
  fs.renameSync(link, real);
  fs.symlinkSync(real, link);
  await Promise.all(Array.from({ length: 8 }, () => setup('cursor', '--yes')));
  assert.ok(fs.lstatSync(link).isSymbolicLink());
  assert.equal(read('cursor'), CONFIGS.cursor[2]);
  const ended = await Promise.all(
    Array.from({ length: 8 }, (_, i) => run(agentest, ['setup', clients[i], '--yes'], { env })),
  );
  assert.deepEqual(
    ended.map((one) => one.status),
    Array(8).fill(0),
  );
});

test('mobile-dev-agent setup installs, updates and removes its skill file', async () => {
  const mda = startMda();
  const home = temporaryFolder();
  const options = { env: { HOME: home, CLAUDE_CONFIG_DIR: '' } };
  const skill = (folder) => path.join(home, folder, 'mobile-dev-agent/SKILL.md');
  const text = fs.readFileSync(path.join(root, 'skills/mobile-dev-agent/SKILL.md'), 'utf8');
  const folders = {
    claude: '.claude/skills',
    cursor: '.cursor/skills',
    vscode: '.copilot/skills',
    windsurf: '.codeium/windsurf/skills',
    codex: '.agents/skills',
    gemini: '.gemini/skills',
  };
  const refused = await mda.fails(['setup', 'claude'], 2, options);
  assert.match(refused.error.message, /--yes/);
  assert.equal(fs.existsSync(skill(folders.claude)), false);
  const { data } = await mda.ok(['setup', ...Object.keys(folders), '--yes'], options);
  assert.equal(data.summary.written, 6);
  for (const folder of Object.values(folders))
    assert.ok(fs.readFileSync(skill(folder), 'utf8').startsWith(text), folder);
  assert.equal((await mda.ok('setup claude --yes', options)).data.summary.unchanged, 1);

  fs.writeFileSync(skill(folders.cursor), 'mine\n');
  const kept = await mda.fails('setup cursor --remove', 2, options);
  assert.equal(kept.data.clients[0].state, 'kept');
  assert.match(kept.error.message, /changed by hand: --yes/);
  assert.equal(fs.readFileSync(skill(folders.cursor), 'utf8'), 'mine\n');
  await mda.ok(['setup', ...Object.keys(folders), '--remove', '--yes'], options);
  for (const folder of Object.values(folders)) assert.equal(fs.existsSync(path.dirname(skill(folder))), false, folder);

  await mda.ok('setup claude --scope project --yes', options);
  assert.ok(fs.existsSync(path.join(mda.folder, '.claude/skills/mobile-dev-agent/SKILL.md')));
  const none = await mda.fails('setup zed --yes', 2, options);
  assert.match(none.error.message, /Zed has no folder of skills/);
});
