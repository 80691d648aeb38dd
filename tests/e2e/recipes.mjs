// recipes.mjs: pages whose commands are run: what a page's fences mean, and how each runs. The
// marks are HTML comments in front of a fence, which readers do not see (docs/recipes/README.md).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { atEnd, build, freePort, program, root, run, stop, temporaryFolder, until } from './lib.mjs';

export const programs = ['agentest', 'mobile-dev-agent', 'mobile-tester-agent', 'virtual-android'];

const known = ['devices', 'app', 'model', 'bus', 'copy'];
const kinds = ['file', 'output', 'exit', 'background', 'not run', 'elsewhere'];

// <!-- name: value --> in front of a fence, or <!-- name --> without a value.
const markOf = (line) => {
  const [, name, value = ''] = /^<!-- ([a-z ]+?)(?:: (.*?))? -->$/.exec(line) ?? [];
  return name && { name, value };
};

// The page's title, its own marks and its fences: {language, text, line, mark}.
export function readPage(text) {
  const page = { title: /^# (.+)$/m.exec(text)?.[1], marks: {}, fences: [] };
  let fence;
  let mark;
  for (const [at, line] of text.split('\n').entries()) {
    if (fence && line === '```') {
      page.fences.push({ ...fence, text: fence.lines.join('\n') });
      fence = undefined;
    } else if (fence) fence.lines.push(line);
    else if (line.startsWith('```')) {
      fence = { language: line.slice(3), line: at + 1, mark, lines: [] };
      mark = undefined;
    } else if (line.startsWith('<!--')) {
      const one = markOf(line);
      assert.ok(one, `line ${at + 1}: not a mark: ${line}`);
      if (known.includes(one.name)) page.marks[one.name] = one.value;
      else {
        assert.ok(kinds.includes(one.name), `line ${at + 1}: there is no mark '${one.name}'`);
        mark = { ...one, line: at + 1 };
      }
    } else if (line.trim()) assert.ok(!mark, `line ${mark?.line}: no fence follows this mark`);
  }
  assert.ok(!fence, 'a fence without an end');
  return page;
}

// Programs and options in commands that are not run here: each exists, by its page of --help.
const helps = new Map();
async function helpOf(words) {
  const key = words.join(' ');
  if (!helps.has(key)) helps.set(key, await run(program(words[0]), [...words.slice(1), '--help']));
  return helps.get(key);
}

async function checkCommand(words) {
  const names = [words[0]];
  let help = await helpOf(names);
  assert.equal(help.status, 0, help.err);
  for (const word of words.slice(1, 3)) {
    if (!/^[a-z][a-z-]*$/.test(word)) break;
    const next = await helpOf([...names, word]);
    if (next.status !== 0) break;
    names.push(word);
    help = next;
  }
  const alone = await helpOf(names.slice(0, 1));
  for (const word of words.slice(1)) {
    const [option] = word.split('=');
    if (/^--?[a-z]/.test(option))
      assert.ok((help.out + alone.out).includes(option), `'${names.join(' ')}' has no option ${option}`);
  }
  if (words.length > 1 && /^[a-z]+$/.test(words[1]))
    assert.ok(names.length > 1, `${words[0]} has no command '${words[1]}'`);
}

// The commands of our programs in a block, one a line; a line that ends with \ goes on.
export const commandsIn = (text) =>
  text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => line.split(/ (?:&&|\|\|?|;) /))
    .map((line) => line.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .map((line) => line.replace(/ [<>].*$/, '').split(/\s+/))
    .filter(([name]) => programs.includes(name));

export async function checkOnly(text) {
  for (const words of commandsIn(text)) await checkCommand(words);
}

// Compare a command's output with the lines that a page shows: they come in this order, each
// somewhere in the output, and … is any text.
export function compareOutput(shown, out) {
  let rest = out;
  for (const line of shown.split('\n').filter((one) => one.trim() && one.trim() !== '…')) {
    const parts = line
      .trim()
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/ +/g, ' +'));
    const found = new RegExp(parts.join('[^\\n]*')).exec(rest);
    assert.ok(found, `the output has no line '${line.trim()}' after what was found before:\n${out}`);
    rest = rest.slice(found.index + found[0].length);
  }
}

// A folder in which the fences of one page run, one after the other.
export async function startBench({ env, keys = {}, replace = {}, copy = [] }) {
  const folder = temporaryFolder();
  for (const name of copy) fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  const state = path.join(folder, '.state');
  fs.mkdirSync(state);
  const all = {
    ...env,
    PATH: `${build}:${process.env.PATH}`,
    NO_COLOR: '1',
    HOME: state,
    XDG_STATE_HOME: path.join(state, 'state'),
    MOBILE_DEV_AGENT_STATE_DIR: path.join(state, 'mda'),
    MOBILE_DEV_AGENT_CACHE_DIR: path.join(state, 'cache'),
    OLLAMA_HOST: 'http://127.0.0.1:1',
    LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  };
  for (const name of Object.keys(all)) if (/_API_KEY$|^OPEN_ROUTER$|^HOME_PATH$/.test(name)) delete all[name];
  Object.assign(all, keys);
  const port = await freePort();
  const words = { '127.0.0.1:8080': `127.0.0.1:${port}`, ...replace };
  const filled = (text) => Object.entries(words).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const bench = { folder, filled, running: [], last: undefined };

  bench.write = (name, text) => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${filled(text)}\n`);
  };
  const script = (text) => ['-ec', filled(text)];
  bench.run = async (text, status) => {
    const ended = await run('sh', script(text), { cwd: folder, env: all, timeout: 600000 });
    bench.last = ended.out + ended.err;
    assert.equal(String(ended.status), status, bench.last);
  };
  // A command that lasts: it runs until it has said the words, and ends with the page.
  bench.background = async (text, said) => {
    const child = spawn('sh', script(`exec ${text}`), { cwd: folder, env: all, stdio: ['ignore', 'pipe', 'pipe'] });
    const job = { child, out: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        job.out += part;
      });
    bench.running.push(job);
    atEnd(() => stop(child, 'SIGKILL'));
    await until(() => job.out.includes(said) || child.exitCode !== null, `'${text}' says '${said}'`);
    assert.ok(job.out.includes(said), `it ended with status ${child.exitCode}: ${job.out}`);
  };
  // The output of a command that lasts, once it has ended by itself.
  bench.outputOf = async (job) => {
    await until(() => job.child.exitCode !== null, 'the command ends', 600);
    return job.out;
  };
  bench.stop = async () => {
    for (const { child } of bench.running.reverse()) await stop(child);
  };
  return bench;
}

// One fence of a page, as its mark says.
export async function tryFence(bench, fence) {
  const { name, value } = fence.mark ?? {};
  if (name === 'file') return bench.write(value, fence.text);
  if (name === 'output') {
    const [job] = value ? bench.running.slice(Number(value) - 1) : [];
    return compareOutput(bench.filled(fence.text), job ? await bench.outputOf(job) : bench.last);
  }
  assert.equal(fence.language, 'sh', `line ${fence.line}: a fence of '${fence.language}' needs a mark`);
  if (name === 'not run' || name === 'elsewhere') return checkOnly(fence.text);
  await checkOnly(fence.text);
  if (name === 'background') return bench.background(fence.text, value);
  return bench.run(fence.text, name === 'exit' ? value : '0');
}
