// tools/list through the converters that clients use before a model sees a
// tool: Google's own for Node, Google's and OpenAI's for Python.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { mcpToTool } from '@google/genai';
import { build, root, startAdbServer, startAgentest } from './lib.mjs';
import { schemaFault, strictFault } from './models/checks.mjs';

const packages = ['google-genai==3.6.1', 'mcp==2.3.0', 'openai-agents==0.24.0'];
const folder = path.resolve(build, 'converters');
const python = path.join(folder, 'bin', 'python');
const mark = path.join(folder, '.installed');

// Why the Python converters can't be had; undefined: they are there.
function missing() {
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === packages.join()) return undefined;
  const limit = { encoding: 'utf8', timeout: 200000 };
  const made = spawnSync('python3', ['-m', 'venv', folder], limit);
  if (made.status !== 0) return `python3 makes no virtual environment: ${made.stderr ?? made.error}`;
  const installed = spawnSync(
    python,
    ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '0', ...packages],
    limit,
  );
  if (installed.status !== 0)
    return `pip installs none of ${packages.join(', ')}: ${installed.stderr ?? installed.error}`;
  fs.writeFileSync(mark, packages.join());
  return undefined;
}

const server = await startAdbServer();
const agentest = await startAgentest(server);
const { tools } = await agentest.client.listTools();
const names = tools.map((tool) => tool.name);

// The names of the objects in a schema that have no properties.
function hollow(schema, place = '') {
  const inner = [...Object.entries(schema.properties ?? {}), ...(schema.items ? [['[]', schema.items]] : [])];
  const bare = schema.type?.toLowerCase() === 'object' && Object.keys(schema.properties ?? {}).length === 0;
  return [...(bare ? [place] : []), ...inner.flatMap(([name, part]) => hollow(part, `${place}.${name}`))];
}

test("Google's SDK for Node takes every tool", async () => {
  const { functionDeclarations } = await mcpToTool(agentest.client).tool();
  assert.deepEqual(
    functionDeclarations.map((tool) => tool.name),
    names,
  );
  for (const tool of functionDeclarations) {
    const schema = tool.parametersJsonSchema ?? tool.parameters;
    assert.deepEqual(hollow(schema), [], tool.name);
  }
});

test('the converters of Python clients take every tool', (t) => {
  const why = missing();
  if (why) return t.skip(why);
  const { stdout, stderr, status } = spawnSync(python, [path.join(root, 'tests', 'e2e', 'convert_tools.py')], {
    input: JSON.stringify({ tools }),
    encoding: 'utf8',
    timeout: 60000,
  });
  assert.equal(status, 0, stderr);
  const said = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((line) => [line.converter, line]),
  );
  assert.deepEqual(Object.keys(said), ['gemini', 'openai_strict']);
  for (const [converter, { made, failed, warnings }] of Object.entries(said)) {
    assert.equal(failed, undefined, converter);
    assert.deepEqual(warnings, [], converter);
    assert.deepEqual(Object.keys(made), names, converter);
    for (const name of names) assert.deepEqual(hollow(made[name]), [], `${converter}: ${name}`);
  }
  for (const name of names) {
    assert.equal(schemaFault(said.openai_strict.made[name]), undefined, name);
    assert.equal(strictFault(said.openai_strict.made[name]), undefined, name);
  }
  return undefined;
});
