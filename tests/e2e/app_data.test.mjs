// An app's stored data, wherever below its folder: databases with other names are recognized by
// their first bytes, a DataStore is read, and no path leads out of the folder.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, root, startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

const PACKAGE = 'com.example.notes';
const HOME = `/data/data/${PACKAGE}`;
const folder = temporaryFolder();
const store = fs.readFileSync(path.join(root, 'tests/fuzz/corpus/preferences_pb/all'));
const server = await startAdbServer();

async function put(device, bytes, to) {
  const file = path.join(folder, 'pushed');
  fs.writeFileSync(file, bytes);
  await device.adb('push', file, '/data/local/tmp/pushed');
  await device.shell(
    `run-as ${PACKAGE} mkdir -p '${path.dirname(to)}'; run-as ${PACKAGE} cp /data/local/tmp/pushed '${to}'`,
  );
}

async function prepare(args) {
  const device = await startVirtual(server, args);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...adbOnly } });
  await agentest.connect(PACKAGE);
  await device.shell(`run-as ${PACKAGE} mkdir -p files/SQLite 'files/two words' databases/deep code_cache`);
  for (const to of [
    'files/SQLite/expo.db',
    "'files/two words/my data'",
    'databases/deep/inner.db',
    'code_cache/cached.db',
  ])
    await device.shell(
      `run-as ${PACKAGE} cp databases/notes.db ${to}; run-as ${PACKAGE} cp databases/notes.db-wal ` +
        `${to.replace(/(['"]?)$/, '-wal$1')}`,
    );
  await put(device, 'SQLite format, but not a database', 'files/liar.db');
  await put(device, store, 'files/datastore/settings.preferences_pb');
  await put(device, 'not a store', 'files/datastore/broken.preferences_pb');
  return { device, agentest };
}

const rigs = [
  ['device', await prepare([])],
  ['host', await prepare(['--no-sqlite3'])],
];
for (const [who, { device, agentest }] of rigs) {
  const ask = async (tool, more) => await agentest.call(`agentest_${tool}`, more);
  const count = 'SELECT count(*) > 100 FROM notes';

  test(`${who}: databases below the app's folder are listed and asked`, async () => {
    const { json, text } = await ask('query_db', {});
    assert.deepEqual(
      json.databases.toSorted(),
      ['databases/deep/inner.db', 'files/SQLite/expo.db', 'files/two words/my data', 'notes.db'],
      text,
    );
    for (const database of [
      'files/SQLite/expo.db',
      './files/SQLite/expo.db',
      `${HOME}/files/SQLite/expo.db`,
      `/data/user/0/${PACKAGE}/files/SQLite/expo.db`,
      'files/two words/my data',
      'databases/notes.db',
      'notes.db',
    ]) {
      const reply = await ask('query_db', { database, query: count });
      assert.equal(reply.json.rows, '1\n', `${database}: ${reply.text}`);
    }
    const missing = await ask('query_db', { database: 'files/SQLite/other.db', query: count });
    assert.match(
      missing.json.error,
      /no files\/SQLite\/other\.db; 'com\.example\.notes' has: .*files\/SQLite\/expo\.db/,
    );
  });

  test(`${who}: no path leads out of the app's folder`, async () => {
    await device.shell(
      `echo secret > /data/local/tmp/outside.xml; run-as ${PACKAGE} ln -s /data/local/tmp/outside.xml files/link.xml; ` +
        `run-as ${PACKAGE} ln -s /data/local/tmp files/out; run-as ${PACKAGE} ln -s SQLite/expo.db files/inside.db`,
    );
    for (const file of [
      '../x.xml',
      'files/../../x',
      '/etc/hosts',
      '/data/data/com.example.shop/shared_prefs/a.xml',
      'files//x',
      'files/',
      '-x',
      'files/a\nb',
    ])
      assert.match((await ask('get_shared_prefs', { file })).json.error, /does not name a file of preferences/, file);
    for (const file of ['files/link.xml', 'files/out/outside.xml']) {
      const reply = await ask('get_shared_prefs', { file });
      assert.match(reply.json.error, /is a link that leads out of the app's folder/);
      assert.doesNotMatch(reply.text, /secret/);
    }
    assert.match((await ask('query_db', { database: 'files/out/x.db' })).json.error, /leads out|no files\/out/);
    assert.equal((await ask('query_db', { database: 'files/inside.db', query: count })).json.rows, '1\n');
  });
}

test('a DataStore is listed, and read as preferences are', async () => {
  const { agentest } = rigs[0][1];
  const ask = (more) => agentest.call('agentest_get_shared_prefs', more);
  const { json } = await ask({});
  assert.ok(json.files.includes('files/datastore/settings.preferences_pb'), JSON.stringify(json));
  for (const file of ['files/datastore/settings.preferences_pb', 'settings.preferences_pb']) {
    const reply = await ask({ file });
    assert.equal(reply.json.file, file);
    for (const line of [
      '<string name="theme">dark</string>',
      '<boolean name="on" value="true" />',
      '<float name="ratio" value="0.5" />',
      '<int name="count" value="-7" />',
      '<long name="when" value="1764356961000" />',
      '<string>ü &amp; &lt;b&gt;</string>',
      '<bytes name="key">00ff</bytes>',
    ])
      assert.ok(reply.json.content.includes(line), `${line}: ${reply.text}`);
  }
  assert.match(
    (await ask({ file: 'broken.preferences_pb' })).json.error,
    /cannot read files\/datastore\/broken\.preferences_pb: it isn't a DataStore/,
  );
  assert.match(
    (await ask({ file: 'other' })).json.error,
    /no shared_prefs\/other\.xml; .* has: .*files\/datastore\/settings\.preferences_pb/,
  );
});
