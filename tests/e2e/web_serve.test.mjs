// The page's files over HTTP, byte by byte; and what the page does with its
// server: it logs in, all tabs share one stream of events, and neither a lost
// connection nor a restart loses anything.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import zlib from 'node:zlib';
import { eventually, startRig, webTest } from './browser.mjs';
import { atEnd, program, root, run, temporaryFolder, until } from './lib.mjs';
import { startServer } from './tester_rig.mjs';

const rig = await startRig({ model: true });
const { server, adbServer } = rig;
const dist = path.join(root, 'web/dist');
const files = fs
  .readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)));
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const script = files.find((file) => /^assets\/index-.*\.js$/.test(file));

// The bytes as they come, which fetch() would unpack.
async function rawGet(where, headers = {}, method = 'GET') {
  const socket = net.connect(server.port, '127.0.0.1');
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.write(`${method} ${where} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${lines}\r\n`);
  const bytes = Buffer.concat(await socket.toArray());
  const end = bytes.indexOf('\r\n\r\n');
  const [status, ...head] = bytes.subarray(0, end).toString().split('\r\n');
  const named = Object.fromEntries(
    head.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(status.split(' ')[1]), head: named, body: bytes.subarray(end + 4) };
}

// --- The files

test('each file of web/dist is in the program, packed for who takes gzip', async () => {
  assert.ok(files.includes('index.html') && script, files.join(' '));
  for (const file of files) {
    const content = fs.readFileSync(path.join(dist, file));
    const plain = await rawGet(`/${file}`);
    assert.equal(plain.status, 200, file);
    assert.ok(plain.body.equals(content), file);
    assert.equal(plain.head['content-encoding'], undefined);
    if (path.extname(file) in types) assert.equal(plain.head['content-type'], types[path.extname(file)]);
    const packed = await rawGet(`/${file}`, { 'Accept-Encoding': 'gzip, br' });
    const unpacked = packed.head['content-encoding'] === 'gzip' ? zlib.gunzipSync(packed.body) : packed.body;
    assert.ok(unpacked.equals(content), file);
    const lasting = file.startsWith('assets/') && 'public, max-age=31536000, immutable';
    const icon = file === 'icon.svg' && 'public, max-age=3600';
    assert.equal(packed.head['cache-control'], lasting || icon || 'no-cache', file);
    assert.equal(packed.head['x-content-type-options'], 'nosniff');
  }
  const packed = await rawGet(`/${script}`, { 'Accept-Encoding': 'gzip' });
  assert.equal(packed.head['content-encoding'], 'gzip');
  assert.equal(packed.head.vary, 'Accept-Encoding');
  assert.ok(packed.body.length < 0.5 * fs.statSync(path.join(dist, script)).size, `${packed.body.length} bytes`);
});

test('heads, tags and what is there already', async () => {
  const takes = { 'Accept-Encoding': 'gzip' };
  const packed = await rawGet(`/${script}`, takes);
  const plain = await rawGet(`/${script}`);
  assert.notEqual(packed.head.etag, plain.head.etag, 'two forms of a file have two tags');
  const head = await rawGet(`/${script}`, takes, 'HEAD');
  assert.deepEqual([head.status, head.body.length, head.head['content-length']], [200, 0, String(packed.body.length)]);
  for (const [tag, more, status] of [
    [packed.head.etag, takes, 304],
    [plain.head.etag, {}, 304],
    [plain.head.etag, takes, 200],
    ['"x"', takes, 200],
  ])
    assert.equal(
      (await rawGet(`/${script}`, { ...more, 'If-None-Match': tag })).status,
      status,
      `${tag} ${JSON.stringify(more)}`,
    );
  const page = await rawGet('/');
  assert.equal((await rawGet('/', { 'If-None-Match': page.head.etag })).status, 304);
  assert.match(page.head['content-security-policy'], /^default-src 'self'; .*frame-ancestors 'none'/);
  assert.doesNotMatch(page.head['content-security-policy'], /unsafe/);
  assert.equal(page.head['referrer-policy'], 'no-referrer');
});

test('licences.txt names each library of the dashboard, and the HTML file of a run contains it', () => {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'web/package.json'), 'utf8'));
  const notices = fs.readFileSync(path.join(dist, 'licences.txt'), 'utf8');
  for (const [name, version] of Object.entries(dependencies))
    assert.ok(notices.includes(`\n${name} ${version} (`), `${name} ${version}`);
  for (const words of ['MIT License', 'Jason Miller', 'SIL OPEN FONT LICENSE'])
    assert.ok(notices.includes(words), words);
  assert.ok(fs.readFileSync(path.join(dist, 'report.html'), 'utf8').includes(notices.replaceAll('--', '- -')));
});

test('long answers of the API are packed, and not sent twice', async () => {
  for (let i = 0; i < 30; i++)
    await server.post('/api/v1/scenarios', { name: `Packed ${i}`, goal: 'G', packageName: 'a.b', steps: ['Go on'] });
  for (const where of ['/api/v1/scenarios', '/api/v1/openapi.json']) {
    const takes = { 'Accept-Encoding': 'gzip' };
    const [plain, packed] = [await rawGet(where), await rawGet(where, takes)];
    assert.equal(packed.head['content-encoding'], 'gzip', where);
    assert.equal(packed.head.vary, 'Accept-Encoding');
    assert.ok(zlib.gunzipSync(packed.body).equals(plain.body), where);
    assert.ok(packed.body.length < plain.body.length / 3, `${plain.body.length} bytes as ${packed.body.length}`);
    const again = await rawGet(where, { ...takes, 'If-None-Match': packed.head.etag });
    assert.deepEqual([again.status, again.body.length], [304, 0], where);
  }
  for (const [where, takes] of [
    ['/healthz', 'gzip'],
    ['/api/v1/scenarios', 'br'],
  ])
    assert.equal((await rawGet(where, { 'Accept-Encoding': takes })).head['content-encoding'], undefined, where);
});

test('an error of a page is one line of the log, without control characters', async () => {
  const report = (message) => server.post('/api/v1/client-errors', { message, stack: 'at f', page: '/runs' });
  assert.equal((await report('first\nerror server: forged')).status, 204);
  await until(() => server.log.includes('"first error server: forged"'), 'it is in the log');
  const line = server.log.split('\n').find((each) => each.includes('forged'));
  assert.deepEqual(JSON.parse(line.slice(line.indexOf('{'))), {
    message: 'first error server: forged',
    page: '/runs',
    stack: 'at f',
  });
  assert.equal((await server.post('/api/v1/client-errors', {})).status, 400);
  const all = await Promise.all(Array.from({ length: 30 }, (_, i) => report(`flood ${i}`)));
  assert.ok(all.filter(({ status }) => status === 429).length >= 15, 'a flood is limited');
});

test('addresses of views are the page; other paths are not', async () => {
  const index = fs.readFileSync(path.join(dist, 'index.html'));
  for (const where of [
    '/',
    '/index.html',
    '/runs',
    '/runs/01J/compare/02K',
    '/runs/01J?event=3&step=2',
    '/nope',
    '/scenarios/new?a=1&a=2',
  ])
    assert.ok((await rawGet(where)).body.equals(index), where);
  for (const where of [
    '/assets/none.js',
    '/assets',
    '/assets/',
    '/none.png',
    '/.env',
    '/assets/../index.html',
    '/..%2findex.html',
    '/api/nope',
    '/v1/nope',
  ])
    assert.equal((await rawGet(where)).status, where === '/assets' ? 200 : 404, where);
  for (const [method, where] of [
    ['POST', '/runs'],
    ['DELETE', '/'],
    ['GET', '/run-test'],
  ])
    assert.ok([404, 405].includes((await rawGet(where, {}, method)).status), `${method} ${where}`);
});

test('a name with dots is part of an address, and a missing file stays missing', async () => {
  const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  const index = fs.readFileSync(path.join(dist, 'index.html'));
  for (const where of [
    '/devices/127.0.0.1%3A18541',
    '/devices/127.0.0.1:5555',
    '/devices/adb-1A._adb-tls-connect._tcp',
  ]) {
    for (const accept of [browser, {}, { Accept: '*/*' }])
      assert.ok((await rawGet(where, accept)).body.equals(index), `${where} ${accept.Accept}`);
    for (const accept of ['application/json', 'image/avif,image/*'])
      assert.equal((await rawGet(where, { Accept: accept })).status, 404, `${where} ${accept}`);
  }
  for (const where of ['/assets/none.js', '/api/v1/none.html', '/api/nope', '/.env'])
    assert.equal((await rawGet(where, browser)).status, 404, where);
  for (const where of ['/none.png', '/favicon.ico', '/runs/none.js'])
    assert.equal((await rawGet(where, { Accept: '*/*' })).status, 404, where);
});

test('--web serves a folder, and nothing beside it', async () => {
  const folder = temporaryFolder();
  const web = path.join(folder, 'web');
  fs.mkdirSync(path.join(web, 'assets'), { recursive: true });
  fs.mkdirSync(path.join(web, '.git'));
  fs.writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  fs.writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>mine</title>');
  fs.writeFileSync(path.join(web, 'assets/a.js'), 'let a;');
  fs.writeFileSync(path.join(web, '.git/config'), 'secret');
  fs.symlinkSync(path.join(folder, 'secret.txt'), path.join(web, 'link.txt'));
  fs.symlinkSync(folder, path.join(web, 'up'));
  const own = await startServer(adbServer, { args: ['--web', web] });
  assert.match((await own.get('/runs/x')).text, /mine/);
  const asset = await own.get('/assets/a.js');
  assert.deepEqual([asset.text, asset.headers.get('cache-control')], ['let a;', 'no-cache']);
  fs.writeFileSync(path.join(web, 'assets/a.js'), 'let b = 2;');
  const changed = await own.get('/assets/a.js', { 'If-None-Match': asset.headers.get('etag') });
  assert.deepEqual([changed.status, changed.text], [200, 'let b = 2;']);
  for (const where of [
    '/link.txt',
    '/up/secret.txt',
    '/.git/config',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    `/${script}`,
  ])
    assert.equal((await own.get(where)).status, 404, where);
  const none = await run(
    program('mobile-tester-agent'),
    ['serve', '--http', '127.0.0.1:0', '--data', path.join(folder, 'data'), '--web', path.join(web, 'assets')],
    { env: adbServer.env },
  );
  assert.equal(none.status, 2);
  assert.match(none.err, /no page is in '.*assets': /);
});

// --- The page and its server

const secret = crypto.randomBytes(12).toString('hex');
const tokenFile = path.join(temporaryFolder(), 'token');
fs.writeFileSync(tokenFile, `${secret}\n`, { mode: 0o600 });
const closed = await startServer(adbServer, { args: ['--token-file', tokenFile] });
const refused = [/status of 401/];

webTest(
  'a server with a token asks for it once, and for all tabs',
  { url: () => closed.url, allow: refused },
  async ({ page, context }) => {
    assert.equal((await closed.get(`/${script}`)).status, 200);
    assert.equal((await closed.get('/api/v1/runs')).status, 401);
    await page.goto('/');
    const dialog = page.getByRole('dialog', { name: 'Log in' });
    const token = dialog.getByLabel('Token');
    await token.fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('That token is not valid.').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    const other = await context.newPage();
    await other.goto('/runs');
    await other.getByRole('dialog', { name: 'Log in' }).waitFor();
    await token.fill(secret);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    for (const each of [page, other]) {
      await each.getByRole('dialog').waitFor({ state: 'detached' });
      await each.getByRole('status').getByText('Connected').waitFor();
    }
    const third = await context.newPage();
    await third.goto('/');
    await third.getByRole('status').getByText('Connected').waitFor();
    assert.equal(await third.getByRole('dialog').count(), 0);
  },
);

// A way to the server that can be cut, as a network is.
async function startWay() {
  const sockets = new Set();
  const way = { open: true, port: server.port };
  const listener = net.createServer((client) => {
    if (!way.open) return client.destroy();
    const far = net.connect(way.port, '127.0.0.1');
    for (const [from, to] of [
      [client, far],
      [far, client],
    ]) {
      sockets.add(from);
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        })
        .pipe(to);
    }
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => {
    listener.close();
    way.cut();
  });
  way.url = `http://127.0.0.1:${listener.address().port}`;
  way.cut = () => {
    way.open = false;
    for (const socket of sockets) socket.destroy();
  };
  return way;
}

// Messages between the tabs, as a listening tab hears them, from the moment their stream is open: a
// page is ready before that.
const listen = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        globalThis.heard = [];
        globalThis.spoken = new BroadcastChannel('mobile-tester-events');
        globalThis.spoken.onmessage = ({ data }) => {
          globalThis.heard.push(data);
          if (data.kind === 'state' && data.state === 'open') resolve();
        };
        globalThis.spoken.postMessage({ kind: 'who' });
      }),
  );
const heard = (page, id) =>
  page.evaluate(
    (run) =>
      globalThis.heard
        .filter(({ kind, event }) => kind === 'event' && event.run === run)
        .map(({ event }) => event.index),
    id,
  );
const opened = (page) => page.evaluate(() => globalThis.heard.filter(({ kind }) => kind === 'opened').length);
const hasHeardAll = (page, id) =>
  eventually(async () => {
    const {
      json: { events },
    } = await rig.server.get(`/api/v1/runs/${id}/events`);
    assert.ok(events.length > 3, `${events.length} events`);
    assert.deepEqual(
      await heard(page, id),
      events.map(({ index }) => index),
    );
  });
const isReady = (tab) =>
  tab
    .getByRole('status')
    .getByText(/^(Connected|1 running)$/)
    .waitFor();
const gone = (page) => page.getByText('Connection lost.');

// A run without a call; it ends when released.
const scenario = { goal: 'Nothing', packageName: 'com.example.notes', steps: ['Nothing happens'] };
const idle = { scenario, script: () => ({ text: 'Step 1: UNVERIFIED' }) };
async function startGated() {
  let release;
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  const id = await rig.scriptedRun({
    scenario,
    wait: false,
    script: async () => {
      await gate;
      return { text: 'Step 1: UNVERIFIED' };
    },
  });
  return { id, release };
}

const lost = [/net::ERR_/];

rig.test('all tabs share one stream, and it outlives the tab that had it', async ({ page, context }) => {
  await page.goto('/');
  await isReady(page);
  const tabs = [page];
  for (let i = 0; i < 7; i++) tabs.push(await context.newPage());
  for (const tab of tabs.slice(1)) await tab.goto('/about');
  for (const tab of tabs) await isReady(tab);
  const followers = async () => (await server.get('/api/v1/status')).json.followers;
  assert.equal(await followers(), 1);
  const last = tabs.at(-1);
  await listen(last);
  await hasHeardAll(last, await rig.scriptedRun(idle));
  const { id, release } = await startGated();
  await until(async () => (await heard(last, id)).length > 0, 'the run has begun');
  await page.close();
  for (const tab of tabs.slice(1, -1)) await tab.close();
  release();
  await hasHeardAll(last, id);
  await until(async () => (await followers()) === 1, 'one stream is left');
});

rig.test('a connection that breaks in a run misses no event', { allow: lost }, async ({ also }) => {
  const way = await startWay();
  const { page } = await also({ url: way.url, allow: lost });
  await page.goto('/about');
  await isReady(page);
  await listen(page);
  const { id, release } = await startGated();
  await until(async () => (await heard(page, id)).length > 0, 'the run has begun');
  way.cut();
  await gone(page).waitFor();
  release();
  await rig.ended(id);
  way.open = true;
  await gone(page).waitFor({ state: 'detached' });
  await isReady(page);
  await hasHeardAll(page, id);
});

rig.test('a restarted server is found again, and everything is requested again', { allow: lost }, async ({ also }) => {
  const way = await startWay();
  const { page } = await also({ url: way.url, allow: lost });
  await page.clock.install();
  await page.goto('/about');
  await isReady(page);
  await listen(page);
  await hasHeardAll(page, await rig.scriptedRun(idle));
  way.cut();
  await gone(page).waitFor();
  // The page tries by itself each second, which would take the button away.
  await page.clock.pauseAt(Date.now() + 60000);
  assert.equal(await server.stop(), 0);
  rig.server = await startServer(adbServer, { folder: server.folder, env: rig.mock.environment });
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const before = await opened(page);
  Object.assign(way, { open: true, port: rig.server.port });
  await page.getByRole('button', { name: 'Try again' }).click();
  await gone(page).waitFor({ state: 'detached' });
  await page.clock.resume();
  await isReady(page);
  assert.ok((await opened(page)) > before);
  await until(() => asked.includes('/api/v1/status'), 'the page asks for what may have changed');
  await hasHeardAll(page, await rig.scriptedRun(idle));
});
