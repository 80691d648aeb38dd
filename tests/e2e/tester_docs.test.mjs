// Every command and example of docs/tester.md is tried, in a folder that looks
// like the checkout, on a virtual device, and every table is compared.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { program, root, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startServer } from './tester_rig.mjs';

const page = fs.readFileSync(path.join(root, 'docs/tester.md'), 'utf8');
const blocks = page.match(/(?:^ {4}.*\n?)+/gm).map((block) => block.replace(/^ {4}/gm, '').trimEnd());
const isCommand = (line) => /^(\.\/|build\/|curl )/.test(line);
const commands = blocks.flatMap((block) => block.split('\n')).filter(isCommand);
const examples = blocks.filter((block) => !block.split('\n').some(isCommand));

// The rows of the table with this head, without their backticks.
function table(...head) {
  const lines = page.split('\n');
  const at = lines.indexOf(`| ${head.join(' | ')} |`);
  assert.ok(at >= 0, `no table ${head}`);
  const rows = [];
  for (let i = at + 2; lines[i].startsWith('|'); i++)
    rows.push(
      lines[i]
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.replaceAll('`', '')),
    );
  return rows;
}

const adb = await startAdbServer();
const device = await startVirtual(adb);
const folder = temporaryFolder();
fs.symlinkSync(path.dirname(program('mobile-tester-agent')), path.join(folder, 'build'));
for (const name of ['scenarios', 'flows']) fs.symlinkSync(path.join(root, name), path.join(folder, name));
const keyless = {
  OLLAMA_HOST: 'http://127.0.0.1:1',
  LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  XDG_STATE_HOME: path.join(folder, 'state'),
};
const env = { ...adb.env, ...keyless, ANDROID_SERIAL: device.serial };
for (const name of Object.keys(env)) if (/_KEY$|^OPEN_ROUTER$|^HOME_PATH$/.test(name)) delete env[name];
env.AGENTEST_SECRETS_KEY = 'the first key of this test';
fs.writeFileSync(path.join(folder, 'password.txt'), 'correct horse\n');
fs.writeFileSync(path.join(folder, 'next-key.txt'), 'the next key of this test\n', { mode: 0o600 });
const server = await startServer(adb, { env: { ANDROID_SERIAL: device.serial } });
// The documented port may be another program's here.
const shell = (command) =>
  run('sh', ['-c', command.replaceAll('127.0.0.1:8080', `127.0.0.1:${server.port}`)], {
    cwd: folder,
    env,
    timeout: 120000,
  });

const json =
  (check) =>
  ({ out }) =>
    check(JSON.parse(out));
const passes = ({ status, out, err }) => {
  assert.equal(status, 0, out + err);
  assert.match(out, /^Step 5: PASS — /m);
};
const post = (where) => `curl -s -X POST http://127.0.0.1:8080${where} -H 'Content-Type: application/json' -d`;
const get = (where) => `curl -s http://127.0.0.1:8080${where}`;

// In the order of the page; without a parameter: another test tries it.
const tried = {
  './demo tester': () => {}, // readme.test.mjs, in a fresh clone
  'build/mobile-tester-agent doctor': ({ status, out }) => {
    assert.equal(status, 3); // no key is here
    assert.ok(out.includes(device.serial), out);
  },
  'build/mobile-tester-agent run scenarios/notes.json': passes,
  'build/mobile-tester-agent scenarios import scenarios/notes.json': ({ status, out }) => {
    assert.equal(status, 0);
    assert.match(out, /^[0-9A-Z]{26}\b/);
  },
  'build/mobile-tester-agent scenarios list': ({ out }) => assert.match(out, /Notes: write a note and find it/),
  'build/mobile-tester-agent scenarios export --recordings': ({ out }) => assert.match(out, /"recording"/),
  'build/mobile-tester-agent secrets set password < password.txt': ({ status, err }) => {
    assert.equal(status, 0, err);
    assert.match(err, /\{\{password\}\}/);
  },
  'build/mobile-tester-agent secrets list': ({ out }) => assert.match(out, /\{\{password\}\} {2}by the command line/),
  'build/mobile-tester-agent secrets rekey --new-key-file next-key.txt': ({ status, err }) => {
    assert.equal(status, 0, err);
    assert.match(err, /need the new key/);
  },
  'build/mobile-tester-agent run scenarios/notes.json --no-replay': ({ status, err }) => {
    assert.equal(status, 2);
    assert.match(
      err,
      /no key for DeepSeekV4Flash .*: set DEEP_SEEK_KEY or DEEPSEEK_API_KEY in the environment or in \.env/,
    );
  },
  'build/mobile-tester-agent run scenarios/notes.json --no-replay --second-model Opus47': ({ status, err }) => {
    assert.equal(status, 2);
    assert.match(err, /no key for DeepSeekV4Flash /);
  },
  'build/mobile-tester-agent runs list': ({ out }) => assert.match(out, /^[0-9A-Z]{26} .*PASS .*Notes/m),
  'build/mobile-tester-agent runs list --state ended --json': json((runs) => assert.equal(runs[0].verdict, 'PASS')),
  'build/mobile-tester-agent runs list --verdict PASS --tag sample --since 2026-02-04': ({ out }) =>
    assert.match(out, /^[0-9A-Z]{26} .*PASS .*Notes/m),
  'build/mobile-tester-agent run scenarios/notes.json --junit report.xml --report out': (ended) => {
    passes(ended);
    assert.match(fs.readFileSync(path.join(folder, 'report.xml'), 'utf8'), /tests="5" failures="0"/);
    for (const [names] of table('file', 'what it is').filter(([name]) => !['video/', 'model/'].includes(name)))
      for (const name of names.split(', ')) assert.ok(fs.existsSync(path.join(folder, 'out/latest', name)), name);
  },
  'build/mobile-tester-agent run flows/login.yaml scenarios/notes.json --junit report.xml': ({ status, out, err }) => {
    assert.equal(status, 0, out + err);
    assert.match(out, /^2 cases: 2 passed;/m);
  },
  'build/mobile-tester-agent run scenarios/notes.json --jsonl': ({ status, out }) => {
    assert.equal(status, 0);
    const last = JSON.parse(out.trim().split('\n').at(-1));
    assert.deepEqual([last.type, last.verdict, last.exitStatus, last.steps.length], ['result', 'PASS', 0, 5]);
  },
  'build/mobile-tester-agent run scenarios/notes.json --repeat 2 --junit report.xml --html report.html': ({
    status,
    out,
  }) => {
    assert.equal(status, 0, out);
    assert.match(out, /^2 cases: 2 passed;/m);
    assert.match(fs.readFileSync(path.join(folder, 'report.html'), 'utf8'), /2 cases/);
  },
  'build/mobile-tester-agent run scenarios --tag sample': ({ status, out, err }) => {
    assert.equal(status, 2, out + err); // no key is here
    assert.match(out, /^3 cases: 1 passed, 2 without a verdict;/m);
  },
  'build/mobile-tester-agent run --rerun-failed': ({ status, out }) => {
    assert.equal(status, 2);
    assert.match(out, /^2 cases: 2 without a verdict;/m);
  },
  [`${post('/api/v1/suites')} '{"name": "Nightly", "tags": ["sample"], "repeat": 2}'`]: json((suite) =>
    assert.equal(suite.name, 'Nightly'),
  ),
  [get('/api/v1/suites')]: json(({ suites }) => assert.equal(suites[0].repeat, 2)),
  'build/mobile-tester-agent': () => {}, // readme.test.mjs
  'build/mobile-tester-agent serve': () => {},
  [`${post('/config')} '{"maxAgentIterations": 50}'`]: ({ out }) =>
    assert.equal(out, 'Configuration updated successfully'),
  [`${post('/api/v1/scenarios/import')} @scenarios/notes.json`]: json((result) => assert.equal(result.imported, 1)),
  [`${post('/run-test')} @scenarios/notes.json`]: ({ out }) =>
    assert.match(out, /^onAgentFinished: Step 1: PASS — [^]*Step 5: PASS — /),
  [get('/report')]: json((manifest) => assert.equal(manifest.verdict, 'PASS')),
  "curl -s 'http://127.0.0.1:8080/report/file?path=log.txt'": ({ out }) => assert.match(out, /Tool called: tool tap, /),
  'curl -s -X POST http://127.0.0.1:8080/stop-test': ({ out }) => assert.equal(out, 'No test is running'),
  [get('/api/v1/openapi.json')]: json((api) => assert.match(api.openapi, /^3\.1/)),
  [get('/api/v1/status')]: json((state) => assert.equal(state.status, 'ok')),
  [`${post('/api/v1/runs')} @scenarios/notes.json`]: async ({ out }) => {
    assert.equal((await server.runEnded(JSON.parse(out).id)).verdict, 'PASS');
  },
  "curl -s 'http://127.0.0.1:8080/api/v1/runs?state=ended&limit=5'": json(({ runs }) => assert.equal(runs.length, 2)),
  'curl -sN --max-time 2 http://127.0.0.1:8080/api/v1/events': ({ status }) => assert.equal(status, 28), // curl's end of time: it was followed
};

test('each command of the page has a test', () => {
  assert.deepEqual([...new Set(commands)].sort(), Object.keys(tried).sort());
});

// A check without an argument says that readme.test.mjs tries the command.
for (const command of new Set(commands)) {
  const check = tried[command];
  if (check?.length === 0) continue;
  test(command, async () => check(await shell(command)));
}

test('the scenarios can be imported and have the members of the table', async () => {
  const scenarios = examples.filter((block) => /^ *{?"?goal"?:/m.test(block));
  assert.equal(scenarios.length, 3);
  const shown = [];
  for (const [i, text] of scenarios.entries()) {
    const file = `example${i}.${text.startsWith('{') ? 'json' : 'yaml'}`;
    fs.writeFileSync(path.join(folder, file), text);
    const imported = await shell(`build/mobile-tester-agent scenarios import ${file}`);
    assert.equal(imported.status, 0, imported.err);
    const { out } = await shell(`build/mobile-tester-agent scenarios show ${imported.out.split(/\s/)[0]} --json`);
    shown.push(JSON.parse(out));
  }
  const [first, second, third] = shown;
  assert.deepEqual(third.steps[0].expect, [
    { text: 'Basket' },
    { count: 2, of: 'Remove' },
    { sum: ['Milk', 'Bread'], near: 'Total' },
  ]);
  assert.deepEqual(
    Object.entries(JSON.parse(scenarios[0]))
      .map(([name, value]) => [name, value, first[name]])
      .filter(([, a, b]) => JSON.stringify(a) !== JSON.stringify(b)),
    [],
  );
  assert.deepEqual(second.steps, first.steps, 'JSON and YAML say the same');
  assert.deepEqual(second.budgets, {
    iterations: 40,
    tokens: 400000,
    costUsd: 0.5,
    minutes: 10,
    stepAttempts: 8,
    stepSeconds: 300,
  });
  const own = ['id', 'revision', 'createdAt', 'updatedAt'];
  const rows = [...table('member', 'what it is'), ...table('member', 'what it does')];
  const named = rows.flatMap(([name]) => name.split(', '));
  assert.deepEqual(
    named.filter((name) => name !== 'recording').sort(),
    Object.keys(second)
      .filter((name) => !own.includes(name))
      .sort(),
  );
});

test('the configuration is one, with every member', async () => {
  const [text] = examples.filter((block) => block.startsWith('{"executorInfoId"'));
  assert.equal((await server.post('/config', text)).text, 'Configuration updated successfully');
  assert.deepEqual((await server.get('/api/v1/config')).json, JSON.parse(text));
});

test('the variables of the example are a profile, and each ending is a field of both forms', async () => {
  const [text] = examples.filter((block) => block.startsWith('PROFILE_'));
  const own = temporaryFolder();
  fs.writeFileSync(path.join(own, '.env'), text.replace('…', 'key-of-a-test'));
  const second = await startServer(adb, { folder: own });
  const profile = (await second.get('/api/v1/profiles/gate-way')).json;
  assert.deepEqual(
    [profile.id, profile.usable, profile.model, profile.prices],
    ['GATEWAY', true, 'qwen3-32b', { input: 0.2, output: 0.6 }],
  );
  const values = {
    format: 'openai',
    quirks: 'free',
    headers: 'X-A: b',
    contextTokens: '9000',
    maxOutputTokens: '900',
    caFile: path.join(own, '.env'), // the server looks for the file
  };
  const body = { model: 'm', prices: { input: '1', output: '2' } };
  for (const [endings, members] of table('variable ends in', 'JSON', 'what it is')) {
    for (const [i, member] of members.split(', ').entries()) {
      const [group, part] = member.split('.');
      if (part) body[group] = { ...body[group], [part]: '1' };
      else body[member] = values[member] ?? 'https://x.example';
      const name = `PROFILE_GATEWAY${endings.split(', ')[i]}`;
      fs.writeFileSync(
        path.join(own, 'one'),
        `${name}=${part ? '1' : (values[member] ?? 'https://x.example')}\nPROFILE_GATEWAY_MODEL=m\n` +
          'PROFILE_GATEWAY_INPUT_PRICE=1\nPROFILE_GATEWAY_OUTPUT_PRICE=1\n',
      );
      const { out } = await run(
        program('mobile-tester-agent'),
        ['doctor', '--json', '--data', own, '--env-file', path.join(own, 'one')],
        { env, cwd: own },
      );
      assert.doesNotMatch(
        JSON.parse(out).models.find(({ check }) => check === 'GATEWAY').text,
        /is not a setting|PROFILE_GATEWAY_\w+:/,
        name,
      );
    }
  }
  assert.equal((await second.ask('PUT', '/api/v1/profiles/all', body)).status, 200, JSON.stringify(body));
});

test('each example was checked', () => {
  assert.deepEqual(
    examples.filter((block) => !/goal"?:|executorInfoId|^PROFILE_/.test(block)),
    [],
  );
});

test('the table of models is what the program has', async () => {
  const {
    json: { profiles },
  } = await server.get('/api/v1/profiles');
  assert.deepEqual(
    table('`id`', 'model', 'key', 'address').map(([id, model]) => [id, model]),
    profiles.map(({ id, model }) => [id, model]),
  );
  for (const [id, , key] of table('`id`', 'model', 'key', 'address')) {
    const profile = profiles.find((each) => each.id === id);
    assert.equal(profile.needsKey, key !== '–', id);
    if (profile.needsKey) assert.match(profile.why, new RegExp(`\\b${key}\\b`));
  }
});

test('the paths of the tables are described', async () => {
  const { paths } = (await server.get('/api/v1/openapi.json')).json;
  for (const [request] of table('request', 'answer')) {
    const [method, where] = request.split(/[ ?]/);
    assert.ok(paths[where]?.[method.toLowerCase()], request);
  }
  for (const [names] of table('path below `/api/v1`', 'what is there'))
    for (const name of names.split(', ')) assert.ok(paths[`/api/v1${name}`], name);
});

test('the allowed actions are those of the guards', () => {
  const source = fs.readFileSync(path.join(root, 'src/agent/guards/guard_words.c'), 'utf8');
  const names = [...source.matchAll(/\.name = "([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(
    table('`allowed`', 'what is guarded').map(([name]) => name),
    names,
  );
});
