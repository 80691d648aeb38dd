// @mobilenext/mobile-mcp, a tool that others wrote, drives virtual-android.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startAdbServer, startVirtual, until } from './lib.mjs';

const modules = path.join(path.dirname(fileURLToPath(import.meta.url)), 'node_modules');
const server = await startAdbServer();
const device = await startVirtual(server);
const client = new Client({ name: 'e2e', version: '1' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [path.join(modules, '@mobilenext/mobile-mcp/lib/index.js')],
    env: { ...server.env, MOBILEMCP_DISABLE_TELEMETRY: '1' },
    stderr: 'ignore',
  }),
);
test.after(() => client.close());

const id = `Virtual_Android_${device.consolePort}`; // it takes the AVD's name for an id

async function call(name, args = {}) {
  const reply = await client.callTool({ name, arguments: { device: id, ...args } }, undefined, { timeout: 60000 });
  const text = reply.content
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\n');
  assert.ok(!reply.isError, `${name}: ${text}`);
  return { ...reply, text };
}

async function elements() {
  const { text } = await call('mobile_list_elements_on_screen');
  return text;
}

test('it lists the virtual device', async () => {
  const { text } = await call('mobile_list_available_devices');
  assert.match(text, new RegExp(id));
});

test('it launches an app and lists its elements', async () => {
  await call('mobile_launch_app', { packageName: 'com.example.notes' });
  assert.match(
    await until(async () => {
      const t = await elements();
      return t.includes('Log in') && t;
    }, 'the login screen'),
    /Log in/,
  );
});

test('it taps a field and types into it', async () => {
  const line = (await elements()).split('\n').find((text) => text.includes(':id/email'));
  const [x, y, width, height] = line
    .match(/at=(\d+),(\d+) size=(\d+)x(\d+)/)
    .slice(1)
    .map(Number);
  await call('mobile_click_on_screen_at_coordinates', { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) });
  await call('mobile_type_keys', { text: 'hello', submit: false });
  await device.shell('uiautomator dump /sdcard/d.xml');
  assert.match(await device.shell('cat /sdcard/d.xml'), /text="hello"/);
});

test('it takes a screenshot', async () => {
  const { content } = await call('mobile_take_screenshot');
  const image = content.find((block) => block.type === 'image');
  assert.ok(Buffer.from(image.data, 'base64').length > 1000);
});
