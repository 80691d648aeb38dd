// Facts that only the helper knows reach the client: the error of
// a field, the value of a bar, and that the tree is not the whole screen.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAgentest, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';

const NODES_MAX = 10000; // the helper's default reading

const controls = {
  package: 'com.example.controls',
  label: 'Controls',
  screens: {
    main: {
      root: {
        kind: 'column',
        children: [
          { kind: 'slider', id: 'volume', progress: 40, desc: 'Volume' },
          { kind: 'view', id: 'home', text: 'Home', role: 'Tab', clickable: true },
          { kind: 'button', id: 'country', text: 'Country', expandable: true },
          { kind: 'field', id: 'secret', hint: 'Password', password: true, error: 'Password is too short' },
          { kind: 'text', id: 'title', text: 'Settings', heading: true },
        ],
      },
    },
  },
};
// More nodes than are read, all visible; the last one is beyond the end.
const crowd = {
  package: 'com.example.crowd',
  label: 'Crowd',
  screens: {
    main: {
      root: {
        kind: 'frame',
        children: [
          { kind: 'button', id: 'first', text: 'First', bounds: [0, 200, 1080, 400] },
          ...Array.from({ length: NODES_MAX }, (_, i) => ({ kind: 'text', text: `x${i}`, bounds: [0, 500, 20, 520] })),
          { kind: 'button', id: 'last', text: 'Last', bounds: [0, 600, 1080, 800] },
        ],
      },
    },
  },
};

const server = await startAdbServer();

function appArgs(app) {
  const file = path.join(temporaryFolder(), 'app.json');
  fs.writeFileSync(file, JSON.stringify(app));
  return ['--app', file];
}

async function start(packageName, deviceArgs = []) {
  const device = await startVirtual(server, deviceArgs);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  const connected = await agentest.connect(packageName);
  assert.equal(connected.json.backend, 'resident', connected.text);
  return { device, agentest, connected };
}

test('the error of a field, from the tap that shows it to the key that clears it', async () => {
  const { agentest } = await start('com.example.notes');
  const wrong = await agentest.flow(
    { action: 'type', target: { text: 'E-mail' }, value: 'demo' },
    { action: 'tap', target: { text: 'Log in' } },
  );
  assert.equal(wrong.failed, false, wrong.text);
  assert.equal(wrong.json.screenChanged, false);
  assert.deepEqual(wrong.json.results[1].changed, ['@f1 invalid "" -> "Not an e-mail address"']);
  assert.match(
    await agentest.tree(),
    /^ *@f1 input value="demo" hint="E-mail"( focused)? invalid="Not an e-mail address"$/m,
  );
  const full = await agentest.tree({ format: 'full' });
  const email = JSON.stringify(JSON.parse(full)).match(/\{"role":"text_field"[^}]*E-mail[^}]*/)[0];
  assert.match(email, /"error":"Not an e-mail address".*"invalid":true/);

  const seen = await agentest.flow(
    { action: 'assert_visible', target: { text: 'Not an e-mail address' } },
    { action: 'assert_not_visible', target: { textContains: 'Wrong e-mail' } },
  );
  assert.equal(seen.failed, false, seen.text);
  assert.match(seen.json.results[0].target, /^input value="demo".* invalid="Not an e-mail address"/);

  const mended = await agentest.flow(
    { action: 'type', target: { text: 'demo' }, value: '@' },
    { action: 'assert_not_visible', target: { textContains: 'Not an e-mail' } },
  );
  assert.equal(mended.failed, false, mended.text);
  assert.doesNotMatch(await agentest.tree(), /invalid=/);
});

// Before Android 11 no widget has a state in words.
test('the value of a bar, custom roles, elements that expand', async () => {
  const { agentest, connected } = await start('com.example.controls', [...appArgs(controls), '--api', '29']);
  const [, tree] = connected.texts;
  assert.match(tree, /^ *@g\d slider "Volume" value="40 of 0\.\.100"$/m);
  assert.match(tree, /^ *@b\d btn "Home" role="Tab"$/m);
  assert.match(tree, /^ *@b\d btn "Country" collapsed$/m);
  assert.match(tree, /^ *@f1 input hint="Password" password invalid="Password is too short"$/m);
  assert.match(tree, /^ *"Settings"$/m);
  assert.match(await agentest.tree({ format: 'full' }), /"text":"Settings","heading":true/);
  const moved = await agentest.flow({ action: 'swipe', direction: 'right', target: { id: 'volume' } });
  assert.match(String(moved.json.results[0].changed), /^@g\d position "40 of 0\.\.100" -> "\d+ of 0\.\.100"$/);
});

test('a truncated tree says so, and proves no absence', async () => {
  const { agentest, connected } = await start('com.example.crowd', appArgs(crowd));
  const cut =
    /not the whole screen: the device stopped reading the screen after 10000 nodes \(it has more than the device reads\)/;
  assert.match((await agentest.tree({ maxLines: 3 })).trimEnd().split('\n').at(-1), cut);
  const first = connected.texts[1];
  assert.match(first, /^\.\.\. \d+ more/m);
  assert.match(first.trimEnd().split('\n').at(-1), cut);
  const { texts, structuredContent } = await agentest.call('agentest_get_ui_tree', { format: 'full', depth: 1 });
  assert.match(texts.at(-1), cut);
  assert.match(structuredContent.note, cut);

  const there = await agentest.flow({ action: 'assert_visible', target: { text: 'First' } });
  assert.equal(there.failed, false, there.text);
  assert.match(there.json.note, cut);
  const absent = await agentest.flow({ action: 'assert_not_visible', target: { text: 'Last' } });
  assert.equal(absent.failed, true, absent.text);
  assert.equal(absent.json.code, 'TREE_PARSE_ERROR');
  assert.match(absent.json.error, /does not prove that it is not there: the device stopped reading/);
  const missing = await agentest.flow({ action: 'tap', target: { text: 'Last' } });
  assert.equal(missing.json.code, 'ELEMENT_NOT_FOUND');
  assert.match(missing.json.error, /the device stopped reading the screen after 10000 nodes/);
});

test('the command line warns of a truncated tree, and does not take it for a proof', async (t) => {
  const device = await startVirtual(server, appArgs(crowd));
  await device.shell('am start -n com.example.crowd/.MainActivity');
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  await mda.ok('session set --platform android --app-id com.example.crowd');
  await mda.ok('live start'); // a process that stays uses the helper
  t.after(() => mda.ok('live stop'));
  const cut = /the device stopped reading the screen after 10000 nodes/;
  const { warnings, data } = await mda.ok('ui snapshot -i --no-screenshot');
  assert.match(String(warnings), /^this is not the whole screen: the device stopped reading/);
  assert.match(data.snapshot.tree, /btn "First" @e1/);
  const absent = await mda.fails('ui assert-not-visible Last --timeout-ms 0', 1);
  assert.match(absent.error.message, /^"Last" is not known to be gone after .* 1 reading: the device stopped reading/);
  const missing = await mda.fails('ui assert-visible Last --timeout-ms 0', 1);
  assert.match(missing.error.message, cut);
  const found = await mda.ok('ui find print --contains First');
  assert.match(String(found.warnings), cut);
});

test('a flow takes a truncated tree for no proof either', async () => {
  const device = await startVirtual(server, appArgs(crowd));
  await device.shell('am start -n com.example.crowd/.MainActivity');
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  const run = async (steps) => {
    fs.writeFileSync(path.join(mda.folder, 'flow.yaml'), `appId: com.example.crowd\n---\n${steps}`);
    return (await mda.run(['flow', 'run', 'flow.yaml', '--json'])).json.data.flows[0];
  };
  assert.equal((await run('- assertVisible: First\n')).passed, true);
  const absent = await run('- assertNotVisible: Last\n');
  assert.equal(absent.passed, false);
  assert.match(absent.error, /the screen can't be read: .*the device stopped reading the screen after 10000 nodes/);
});
