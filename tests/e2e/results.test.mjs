// Results for model, host and person: structured content, resources, links,
// prompts, limits. The official client checks structured content against the
// tools' own schemas by itself and throws where it does not fit.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { login } from './notes.mjs';
import { program, startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const output = temporaryFolder();
const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, AGENTEST_OUTPUT_DIR: output } });
const { client } = agentest;
await client.listTools(); // the client validates afterwards
const connected = await agentest.connect('com.example.notes');
const { session } = connected.json;
const uri = (name) => `agentest://session/${session}/${name}`;
const read = async (name) => (await client.readResource({ uri: uri(name) })).contents[0];

test('connect: structured content is the metadata and the tree', async () => {
  const { structuredContent, json, texts } = connected;
  assert.deepEqual(structuredContent, { ...json, uiTree: texts[1] });
});

test('get_ui_tree: structured content has the tree, compact or full', async () => {
  const compact = await agentest.call('agentest_get_ui_tree');
  assert.equal(compact.structuredContent.uiTree, compact.text);
  const full = await agentest.call('agentest_get_ui_tree', { format: 'full' });
  assert.deepEqual(full.structuredContent.root, full.json);
});

test('tools that reply in JSON: structured content is that JSON', async () => {
  for (const [name, args] of [
    ['run_flow', { steps: [{ action: 'wait', timeoutMs: 0 }], echo: true }],
    ['run_flow', { steps: login, echo: true }],
    ['device_info', {}],
    ['set_network', { wifi: true }],
    ['query_db', { database: 'notes.db', query: 'SELECT 1, 2' }],
  ]) {
    const { structuredContent, json, failed, text } = await agentest.call(`agentest_${name}`, args);
    assert.equal(failed, false, text);
    assert.deepEqual(structuredContent, json, name);
  }
});

test("run_flow: structured content is the JSON, the screen and the contract's counts", async () => {
  const { structuredContent, text, texts } = await agentest.call('agentest_run_flow', {
    steps: [{ action: 'tap', target: { description: 'Settings' } }],
    observe: 'tree',
  });
  const { stepsCompleted, totalSteps, screenChanged, screenFingerprint, finalUiTree, ...rest } = structuredContent;
  assert.deepEqual(rest, JSON.parse(text));
  assert.deepEqual([stepsCompleted, totalSteps, screenChanged], [1, 1, true]);
  assert.equal(finalUiTree, texts[1]);
  assert.ok(finalUiTree.split('\n')[0].endsWith(`#${screenFingerprint}`));
});

test('get_logs: structured content is the metadata and the lines', async () => {
  const { structuredContent, json, texts } = await agentest.call('agentest_get_logs');
  assert.deepEqual(structuredContent, { ...json, text: texts[1] });
});

test('screenshot: size, scale and rule in numbers and words, never the bytes', async () => {
  const { content, structuredContent } = await agentest.call('agentest_screenshot');
  const [image, { text }] = content;
  const { width, height, scale, note } = structuredContent;
  assert.equal(note, text);
  assert.ok(Math.max(width, height) <= 1568);
  assert.ok(Math.abs(scale - 2400 / height) < 0.01, String(scale));
  assert.ok(Buffer.from(image.data, 'base64').length <= 900000);
  assert.match(text, /multiply coordinates by \d/);
  assert.ok(JSON.stringify(structuredContent).length < 300);
});

test('a failed call has no structured content', async () => {
  const refused = await agentest.call('agentest_query_db', { database: 'no.db', query: 'SELECT 1' });
  assert.equal(refused.failed, true);
  assert.equal(refused.structuredContent, undefined);
  const failed = await agentest.flow({ action: 'assert_visible', target: { text: 'nowhere' } });
  assert.equal(failed.failed, true);
  assert.equal(failed.structuredContent, undefined);
});

test('resources: a template each, and what the session has', async () => {
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(
    resourceTemplates.map((template) => template.uriTemplate),
    ['tree', 'screenshot', 'log', 'trace'].map((name) => `agentest://session/{session}/${name}`),
  );
  const { resources } = await client.listResources();
  assert.deepEqual(
    resources.map((resource) => resource.uri),
    ['tree', 'screenshot', 'log', 'trace'].map(uri),
  );
  assert.deepEqual((await client.listResources()).resources, resources);
  for (const resource of resources) assert.ok(resource.name && resource.title && resource.mimeType);
});

test('resources: each is what was returned last', async () => {
  const tree = await agentest.tree();
  assert.deepEqual(await read('tree'), { uri: uri('tree'), mimeType: 'text/plain', text: tree });
  const flow = await agentest.flowEchoed({ action: 'wait', timeoutMs: 0 });
  assert.deepEqual(JSON.parse((await read('trace')).text), flow.json);
  const { blob, mimeType } = await read('screenshot');
  const png = Buffer.from(blob, 'base64');
  assert.equal(mimeType, 'image/png');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1080, 2400]);
  assert.match((await read('log')).text, /\n$/);
});

test('resources: a new screen of a flow is the last tree', async () => {
  await agentest.connect('com.example.notes', { session });
  const { json } = await agentest.flowEchoed(...login);
  assert.equal((await read('tree')).text, json.finalUiTree);
});

for (const address of [
  'agentest://session/nobody/tree',
  'agentest://session/nobody/log',
  'agentest://session/nobody/else',
  'file:///etc/passwd',
]) {
  test(`resources: ${address} does not exist`, async () => {
    await assert.rejects(
      client.readResource({ uri: address }),
      (error) => error.code === -32002 && error.data.uri === address,
    );
  });
}

test('a full-size screenshot is linked, besides its file', async () => {
  const { content, structuredContent } = await agentest.call('agentest_screenshot', { fullSize: true });
  assert.deepEqual(
    content.map((block) => block.type),
    ['text', 'resource_link'],
  );
  assert.equal(content[1].uri, uri('screenshot'));
  assert.equal(structuredContent.resource, uri('screenshot'));
  assert.ok(fs.existsSync(structuredContent.path));
});

test('the whole of a truncated log is linked', async () => {
  const { content, json, structuredContent } = await agentest.call('agentest_get_logs', { maxLines: 1 });
  assert.equal(json.lines, 1);
  assert.ok(json.omittedOlderLines > 0);
  assert.deepEqual(content.at(-1), { type: 'resource_link', uri: uri('log'), name: 'log', mimeType: 'text/plain' });
  assert.equal(structuredContent.resource, uri('log'));
  assert.ok((await read('log')).text.split('\n').length > json.omittedOlderLines);
});

test('the whole of a trace that is too long is linked', async () => {
  const steps = Array.from({ length: 200 }, () => ({
    action: 'assert_not_visible',
    target: { text: 'x'.repeat(200) },
  }));
  const { content, json } = await agentest.flowEchoed(...steps);
  assert.equal(json.success, true);
  assert.deepEqual(
    content.map((block) => block.type),
    ['text', 'resource_link'],
  );
  assert.ok(content[0].text.length <= 48000);
  assert.equal(content[1].uri, uri('trace'));
  assert.equal(JSON.parse((await read('trace')).text).results.length, 200);
});

test('a flow that ran is reported although its trace could not be stored', async () => {
  const output = path.join(temporaryFolder(), 'file');
  fs.writeFileSync(output, ''); // no folder can be made below it
  const full = await startAgentest(server, {
    env: { ANDROID_SERIAL: device.serial, AGENTEST_OUTPUT_DIR: path.join(output, 'out') },
  });
  await full.connect('com.example.notes', { steal: true });
  const steps = Array.from({ length: 200 }, () => ({
    action: 'assert_not_visible',
    target: { text: 'x'.repeat(200) },
  }));
  const { failed, json, text } = await full.flowEchoed(...steps);
  assert.equal(failed, false, text);
  assert.deepEqual([json.success, json.stepsCompleted], [true, 200]);
  assert.match(json.wholeTraceNotSaved, /out/);
  await agentest.connect('com.example.notes', { session, steal: true });
});

test('clients of before 2025-06-18 get the address as text', async () => {
  const old = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  const { session: mine } = (await old.connect('com.example.shop', { steal: true })).json;
  await old.client.request(
    {
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    },
    (await import('@modelcontextprotocol/sdk/types.js')).InitializeResultSchema,
  );
  const { content } = await old.call('agentest_screenshot', { fullSize: true });
  assert.deepEqual(content.at(-1), {
    type: 'text',
    text: `[the whole screenshot: resource agentest://session/${mine}/screenshot]`,
  });
});

test('get_ui_tree: pages join to the whole tree, refs and all', async () => {
  await agentest.connect('com.example.shop', { steal: true });
  const whole = (await agentest.tree()).trimEnd().split('\n');
  assert.ok(whole.length > 8, whole.join('\n'));
  const lines = [whole[0]];
  for (let offset = 0, page = 0; page < 20; page++) {
    const part = (await agentest.tree({ maxLines: 6, offset })).trimEnd().split('\n');
    assert.equal(part[0], whole[0]);
    const more = part.at(-1).match(/not shown.*offset (\d+)/);
    lines.push(...part.slice(1, more ? -1 : undefined));
    if (!more) break;
    offset = Number(more[1]);
  }
  assert.deepEqual(lines, whole);
  assert.match(await agentest.tree({ offset: 5000 }), /no more: the tree ends at line \d+/);
});

test('get_ui_tree: a depth of 0 means no limit', async () => {
  await agentest.connect('com.example.shop', { steal: true });
  assert.equal(await agentest.tree({ depth: 0 }), await agentest.tree());
});

test('get_ui_tree: a page names the line limit that was given', async () => {
  await agentest.connect('com.example.shop', { steal: true });
  assert.match(await agentest.tree({ maxLines: 6, offset: 2 }), /\(line limit 6\)/);
});

test('prompts: three, with described arguments', async () => {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map((prompt) => prompt.name),
    ['test_screen', 'write_flow', 'explain_failure'],
  );
  for (const prompt of prompts) {
    assert.ok(prompt.title && prompt.description);
    for (const argument of prompt.arguments) assert.ok(argument.description, argument.name);
  }
});

test('prompts: arguments are in the text, those left out leave no gap', async () => {
  const get = async (name, args) => {
    const { messages } = await client.getPrompt({ name, arguments: args });
    assert.deepEqual([messages.length, messages[0].role, messages[0].content.type], [1, 'user', 'text']);
    return messages[0].content.text;
  };
  const full = await get('test_screen', {
    packageName: 'com.example.notes',
    screen: 'the login',
    focus: 'a wrong password',
  });
  assert.match(full, /app com\.example\.notes .*\nThe screen: the login\nWhat matters most: a wrong password\n/);
  assert.doesNotMatch(await get('test_screen', { packageName: 'com.example.notes' }), /The screen:|matters most/);
  assert.match(
    await get('write_flow', { source: 'Login.kt', goal: 'a login that is refused' }),
    /show: a login that is refused\nThe source: Login\.kt\n/,
  );
  for (const text of [full]) assert.ok(text.length < 2500);
});

test('prompts: explain_failure brings the trace along', async () => {
  const { json } = await agentest.flow({ action: 'assert_visible', target: { text: 'nowhere' } });
  const { session: shop } = (
    await client.callTool({ name: 'agentest_connect', arguments: { packageName: 'com.example.shop' } })
  ).structuredContent;
  const failed = await agentest.flow({ action: 'assert_visible', target: { text: 'nowhere' } });
  for (const args of [{}, { session: shop, failure: 'it is not there' }]) {
    const { messages } = await client.getPrompt({ name: 'explain_failure', arguments: args });
    assert.equal(messages.length, 2);
    assert.match(messages[0].content.text, /cause in one sentence/);
    const { type, resource } = messages[1].content;
    assert.deepEqual([type, resource.uri], ['resource', `agentest://session/${shop}/trace`]);
    assert.equal(JSON.parse(resource.text).error, failed.json.error);
  }
  assert.equal(json.success, false);
  await assert.rejects(
    client.getPrompt({ name: 'explain_failure', arguments: { session: 'nobody' } }),
    (error) => error.code === -32602 && /no open session 'nobody'/.test(error.message),
  );
});

test('prompts: what is missing or unknown is -32602', async () => {
  for (const params of [
    { name: 'nothing' },
    { name: 'test_screen' },
    { name: 'test_screen', arguments: { packageName: 'a', pacage: 'b' } },
  ])
    await assert.rejects(client.getPrompt(params), (error) => error.code === -32602);
});

test('a limit on the size of files fails the call that writes one, not the server', async () => {
  const limited = path.join(temporaryFolder(), 'agentest');
  fs.writeFileSync(limited, `#!/bin/sh\nulimit -f 1\nexec ${program('agentest')} "$@"\n`, { mode: 0o755 });
  const server = await startAdbServer();
  const device = await startVirtual(server);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial }, path: limited });
  const reply = await agentest.call('agentest_screenshot', { fullSize: true });
  assert.equal(reply.failed, true, reply.text);
  assert.match(reply.text, /File too large/);
  assert.equal((await agentest.call('agentest_device_info')).failed, false);
});
