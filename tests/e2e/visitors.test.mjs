// The powers of other users of this machine through virtual-android: they act on the device, and on
// nothing else.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { program, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const outside = temporaryFolder();
const secret = path.join(outside, 'secret');
const reset = () => fs.writeFileSync(secret, 'untouched');
const spared = () =>
  assert.deepEqual([fs.readFileSync(secret, 'utf8'), fs.readdirSync(outside)], ['untouched', ['secret']]);
const shell = async (command) => {
  const { out, err = '' } = await device.adb('shell', command);
  return out + err;
};
reset();

for (const name of [
  '/etc/passwd',
  '../../../../../../etc/passwd',
  '/sdcard/../../../../etc/passwd',
  '/proc/../etc/passwd',
  secret,
])
  test(`the shell does not read this machine's ${name === secret ? 'files' : name}`, async () => {
    const said = await shell(`cat ${name}`);
    assert.match(said, /No such file/);
    assert.doesNotMatch(said, /root:|untouched/);
  });

test('links inside the root that point outside lead nowhere', async () => {
  await shell(
    `ln -s ${secret} /sdcard/file; ln -s ${outside} /sdcard/folder; ln -s ../../../../../../..${outside} /sdcard/up`,
  );
  for (const command of [
    'cat /sdcard/file',
    'cat /sdcard/folder/secret',
    'cat /sdcard/up/secret',
    'cp /sdcard/file /sdcard/copy; cat /sdcard/copy',
    'grep -r untouched /sdcard',
    'ls /sdcard/folder/',
    'cd /sdcard/folder && cat secret',
    'cat /sdcard/fold*/secret',
  ])
    assert.doesNotMatch(await shell(command), /untouched|^secret$/m, command);
  for (const command of [
    'echo lost > /sdcard/file',
    'echo lost >> /sdcard/folder/secret',
    'echo lost | tee /sdcard/file',
    'rm -r /sdcard/up/secret',
    'touch /sdcard/folder/new',
    'mv /sdcard/copy /sdcard/folder/secret',
    'chmod 777 /sdcard/folder',
    'sqlite3 /sdcard/file "CREATE TABLE t(x)"',
  ]) {
    await shell(command);
    spared();
  }
  const local = path.join(temporaryFolder(), 'pulled');
  await device.adb('pull', '/sdcard/folder/secret', local);
  assert.equal(fs.existsSync(local), false);
  await device.adb('push', program('virtual-android'), '/sdcard/folder/secret');
  spared();
});

test('a copy does not follow the links it meets', async () => {
  await shell(`mkdir -p /sdcard/from/sub /sdcard/to; echo lost > /sdcard/from/secret;
    echo lost > /sdcard/from/sub/secret; echo lost > /sdcard/from/sub/new;
    ln -s ${secret} /sdcard/to/secret; ln -s ${outside} /sdcard/to/sub;
    cp -r /sdcard/from/. /sdcard/to; cp -r /sdcard/from/sub /sdcard/to; cp /sdcard/from/secret /sdcard/to`);
  spared();
});

for (const sql of [
  "ATTACH 'SECRET' AS a",
  'ATTACH DATABASE "SECRET" AS a; SELECT * FROM a.t',
  "VACUUM INTO 'FOLDER/new'",
  "SELECT load_extension('SECRET')",
  "SELECT readfile('SECRET')",
  "SELECT writefile('FOLDER/new', 'x')",
  "PRAGMA temp_store_directory='FOLDER'",
])
  test(`SQL does not reach this machine's files: ${sql}`, async () => {
    const text = sql.replaceAll('SECRET', secret).replaceAll('FOLDER', outside);
    const said = await shell(
      `sqlite3 /data/local/tmp/a.db "CREATE TABLE IF NOT EXISTS t(x); ${text.replaceAll('"', '\\"')}"`,
    );
    assert.match(said, /Error: .*(not authorized|denied|prohibited|no such function)/);
    spared();
  });

test('SQL keeps its own journals, and VACUUM works', async () => {
  const db = '/data/local/tmp/b.db';
  assert.match(
    await shell(
      `sqlite3 ${db} "PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES(7); VACUUM; SELECT x FROM t"`,
    ),
    /^wal\s+7\s*$/,
  );
  for (const ending of ['wal', 'journal', 'shm']) {
    await shell(`rm -f ${db}-${ending}; ln -s ${secret} ${db}-${ending}`);
    await shell(
      `sqlite3 ${db} "PRAGMA journal_mode=${ending === 'journal' ? 'PERSIST' : 'WAL'}; INSERT INTO t VALUES(8)"`,
    );
    spared();
    await shell(`rm -f ${db}-${ending}`);
  }
});

test('the help says who can connect; a free port is chosen and printed', async () => {
  const { out } = await run(program('virtual-android'), ['--help']);
  assert.match(out, /every user of this machine can connect/);
  assert.ok(device.adbPort > 1024 && device.adbPort === device.consolePort + 1);
});

test('--auth admits the adb server with that key, and no other', async () => {
  const keys = path.join(server.env.HOME, '.android');
  const mine = path.join(keys, 'adbkey.pub');
  await until(() => fs.existsSync(mine) || server.adb('keygen', path.join(keys, 'adbkey')), 'the server has a key');
  const friend = await startVirtual(server, ['--auth', mine]);
  assert.equal((await friend.shell('echo hello')).trim(), 'hello');

  const stranger = await startAdbServer();
  await stranger.query(`host:emulator:${friend.adbPort}`).catch(() => {});
  await until(
    async () => (await stranger.query('host:devices')).includes(`${friend.serial}\tunauthorized`),
    'the stranger is refused',
  );
  assert.doesNotMatch((await stranger.adb('-s', friend.serial, 'shell', 'echo hello')).out, /hello/);
  assert.equal((await friend.shell('echo still')).trim(), 'still');

  const wrong = await run(program('virtual-android'), ['--auth', secret]);
  assert.match(wrong.err ?? wrong.out, /not a public key of adb/);
});
