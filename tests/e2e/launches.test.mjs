// launches.test.mjs: how an app is opened, and what is said when its screen does
// not tell whether it came
import assert from 'node:assert/strict';
import test from 'node:test';
import { adbOnly, startAll } from './lib.mjs';

const app = 'com.example.notes';
const LASTING = 1000;
const { device, agentest } = await startAll(null, { env: adbOnly });

async function inject(t, name) {
  t.after(() => device.fault(name, 0));
  await device.fault(name, LASTING);
}

async function opens(arguments_ = {}) {
  await device.shell(`am force-stop ${app}`);
  const reply = await agentest.call('agentest_connect', { packageName: app, ...arguments_ });
  assert.ok(!reply.failed, reply.text);
  assert.match(JSON.stringify(reply.content), /Log in/);
  return reply;
}

test('`am start -W` that never returns: the app is up, and the screen tells so', async (t) => {
  await inject(t, 'start-hangs');
  await opens();
  const reset = await agentest.call('agentest_reset_app');
  assert.ok(!reset.failed, reset.text);
});

test('an app of a TV, with LEANBACK_LAUNCHER alone, opens; the reply names what was opened', async (t) => {
  await inject(t, 'leanback-only');
  const { text } = await opens();
  assert.match(text, /com\.example\.notes\/\.LoginActivity was opened, of LEANBACK_LAUNCHER/);
});

test('the first of several launcher activities opens instead of the chooser, and the reply names it', async (t) => {
  await inject(t, 'resolves-chooser');
  const { text } = await opens();
  assert.match(text, /several launcher activities; com\.example\.notes\/\.LoginActivity was opened, the first one/);
});

test('a dump that never comes out whole: the reason at once, in whole words, and no claim about the front', async (t) => {
  await device.shell(`am force-stop ${app}`);
  await inject(t, 'garbage-dump');
  const reply = await agentest.call('agentest_connect', { packageName: app });
  assert.equal(reply.failed, true);
  assert.equal(reply.json.code, 'TREE_PARSE_ERROR', reply.text);
  assert.match(
    reply.json.error,
    /it is in front, but its screen cannot be read: .*no <hierarchy> in the \d+ bytes.*try again/,
  );
});

test('a screen that never rests, of which no frame is counted: the activity manager says that it is in front', async (t) => {
  await device.shell(`am force-stop ${app}`);
  await inject(t, 'idle-error');
  const reply = await agentest.call('agentest_connect', { packageName: app });
  assert.ok(!reply.failed, reply.text);
  assert.match(JSON.stringify(reply.content), /cannot be read while it moves/);
});

test('a character that the dump cannot write: advice instead of a Java stack', async (t) => {
  await inject(t, 'illegal-character');
  const reply = await agentest.call('agentest_get_ui_tree');
  assert.equal(reply.failed, true);
  assert.match(reply.json.error, /a character .*helper.*screenshot/);
  assert.doesNotMatch(reply.json.error, /\bat com\./);
});
