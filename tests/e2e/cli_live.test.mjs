// mobile-dev-agent's live process: its lifecycle, its clients, and peers that are
// not clients; following logs; the repl.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { program, run, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { startMda, startRepl } from './mda.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
const place = (session, name) => path.join(mda.state, 'run', session, name);
const mode = (file) => (fs.statSync(file).mode & 0o777).toString(8);
const status = async (session) => (await mda.ok(`live status --session ${session}`)).data;
const sessions = [];

async function start(session, more = '') {
  sessions.push(session);
  return (await mda.ok(`live start --session ${session}${more}`)).data;
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

// Send text on a new connection; return all lines until it is closed.
async function say(session, text, { end = false } = {}) {
  const socket = net.connect(place(session, 'live.sock'));
  let said = '';
  socket.on('data', (data) => {
    said += data;
  });
  socket.on('error', () => {}); // it need not read to the end
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  await once(socket, 'connect');
  if (end) socket.end(text);
  else socket.write(text);
  await closed;
  return said
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

// Start a process; out and err are what it has printed so far.
function begin(words, options) {
  const child = mda.spawn(words, options);
  const begun = { child, out: '', err: '', exit: once(child, 'exit') };
  child.stdout.on('data', (data) => {
    begun.out += data;
  });
  child.stderr.on('data', (data) => {
    begun.err += data;
  });
  begun.lines = () =>
    begun.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return begun;
}

// Start a command that does not end by itself within a minute.
const waiting = (session, more = []) =>
  begin(['ui', 'assert-visible', 'no such text', '--timeout-ms', '60000', '--session', session, '--json', ...more]);

test('start, status, stop: files for this user only, and none left', async () => {
  assert.equal((await status('life')).running, false);
  const begun = await start('life', ' --ttl 90s');
  assert.equal(begun.started, true);
  assert.equal(begun.ttl_ms, 90000);
  assert.ok(isAlive(begun.pid));
  assert.equal(mode(place('life', '')), '700');
  assert.equal(mode(begun.socket), '600');
  assert.equal(mode(place('life', 'live.pid')), '600');
  assert.equal(mode(begun.log), '600');
  assert.equal(fs.readFileSync(place('life', 'live.pid'), 'utf8'), `${begun.pid}\n`);

  const now = await status('life');
  assert.equal(now.running, true);
  assert.equal(now.pid, begun.pid);
  assert.equal(now.session, 'life');
  assert.equal(now.commands, 0);
  const again = await start('life', ' --ttl 1h');
  assert.equal(again.started, false);
  assert.equal(again.pid, begun.pid);

  const stopped = (await mda.ok('live stop --session life')).data;
  assert.deepEqual(stopped, { stopped: true, pid: begun.pid });
  assert.ok(!fs.existsSync(begun.socket) && !fs.existsSync(place('life', 'live.pid')));
  await until(() => !isAlive(begun.pid), 'the process has ended');
  assert.deepEqual((await mda.ok('live stop --session life')).data, { stopped: false, pid: null });
  assert.match((await mda.run('live status --session life')).stdout, /no live process/);
});

test('ten starts at once make one process', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => start('many')));
  assert.equal(new Set(all.map((one) => one.pid)).size, 1);
  assert.equal(all.filter((one) => one.started).length, 1);
});

test('ui commands run in it, with the same envelope', async () => {
  await device.shell('monkey', '-p', 'com.example.notes', '1');
  const alone = await mda.ok('ui snapshot --no-screenshot --session warm');
  assert.ok(!('live' in alone));
  await start('warm');
  const live = await mda.ok('ui snapshot --no-screenshot --session warm --out here.json');
  assert.equal(live.live, true);
  assert.deepEqual(
    Object.keys(live).filter((key) => key !== 'live'),
    Object.keys(alone),
  );
  assert.equal(live.data.snapshot.tree, alone.data.snapshot.tree);
  assert.ok(fs.existsSync(path.join(mda.folder, 'here.json')), 'a relative path is the client’s');
  assert.ok(fs.existsSync(path.join(live.run_dir, 'result.json')));
  const events = await mda.run('ui snapshot --no-screenshot --session warm --jsonl');
  assert.equal(events.json.live, true);
  assert.ok(events.events.length > 0);
  const text = await mda.run('ui snapshot --no-screenshot --session warm');
  assert.equal(text.stdout.trimEnd(), live.data.snapshot.tree.trimEnd());
  assert.equal((await mda.ok('session show --session warm')).live, undefined);
  const failed = await mda.fails('ui tap @e999 --session warm', 1);
  assert.equal(failed.live, true);
  assert.equal((await status('warm')).commands, 4);
});

test('a snapshot in it is read again', async () => {
  await start('warm');
  const find = async () => (await mda.ok('ui snapshot --no-screenshot --session warm')).data.snapshot;
  const one = await find();
  await device.shell('input', 'keyevent', 'KEYCODE_HOME');
  const other = await find();
  assert.notEqual(one.tree, other.tree);
  await device.shell('monkey', '-p', 'com.example.notes', '1');
});

test('another device, server or tool: the command runs by itself, and says so', async () => {
  await start('warm');
  const other = await mda.run('ui snapshot --no-screenshot --session warm --jsonl', {
    env: { ANDROID_SERIAL: 'emulator-9998' },
  });
  assert.equal(other.json.live, undefined);
  assert.equal(other.status, 1);
  assert.ok(other.events.some((event) => /ANDROID_SERIAL/.test(event.data.message)));
  const way = await mda.run('ui snapshot --no-screenshot --session warm --json', { env: { AGENTEST_HELPER: 'none' } });
  assert.equal(way.status, 2, 'the way to the device is chosen by the command, not by the process that happens to run');
  assert.match(way.json.error.message, /AGENTEST_HELPER is 'none'/);
  const cache = await mda.run('ui snapshot --no-screenshot --session warm --verbose', {
    env: { MOBILE_DEV_AGENT_CACHE_DIR: temporaryFolder() },
  });
  assert.match(cache.stderr, /run here, not in the live process.*cache/);
});

test('one of another version is asked to end, and replaced', async () => {
  fs.mkdirSync(place('old', ''), { recursive: true, mode: 0o700 });
  const heard = [];
  const old = net.createServer((socket) => {
    socket.write('{"live":1,"version":"mobile-dev-agent@0.0.1","pid":4242424,"ttl_ms":120000}\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard.push(String(data).trim());
      if (!heard.at(-1).includes('"stop"')) return;
      old.close();
      socket.end('{"type":"stopping"}\n');
    });
  });
  old.listen(place('old', 'live.sock'));
  await once(old, 'listening');
  const shown = await status('old');
  assert.equal(shown.version, 'mobile-dev-agent@0.0.1');
  assert.equal(shown.same_version, false);
  sessions.push('old');
  const json = await mda.ok('ui snapshot --no-screenshot --session old');
  assert.equal(json.live, true);
  assert.deepEqual(
    heard.filter((line) => line.includes('"run"')),
    [],
  );
  const now = await status('old');
  assert.equal(now.same_version, true);
  assert.equal(now.ttl_ms, 120000, 'it keeps the old one’s time to live');
});

test('the next process clears away the remains of a killed one', async () => {
  const { pid, socket } = await start('killed');
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid), 'it has gone');
  assert.ok(fs.existsSync(socket));
  const json = await mda.ok('ui snapshot --no-screenshot --session killed');
  assert.equal(json.live, undefined);
  assert.ok(!fs.existsSync(socket) && !fs.existsSync(place('killed', 'live.pid')));
  const again = await start('killed');
  process.kill(again.pid, 'SIGKILL');
  await until(() => !isAlive(again.pid), 'it has gone');
  const third = await start('killed');
  assert.equal(third.started, true);
  assert.equal((await status('killed')).pid, third.pid);
});

test('HTTP, garbage and what is too long are refused with a line, and counted', async () => {
  await start('strange');
  const texts = [
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /run HTTP/1.1\r\n',
    'PUT / HTTP/1.1\r\n',
    'HEAD / HTTP/1.1\r\n',
    'OPTIONS * HTTP/1.1\r\n',
    'CONNECT x:1 HTTP/1.1\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00',
    '\n',
    '[1]\n',
    '{}\n',
    '{"do":"run"}\n',
    '{"do":"x"}\n',
    '{"do":"run","argv":["session","show"],"cwd":"/","facts":{}}\n',
  ];
  let refused = 0;
  for (const text of texts) {
    const lines = await say('strange', text);
    assert.equal(lines[0].live, 1);
    assert.equal(lines.length, 2, text);
    if (lines[1].type === 'elsewhere') continue; // those facts belong to no device
    assert.equal(lines[1].type, 'refused', text);
    assert.match(lines[1].message, /\w/);
    refused++;
  }
  assert.equal(refused, texts.length - 1);
  const long = await say('strange', `{"do":"${'x'.repeat(5 << 20)}`);
  assert.match(long[1].message, /too long/);
  assert.equal((await status('strange')).refused, refused + 1);
  for (let i = 0; i < 40; i++) await say('strange', '', { end: true });
  assert.equal((await status('strange')).running, true);
});

test('a command of another process is refused', async () => {
  await start('strange');
  const run = await mda.run('ui snapshot --no-screenshot --session strange --json');
  assert.equal(run.json.live, true);
  const facts = {};
  const hear = (argv) => say('strange', `${JSON.stringify({ do: 'run', argv, cwd: '/', facts })}\n`);
  // The facts are learnt from its answers: it names those that differ.
  const [, first] = await hear(['ui', 'snapshot']);
  assert.equal(first.type, 'elsewhere');
  assert.ok(first.because.includes('adb'));
});

test('many clients at once take turns', async () => {
  await start('turns');
  const all = await Promise.all(
    Array.from({ length: 12 }, () => mda.ok('ui snapshot --no-screenshot --session turns')),
  );
  assert.ok(all.every((json) => json.live && json.data.snapshot.elements.length > 0));
  assert.equal(new Set(all.map((json) => json.run_dir)).size, 12);
});

test('a client that goes away cancels its command', async () => {
  await start('left');
  const client = waiting('left');
  await until(async () => (await status('left')).running_now === 1, 'it runs');
  client.child.kill('SIGKILL');
  await until(async () => (await status('left')).running_now === 0, 'it has been cancelled');
  assert.equal((await mda.ok('ui snapshot --no-screenshot --session left')).live, true);
});

test('Ctrl-C cancels it, and its result still comes', async () => {
  await start('left');
  const client = waiting('left');
  await until(async () => (await status('left')).running_now === 1, 'it runs');
  client.child.kill('SIGINT');
  assert.deepEqual(await client.exit, [1, null]);
  const json = JSON.parse(client.out);
  assert.equal(json.live, true);
  assert.match(json.error.message, /cancel/);
});

test('stop while a command runs: it is cancelled, and reported so', async () => {
  await start('busy');
  const client = waiting('busy');
  const second = waiting('busy');
  await until(async () => (await status('busy')).running_now === 2, 'it runs');
  assert.equal((await mda.ok('live stop --session busy')).data.stopped, true);
  for (const one of [client, second]) {
    assert.deepEqual(await one.exit, [1, null]);
    assert.match(JSON.parse(one.out).error.message, /cancel/);
  }
});

test('SIGTERM ends it in order', async () => {
  const { pid, socket } = await start('term');
  process.kill(pid, 'SIGTERM');
  await until(() => !isAlive(pid), 'it has ended');
  assert.ok(!fs.existsSync(socket) && !fs.existsSync(place('term', 'live.pid')));
});

test('one that hangs is ended all the same', async () => {
  const { pid, socket } = await start('hung');
  process.kill(pid, 'SIGSTOP');
  const stopped = await mda.ok('live stop --session hung');
  assert.deepEqual(stopped.data, { stopped: true, pid });
  await until(() => !isAlive(pid), 'it has ended');
  assert.ok(!fs.existsSync(socket));
});

test('it ends when nothing has run for its time to live, not before', async () => {
  // The command itself begins the session and uses it within its time.
  sessions.push('short');
  await mda.ok('session set --live 300ms --session short');
  const client = waiting('short');
  const { pid } = await until(async () => {
    const now = await status('short');
    return now.running_now === 1 && now;
  }, 'it runs');
  await new Promise((resolve) => setTimeout(resolve, 600)); // twice its time
  assert.ok(isAlive(pid));
  client.child.kill('SIGINT');
  await client.exit;
  await until(() => !isAlive(pid), 'it has ended');
  assert.ok(!fs.existsSync(place('short', 'live.sock')));
  const bad = await mda.fails('live start --ttl soon', 2);
  assert.match(bad.error.message, /10m|number/);
});

test('a path that is too long for a socket says what to do', async () => {
  const state = path.join(mda.folder, 'x'.repeat(120));
  const json = await mda.fails('live start', 2, { env: { MOBILE_DEV_AGENT_STATE_DIR: state } });
  assert.match(json.error.message, /MOBILE_DEV_AGENT_STATE_DIR/);
  await mda.ok('ui snapshot --no-screenshot', { env: { MOBILE_DEV_AGENT_STATE_DIR: state } });
});

test('live.log is bounded, and has no typed text', async () => {
  await start('logs');
  const { pid } = await status('logs');
  await mda.run(['ui', 'type', 'hunter2secret', '--session', 'logs', '--json']);
  const log = place('logs', 'live.log');
  assert.match(fs.readFileSync(log, 'utf8'), /ui type: status/);
  assert.ok(!fs.readFileSync(log, 'utf8').includes('hunter2secret'));
  fs.appendFileSync(log, `${'x'.repeat(99)}\n`.repeat(11000));
  await mda.ok('ui snapshot --no-screenshot --session logs');
  assert.ok(fs.statSync(log).size < 4096);
  assert.ok(fs.statSync(`${log}.1`).size > 1 << 20);
  assert.equal(mode(log), '600');
  assert.equal((await status('logs')).pid, pid);
});

test('logs tail shows the newest lines', async () => {
  await device.shell('log', '-t', 'LiveTest', 'a line to be found');
  const json = await mda.ok('logs tail');
  assert.ok(json.data.lines.some((line) => line.includes('a line to be found')));
  assert.match((await mda.run('logs tail')).stdout, /a line to be found/);
  const none = await mda.ok('logs tail --app-id com.example.absent');
  assert.deepEqual(none.data.lines, []);
  assert.match(none.data.note, /\w/);
});

test('logs tail --follow: lines as they come, beside other commands, until Ctrl-C', async () => {
  const refused = await mda.run('logs tail --follow --json');
  assert.equal(refused.status, 2);
  assert.match(refused.json.error.message, /--jsonl/);

  sessions.push('follow');
  assert.equal((await status('follow')).running, false);
  const client = begin('logs tail --follow --jsonl --session follow');
  await until(async () => (await status('follow')).following === 1, 'it follows');
  let n = 0;
  await until(async () => {
    await device.shell('log', '-t', 'LiveTest', `tick ${n++}`);
    return client.out.includes('tick ');
  }, 'a line comes');
  const lines = client.lines().filter((line) => line.event === 'output');
  assert.ok(lines.every((line) => line.data.tool === 'log' && line.data.stream === 'stdout'));
  assert.equal((await mda.ok('ui snapshot --no-screenshot --session follow')).live, true);
  client.child.kill('SIGINT');
  assert.deepEqual(await client.exit, [0, null]);
  const result = client.lines().at(-1);
  assert.equal(result.type, 'result');
  assert.equal(result.ok, true);
  assert.equal(result.live, true);
  assert.equal(result.data.followed, client.lines().filter((line) => line.event === 'output').length);
  await until(async () => (await status('follow')).following === 0, 'nothing is followed');
});

test('a device that is lost ends it with an error', async () => {
  const other = await startVirtual(server);
  sessions.push('lost');
  const client = begin(`logs tail --follow --jsonl --session lost --device ${other.serial}`);
  await until(async () => (await status('lost')).following === 1, 'it follows');
  await stop(other.child);
  const [code] = await client.exit;
  assert.equal(code, 1);
  const result = client.lines().at(-1);
  assert.equal(result.ok, false);
  assert.match(result.error.message, /\w/);
});

test('repl: completion, the screen after an action, history, Ctrl-C', async () => {
  const repl = await startRepl(mda, 'typed');
  repl.type('ui sn\t--no-sc\t\r');
  const tree = await repl.see(/@e1[\s\S]*> $/);
  assert.match(tree, /typed emulator-\d+> $/);
  repl.type('ui tap @\t\t');
  const listed = await repl.see(/@e1 [\s\S]*@e2 [\s\S]*ui tap @e$/);
  assert.match(listed, /@e1 +\w+ ".*"/);
  repl.type('\x15ui press home\r');
  const home = await repl.see(/@e\d[\s\S]*> $/);
  assert.equal(home.match(/^screen \d/gm)?.length ?? 0, 1, home); // once
  repl.type('ui type hunter2\r');
  await repl.see(/> $/);
  const runs = () => fs.readdirSync(path.join(mda.cache, 'runs')).length;
  const before = runs();
  repl.type('ui assert-visible nowhere --timeout-ms 60000\r');
  await until(() => runs() > before, 'the command has begun');
  repl.type('\x03');
  assert.match(await repl.see(/> $/), /cancel/);
  repl.type('half a line\x03');
  await repl.see(/\n.*> $/);
  repl.type('\x1b[A');
  await repl.see(/60000/);
  repl.type('\x15\x04');
  assert.deepEqual(await repl.exit, [0, null]);
  const history = fs.readFileSync(place('typed', 'history'), 'utf8');
  assert.equal(history, 'ui snapshot --no-screenshot\nui press home\nui assert-visible nowhere --timeout-ms 60000\n');
  assert.equal(mode(place('typed', 'history')), '600');

  const again = await startRepl(mda, 'typed');
  again.type('\x1b[A\x1b[A\r');
  assert.match(await again.see(/press home[\s\S]*> $/), /home/);
  again.type('quit\r');
  assert.deepEqual(await again.exit, [0, null]);
});

test('repl without a terminal: lines from a file, a result each', async () => {
  const lines =
    'session set --app-id com.example.notes\n# nothing\n\nui snapshot --no-screenshot\nui tap "open\nnope\nexit\ngc\n';
  const ended = await run(program('mobile-dev-agent'), ['repl', '--jsonl', '--session', 'piped'], {
    env: mda.env,
    input: lines,
  });
  assert.equal(ended.status, 1);
  const all = ended.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((line) => line.type === 'result');
  assert.deepEqual(
    all.map((one) => one.command.name),
    ['session.set', 'ui.snapshot', null, null, 'repl'],
  );
  assert.deepEqual(
    all.map((one) => one.ok),
    [true, true, false, false, false],
  );
  assert.ok(all[0].session === 'piped' && all[1].session === 'piped');
  const good = await mda.run('repl --session piped', { input: 'session show' });
  assert.equal(good.status, 0);
  assert.match(good.stdout, /com\.example\.notes/);
  assert.equal((await mda.run('repl --json', { input: '' })).status, 2);
});

// Last, and no hook: those of lib.mjs come first, and remove the folders.
test('all of them end, and none had anything to complain of', async () => {
  for (const session of sessions) {
    await mda.ok(`live stop --session ${session}`);
    for (const name of ['live.log', 'live.log.1']) {
      const log = place(session, name);
      if (fs.existsSync(log)) assert.doesNotMatch(fs.readFileSync(log, 'utf8'), /Sanitizer|runtime error:/);
    }
  }
});
