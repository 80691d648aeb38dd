// The files of deploy/: they parse, fit together, and use options, paths and variables that exist.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { program, root, temporaryFolder } from './lib.mjs';

const read = (file) => fs.readFileSync(path.join(root, 'deploy', file), 'utf8');
const server = program('mobile-tester-agent');
const help = spawnSync(server, ['serve', '--help']).stdout.toString();
const variables = spawnSync(server, ['--help']).stdout.toString() + help;

// The words after the program: a command, then options that exist, each with a value.
function checkCommand(words) {
  assert.equal(words[0], 'serve');
  const options = {};
  for (let i = 1; i < words.length; i += 2) {
    assert.match(help, new RegExp(`^ +${words[i]}\\b`, 'm'), `${words[i]} is an option of serve`);
    assert.ok(words[i + 1] !== undefined && !words[i + 1].startsWith('--'), `${words[i]} has a value`);
    options[words[i]] = words[i + 1];
  }
  assert.match(options['--http'], /^0\.0\.0\.0:\d+$/);
  assert.ok(options['--token-file'], 'a server for other machines has a token');
  return options;
}
const checkVariable = (name) =>
  assert.ok(name === 'HOME' || name.startsWith('SECRET_') || variables.includes(name), `${name} is a variable`);

test('the unit of systemd is valid, hardened, and lets the runs end', (t) => {
  const unit = read('agentest.service');
  const value = (name) => unit.match(new RegExp(`^${name}=(.*)$`, 'm'))?.[1];
  const [, ...words] = value('ExecStart').split(' ');
  const options = checkCommand(words);
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
    secrets: Object.keys(compose.secrets),
    configs: Object.keys(compose.configs),
  };
  for (const [name, service] of Object.entries(services)) {
    assert.ok(service.image || service.build, name);
    for (const volume of service.volumes ?? []) assert.ok(known.volumes.includes(volume.split(':')[0]), volume);
    for (const secret of service.secrets ?? []) assert.ok(known.secrets.includes(secret), secret);
    for (const { source } of service.configs ?? []) assert.ok(known.configs.includes(source), source);
    for (const other of service.depends_on ?? []) assert.ok(other in services, other);
    if (service.build) assert.ok(fs.existsSync(path.join(root, service.build.dockerfile)));
  }
  for (const name of hosts) {
    const options = checkCommand(services[name].command);
    assert.deepEqual(
      options['--nats'].split(',').map((url) => new URL(url).hostname),
      nats,
    );
    assert.ok(parseInt(services[name].stop_grace_period) * 60 > Number(options['--drain-seconds']));
    Object.keys(services[name].environment).forEach(checkVariable);
    assert.match(services[name].healthcheck.test.at(-1), /\/readyz/);
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

test('the image starts the server, and ends it in order', () => {
  const lines = read('Dockerfile').split('\n');
  const [command] = lines.filter((line) => line.startsWith('CMD ')).map((line) => JSON.parse(line.slice(4)));
  checkCommand(command);
  assert.ok(lines.includes('STOPSIGNAL SIGTERM'));
  assert.ok(
    lines.some((line) => /^USER \d+$/.test(line)),
    'it is not root',
  );
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
  assert.ok(template.spec.terminationGracePeriodSeconds > Number(options['--drain-seconds']));
  assert.equal(host.livenessProbe.httpGet.path, '/healthz');
  assert.equal(host.readinessProbe.httpGet.path, '/readyz');
  host.env.forEach(({ name }) => checkVariable(name));
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

test('every file is named in the README', () => {
  const page = read('README.md');
  for (const entry of fs.readdirSync(path.join(root, 'deploy'), { recursive: true, withFileTypes: true })) {
    const file = path.relative(path.join(root, 'deploy'), path.join(entry.parentPath, entry.name));
    if (entry.isFile() && entry.name !== 'README.md') assert.ok(page.includes(`\`${file}\``), file);
  }
});
