// pool_rig.mjs: a real cluster of nats-servers, hosts of a pool, and the check of their history
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { atEnd, program, stop, temporaryFolder, until } from './lib.mjs';

export const DOCS = 'KV_agentest_docs';
export const EVENTS = 'AGENTEST_EVENTS';

// Null, or why pools cannot be tested here.
export const lacking =
  spawnSync('nats-server', ['--version']).status === 0
    ? fs.existsSync(program('tests/pool_store'))
      ? null
      : 'built without libnats'
    : 'nats-server is not installed';

const monitor = (node, what) => fetch(`http://127.0.0.1:${node.monitorPort}/${what}`).then((answer) => answer.json());

const given = new Set();

// A free port below the range from which the system takes those of connections: routes between
// the first nodes could otherwise take the port of a later one.
async function nodePort() {
  for (;;) {
    const port = 20000 + Math.floor(Math.random() * 12000);
    const server = net.createServer();
    const free = new Promise((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false));
    });
    server.listen(port, '127.0.0.1');
    if (!(await free)) continue;
    await new Promise((resolve) => server.close(resolve));
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

// A cluster of `nodes` servers with JetStream on disk, each with a folder of its own, and started
// from its own configuration; node.kill() is kill -9, node.start() starts it with what it has.
// config: more lines of each node's configuration, jetstream: of that part; folders: for their data;
// hidden: hosts are not told of nodes that they were not given.
export async function startCluster({
  nodes: count = 3,
  config = '',
  jetstream = '',
  folders = [],
  hidden = false,
} = {}) {
  const folder = temporaryFolder();
  const nodes = [];
  for (let i = 0; i < count; i++)
    nodes.push({
      name: `n${i + 1}`,
      port: await nodePort(),
      routePort: await nodePort(),
      monitorPort: await nodePort(),
      folder: folders[i] ?? path.join(folder, `n${i + 1}`),
    });
  const routes = nodes.map((node) => `nats-route://127.0.0.1:${node.routePort}`).join(', ');
  for (const node of nodes) startable(node, folder, count > 1 ? routes : null, { config, jetstream, hidden });
  const cluster = {
    nodes,
    url: nodes.map((node) => `nats://127.0.0.1:${node.port}`).join(','),
    stop: () => Promise.all(nodes.map((node) => node.stop())),
  };
  atEnd(cluster.stop);
  await Promise.all(nodes.map((node) => node.start()));
  await clusterReady(cluster);
  // The node that leads a stream.
  cluster.leader = async (stream) => {
    let found;
    await until(async () => {
      for (const node of nodes.filter((one) => one.child)) {
        const info = await monitor(node, 'jsz?streams=true').catch(() => null);
        for (const account of info?.account_details ?? [])
          for (const detail of account.stream_detail ?? [])
            if (detail.name === stream) found = nodes.find((one) => one.name === detail.cluster?.leader);
      }
      return found?.child;
    }, `a leader of ${stream}`);
    return found;
  };
  return cluster;
}

// A cluster has a leader of its own before it has streams.
async function clusterReady(cluster) {
  if (cluster.nodes.length === 1) return;
  await until(async () => {
    const info = await monitor(cluster.nodes[0], 'jsz').catch(() => null);
    return info?.meta_cluster?.leader && info.meta_cluster.cluster_size === cluster.nodes.length;
  }, 'the cluster has a leader');
}

function startable(node, folder, routes, { config, jetstream, hidden }) {
  const file = path.join(folder, `${node.name}.conf`);
  fs.mkdirSync(node.folder, { recursive: true });
  const lines = [
    `server_name: ${node.name}`,
    `listen: 127.0.0.1:${node.port}`,
    `http: 127.0.0.1:${node.monitorPort}`,
    'max_payload: 8MB',
    `jetstream { store_dir: ${JSON.stringify(node.folder)}, ${jetstream} }`,
    routes
      ? `cluster { name: pool, listen: 127.0.0.1:${node.routePort}, routes: [${routes}], no_advertise: ${hidden} }`
      : '',
    config,
  ];
  fs.writeFileSync(file, lines.join('\n'));
  node.log = path.join(folder, `${node.name}.log`);
  node.start = async () => {
    const out = fs.openSync(node.log, 'a');
    node.child = spawn('nats-server', ['-c', file], { stdio: ['ignore', out, out] });
    fs.closeSync(out);
    const { child } = node;
    await until(
      () =>
        child.exitCode !== null ||
        monitor(node, 'healthz').then(
          (answer) => answer.status !== undefined,
          () => false,
        ),
      `${node.name} answers`,
    );
    if (child.exitCode !== null)
      throw new Error(`${node.name} ended: ${fs.readFileSync(node.log, 'utf8').slice(-2000)}`);
  };
  const end = (signal) => async () => {
    const child = node.child;
    node.child = null;
    if (child) await stop(child, signal);
  };
  node.kill = end('SIGKILL');
  node.stop = end('SIGTERM');
}

// A proxy to a port, whose connections can be cut: after `bytes` more from the client, or now.
export async function startProxy(port) {
  const pairs = new Set();
  let left = Number.POSITIVE_INFINITY;
  let open = true;
  const proxy = { cuts: 0, bytes: 0 };
  const cut = () => {
    proxy.cuts++;
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  const server = net.createServer((client) => {
    if (!open) return client.destroy();
    const upstream = net.connect(port, '127.0.0.1');
    const pair = [client, upstream];
    pairs.add(pair);
    client.on('data', (data) => {
      proxy.bytes += data.length;
      if (data.length < left) {
        left -= data.length;
        upstream.write(data);
        return;
      }
      // Bytes before the cut arrive, as on a network.
      upstream.write(data.subarray(0, left), cut);
      left = Number.POSITIVE_INFINITY;
    });
    upstream.on('data', (data) => client.write(data));
    for (const socket of pair)
      socket
        .on('error', () => {})
        .on('close', () => {
          for (const one of pair) one.destroy();
          pairs.delete(pair);
        });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  atEnd(() => {
    cut();
    server.close();
  });
  proxy.url = `nats://127.0.0.1:${server.address().port}`;
  proxy.cut = cut;
  proxy.cutAfter = (bytes) => {
    left = bytes;
  };
  proxy.close = () => {
    open = false;
    cut();
  };
  proxy.open = () => {
    open = true;
  };
  return proxy;
}

// A file system of that size, or null where nothing may be mounted.
export function smallDisk(megabytes) {
  const folder = temporaryFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status !== 0) return null;
  atEnd(() => spawnSync('umount', ['-l', folder]));
  return folder;
}

// The environment of a process whose clock is off by so many seconds; null where none can be.
export function shifted(seconds) {
  const file = program('tests/shifted_clock.so');
  return fs.existsSync(file) ? { LD_PRELOAD: file, AGENTEST_TEST_SHIFT_S: String(seconds) } : null;
}

// A host's store, without the rest of the host: tests/e2e/guests/pool_store.c. host.ask({do: …})
// answers with its line; host.file is its copy of the pool.
export async function startStore(url, { folder = temporaryFolder(), env = {}, replicas } = {}) {
  const file = path.join(folder, 'pool.sqlite');
  const child = spawn(program('tests/pool_store'), [file, url, ...(replicas ? [String(replicas)] : [])], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const host = { child, file, folder, log: '' };
  const waiting = [];
  child.stderr.on('data', (data) => {
    host.log += data;
  });
  child.stdin.on('error', () => {});
  const first = new Promise((resolve) => waiting.push(resolve));
  readline.createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(JSON.parse(line)));
  child.once('exit', () => {
    for (const resolve of waiting) resolve(null);
  });
  host.ask = (command) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      child.stdin.write(`${JSON.stringify(command)}\n`);
    });
  host.kill = () => stop(child, 'SIGKILL');
  host.stop = async () => {
    child.stdin.end();
    return child.exitCode ?? new Promise((resolve) => child.once('exit', resolve));
  };
  atEnd(() => stop(child, 'SIGKILL'));
  host.ready = await first;
  if (!host.ready) throw new Error(`the store did not open: ${host.log}`);
  return host;
}

// Everything that a stream has, asked of the leader, message by message: consumers on nodes that were killed have stood still for minutes.
async function readStream(manager, name) {
  const { messages, first_seq: first, last_seq: last } = (await manager.streams.info(name)).state;
  const read = [];
  if (messages === 0) return read;
  for (let from = first; from <= last; from += 200) {
    const asked = Array.from({ length: Math.min(200, last - from + 1) }, (_, i) =>
      manager.streams.getMessage(name, { seq: from + i }),
    );
    for (const message of await Promise.all(asked))
      if (message)
        read.push({
          subject: message.subject,
          sequence: message.seq,
          timeMs: message.time.getTime(),
          id: message.header.get('Nats-Msg-Id'),
          operation: message.header.get('KV-Operation'),
          rollup: message.header.get('Nats-Rollup'),
          text: message.string(),
        });
  }
  return read;
}

export async function readStreams(url) {
  const { username: user, password: pass } = new URL(url.split(',')[0]);
  const servers = url.split(',').map((one) => new URL(one).host);
  const connection = await connect({ servers, ...(user && { user, pass }) });
  try {
    const manager = await jetstreamManager(connection);
    const streams = {};
    for (const name of [DOCS, EVENTS]) streams[name] = await readStream(manager, name);
    return streams;
  } finally {
    await connection.close();
  }
}

// The last sequence of each stream, by its leader.
export async function lastSequences(url) {
  const connection = await connect({ servers: url.split(',').map((one) => new URL(one).host) });
  try {
    const manager = await jetstreamManager(connection);
    const ends = {};
    for (const name of [DOCS, EVENTS]) ends[name] = (await manager.streams.info(name)).state.last_seq;
    return ends;
  } finally {
    await connection.close();
  }
}

const unescape = (key) => key.replaceAll('=', '.');

// The documents and events that the streams mean: {docs: Map key → …, events: Map run → texts}.
export function meaning(streams) {
  const docs = new Map();
  const events = new Map();
  for (const message of streams[DOCS]) {
    const key = message.subject.replace('$KV.agentest_docs.', '');
    if (!key.includes('.') || message.operation) continue;
    const dot = key.indexOf('.');
    const value = JSON.parse(message.text);
    docs.set(`${key.slice(0, dot)}/${unescape(key.slice(dot + 1))}`, {
      revision: value.revision,
      updatedMs: message.timeMs,
      json: value.json,
    });
  }
  for (const message of streams[EVENTS]) {
    const run = unescape(message.subject.replace('agentest.event.', ''));
    if (message.rollup) {
      events.set(run, []);
      continue;
    }
    const index = Number(message.id.slice(run.length + 1).split('.')[0]);
    const list = events.get(run) ?? [];
    // Each once and in order: the index of each is one more than that of the one before.
    assert.equal(index, list.length + 1, `event ${message.id} of the stream follows event ${list.length} of its run`);
    list.push(message.text);
    events.set(run, list);
  }
  for (const run of events.keys()) if (!docs.has(`run/${run}`)) events.delete(run);
  return { docs, events };
}

// A host's copy in the same form; null while it cannot be read.
export function readCopy(file) {
  if (!fs.existsSync(file)) return null;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec('BEGIN'); // all of it as it was at one moment
    const docs = new Map();
    for (const row of db.prepare('SELECT kind, id, revision, updated_ms, json FROM documents').all())
      docs.set(`${row.kind}/${row.id}`, {
        revision: row.revision,
        updatedMs: row.updated_ms,
        json: JSON.parse(row.json),
      });
    const events = new Map();
    const rows = db.prepare(
      "SELECT id, number, events.json AS json FROM events JOIN documents ON key = run WHERE kind = 'run' ORDER BY key, number",
    );
    for (const row of rows.iterate()) {
      const list = events.get(row.id) ?? [];
      assert.equal(row.number, list.length + 1, `event ${row.number} of run ${row.id} in ${file}`);
      list.push(row.json);
      events.set(row.id, list);
    }
    const applied = Object.fromEntries(
      db
        .prepare('SELECT stream, sequence FROM applied')
        .all()
        .map((row) => [row.stream.split('@')[0], row.sequence]),
    );
    db.exec('COMMIT');
    return { docs, events, applied };
  } finally {
    db.close();
  }
}

// Check that a copy is what the streams meant at some moment between two readings of them.
function checkCopy(copy, file, before, after) {
  for (const [key, doc] of copy.docs) {
    const [from, to] = [before.docs.get(key), after.docs.get(key)];
    const isBetween = from && to && from.revision < doc.revision && doc.revision < to.revision;
    if (!isBetween && !isDeepStrictEqual(doc, from)) assert.deepEqual(doc, to, `${key} in ${file}`);
  }
  for (const key of after.docs.keys())
    assert.ok(copy.docs.has(key) || !before.docs.has(key), `${key} is missing in ${file}`);
  for (const [run, list] of copy.events) {
    const all = after.events.get(run) ?? before.events.get(run) ?? [];
    assert.deepEqual(list, all.slice(0, list.length), `events of ${run} in ${file}`);
  }
  for (const [run, list] of before.events)
    if (after.events.has(run))
      assert.ok((copy.events.get(run) ?? []).length >= list.length, `events of ${run} in ${file}`);
}

// The history check, after a fault: every event of every run is in the stream exactly once and in
// order, and each host's copy (files: their pool.sqlite) is what the streams mean. Hosts may go on
// telling that they are there. unsure: documents whose last write got no answer. Whether it counts is the cluster's
// choice, and nodes of nats-server 2.9 have chosen differently from each other. Returns what the streams mean.
export async function checkHistory(url, files, { unsure = [] } = {}) {
  let before;
  let copies;
  await until(
    async () => {
      const streams = await readStreams(url);
      before = meaning(streams);
      copies = files.map(readCopy);
      return copies.every(
        (copy) =>
          copy && [DOCS, EVENTS].every((name) => (copy.applied[name] ?? 0) >= (streams[name].at(-1)?.sequence ?? 0)),
      );
    },
    'each copy has applied what the streams have',
    120,
  );
  const after = meaning(await until(() => readStreams(url), 'the streams can be read'));
  for (const { docs } of [before, after, ...copies]) for (const key of unsure) docs.delete(key);
  copies.forEach((copy, i) => {
    checkCopy(copy, files[i], before, after);
  });
  return after;
}
