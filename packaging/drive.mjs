// drive.mjs '{"command": […], "package": "…"}': use an installed server as an agent does, by the official client of MCP
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const tests = fileURLToPath(new URL('../tests/e2e/package.json', import.meta.url));
const needs = createRequire(tests);
const { Client } = needs('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = needs('@modelcontextprotocol/sdk/client/stdio.js');

const { command, packageName } = JSON.parse(process.argv[2]);
// As in ./demo: log in to the sample app and read the list of notes.
const login = [
  { action: 'type', target: { id: 'email' }, value: 'demo@example.com' },
  { action: 'type', target: { id: 'password' }, value: 'secret123' },
  { action: 'tap', target: { text: 'Log in' } },
  { action: 'assert_visible', target: { textContains: 'Note 1' }, timeoutMs: 20000 },
];

const client = new Client({ name: 'packages', version: '1' });
const transport = new StdioClientTransport({
  command: command[0],
  args: command.slice(1),
  env: process.env,
  stderr: 'inherit',
});
const began = performance.now();
await client.connect(transport);
const initializeMs = performance.now() - began;
const found = {
  server: client.getServerVersion(),
  initializeMs,
  tools: (await client.listTools()).tools.map(({ name }) => name),
};

async function call(name, args) {
  const reply = await client.callTool({ name, arguments: args });
  const text = reply.content.map((block) => block.text ?? '').join('\n');
  if (reply.isError) throw new Error(`${name}: ${text}`);
  return text;
}

if (packageName) {
  found.connect = await call('agentest_connect', { packageName });
  found.flow = await call('agentest_run_flow', { steps: login });
}
await client.close();
process.stdout.write(JSON.stringify(found));
