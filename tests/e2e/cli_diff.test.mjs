// mobile-dev-agent's actions print what they changed, with refs that are good
// for the next command.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, startAdbServer, startVirtual } from './lib.mjs';
import { startMda } from './mda.mjs';

const notes = 'com.example.notes';
const server = await startAdbServer();
const device = await startVirtual(server);
const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial, ...adbOnly } });
await mda.ok(`session set --platform android --app-id ${notes}`);

async function restart(snapshot = 'ui snapshot --no-screenshot') {
  await device.shell(`pm clear ${notes}`);
  await device.shell(`am start -n ${notes}/.LoginActivity`);
  return mda.ok(snapshot);
}

async function words(line) {
  const answer = await mda.run(line);
  assert.equal(answer.status, 0, answer.stdout + answer.stderr);
  return answer.stdout;
}

const refOf = (text, line) => {
  const found = text.split('\n').filter((one) => one.includes(line));
  assert.equal(found.length, 1, `${line} in ${text}`);
  return /@e\d+/.exec(found[0])[0];
};
const kept = () => JSON.parse(fs.readFileSync(path.join(mda.state, 'sessions/default/last_snapshot.json')));

async function failLogin() {
  await words('ui tap id:email');
  await words('ui type demo@example.com');
  await words('ui tap id:password');
  await words('ui type wrong123');
  return words('ui tap id:login_button');
}

for (const snapshot of ['ui snapshot --no-screenshot', 'ui snapshot -i --no-screenshot']) {
  test(`a_wrong_password_is_in_the_reply_of_the_tap, after ${snapshot}`, async () => {
    const first = (await restart(snapshot)).data.snapshot.tree;
    const reply = await failLogin();
    assert.match(reply, /^tap btn "Log in"/);
    assert.match(reply, /^\+ "Wrong e-mail or password" @e\d+$/m);
    // by a ref of the diff
    const json = await mda.ok(['ui', 'tap', refOf(reply, 'Wrong e-mail or password')]);
    assert.match(json.data.target, /"Wrong e-mail or password"/);
    // by one that no diff has mentioned since the snapshot
    const help = refOf(first, 'Forgot password?');
    assert.ok(!reply.includes('Forgot password?'), reply);
    const again = await mda.ok(['ui', 'tap', help]);
    assert.match(again.data.target, /"Forgot password\?"/);
  });
}

test('find continues the numbers of the last reply', async () => {
  await restart();
  const reply = await failLogin(); // its message precedes the old content
  const message = refOf(reply, 'Wrong e-mail or password');
  const last = kept().last_number;
  const before = kept().refs;
  const found = await mda.ok('ui find print --contains o');
  assert.ok(found.data.count > 2);
  for (const match of found.data.matches) assert.equal(match.name, before[match.ref]?.name, match.ref);
  assert.equal(kept().last_number, last);
  assert.match((await mda.ok(['ui', 'tap', message])).data.target, /"Wrong e-mail or password"/);
});

test('find after a snapshot of controls alone gives the others new numbers', async () => {
  const controls = (await restart('ui snapshot -i --no-screenshot')).data.snapshot.refs;
  const found = await mda.ok('ui find print --contains o');
  for (const match of found.data.matches) assert.equal(match.name, controls[match.ref]?.name ?? match.name, match.ref);
  const welcome = found.data.matches.find((one) => one.name === 'Welcome to Notes');
  assert.ok(!controls[welcome.ref], welcome.ref);
  for (const [ref, one] of Object.entries(controls)) assert.equal(kept().refs[ref].name, one.name);
});

test('a_step_to_another_screen_prints_all_of_it', async () => {
  const first = (await restart()).data.snapshot;
  await words('ui tap id:email');
  await words('ui type demo@example.com');
  await words('ui tap id:password');
  await words('ui type secret123');
  const reply = await words('ui tap id:login_button');
  assert.match(reply, /^tap btn "Log in".*\nscreen 1080x2400 com\.example\.notes #/);
  assert.match(reply, /^ *btn "New note" @e\d+$/m);
  // nothing is called as anything before
  const numbers = [...reply.matchAll(/@e(\d+)$/gm)].map((found) => Number(found[1]));
  assert.ok(Math.min(...numbers) > first.elements.length, reply);
  const opened = await words(['ui', 'tap', refOf(reply, 'btn "New note"')]);
  assert.match(opened, /hint="Title"/);
  // a ref of the screen before the last one is known to be gone, an earlier one is stale
  assert.equal((await mda.ok(['ui', 'assert-not-visible', refOf(reply, 'btn "New note"')])).data.holds, true);
  const gone = await mda.fails(['ui', 'tap', `@${first.elements[0].ref}`], 1);
  assert.match(gone.error.message, /^stale ref '@e1': its element went from the screen before/);
});

test('the_diff_is_data_too_and_the_snapshot_that_is_kept_has_its_refs', async () => {
  await restart();
  const ticked = (await mda.ok('ui tap id:remember')).data.diff;
  assert.deepEqual([ticked.whole, ticked.truncated, ticked.appeared, ticked.went], [false, false, [], []]);
  assert.equal(ticked.changed.length, 1);
  const [box] = ticked.changed;
  assert.match(box.was, /^check "Remember me" unchecked/);
  assert.match(box.line, /^check "Remember me" checked/);
  assert.equal(kept().refs[box.ref].states.checked, true);
  const failed = (await mda.ok('ui tap id:login_button')).data.diff;
  assert.deepEqual(
    failed.appeared.map((one) => one.line),
    ['"Wrong e-mail or password"'],
  );
  assert.equal(kept().refs[failed.appeared[0].ref].name, 'Wrong e-mail or password');
});

test('an_action_without_a_snapshot_before_prints_the_whole_list', async () => {
  await restart();
  await mda.ok('session set --session fresh --platform android');
  const reply = await words('ui tap id:remember --session fresh');
  assert.match(reply, /\nscreen 1080x2400 .*\n"Welcome to Notes" @e1\n/);
  assert.match(
    await words(['ui', 'tap', refOf(reply, '"Remember me" checked'), '--session', 'fresh']),
    / -> check "Remember me" unchecked/,
  );
});

test('what_changes_nothing_prints_no_list', async () => {
  await restart();
  const reply = await words('ui tap id:login_title');
  assert.equal(reply.trimEnd().split('\n').length, 1, reply);
});
