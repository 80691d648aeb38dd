// The official clients: the SDK in both generations and each era, over stdio
// and HTTP, and the Inspector, which also judges the tools' schemas.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as SecondClient, StreamableHTTPClientTransport as SecondHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as SecondStdio } from '@modelcontextprotocol/client/stdio';
import { program, root, run, startAdbServer, startVirtual } from './lib.mjs';
import { startHttp } from './http.mjs';

const adb = await startAdbServer();
const device = await startVirtual(adb);
const env = { ...adb.env, ANDROID_SERIAL: device.serial };
const http = await startHttp('agentest', ['--http', '0', '--no-token'], env);

const info = { name: 'clients', version: '1' };
const started = { command: program('agentest'), args: [], env, stderr: 'inherit' };
const timeout = 120000;

// One interface for both generations: call() takes name, arguments and options.
const first = {
  open: () => new FirstClient(info),
  transports: { stdio: () => new FirstStdio(started), http: () => new FirstHttp(new URL(http.url)) },
  call: (client, name, args, options) => client.callTool({ name, arguments: args }, undefined, { timeout, ...options }),
};
const second = (mode) => ({
  open: () => new SecondClient(info, { versionNegotiation: { mode } }),
  transports: { stdio: () => new SecondStdio(started), http: () => new SecondHttp(new URL(http.url)) },
  call: (client, name, args, options) => client.callTool({ name, arguments: args }, { timeout, ...options }),
});

// [label, generation, the era that must be negotiated]
const clients = [
  ['first generation', first, undefined],
  ['second generation, legacy', second('legacy'), 'legacy'],
  ['second generation, auto', second('auto'), 'modern'],
  ['second generation, modern', second({ pin: '2026-07-28' }), 'modern'],
];

async function listsAndPrompt(client) {
  const { tools } = await client.listTools();
  assert.equal(tools.length, 10);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['test_screen', 'write_flow', 'explain_failure'],
  );
  assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 4);
  const { messages } = await client.getPrompt({ name: 'test_screen', arguments: { packageName: 'com.example.notes' } });
  assert.match(messages[0].content.text, /com\.example\.notes/);
}

async function actsAndSees(client, call) {
  const connected = await call('agentest_connect', { packageName: 'com.example.notes', steal: true });
  const { session } = connected.structuredContent;
  const seen = [];
  const flow = await call(
    'agentest_run_flow',
    {
      session,
      steps: [
        { action: 'assert_visible', target: { text: 'Log in' } },
        { action: 'wait', timeoutMs: 700 },
      ],
    },
    { onprogress: (progress) => seen.push(progress) },
  );
  assert.equal(flow.structuredContent.success, true, flow.content[0].text);
  assert.ok(seen.length > 0 && seen.every(({ total }) => total === 2), JSON.stringify(seen));
  const tree = await call('agentest_get_ui_tree', { session });
  assert.match(tree.content[0].text, /^screen 1080x2400 com\.example\.notes /);
  const uri = `agentest://session/${session}/tree`;
  const { resources } = await client.listResources();
  assert.ok(
    resources.some((resource) => resource.uri === uri),
    JSON.stringify(resources),
  );
  const { contents } = await client.readResource({ uri });
  assert.deepEqual(contents, [{ uri, mimeType: 'text/plain', text: tree.content[0].text }]);
  return session;
}

// The device is free again long before the 120 s of the wait are over.
async function cancels(call, session) {
  const stop = new AbortController();
  const cancelled = call(
    'agentest_run_flow',
    { session, steps: [{ action: 'wait', timeoutMs: 120000 }] },
    { signal: stop.signal, onprogress: () => stop.abort('enough') },
  );
  await assert.rejects(cancelled, /enough|abort/i);
  assert.match((await call('agentest_get_ui_tree', { session })).content[0].text, /Welcome to Notes/);
}

for (const [label, kind, era] of clients) {
  for (const [way, transport] of Object.entries(kind.transports)) {
    test(`${label}, ${way}: lists, acts, sees, cancels`, { timeout: 60000 }, async (t) => {
      const client = kind.open();
      t.after(() => client.close());
      const failures = [];
      client.onerror = (error) => failures.push(error.message);
      await client.connect(transport());
      assert.equal(client.getProtocolEra?.(), era);
      assert.equal(client.getServerVersion().name, 'agentest');
      const call = (...words) => kind.call(client, ...words);
      await listsAndPrompt(client);
      const session = await actsAndSees(client, call);
      assert.deepEqual(failures, []);
      await cancels(call, session);
      await assert.rejects(call('no_such_tool', {}), (error) => error.code === -32602);
      const refused = await call('agentest_run_flow', { session });
      assert.equal(refused.isError, true);
    });
  }
}

const script = path.join(
  root,
  'tests/e2e/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);
const inspect = (target, ...words) => run(process.execPath, [script, '--cli', ...target, ...words], { env });
const variables = ['ANDROID_SERIAL', 'ANDROID_ADB_SERVER_PORT', 'HOME', 'TMPDIR'].flatMap((name) => [
  '-e',
  `${name}=${env[name]}`,
]);
const targets = { stdio: [program('agentest'), ...variables], http: [http.url] };

for (const [way, target] of Object.entries(targets)) {
  for (const era of ['legacy', 'auto', 'modern']) {
    const inspected = async (...words) => {
      const { status, out, err } = await inspect(target, '--protocol-era', era, ...words);
      assert.equal(status, 0, out + err);
      return { ...JSON.parse(out), err };
    };
    test(`Inspector, ${way}, ${era}: strict about the tools' schemas`, async () => {
      const { tools, err } = await inspected('--method', 'tools/list', '--strict');
      assert.equal(tools.length, 10);
      assert.doesNotMatch(err, /warning|error|portab/i);
    });
    test(`Inspector, ${way}, ${era}: lists and calls`, async () => {
      assert.ok((await inspected('--method', 'resources/list')).resources);
      assert.equal((await inspected('--method', 'resources/templates/list')).resourceTemplates.length, 4);
      assert.equal((await inspected('--method', 'prompts/list')).prompts.length, 3);
      const { content, isError } = await inspected(
        '--method',
        'tools/call',
        '--tool-name',
        'agentest_connect',
        '--tool-arg',
        'packageName=com.example.notes',
        'steal=true',
      );
      assert.ok(!isError, JSON.stringify(content));
      assert.match(content.map((block) => block.text).join('\n'), /Welcome to Notes/);
    });
  }
}
