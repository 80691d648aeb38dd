// Suites on one machine: many scenarios on many devices, data tables, parts,
// signals, reports, and the live table on a terminal.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { atEnd, program, root, run, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const bench = await startAdbServer();
const devices = [await startVirtual(bench), await startVirtual(bench)];
const narrow = await startAdbServer(); // with one device
await startVirtual(narrow);

// A model for any number of conversations at once: what it does follows from the goal. "fails" says
// so, "waits" answers once the gate is open.
const gate = { open: () => {}, asked: 0 };
gate.opened = new Promise((resolve) => {
  gate.open = resolve;
});
const lost = { turns: 0 };
const hanging = { turns: 0, begin: () => {} };
hanging.begun = new Promise((resolve) => {
  hanging.begin = resolve;
});
const seen = [];
async function script(turn) {
  const goal = `${turn.system}\n${turn.user}`;
  const said = turn.messages.filter(({ role }) => role !== 'user' && role !== 'tool').length;
  const broken = /\bfails\b/.test(goal) && !/\bmended\b/.test(goal);
  if (said === 0) {
    seen.push(goal);
    return { calls: [steps.start()] };
  }
  if (/\bis lost\b/.test(goal) && said === 1 && lost.turns++ === 0) await new Promise(() => {});
  if (/\bhangs\b/.test(goal) && said === 1) {
    hanging.turns++;
    hanging.begin();
    await new Promise(() => {});
  }
  if (/\bhurry\b/.test(goal) && said === 1) await hanging.begun;
  if (/\bwaits\b/.test(goal) && said === 1) {
    gate.asked++;
    await gate.opened;
  }
  if (said === 1) return { calls: [steps.sees('Log in')] };
  if (said === 2) return { calls: [steps.done(1, broken ? 'FAIL' : 'PASS', broken ? 'no list' : 'it is there')] };
  return { text: `Step 1: ${broken ? 'FAIL' : 'PASS'} — it was so` };
}
const mock = await startProfile('deepseek', script);
atEnd(() => mock.stop());

const scenarioOf = (goal, more) => ({
  name: goal,
  goal: `The case ${goal}`,
  packageName: 'com.example.notes',
  steps: ['"Log in" is shown'],
  profile: mock.profile,
  ...more,
});

// The program in a separate folder with these scenarios.
function startTester(scenarios = {}, server = bench) {
  const folder = temporaryFolder();
  const env = {
    ...server.env,
    OLLAMA_HOST: 'http://127.0.0.1:1',
    XDG_STATE_HOME: path.join(folder, 'state'),
    SECRET_PASSWORD: 'secret123',
    ...mock.environment,
  };
  fs.mkdirSync(path.join(folder, 'cases'));
  const tester = (...args) =>
    run(program('mobile-tester-agent'), ['run', ...args], { cwd: folder, env, timeout: 240000 });
  tester.folder = folder;
  tester.env = env;
  tester.write = (name, content) => {
    fs.writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    return name;
  };
  for (const [name, scenario] of Object.entries(scenarios)) tester.write(`cases/${name}.json`, scenario);
  tester.read = (name) => fs.readFileSync(path.join(folder, name), 'utf8');
  tester.spawn = (...args) => {
    const child = spawn(program('mobile-tester-agent'), ['run', ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const job = { child, out: '', err: '' };
    child.stdout.on('data', (part) => {
      job.out += part;
    });
    child.stderr.on('data', (part) => {
      job.err += part;
    });
    job.ended = once(child, 'close').then(([status, by]) => status ?? by);
    atEnd(() => stop(child, 'SIGKILL'));
    return job;
  };
  return tester;
}

// A JUnit file as another program reads it: suites with cases, whose fault is the name of an element.
function readJunit(text) {
  assert.equal(XMLValidator.validate(text), true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => /^(testsuite|testcase|property)$/.test(name),
  });
  const { testsuites } = parser.parse(text);
  return {
    ...testsuites,
    suites: testsuites.testsuite.map((suite) => ({
      name: suite['@_name'],
      counts: ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(suite[`@_${name}`])),
      properties: Object.fromEntries((suite.properties?.property ?? []).map((one) => [one['@_name'], one['@_value']])),
      cases: suite.testcase.map((one) => ({
        name: one['@_name'],
        fault: ['failure', 'error', 'skipped'].find((fault) => one[fault] !== undefined) ?? 'pass',
        message: (one.failure ?? one.error ?? one.skipped)?.['@_message'],
        type: (one.failure ?? one.error)?.['@_type'],
        output: one['system-out'],
      })),
    })),
  };
}
const faults = (junit) =>
  Object.fromEntries(junit.suites.flatMap(({ cases }) => cases.map(({ name, fault }) => [name, fault])));
const lines = (text, word) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(word))
    .map((line) => line.slice(12).replace(/ \(.*/, '').replace(/:.*/, ''))
    .sort();

test('a folder is spread over all devices, with one JUnit file and one page', async () => {
  const tester = startTester({
    a: scenarioOf('alpha'),
    b: scenarioOf('beta fails'),
    c: scenarioOf('gamma'),
    d: [scenarioOf('delta', { tags: ['slow'] }), scenarioOf('epsilon')],
  });
  tester.write('cases/users.csv', 'user\nann\n'); // is not a scenario
  tester.write('cases/rows.json', [{ user: 'ann' }]);
  const { status, out, err } = await tester('cases', '--junit', 'j.xml', '--html', 'r.html');
  assert.equal(status, 1, out + err);
  assert.deepEqual(lines(out, 'PASS'), ['alpha', 'delta', 'epsilon', 'gamma']);
  assert.match(out, /^FAIL {8}beta fails \(emulator-\d+, \d+\.\d s\): Step 1 failed/m);
  assert.match(out, /^5 cases: 4 passed, 1 failed; [\d.]+ s$/m);
  for (const { serial } of devices) assert.match(out, new RegExp(`\\(${serial}, `), 'each device had a part');
  assert.match(err, /^running: alpha \(emulator-\d+\)$/m);
  assert.ok(!(out + err).includes('\x1b'), 'no escape codes without a terminal');

  const junit = readJunit(tester.read('j.xml'));
  assert.deepEqual(
    junit.suites.map(({ name, counts }) => [name, counts]),
    [
      ['cases/a.json', [1, 0, 0, 0]],
      ['cases/b.json', [1, 1, 0, 0]],
      ['cases/c.json', [1, 0, 0, 0]],
      ['cases/d.json', [2, 0, 0, 0]],
    ],
  );
  const [, failing, , pair] = junit.suites;
  assert.match(failing.cases[0].message, /^Step 1 failed/);
  assert.equal(failing.cases[0].type, 'assertion');
  assert.match(failing.properties.device, /^emulator-\d+$/);
  assert.equal(failing.properties.attempt, '1');
  assert.match(pair.properties['run.2'], /^[0-9A-Z]{26}$/);
  assert.match(pair.cases[1].output, /\[\[PROPERTY\|device=emulator-\d+\]\]/);

  const page = tester.read('r.html');
  assert.ok(page.indexOf('beta fails') < page.indexOf('alpha'), 'what did not pass comes first');
  assert.match(page, /5 cases: <span class="pass">4 passed<\/span>/);
  assert.match(page, /<img alt="The last screen" src="data:image\/jpeg;base64,/);
  assert.ok(!/<script|https?:\/\//.test(page), 'it runs and loads nothing');
  assert.doesNotMatch(page, / · <\/p>/);
});

test('the last failures are run again, from files that were changed since', async () => {
  const tester = startTester({ a: scenarioOf('one'), b: scenarioOf('two fails'), c: scenarioOf('three fails') });
  assert.equal((await tester('cases')).status, 1);
  tester.write('cases/b.json', scenarioOf('two fails', { goal: 'The case two fails, mended' }));
  const again = await tester('--rerun-failed', '--junit', 'j.xml');
  assert.equal(again.status, 1, again.err);
  assert.deepEqual(faults(readJunit(tester.read('j.xml'))), { 'two fails': 'pass', 'three fails': 'failure' });
  tester.write('cases/c.json', scenarioOf('three fails', { goal: 'The case three fails, mended' }));
  const last = await tester('--rerun-failed', 'cases');
  assert.equal(last.status, 0, last.out + last.err);
  assert.deepEqual(lines(last.out, 'PASS'), ['three fails']);
  const none = await tester('--rerun-failed');
  assert.equal(none.status, 0);
  assert.match(none.out, /All cases of the last suite run passed/);
});

test('each row of a table is a case; secrets stay names', async () => {
  const tester = startTester({
    a: scenarioOf('greets {{user}}', { goal: 'Greet {{user}} with {{password}}' }),
    b: scenarioOf('plain'),
  });
  tester.write('users.csv', 'user,pin\r\n"ann ""the first""",1\r\nbob,2\r\n');
  seen.length = 0;
  const { status, out, err } = await tester('cases', '--rows', 'users.csv', '--junit', 'j.xml');
  assert.equal(status, 0, out + err);
  assert.deepEqual(Object.keys(faults(readJunit(tester.read('j.xml')))).sort(), [
    'greets {{user}} [ann "the first", 1]',
    'greets {{user}} [bob, 2]',
    'plain',
  ]);
  assert.ok(seen.some((text) => text.includes('Greet ann "the first" with {{password}}')));
  assert.ok(seen.some((text) => text.includes('Greet bob with {{password}}')));
  assert.ok(!seen.join().includes('secret123'));
  for (const [name, content, says] of [
    ['bad.csv', 'user,user\n1,2\n', /--rows '.*bad\.csv': column 'user' is there twice/],
    ['short.csv', 'a,b\n1\n', /line 2 has 1 fields, the header 2/],
    ['bad.json', '{"a":1}', /a table is an array of objects/],
  ]) {
    const wrong = await tester('cases', '--rows', tester.write(name, content));
    assert.deepEqual([wrong.status, wrong.out], [2, ''], name);
    assert.match(wrong.err, says);
  }
});

test('--fail-fast: nothing begins after the first failure', async () => {
  const tester = startTester({ a: scenarioOf('first fails'), b: scenarioOf('second'), c: scenarioOf('third') }, narrow);
  const { status, out, err } = await tester('cases', '--fail-fast', '--junit', 'j.xml');
  assert.equal(status, 1, err);
  assert.deepEqual(faults(readJunit(tester.read('j.xml'))), {
    'first fails': 'failure',
    second: 'skipped',
    third: 'skipped',
  });
  assert.match(out, /^3 cases: 1 failed, 2 without a verdict \(2 not run\)/m);
});

test('the first signal ends in order, the second at once', async () => {
  const scenarios = { a: scenarioOf('a waits'), b: scenarioOf('b waits'), c: scenarioOf('c') };
  const tester = startTester(scenarios);
  const before = gate.asked;
  const job = tester.spawn('cases', '--junit', 'j.xml', '--html', 'r.html');
  await until(() => gate.asked === before + 2, 'both devices have a run');
  job.child.kill('SIGINT');
  assert.equal(await job.ended, 3, job.err);
  assert.deepEqual(faults(readJunit(tester.read('j.xml'))), { 'a waits': 'error', 'b waits': 'error', c: 'skipped' });
  assert.match(job.err, /stopping: what runs is stopped, the rest is not run/);
  assert.match(tester.read('r.html'), /3 cases/);
  // The devices are free again: another suite runs at once.
  const next = startTester({ a: scenarioOf('next') });
  assert.equal((await next('cases', '--devices', 'all')).status, 0);

  const hasty = startTester(scenarios);
  const killed = hasty.spawn('cases');
  await until(() => gate.asked === before + 4, 'both devices have a run');
  killed.child.kill('SIGINT');
  await until(() => /stopping:/.test(killed.err), 'it stops');
  killed.child.kill('SIGINT');
  assert.ok(['SIGINT', 3].includes(await killed.ended));
});

test('a case waits for a device that another program has', async () => {
  const first = startTester({ a: scenarioOf('x waits') }, narrow);
  const second = startTester({ a: scenarioOf('y'), b: scenarioOf('z') }, narrow);
  const before = gate.asked;
  const holder = first.spawn('cases');
  await until(() => gate.asked === before + 1, 'the device is taken');
  const waiter = second.spawn('cases');
  await until(() => /in use|waits? for/.test(waiter.err), `it says why it waits: ${waiter.err}`);
  holder.child.kill('SIGINT');
  await holder.ended;
  assert.equal(await waiter.ended, 0, waiter.out + waiter.err);
  assert.deepEqual(lines(waiter.out, 'PASS'), ['y', 'z']);
});

test('--retry-infra: a case whose worker died is tried again, and is flaky', async () => {
  const tester = startTester({ a: scenarioOf('is lost'), b: scenarioOf('b fails') }, narrow);
  const job = tester.spawn('cases', '--retry-infra', '1', '--junit', 'j.xml');
  await until(() => lost.turns === 1, 'the first attempt asks the model');
  const { out } = await run('ps', ['-o', 'pid=', '--ppid', String(job.child.pid)]);
  for (const pid of out.trim().split(/\s+/)) process.kill(Number(pid), 'SIGKILL');
  assert.equal(await job.ended, 1, job.err);
  const junit = readJunit(tester.read('j.xml'));
  assert.deepEqual(faults(junit), { 'is lost': 'pass', 'b fails': 'failure' });
  assert.deepEqual(
    junit.suites.map(({ properties }) => properties.attempt),
    ['2', '1'],
  );
  assert.match(job.out, /^flaky: is lost$/m);
  assert.match(job.err, /^waiting again: is lost$/m);
});

test('parts of the cases: each in exactly one', async () => {
  const tester = startTester(
    Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, scenarioOf(`part ${name}`)])),
  );
  const ran = [];
  for (const part of ['1/2', '2/2']) {
    const { status, out, err } = await tester('cases', '--shard', part);
    assert.equal(status, 0, err);
    ran.push(...lines(out, 'PASS'));
  }
  assert.deepEqual(ran.sort(), ['part a', 'part b', 'part c', 'part d']);
});

test('tags choose, repeats and devices multiply, and flaky cases are named', async () => {
  const notes = path.join(root, 'scenarios/notes.json');
  const tester = startTester({
    a: scenarioOf('kept', { tags: ['smoke'] }),
    b: scenarioOf('left', { tags: ['smoke', 'slow'] }),
  });
  const tagged = await tester('cases', '--tag', 'smoke+!slow', '--devices', 'all');
  assert.equal(tagged.status, 0, tagged.err);
  assert.deepEqual(lines(tagged.out, 'PASS'), devices.map(({ serial }) => `kept on ${serial}`).sort());
  const repeated = await tester(notes, '--repeat', '2', '--jsonl');
  assert.equal(repeated.status, 0, repeated.err);
  const events = repeated.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const result = events.pop();
  assert.deepEqual([result.type, result.verdict, result.exitStatus, result.counts.pass], ['result', 'PASS', 0, 2]);
  assert.ok(events.every((event) => event.run && /#[12]$/.test(event.case)));
  for (const [words, says] of [
    [['cases', '--tag', 'a,'], /is not an expression of tags/],
    [['cases', '--tag', 'none'], /none of 2 scenarios has the tags 'none'/],
    [['cases', '--shard', '3/2'], /a part of the cases is N\/COUNT/],
    [['cases', '--device', 'x', '--devices', 'all'], /--device or --devices, not both/],
    [['--suite', 'nightly'], /there is no suite 'nightly'/],
    [['cases', 'missing.json'], /there is no file '.*missing\.json'/],
    [['--fail-fast'], /run needs SCENARIO/],
  ]) {
    const wrong = await tester(...words);
    assert.deepEqual([wrong.status, wrong.out], [2, ''], words.join(' '));
    assert.match(wrong.err, says);
  }
});

// The rows that a terminal shows after these bytes: enough of ECMA-48 for a table.
function screenOf(bytes, columns) {
  const rows = [''];
  let row = 0;
  let column = 0;
  for (const [, move, , text] of bytes
    .matchAll(/(\x1b\[(\??[\d;]*)([A-Za-z]))|([^\x1b])/g)
    .map((m) => [m[0], m[1], m[2], m[4], m[3]])) {
    if (move) {
      const [, n, kind] = move.match(/\x1b\[\??([\d;]*)([A-Za-z])/);
      if (kind === 'A') row = Math.max(0, row - Number(n || 1));
      if (kind === 'K') rows[row] = (rows[row] ?? '').slice(0, column);
      if (kind === 'J') {
        rows[row] = (rows[row] ?? '').slice(0, column);
        rows.length = row + 1;
      }
    } else if (text === '\r') {
      column = 0;
    } else if (text === '\n') {
      row++;
      column = 0;
    } else {
      if (column === columns) {
        row++;
        column = 0;
      }
      rows[row] = (rows[row] ?? '').padEnd(column).slice(0, column) + text + (rows[row] ?? '').slice(column + 1);
      column++;
    }
  }
  return rows;
}

test('a terminal gets a live table of 80 columns, and a line for each case that is done', async () => {
  const tester = startTester({
    a: scenarioOf('a case with a very long name that must be cut, since a terminal has 80 columns only'),
    b: scenarioOf('b waits'),
    c: scenarioOf('c fails'),
    d: scenarioOf('d'),
  });
  const python = `
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
while True:
    try:
        part = os.read(fd, 65536)
    except OSError:
        break
    if not part:
        break
    os.write(1, part)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
`;
  for (const colour of [true, false]) {
    const child = spawn('python3', ['-c', python, program('mobile-tester-agent'), 'run', 'cases'], {
      cwd: tester.folder,
      env: { ...tester.env, TERM: 'xterm-256color', ...(colour ? { NO_COLOR: '' } : { NO_COLOR: '1' }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    atEnd(() => stop(child, 'SIGKILL'));
    let bytes = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      bytes += part;
    });
    const ended = once(child, 'close').then(([status]) => status);
    if (colour) {
      await until(
        () => /^> b waits +emulator-\d+ .*\d:\d\d/m.test(screenOf(bytes, 80).join('\n')),
        'the table shows what runs',
      );
      await until(
        () => screenOf(bytes, 80).some((line) => /^3 of 4 done, 2 passed, 1 failed; 1 running, 0 waiting/.test(line)),
        'and counts',
      );
      gate.open();
    }
    assert.equal(await ended, 1, bytes);
    const rows = screenOf(bytes, 80).join('\n');
    assert.match(rows, /^FAIL {8}c fails \(emulator-\d+, /m);
    assert.match(rows, /^4 cases: 3 passed, 1 failed;/m);
    assert.doesNotMatch(rows, /\d of 4 done/, 'the table is gone');
    assert.equal(/\x1b\[[\d;]*m/.test(bytes), colour);
    assert.ok(!bytes.includes('\x1b[2J'), 'the screen is never cleared');
  }
});

test('a server runs stored suites: by name, stopped, again, at the first failure', async () => {
  const server = await startServer(bench, { env: mock.environment });
  const imported = await server.post('/api/v1/scenarios/import', [
    scenarioOf('srv'),
    scenarioOf('srv fails'),
    scenarioOf('last'),
  ]);
  const ids = Object.fromEntries(imported.json.scenarios.map(({ name, id }) => [name, id]));
  const added = await server.post('/api/v1/suites', {
    name: 'Nightly',
    scenarios: [ids.srv, ids['srv fails']],
    repeat: 2,
  });
  assert.equal(added.status, 201, added.text);
  const where = `/api/v1/suites/${added.json.id}`;
  const ended = (id) =>
    until(async () => {
      const { json } = await server.get(`/api/v1/suite-runs/${id}`);
      return json.state === 'ended' && json;
    }, 'the suite run ends');
  const first = await server.post(`${where}/run`);
  assert.equal(first.status, 201, first.text);
  assert.equal(first.json.counts.total, 4);
  const done = await ended(first.json.id);
  assert.deepEqual([done.verdict, done.counts.pass, done.counts.fail], ['FAIL', 2, 2]);
  assert.deepEqual(done.flaky, []);
  assert.ok(done.cases.every((one) => one.run && one.device && one.durationMs > 0));
  const listed = await server.get(`/api/v1/suite-runs?suite=${added.json.id}`);
  assert.deepEqual(
    listed.json.suiteRuns.map((one) => [one.id, one.counts.fail, one.cases]),
    [[first.json.id, 2, undefined]],
  );
  assert.equal((await server.get(where)).json.last.id, first.json.id);
  const run = (await server.get(`/api/v1/runs/${done.cases[0].run}`)).json;
  assert.deepEqual([run.suiteRun, run.case], [first.json.id, done.cases[0].name]);

  const again = await server.post(`/api/v1/suite-runs/${first.json.id}/rerun`, { only: 'failed' });
  assert.equal(again.status, 201, again.text);
  assert.deepEqual(
    again.json.cases.map(({ group }) => group),
    ['srv fails', 'srv fails'],
  );
  assert.equal((await ended(again.json.id)).rerunOf, first.json.id);

  const junit = readJunit((await server.get(`/api/v1/suite-runs/${first.json.id}/junit.xml`)).text);
  assert.deepEqual(
    junit.suites.map(({ name, counts }) => [name, counts]),
    [['Nightly', [4, 2, 0, 0]]],
  );
  const page = await server.get(`/api/v1/suite-runs/${first.json.id}/report.html`);
  assert.match(page.headers.get('content-disposition'), /attachment/);
  assert.match(page.text, /4 cases/);

  const fast = await server.ask('PUT', where, {
    name: 'Nightly',
    scenarios: [ids['srv fails'], ids.last],
    devices: [devices[0].serial],
    failFast: true,
    repeat: 3,
  });
  assert.equal(fast.status, 200, fast.text);
  const stopped = await ended((await server.post(`${where}/run`)).json.id);
  assert.ok(stopped.counts.fail >= 1 && stopped.counts.skipped >= 1, JSON.stringify(stopped.counts));
  for (const [body, pointer] of [
    [{ name: '' }, '#/name'],
    [{ name: 'x', tags: ['a,'] }, '#/tags'],
    [{ name: 'x', repeat: 0 }, '#/repeat'],
    [{ name: 'x', data: [1] }, '#/data'],
    [{ name: 'x', failFast: 'yes' }, '#/failFast'],
    [{ name: 'x', devices: [1] }, '#/devices'],
  ]) {
    const wrong = await server.post('/api/v1/suites', body);
    assert.deepEqual([wrong.status, wrong.json.pointer], [400, pointer]);
  }
  assert.equal((await server.ask('DELETE', where)).status, 204);
  assert.equal((await server.post(`${where}/run`)).status, 404);
  await server.stop();
  // The same store, from the command line.
  const cli = await run2(server.folder, ['--rerun-failed', '--data', server.data]);
  assert.equal(cli.status, 1, cli.out + cli.err);
});

test('a case that is queued again while its suite stops ends, too', async () => {
  const server = await startServer(bench, { env: mock.environment });
  const { json } = await server.post('/api/v1/scenarios/import', [scenarioOf('hangs'), scenarioOf('hurry fails')]);
  const suite = await server.post('/api/v1/suites', {
    name: 'Again',
    scenarios: json.scenarios.map(({ id }) => id),
    devices: ['any'],
    failFast: true,
    retryInfra: 1,
  });
  const begun = await server.post(`/api/v1/suites/${suite.json.id}/run`);
  const look = async () => (await server.get(`/api/v1/suite-runs/${begun.json.id}`)).json;
  await until(async () => (await look()).stopping, 'the failure stops the suite');
  // The worker of the other case dies, which another attempt would mend.
  const { out } = await run('ps', ['-o', 'pid=', '--ppid', String(server.child.pid)]);
  for (const pid of out.trim().split(/\s+/)) process.kill(Number(pid), 'SIGKILL');
  const done = await until(async () => {
    const now = await look();
    return now.state === 'ended' && now;
  }, 'the suite run ends');
  const again = done.cases.find(({ name }) => name.startsWith('hangs'));
  const { state, end, attempt } = (await server.get(`/api/v1/runs/${again.run}`)).json;
  assert.deepEqual([state, end, attempt], ['ended', 'stopped', 2]);
  assert.equal(hanging.turns, 1);
  await server.stop();
});

function run2(folder, args) {
  return run(program('mobile-tester-agent'), ['run', ...args], {
    cwd: folder,
    env: { ...bench.env, ...mock.environment, OLLAMA_HOST: 'http://127.0.0.1:1' },
    timeout: 240000,
  });
}
