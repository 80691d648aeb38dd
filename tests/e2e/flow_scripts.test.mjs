// Scripts of flows, from the file to the device: what they mean, what they say when they fail, and
// what they cannot do.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';
import { program, run } from './lib.mjs';
import { makeCertificate } from './tls.mjs';

const world = await startFlows({ SECRET_OF_THE_SHELL: 'not for scripts' });

const requests = [];
const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    requests.push({ method: request.method, url: request.url, body, type: request.headers['content-type'] });
    response.writeHead(201, { 'X-Kind': 'user' });
    response.end(JSON.stringify({ name: 'Save' }));
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}`;
test.after(() => server.close());

const console_of = (ran) => {
  const kept = ran.json.artifacts.find(({ type }) => type === 'console');
  return kept ? fs.readFileSync(kept.path, 'utf8') : '';
};

const engine = (await run(program('agentest-script'), ['--version'])).out;
const noIntl = /QuickJS/.test(engine) && '1 skipped: this engine has no Intl';
test('dates are in the time zone of the user, in every language', { skip: noIntl }, async () => {
  const abroad = await startFlows({ TZ: 'America/New_York' });
  const ran = await abroad.run(
    'taps',
    `- evalScript: \${output.shown = [new Date(0).getHours(), new Date(0).toLocaleString(), new Date(0).toLocaleString('de'), new Intl.NumberFormat('de').format(1234.5), Intl.DateTimeFormat().resolvedOptions().timeZone].join('|')}
- evalScript: \${console.log(output.shown)}
`,
  );
  assert.match(
    console_of(ran),
    /log: 19\|12\/31\/1969, 7:00:00\sPM\|31\.12\.1969, 19:00:00\|1\.234,5\|America\/New_York/,
  );
});

test('expressions choose what is tapped, and variables have their scopes', async () => {
  const ran = await world.run(
    'taps',
    `- evalScript: \${output.name = NAME || 'Sa' + 've'}
- tapOn: \${output.name}
- assertVisible: hit \${output.name}
- assertTrue: \${output.name.length === 4 && typeof nothing === 'undefined'}
- runFlow:
    when:
      true: \${COUNT == 3}
    env:
      INNER: \${COUNT + 1}
    commands:
      - assertTrue: \${INNER === '31'}
- assertTrue: \${typeof INNER === 'undefined'}
- repeat:
    times: \${COUNT}
    commands:
      - tapOn:
          id: \${'co' + 'unt'}
- assertVisible: \${COUNT + ' counted'}
- copyTextFrom:
    id: count
- assertTrue: \${maestro.copiedText.toUpperCase() === 'COUNT'}
`,
    { head: 'env:\n  COUNT: 3\n  NAME: ${NAME || ""}\n' },
  );
  assert.ok(
    ran.steps.every(({ outcome }) => outcome === 'COMPLETED'),
    JSON.stringify(ran.steps, null, 1),
  );
});

test('script files have variables of their own, and share output', async () => {
  world.write(
    'scripts/user.js',
    'output.user = { name: NAME, all: typeof INNER };\nconsole.log("made", NAME, output.user);\n',
  );
  const ran = await world.run(
    'taps',
    `- runScript:
    file: scripts/user.js
    env:
      NAME: Save
- tapOn: \${output.user.name}
- assertVisible: hit Save
- assertTrue: \${typeof NAME === 'undefined'}
`,
  );
  assert.equal(ran.flow.passed, true);
  assert.equal(console_of(ran), 'log: made Save [object Object]\n');
});

test('a script that throws fails the flow with its place, whatever is optional', async () => {
  world.write('scripts/bad.js', '// a comment\nfunction find() {\n  return output.missing.id;\n}\nfind();\n');
  const ran = await world.run('taps', '- runScript:\n    file: scripts/bad.js\n    optional: true\n- tapOn: Save\n', {
    status: 1,
  });
  assert.match(
    ran.json.error.message,
    /scripts\/bad\.js:3:\d+: TypeError: .*; in find \(.*bad\.js:3:\d+\), \(script\) \(.*bad\.js:5:\d+\)/,
  );
  assert.equal(ran.steps.length, 1);
});

test('http reaches this machine only when it is allowed', async () => {
  const steps = `- evalScript: "\${output.r = http.post('${base}/users', {body: JSON.stringify({a: 1}), headers: {'Content-Type': 'application/json'}})}"
- assertTrue: \${output.r.ok && output.r.status === 201 && output.r.headers['x-kind'] === 'user'}
- tapOn: \${json(output.r.body).name}
- assertVisible: hit Save
`;
  const refused = await world.run('taps', steps, { status: 1 });
  assert.match(refused.json.error.message, /its address is loopback, which is not allowed/);
  assert.equal(requests.length, 0);
  await world.run('taps', steps, { words: ['--allow-local-http'] });
  assert.deepEqual(requests, [{ method: 'POST', url: '/users', body: '{"a":1}', type: 'application/json' }]);
});

test('a script trusts the certificate that a variable names, and no other that is unsigned', async () => {
  const { env, options } = await makeCertificate();
  const secure = https.createServer(options, (_, response) => response.end('trusted')).listen(0, 'localhost');
  await once(secure, 'listening');
  test.after(() => secure.close());
  const steps = `- evalScript: \${output.got = http.get('https://localhost:${secure.address().port}/').body}
- assertTrue: \${output.got === 'trusted'}
`;
  const words = ['--allow-local-http'];
  const refused = await world.run('taps', steps, { words, status: 1 });
  assert.match(refused.json.error.message, /certificate/);
  await (await startFlows(env)).run('taps', steps, { words });
});

test('secret values are masked in console, descriptions and errors', async () => {
  world.write('scripts/secret.js', 'console.log(`using ${PASSWORD}`); throw new Error("no user with " + PASSWORD)');
  const ran = await world.run('taps', '- runScript:\n    file: scripts/secret.js\n', {
    status: 1,
    words: ['--env', 'PASSWORD=hunter2hunter2'],
  });
  assert.equal(console_of(ran), 'log: using ***\n');
  assert.match(ran.json.error.message, /no user with \*\*\*/);
  const folder = path.dirname(ran.json.artifacts[0].path);
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (fs.statSync(file).isFile()) assert.ok(!fs.readFileSync(file).includes('hunter2hunter2'), name);
  }
});

// name, script, what the error says; without one the flow passes.
const hostile = [
  ['runs out of memory', 'const a = []; for (;;) a.push(new Array(1e6).fill(1.5))', /needs more than 256 MiB/],
  ['recurses', '(function f() { f() })()', /RangeError/],
  ['writes without end', 'for (let i = 0; i < 5e3; i++) console.log("x".repeat(1000))', undefined],
  ['returns a giant', 'output.a = "x".repeat(1e7); 1', undefined],
  [
    'looks for a way out',
    `
for (const name of ['require', 'process', 'Java', 'load', 'read', 'fetch', 'Bun', 'Deno', 'WebAssembly', 'XMLHttpRequest'])
  if (typeof globalThis[name] !== 'undefined') throw new Error(name);
if ((function () { return this })() !== undefined) throw new Error('this');
import('node:fs').then(() => { output.out = 1 }, () => { output.out = 0 });
`,
    undefined,
  ],
  ['reads a file by http', "http.get('file:///etc/passwd')", /only http and https/],
  [
    'sends a file from outside',
    `http.post('${base}/', {multipartForm: {f: {filePath: '/etc/passwd'}}})`,
    /outside of the workspace/,
  ],
  ['smuggles a header', `http.get('${base}/', {headers: {A: 'b\\r\\nHost: c'}})`, /header "A" cannot be sent/],
  ['reads the environment', 'if (typeof SECRET_OF_THE_SHELL !== "undefined") throw new Error("seen")', undefined],
];
for (const [name, source, error] of hostile) {
  test(`a script that ${name}`, async () => {
    world.write('scripts/hostile.js', source);
    const ran = await world.run('taps', '- runScript:\n    file: scripts/hostile.js\n- tapOn: Save\n', {
      status: error ? 1 : 0,
      words: ['--allow-local-http'],
    });
    if (error) assert.match(ran.json.error.message, error);
    else assert.equal(ran.flow.passed, true);
  });
}

test('a script imports modules of the workspace', async () => {
  world.write(
    'scripts/lib/api.js',
    `import { twice } from '../more.js';
export * from '../more.js';
let calls = 0;
export const url = (user) => { calls++; return \`https://\${HOST}/\${twice(user)}\`; };
export { calls };
export default class Api { name() { return 'Api of ' + HOST } }
`,
  );
  world.write('scripts/more.js', 'export function twice(text) { return text + text }\nexport const hidden = 1;\n');
  world.write(
    'scripts/main.js',
    `import Api, { url, twice as double } from './lib/api.js';
import * as api from './lib/api.js';
const hidden = 'not a module\\'s';
output.url = url('ann');
output.calls = api.calls;
output.all = Object.keys(api).sort().join();
output.name = new Api().name();
output.double = double('x');
output.leaks = typeof calls;
`,
  );
  const ran = await world.run(
    null,
    '- runScript: {file: scripts/main.js, env: {HOST: example.com}}\n' +
      "- assertTrue: ${output.url === 'https://example.com/annann' && output.calls === 1}\n" +
      "- assertTrue: ${output.all === 'calls,default,hidden,twice,url' && output.name === 'Api of example.com'}\n" +
      "- assertTrue: ${output.double === 'xx' && output.leaks === 'undefined'}\n",
  );
  assert.ok(
    ran.steps.every(({ outcome }) => outcome === 'COMPLETED'),
    JSON.stringify(ran.steps, null, 1),
  );
});

test('an error of a module names its file and line', async () => {
  world.write('scripts/broken.js', '\n\nexport function fails() {\n  null.x;\n}\n');
  world.write('scripts/throws.js', '\nnull.x;\n');
  world.write('scripts/wrong.js', 'export const a = 1;\nlet let = 2;\n');
  const rows = [
    [
      "import { fails } from './broken.js';\n\nfails();\n",
      /^scripts\/broken\.js:4:\d+: TypeError: .*; in fails \(scripts\/broken\.js:4:\d+\), .*\(scripts\/uses\.js:3:\d+\)/,
    ],
    [
      "import { none } from './broken.js';\n",
      /^scripts\/uses\.js:1:\d+: SyntaxError: '\.\/broken\.js' has no export 'none'/,
    ],
    [
      "\nimport './throws.js';\n",
      /^scripts\/throws\.js:2:\d+: TypeError: [^;]*; in \(module\) \(scripts\/throws\.js:2:\d+\), [^,]*\(scripts\/uses\.js:2:\d+\)/,
    ],
    ["import { a } from './wrong.js';\n", /^scripts\/wrong\.js:2:.*SyntaxError/],
    ["import './broken.js';\n\nundefined.y;\n", /^scripts\/uses\.js:3:\d+: TypeError/],
  ];
  for (const [source, error] of rows) {
    world.write('scripts/uses.js', source);
    const ran = await world.run(null, '- runScript: scripts/uses.js\n', { status: 1 });
    assert.match(ran.json.error.message, error);
  }
});

test('a flow that is named by its whole path has the current folder as its workspace', async () => {
  world.write('scripts/uses.js', "import { twice } from './more.js';\noutput.word = twice('a');\n");
  world.write(
    'flows/deep.yaml',
    "appId: com.example.flows\n---\n- runScript: ../scripts/uses.js\n- assertTrue: ${output.word === 'aa'}\n",
  );
  const file = path.join(world.mda.folder, 'flows/deep.yaml');
  const { status, stdout } = await world.mda.run(['flow', 'run', file]);
  assert.equal(status, 0, stdout);
  const elsewhere = await world.mda.run(['flow', 'run', file, '--json'], { cwd: '/' });
  assert.match(elsewhere.json.error.message, /'.*scripts\/more\.js' is outside of the workspace/);
});

test('a script imports nothing from outside of the workspace', async () => {
  const outside = path.join(path.dirname(world.mda.folder), `${path.basename(world.mda.folder)}-outside.js`);
  fs.writeFileSync(outside, 'export const word = 1;\n');
  fs.symlinkSync(outside, path.join(world.mda.folder, 'scripts/link.js'));
  try {
    for (const name of [`../../${path.basename(outside)}`, outside, './link.js']) {
      world.write('scripts/uses.js', `import { word } from '${name}';\n`);
      const ran = await world.run(null, '- runScript: scripts/uses.js\n', { status: 1 });
      assert.match(
        ran.json.error.message,
        /^scripts\/uses\.js:1:22: error: .*(is outside of the workspace|is not a path)/,
      );
      assert.deepEqual(ran.steps, []);
    }
  } finally {
    fs.rmSync(outside);
  }
});
