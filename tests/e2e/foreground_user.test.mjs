// A device with several users: what names an app means the one in front.
import assert from 'node:assert/strict';
import test from 'node:test';
import { adbOnly, program, run, startAdbServer, startAgentest, startVirtual } from './lib.mjs';

const APP = 'com.example.notes';
const server = await startAdbServer();
const device = await startVirtual(server);
const env = { ANDROID_SERIAL: device.serial, ...adbOnly };
const agentest = await startAgentest(server, { env });

for (const [user, words] of [
  ['10', ' --user 10'],
  ['0', ''],
]) {
  test(`user ${user}: launch, preferences and databases are those of the user in front`, async () => {
    await device.console(`virtual user ${user}`);
    const connected = await agentest.connect(APP);
    assert.ok(!connected.failed, connected.text);
    await device.console('virtual journal clear');
    const prefs = await agentest.call('agentest_get_shared_prefs', { file: 'settings' });
    assert.match(prefs.json.content ?? prefs.text, /<map>/);
    const rows = await agentest.call('agentest_query_db', {
      database: 'notes.db',
      query: 'SELECT count(*) > 100 FROM notes',
    });
    assert.equal(rows.json.rows, '1\n', rows.text);
    const listed = await agentest.call('agentest_query_db', {});
    assert.ok(listed.json.databases.includes('notes.db'), listed.text);
    const journal = await device.console('virtual journal');
    assert.ok(journal.includes(`run-as ${APP}${words} cat`), journal);
    assert.doesNotMatch(journal, /get-current-user/); // asked once, with the launch
  });

  test(`user ${user}: the command line opens the app of the user in front`, async () => {
    const words = ['app', 'launch', '--app-id', APP, '--platform', 'android', '--device', device.serial, '--json'];
    const opened = await run(program('mobile-dev-agent'), words, { env: { ...server.env, ...env } });
    assert.equal(opened.status, 0, opened.out + opened.err);
  });
}
