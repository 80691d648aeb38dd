// The files of deploy/: they parse, fit together, and use options, paths and variables that exist.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { program, root, temporaryFolder } from './lib.mjs';

const read = (file) => fs.readFileSync(path.join(root, 'deploy', file), 'utf8');
const server = program('mobile-tester-agent');
const help = spawnSync(server, ['serve', '--help']).stdout.toString();
const variables = spawnSync(server, ['--help']).stdout.toString() + help;

// The program, a command, then options that exist, each with a value.
function checkCommand([name, ...words]) {
  assert.equal(path.basename(name), 'mobile-tester-agent');
  assert.equal(words[0], 'serve');
  const options = {};
  for (let i = 1; i < words.length; i += 2) {
    assert.match(help, new RegExp(`^ +${words[i]}\\b`, 'm'), `${words[i]} is an option of serve`);
    assert.ok(words[i + 1] !== undefined && !words[i + 1].startsWith('--'), `${words[i]} has a value`);
    options[words[i]] = words[i + 1];
  }
  assert.match(options['--http'], /^0\.0\.0\.0:\d+$/);
  return options;
}
const checkVariable = (name) =>
  assert.ok(name === 'HOME' || name.startsWith('SECRET_') || variables.includes(name), `${name} is a variable`);

test('the unit of systemd is valid, hardened, and lets the runs end', (t) => {
  const unit = read('agentest.service');
  const value = (name) => unit.match(new RegExp(`^${name}=(.*)$`, 'm'))?.[1];
  const options = checkCommand(value('ExecStart').split(' '));
  assert.ok(options['--token-file']);
  assert.ok(Number(value('TimeoutStopSec')) > Number(options['--drain-seconds']));
  assert.equal(value('Type'), 'notify');
  assert.ok(Number(value('WatchdogSec')) >= 10);
  for (const line of read('agentest.env').split('\n')) {
    const name = line.match(/^#?([A-Z_]+)=/)?.[1];
    if (name) checkVariable(name);
  }
  if (spawnSync('systemd-analyze', ['--version']).error) {
    t.diagnostic('systemd-analyze is not installed');
    return;
  }
  const folder = temporaryFolder();
  const copy = path.join(folder, 'agentest.service');
  fs.writeFileSync(copy, unit.replace('/usr/local/bin/mobile-tester-agent', server));
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', copy]);
  const said = (verified.stdout.toString() + verified.stderr.toString())
    .split('\n')
    .filter((line) => line.includes('agentest.service'));
  assert.deepEqual(said, []);
  const security = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=25', copy]);
  assert.equal(security.status, 0, security.stdout.toString() + security.stderr.toString());
});

test('the pool of compose fits together', () => {
  const compose = parse(read('compose.yaml'), { merge: true });
  const { services } = compose;
  const nats = Object.keys(services).filter((name) => name.startsWith('nats-'));
  const hosts = Object.keys(services).filter((name) => name.startsWith('host-'));
  assert.deepEqual([nats.length, hosts.length, 'device' in services], [3, 2, true]);
  const known = {
    volumes: Object.keys(compose.volumes),
    secrets: Object.keys(compose.secrets ?? {}),
    configs: Object.keys(compose.configs),
  };
  for (const [name, service] of Object.entries(services)) {
    assert.ok(service.image, name);
    for (const volume of service.volumes ?? []) assert.ok(known.volumes.includes(volume.split(':')[0]), volume);
    for (const secret of service.secrets ?? []) assert.ok(known.secrets.includes(secret), secret);
    for (const { source } of service.configs ?? []) assert.ok(known.configs.includes(source), source);
    for (const other of service.depends_on ?? []) assert.ok(other in services, other);
  }
  for (const name of hosts) {
    const options = checkCommand(services[name].command);
    assert.deepEqual(
      options['--nats'].split(',').map((url) => new URL(url).hostname),
      nats,
    );
    assert.ok(parseInt(services[name].stop_grace_period) * 60 > Number(options['--drain-seconds']));
    const { environment } = services[name];
    Object.keys(environment).forEach(checkVariable);
    assert.match(environment.AGENTEST_HTTP_TOKEN, /:\?/, 'it does not start without a token');
    assert.deepEqual([environment.AGENTEST_HOST, new URL(environment.AGENTEST_URL).host], [name, `${name}:8080`]);
  }
  const ports = hosts.flatMap((name) => services[name].ports);
  assert.equal(new Set(ports.map((port) => port.split(':')[1])).size, ports.length);
  const routes = read('nats.conf')
    .match(/routes: \[(.*)\]/)[1]
    .split(', ');
  assert.deepEqual(
    routes.map((url) => new URL(url).hostname),
    nats,
  );
});

test('the image starts the server, says whether it is ready, and ends it in order', () => {
  const config = JSON.parse(fs.readFileSync(path.join(root, 'packaging/oci/config.json'), 'utf8'));
  const options = checkCommand(config.Cmd);
  assert.equal(config.StopSignal, 'SIGTERM');
  assert.match(config.User, /^[1-9]\d+:[1-9]\d+$/, 'it is not root');
  assert.deepEqual(config.Volumes, { [options['--data']]: {} });
  const [port] = options['--http'].match(/\d+$/);
  assert.deepEqual(config.ExposedPorts, { [`${port}/tcp`]: {} });
  assert.match(config.Healthcheck.Test.at(-1), new RegExp(`/127\\.0\\.0\\.1/${port}\\b.*/readyz`));
});

test('the manifest of Kubernetes fits together', () => {
  const documents = parseAllDocuments(read('kubernetes/agentest.yaml'));
  for (const { errors } of documents) assert.deepEqual(errors, []);
  const objects = documents.map((document) => document.toJS());
  const kinds = {
    ConfigMap: 'v1',
    Service: 'v1',
    StatefulSet: 'apps/v1',
    PodDisruptionBudget: 'policy/v1',
  };
  for (const { kind, apiVersion, metadata } of objects) {
    assert.equal(apiVersion, kinds[kind], kind);
    assert.match(metadata.name, /^[a-z0-9-]+$/);
    assert.equal(metadata.namespace, 'agentest');
  }
  const find = (kind, name) => objects.find((one) => one.kind === kind && one.metadata.name === name);
  for (const set of objects.filter(({ kind }) => kind === 'StatefulSet')) {
    const { template, selector, volumeClaimTemplates, serviceName } = set.spec;
    assert.deepEqual(template.metadata.labels, selector.matchLabels);
    const service = find('Service', serviceName) ?? assert.fail(serviceName);
    assert.deepEqual(service.spec.selector, selector.matchLabels);
    const volumes = [...(template.spec.volumes ?? []), ...volumeClaimTemplates.map(({ metadata }) => metadata)].map(
      ({ name }) => name,
    );
    for (const { volumes: _, ...container } of template.spec.containers) {
      for (const { name } of container.volumeMounts) assert.ok(volumes.includes(name), name);
      const ports = container.ports.map(({ name }) => name);
      for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe'])
        assert.ok(ports.includes(container[probe].httpGet.port), probe);
      for (const { targetPort } of service.spec.ports) assert.ok(!targetPort || ports.includes(targetPort));
      assert.equal(container.securityContext.allowPrivilegeEscalation, false);
      assert.ok(container.resources.limits.memory);
    }
  }
  const { template } = find('StatefulSet', 'agentest').spec;
  const [host] = template.spec.containers;
  const options = checkCommand(host.args);
  assert.ok(options['--token-file']);
  assert.ok(template.spec.terminationGracePeriodSeconds > Number(options['--drain-seconds']));
  assert.equal(host.livenessProbe.httpGet.path, '/healthz');
  assert.equal(host.readinessProbe.httpGet.path, '/readyz');
  for (const { name } of host.env) if (name !== 'POD_IP') checkVariable(name);
  const nodes = options['--nats'].split(',').map((url) => new URL(url).hostname);
  const nats = find('StatefulSet', 'nats').spec;
  assert.deepEqual(
    nodes,
    Array.from({ length: nats.replicas }, (_, i) => `nats-${i}.${nats.serviceName}`),
  );
  const routes = find('ConfigMap', 'nats')
    .data['nats.conf'].match(/routes: \[(.*)\]/)[1]
    .split(', ');
  assert.deepEqual(
    routes.map((url) => new URL(url).hostname),
    nodes,
  );
});

// Kubernetes and systemd give secrets as files of root with mode 0440.
const isRoot = process.getuid() === 0 && spawnSync('setpriv', ['--version']).status === 0;
test('a token file of root may be read by the group of the server, and by no one else', {
  skip: !isRoot && 'it needs root',
}, async () => {
  const folder = temporaryFolder();
  fs.chmodSync(folder, 0o755);
  const token = path.join(folder, 'token');
  const copy = path.join(folder, 'mobile-tester-agent'); // a user's folders may be closed to others
  fs.copyFileSync(server, copy);
  fs.chmodSync(copy, 0o755);
  fs.mkdirSync(path.join(folder, 'data'));
  fs.chownSync(path.join(folder, 'data'), 10001, 10001);
  const start = (mode) => {
    fs.writeFileSync(token, 'a-token-of-16-characters\n');
    fs.chownSync(token, 0, 10001);
    fs.chmodSync(token, mode);
    const who = ['--reuid=10001', '--regid=10001', '--clear-groups', copy];
    const words = ['serve', '--http', '127.0.0.1:0', '--data', path.join(folder, 'data'), '--token-file', token];
    const child = spawn('setpriv', [...who, ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    return new Promise((resolve) => {
      let err = '';
      child.stderr.on('data', (data) => {
        err += data;
        if (/listening on/.test(err)) child.kill();
      });
      child.once('close', () => resolve(err));
    });
  };
  assert.match(await start(0o440), /listening on/);
  assert.match(await start(0o444), /others can read the token file/);
  assert.match(await start(0o460), /others can read the token file/);
});

// nats-server says what it does not know; documents of more than 1 MB need its limit raised, see docs/team.md.
const hasNats = spawnSync('nats-server', ['--version']).status === 0;
test('both configurations of NATS are valid, and let documents of 8 MB pass', {
  skip: !hasNats && 'nats-server is not installed',
}, () => {
  const [config] = parseAllDocuments(read('kubernetes/agentest.yaml')).map((document) => document.toJS());
  for (const [name, text] of [
    ['nats.conf', read('nats.conf')],
    ['kubernetes/agentest.yaml', config.data['nats.conf']],
  ]) {
    const file = path.join(temporaryFolder(), 'nats.conf');
    fs.writeFileSync(file, text);
    const checked = spawnSync('nats-server', ['-t', '-c', file]);
    assert.equal(checked.status, 0, `${name}: ${checked.stderr}`);
    assert.match(text, /^max_payload: 8MB$/m, name);
  }
});

// Without a cluster kubectl reads objects by its own types, which have no place for members that do not exist.
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
test("the manifest's sets have only members that Kubernetes has", {
  skip: !hasKubectl && 'kubectl is not installed',
}, () => {
  const within = (part, whole, where) => {
    if (part === null || typeof part !== 'object') return;
    for (const name of Object.keys(part)) {
      assert.ok(whole && name in whole, `${where}.${name} does not exist`);
      within(part[name], whole[name], `${where}.${name}`);
    }
  };
  const folder = temporaryFolder();
  const check = (object) => {
    const file = path.join(folder, 'one.yaml');
    fs.writeFileSync(file, JSON.stringify(object));
    const read = spawnSync('kubectl', ['set', 'env', '--local', '-f', file, '-o', 'json', 'X=1']);
    assert.equal(read.status, 0, read.stderr.toString());
    within(object, JSON.parse(read.stdout.toString()), object.metadata.name);
  };
  const sets = parseAllDocuments(read('kubernetes/agentest.yaml'))
    .map((document) => document.toJS())
    .filter(({ kind }) => kind === 'StatefulSet');
  assert.equal(sets.length, 2);
  sets.forEach(check);
  const [wrong] = structuredClone(sets);
  wrong.spec.template.spec.containers[0].livenesProbe = { failureThreshold: 1 };
  assert.throws(() => check(wrong), /livenesProbe does not exist/);
});

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
test('compose takes its file', { skip: !hasCompose && 'docker compose is not installed' }, () => {
  const env = { ...process.env, AGENTEST_HTTP_TOKEN: 'a-token-of-16-characters', AGENTEST_VERSION: '1.0.0' };
  const words = ['compose', '-f', path.join(root, 'deploy/compose.yaml'), 'config', '--quiet'];
  const config = spawnSync('docker', words, { env });
  assert.equal(config.status, 0, config.stderr.toString());
});

test('every file is named in the README', () => {
  const page = read('README.md');
  for (const entry of fs.readdirSync(path.join(root, 'deploy'), { recursive: true, withFileTypes: true })) {
    const file = path.relative(path.join(root, 'deploy'), path.join(entry.parentPath, entry.name));
    if (entry.isFile() && entry.name !== 'README.md') assert.ok(page.includes(`\`${file}\``), file);
  }
});
