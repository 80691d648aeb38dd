// Flow files over HTTP: stored, checked at their lines, run, in suites, with what the audit and the
// lists say of them; and in a pool, by a host that has no model.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { packageName, startFlows } from './flow_app.mjs';
import { run, stop, until } from './lib.mjs';
import { lacking, startCluster } from './pool_rig.mjs';
import { canary, filesOf, traces } from './tester.mjs';
import { startServer } from './tester_rig.mjs';

const { server: bench, device } = await startFlows();
const server = await startServer(bench, { env: { SECRET_WORD: canary } });

const text = (steps, head = '') => `appId: ${packageName}\n${head}---\n- launchApp\n${steps}`;
const flowOf = (files, more) => ({ flow: { file: Object.keys(files)[0], files, ...more } });
const quick = (what) => `- extendedWaitUntil:\n    visible: ${what}\n    timeout: 500\n`;
const good = flowOf({
  'flows/save.yaml': text('- tapOn: Save\n- runFlow: sub.yaml\n', 'name: Saving\ntags: [smoke, "1"]\n'),
  'flows/sub.yaml': `appId: ${packageName}\n---\n- assertVisible: hit Save\n`,
});
const add = async (scenario) => {
  const { status, json, text: said } = await server.post('/api/v1/scenarios', scenario);
  assert.equal(status, 201, said);
  return json;
};

test('the file says name, app, tags and steps, and a list leaves its text out', async () => {
  const added = await add({ ...good, name: 'another', tags: ['x'], steps: ['made up'], device: device.serial });
  assert.equal(added.name, 'Saving');
  assert.equal(added.packageName, packageName);
  assert.deepEqual(added.tags, ['smoke', '1']);
  assert.deepEqual(added.steps, [`Launch app "${packageName}"`, 'Tap on "Save"', 'Run sub.yaml']);
  assert.deepEqual(added.missing, []);
  assert.deepEqual(added.problems, []);
  const list = (await server.get('/api/v1/scenarios')).json.scenarios;
  const row = list.find(({ id }) => id === added.id);
  assert.deepEqual(row.flow, { file: 'flows/save.yaml' });
  const tagged = (await server.get('/api/v1/scenarios?tag=smoke')).json.scenarios;
  assert.ok(tagged.some(({ id }) => id === added.id));
  const whole = (await server.get(`/api/v1/scenarios/${added.id}`)).json;
  assert.deepEqual(whole.flow, good.flow);
});

test('an error is told at its line, and the flow does not run', async () => {
  const bad = flowOf({ 'a.yaml': text('- clearText\n- tapOn: Save\n') });
  const checked = await server.post('/api/v1/flows/check', bad);
  assert.equal(checked.status, 200);
  const [problem] = checked.json.problems;
  assert.deepEqual([problem.file, problem.line, problem.severity], ['a.yaml', 4, 'error']);
  assert.match(problem.hint, /eraseText/);
  assert.deepEqual(checked.json.steps, []);
  const added = await add(bad);
  assert.deepEqual(added.missing, ['steps']);
  assert.equal(added.problems[0].line, 4);
  for (const body of [{ scenarioId: added.id }, bad]) {
    const refused = await server.post('/api/v1/runs', body);
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.json.detail, /a\.yaml:4:3: .*eraseText/);
  }
  const mended = await server.ask('PUT', `/api/v1/scenarios/${added.id}`, {
    ...added,
    flow: flowOf({ 'a.yaml': text('- tapOn: Save\n') }).flow,
  });
  assert.equal(mended.status, 200, mended.text);
  assert.deepEqual(mended.json.missing, []);
  assert.equal(mended.json.name, 'a');
});

test('what is malformed or leaves the workspace is refused', async () => {
  for (const [flow, said] of [
    [{ file: 'a.yaml', files: { 'b.yaml': 'x' } }, /no text for 'file'/],
    [{ file: '../a.yaml', files: { '../a.yaml': text('') } }, /cannot be a file of a flow/],
    [{ file: 'a.yaml', files: { 'a.yaml': text(''), '/etc/x': '' } }, /cannot be a file of a flow/],
    [{ file: 'a.yaml', files: { 'a.yaml': 'x'.repeat(1024 * 1024 + 1) } }, /more than 1024 KiB/],
    [{ file: 'a.yaml', files: { 'a.yaml': text(''), p: { base64: '!' } } }, /not base64/],
    [{ file: 'a.yaml', files: { 'a.yaml': text('') }, evn: {} }, /unknown member 'evn'/],
    [{ file: 'a.yaml', files: { 'a.yaml': text('') }, env: { A: 1 } }, /'A' of 'env' must be a text/],
    ['a.yaml', /'flow' must be an object/],
  ]) {
    const { status, json } = await server.post('/api/v1/scenarios', { flow });
    assert.equal(status, 400, `${status} ${JSON.stringify(flow).slice(0, 80)}`);
    assert.match(json.detail, said);
  }
  const outside = flowOf({ 'a.yaml': text('- runFlow: /etc/passwd\n- addMedia: ["../../../etc/hostname"]\n') });
  const { json } = await server.post('/api/v1/flows/check', outside);
  assert.equal(json.problems.filter(({ severity }) => severity === 'error').length, 2, JSON.stringify(json));
  const peek = flowOf({ 'a.yaml': text('- assertScreenshot: /etc/hostname.png\n') });
  const run = await server.runEnded((await server.post('/api/v1/runs', peek)).json.id);
  assert.match(run.steps[1].reason, /Screenshot file not found/);
});

test('a run of it has the outcome words, is audited and stands in the list', async () => {
  const { id } = await add(good);
  const begun = await server.post('/api/v1/runs', { scenarioId: id });
  assert.equal(begun.status, 201, begun.text);
  const run = await server.runEnded(begun.json.id);
  assert.equal(run.verdict, 'PASS', JSON.stringify(run));
  assert.deepEqual(
    run.steps.map(({ outcome }) => outcome),
    ['COMPLETED', 'COMPLETED', 'COMPLETED'],
  );
  assert.equal(run.flow, 'flows/save.yaml');
  const [row] = (await server.get(`/api/v1/runs?scenario=${id}`)).json.runs;
  assert.equal(row.flow, 'flows/save.yaml');
  assert.equal(row.scenario, undefined);
  const { entries } = (await server.get('/api/v1/audit')).json;
  assert.ok(entries.some(({ what, target }) => what === 'ran' && target === run.id));
  const other = await server.post('/api/v1/runs', { scenarioId: id, fromStep: 2 });
  assert.equal(other.status, 400);
  assert.match(other.json.detail, /runs from its beginning/);
});

test('secrets come as variables, and are found nowhere', async () => {
  const { id } = await add(
    flowOf(
      { 'type.yaml': text('- openLink: flows://fields\n- tapOn: Name\n- inputText: ${WORD}\n' + quick('Nowhere')) },
      { env: { WORD: '{{WORD}}' } },
    ),
  );
  const run = await server.runEnded((await server.post('/api/v1/runs', { scenarioId: id })).json.id);
  assert.equal(run.verdict, 'FAIL', JSON.stringify(run.steps));
  assert.equal(run.steps[3].verdict, 'PASS', JSON.stringify(run.steps));
  assert.deepEqual(traces(server.folder, canary), []);
  const files = filesOf(server.folder).map(({ file }) => file);
  assert.ok(
    files.some((file) => file.includes('/remains/') && file.includes('hierarchy')),
    `${files}`,
  );
});

test('the video of a run yields to the secrets of its flow', async () => {
  await server.post('/config', { recordingEnabled: true });
  const type = '- openLink: flows://fields\n- tapOn: Name\n- inputText: ';
  const sub = { 'sub.yaml': `appId: ${packageName}\nsecrets: [WORD]\n---\n- back\n` };
  for (const [files, count] of [
    [{ 'plain.yaml': text(`${type}plain\n`) }, 1],
    [{ 'typed.yaml': text(`${type}{text: opensesame, secret: true}\n`) }, 0],
    [{ 'named.yaml': text(`${type}\${PASSWORD}\n`, 'env: {PASSWORD: opensesame}\n') }, 0],
    [{ 'outer.yaml': text('- runFlow: sub.yaml\n'), ...sub }, 0],
  ]) {
    const run = await server.runEnded((await server.post('/api/v1/runs', flowOf(files))).json.id);
    assert.equal(run.verdict, 'PASS', JSON.stringify(run.steps));
    const { events } = (await server.get(`/api/v1/runs/${run.id}/events`)).json;
    const name = Object.keys(files)[0];
    assert.equal(events.filter(({ type }) => type === 'video').length, count, name);
    const told = /the run is not recorded: its flow has secrets, and a video cannot be covered/;
    assert.equal(told.test(JSON.stringify(events)), count === 0, name);
  }
  await server.post('/config', { recordingEnabled: false });
});

test('a suite has a flow beside others, and rows of its table are its variables', async () => {
  const { id } = await add(
    flowOf({ 'row.yaml': text('- tapOn: ${WHAT}\n' + quick('hit ${WHAT}')) }, { env: { WHAT: '{{what}}' } }),
  );
  const suite = {
    name: 'Flows',
    scenarios: [id, (await add(good)).id],
    data: [{ what: 'Save' }, { what: 'Hold' }],
  };
  const stored = (await server.post('/api/v1/suites', suite)).json;
  const begun = await server.post(`/api/v1/suites/${stored.id}/run`);
  assert.ok(begun.status < 300, begun.text);
  const ended = await until(
    async () => {
      const { json } = await server.get(`/api/v1/suite-runs/${begun.json.id}`);
      return json.state === 'ended' && json;
    },
    'the suite ends',
    180,
  );
  assert.equal(ended.counts.total, 3, JSON.stringify(ended));
  assert.match(JSON.stringify(ended.counts), /"fail":1/); // "tapped" is not "hit Hold"
});

test('an import takes flows, and an export gives them back', async () => {
  const got = await server.post('/api/v1/scenarios/import', { scenarios: [good, { flow: good.flow }] });
  assert.equal(got.status, 201, got.text);
  assert.equal(got.json.imported, 2);
  const all = (await server.get('/api/v1/scenarios/export')).json.scenarios;
  assert.ok(all.some(({ flow }) => flow?.files['flows/sub.yaml']));
});

test('a host of a pool without a model runs flows', { skip: lacking ?? false }, async () => {
  const cluster = await startCluster({ nodes: 1, config: 'max_payload: 8MB' });
  const args = ['--nats', cluster.url];
  const one = await startServer(bench, { token: 'pool', args });
  const begun = await one.post('/api/v1/runs', { ...good, retryInfra: 1 });
  assert.equal(begun.status, 201, begun.text);
  const run = await one.runEnded(begun.json.id);
  assert.equal(run.verdict, 'PASS', JSON.stringify(run));
  assert.ok(run.host);
  await one.stop(); // it may have the device still
});

const long = (file = 'long.yaml') =>
  flowOf({ [file]: text('- extendedWaitUntil:\n    visible: Nowhere\n    timeout: 120000\n') });
const waits = (which, id) =>
  until(async () => {
    const { events } = (await which.get(`/api/v1/runs/${id}/events`)).json;
    return events.some(({ type, step, state }) => type === 'step' && step === 2 && state === 'began');
  }, 'the flow waits');

test('a stop ends a flow at once', async () => {
  const { id } = (await server.post('/api/v1/runs', long())).json;
  await waits(server, id);
  await server.post(`/api/v1/runs/${id}/stop`);
  const run = await server.runEnded(id);
  assert.deepEqual([run.end, run.status], ['stopped', 'stopped']);
});

// The folder in which a flow lies while it runs, with pictures that are not covered.
const workOf = (which, id) => path.join(which.data, 'reports', id, '.work');
const workers = async (which) =>
  (await run('ps', ['-o', 'pid=', '--ppid', String(which.child.pid)])).out.trim().split(/\s+/).map(Number);

test('a worker or a server that dies leaves no files of a flow', async () => {
  const host = await startServer(bench);
  const first = (await host.post('/api/v1/runs', long())).json.id;
  await waits(host, first);
  assert.ok(fs.existsSync(workOf(host, first)));
  for (const pid of await workers(host)) process.kill(pid, 'SIGKILL');
  assert.equal((await host.runEnded(first)).end, 'error');
  assert.equal(fs.existsSync(workOf(host, first)), false);

  const second = (await host.post('/api/v1/runs', long())).json.id;
  await waits(host, second);
  const left = await workers(host);
  for (const pid of left) process.kill(pid, 'SIGSTOP'); // it would tidy up
  await stop(host.child, 'SIGKILL');
  for (const pid of left) process.kill(pid, 'SIGKILL');
  assert.ok(fs.existsSync(workOf(host, second)));
  const next = await startServer(bench, { folder: host.folder });
  assert.equal((await next.runEnded(second)).end, 'lost');
  await until(() => !fs.existsSync(workOf(next, second)), 'the files of the flow are removed');
  await next.stop();
});

test('a stop in a hook leaves the failure of the step', async () => {
  const { id } = (
    await server.post(
      '/api/v1/runs',
      flowOf({
        'hook.yaml': text(
          quick('Nowhere'),
          'onFlowFailure:\n  - tapOn: Save\n  - extendedWaitUntil:\n      visible: Later\n      timeout: 120000\n',
        ),
      }),
    )
  ).json;
  await until(async () => {
    const { events } = (await server.get(`/api/v1/runs/${id}/events`)).json;
    return events.some(({ type, toolName }) => type === 'tool' && toolName === 'tapOn');
  }, 'the hook runs');
  await server.post(`/api/v1/runs/${id}/stop`);
  const run = await server.runEnded(id);
  assert.deepEqual([run.end, run.verdict], ['done', 'FAIL'], JSON.stringify(run));
  assert.match(run.reason, /"Nowhere" is visible/);
});

test('a device that is lost in a run leaves no verdict, and another attempt is made', async () => {
  const own = await startFlows();
  const host = await startServer(own.server);
  const { id } = (await host.post('/api/v1/runs', { ...long(), retryInfra: 1 })).json;
  await waits(host, id);
  await stop(own.device.child, 'SIGKILL');
  const run = await until(
    async () => {
      const { json } = await host.get(`/api/v1/runs/${id}`);
      return (json.attempts?.length || json.state === 'ended') && json;
    },
    'the attempt ends',
    180,
  );
  assert.equal(run.attempts?.[0]?.end, 'device', JSON.stringify(run));
  assert.notEqual(run.verdict, 'FAIL');
});
