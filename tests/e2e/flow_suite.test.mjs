// `test` with folders, tags and a JUnit report, and what it prints while flows run.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';

const world = await startFlows();
const { mda } = world;
const flow = (name, steps, more = '') => `appId: com.example.flows\nname: ${name}\n${more}---\n- launchApp\n${steps}`;
world.write(
  'flows/b.yaml',
  flow('Buy & pay', '- tapOn: Save\n', 'tags:\n  - quick\n  - pay\nproperties:\n  junitId: B-1\n  team: shop\n'),
);
world.write('flows/a.yaml', flow('Fails', '- extendedWaitUntil:\n    visible: "No <such> thing"\n    timeout: 1\n'));
world.write('flows/config.yaml', 'flows: "*"\n');
world.write('flows/data.yaml', 'users:\n  - Ada\n');
world.write('flows/notes.txt', 'not a flow');

test("a folder runs in the order of names, with a report in Maestro's shape", async () => {
  const json = await mda.fails('test flows --format junit --output out/report.xml --test-suite-name Nightly', 1);
  assert.deepEqual(
    json.data.flows.map(({ name, passed }) => [name, passed]),
    [
      ['Fails', false],
      ['Buy & pay', true],
    ],
  );
  assert.match(json.error.message, /^1 of 2 flows failed; 'Fails': Assertion is false: "No <such> thing" is visible$/);
  const xml = fs.readFileSync(path.join(mda.folder, 'out/report.xml'), 'utf8');
  assert.match(
    xml,
    /^<\?xml version='1\.0' encoding='UTF-8'\?>\n<testsuites>\n {2}<testsuite name="Nightly" device="emulator-\d+" tests="2" failures="1" time="\d+\.\d{3}" timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d">/,
  );
  assert.match(
    xml,
    /<testcase id="Fails" name="Fails" classname="Fails" file="flows\/a\.yaml" time="[\d.]+" timestamp="[^"]+" status="ERROR">\n {6}<failure>Assertion is false: (&quot;|")No &lt;such&gt; thing(&quot;|") is visible<\/failure>/,
  );
  assert.match(
    xml,
    /<testcase id="B-1" name="Buy &amp; pay" classname="Buy &amp; pay" file="flows\/b\.yaml"[^>]* status="SUCCESS">\n {6}<properties>\n {8}<property name="team" value="shop"\/>\n {8}<property name="tags" value="quick, pay"\/>/,
  );
});

test('tags choose flows, and step lines come with the cause of a failure', async () => {
  const passed = await mda.run('test flows --include-tags quick,slow');
  assert.equal(passed.status, 0, passed.stderr);
  assert.match(passed.stdout, /^\[Passed\] Buy & pay \(\d+s\)\n1\/1 Flow Passed in \d+s\n$/);
  assert.match(passed.stderr, /^Launch app "com\.example\.flows"\.\.\. COMPLETED$/m);
  assert.match((await mda.run('test flows --include-tags pay+quick')).stdout, /^1\/1 Flow Passed/m);
  assert.match((await mda.fails('test flows --include-tags quick+slow', 2)).error.message, /no flow is left/);
  const failed = await mda.run('test flows --exclude-tags quick+pay');
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /\.\.\. FAILED\n {2}error: Assertion is false/);
  assert.match(failed.stdout, /^\[Failed\] Fails \(\d+s\) \(Assertion is false: .*\)\n1\/1 Flow Failed$/m);
  assert.match((await mda.fails('test flows --include-tags nobody', 2)).error.message, /no flow is left/);
});

test('a file with an error stops everything before the device is touched', async () => {
  world.write('bad/a.yaml', flow('Good', '- tapOn: Save\n'));
  world.write('bad/b.yaml', flow('Bad', '- tapOnn: Save\n'));
  await world.device.console('virtual notes clear');
  const json = await mda.fails('test bad', 1);
  assert.match(json.error.message, /^bad\/b\.yaml:5:3: error: /);
  assert.deepEqual(await world.notes(), []);
  assert.equal(json.data.problems[0].line, 5);
});

test("the files of flows lie where Maestro's do, whatever the flows are called", async () => {
  const read = (...parts) => fs.readFileSync(path.join(mda.folder, ...parts), 'utf8');
  const name = 'a"&<b>/..';
  const steps = '- tapOn:\n    text: "No/such: <thing>"\n    optional: true\n- takeScreenshot: Shot\n- tapOn: Save\n';
  world.write('files/a.yaml', flow(`'${name}'`, steps));
  world.write('files/b.yaml', flow(`'${name}'`, '- assertTrue: ${false}\n'));
  await mda.fails('test files --debug-output out/debug', 1);
  const stamps = fs.readdirSync(path.join(mda.folder, 'out/debug/.maestro/tests'));
  assert.match(stamps.join(), /^\d{4}-\d\d-\d\d_\d{6}$/);
  const root = `out/debug/.maestro/tests/${stamps[0]}`;
  assert.deepEqual(fs.readdirSync(path.join(mda.folder, root)).sort(), ['a"&<b>_..', 'a"&<b>_..-2', 'maestro.log']);
  const one = `${root}/a"&<b>_..`;
  const stem = 'step-002-tapOnElement-No_such_thing';
  const listed = (folder) => fs.readdirSync(path.join(mda.folder, one, folder));
  assert.deepEqual(listed('screenshots'), [`${stem}.png`]);
  assert.deepEqual(listed('takeScreenshot'), ['Shot.png']);
  const tree = JSON.parse(read(one, 'screen-hierarchy', `${stem}.json`));
  const texts = (node) => [node.attributes.text, ...node.children.flatMap(texts)];
  assert.ok(texts(tree).includes('Save'));
  const commands = JSON.parse(read(one, 'commands.json'));
  assert.deepEqual(
    commands.map(({ command, metadata }) => [Object.keys(command)[0], metadata.status, metadata.sequenceNumber]),
    [
      ['launchAppCommand', 'COMPLETED', 0],
      ['tapOnElement', 'WARNED', 1],
      ['takeScreenshotCommand', 'COMPLETED', 2],
      ['tapOnElement', 'COMPLETED', 3],
    ],
  );
  assert.deepEqual(
    commands[1].metadata.artifacts.map(({ type }) => type),
    ['SCREENSHOT', 'SCREEN_HIERARCHY', 'DEVICE_LOG'],
  );
  assert.match(commands[1].metadata.error.message, /^Element not found: Text matching regex: No\/such/);
  const manifest = JSON.parse(read(one, 'manifest.json'));
  assert.match(manifest.$schema, /artifact-manifest\/v1\.schema\.json$/);
  for (const { relativePath, count } of manifest.entries) {
    const found = fs.statSync(path.join(mda.folder, one, relativePath));
    assert.equal(found.isDirectory(), count > 0, relativePath);
  }
  assert.match(read(one, 'logs/maestro.log'), /^\d\d:\d\d:\d\d\.\d{3} \[ INFO\] Tap on "Save" COMPLETED$/m);
  await mda.fails('test files --debug-output out/flat --flatten-debug-output', 1);
  assert.ok(fs.existsSync(path.join(mda.folder, 'out/flat/a"&<b>_..-2/commands.json')));
  world.write('files/config.yaml', 'testOutputDir: out/mine\n');
  await mda.fails('test files', 1);
  assert.equal(fs.readdirSync(path.join(mda.folder, 'out/mine')).length, 1);
  assert.match((await mda.fails('test files --flatten-debug-output', 2)).error.message, /needs --debug-output/);
});

test('an HTML report has screenshots, the screen and the log at a failure, and loads nothing', async () => {
  const words = 'test files --format junit --format html --output out/both --test-suite-name Night<ly>';
  const json = await mda.fails(words, 1);
  const page = fs.readFileSync(path.join(mda.folder, 'out/both/report.html'), 'utf8');
  assert.ok(fs.existsSync(path.join(mda.folder, 'out/both/report.xml')));
  assert.equal(json.artifacts.filter(({ type }) => type === 'report').length, 2);
  assert.match(page, /<h1>Night&lt;ly&gt;<\/h1>/);
  assert.match(page, /a&quot;&amp;&lt;b&gt;\/\.\./);
  assert.match(page, /alt="A screenshot of the flow" src="data:image\/jpeg;base64,\/9j/);
  assert.match(page, /<summary>The screen as text<\/summary><pre>[^<]*Save/);
  assert.match(page, /<summary>The device's log until then<\/summary><pre>[^<]/);
  assert.match(page, /<span class="pass">COMPLETED<\/span> Launch app &quot;com\.example\.flows&quot;/);
  assert.doesNotMatch(page, /<script|<link|https?:\/\//);
  const detailed = await mda.run('test files/a.yaml --format HTML-DETAILED --output out/one.html');
  assert.equal(detailed.status, 0, detailed.stderr);
  assert.match(detailed.stdout, /^report: out\/one\.html$/m);
  assert.ok(fs.existsSync(path.join(mda.folder, 'out/one.html')));
});

test('a video is kept of what failed, and a recording of the flow goes before it', async () => {
  const record = '- startRecording: Mine\n- tapOn: Save\n- stopRecording\n';
  world.write('video/a.yaml', flow('Good', '- tapOn: Save\n'));
  world.write('video/b.yaml', flow('Bad', '- tapOn: Save\n- assertTrue: ${false}\n'));
  world.write('video/c.yaml', flow('Own', record));
  const videos = ({ data }) =>
    data.flows.map(({ name, folder }) => [name, fs.readdirSync(folder).filter((file) => file.endsWith('.mp4'))]);
  const json = await mda.fails('test video --video failed --format html', 1);
  assert.deepEqual(videos(json), [
    ['Good', []],
    ['Bad', ['screen-recording.mp4']],
    ['Own', []],
  ]);
  const kept = json.artifacts.filter(({ type }) => type === 'video');
  assert.deepEqual(
    kept.map(({ mime }) => mime),
    ['video/mp4'],
  );
  assert.equal(fs.readFileSync(kept[0].path).toString('latin1', 4, 8), 'ftyp');
  const page = fs.readFileSync(json.data.report, 'utf8');
  assert.equal(page.match(/<video controls class="shot" src="data:video\/mp4;base64,/g).length, 1 + 1);
  const manifest = JSON.parse(fs.readFileSync(path.join(json.data.flows[1].folder, 'manifest.json'), 'utf8'));
  assert.ok(manifest.entries.some(({ kind }) => kind === 'SCREEN_RECORDING'));
  assert.ok(fs.existsSync(path.join(json.data.flows[2].folder, 'startRecording/Mine.mp4')));
  const all = await mda.ok('test video/c.yaml --video all');
  assert.deepEqual(videos(all), [['Own', ['screen-recording.mp4']]]);
  const trace = JSON.parse(fs.readFileSync(path.join(all.data.flows[0].folder, 'trace.json'), 'utf8'));
  assert.match(trace.steps[1].note, /the video of the run ends where/);
});

test('results for Allure have nested steps and attachments that exist', async () => {
  const json = await mda.fails('test files --format allure --output out/allure', 1);
  const folder = path.join(mda.folder, 'out/allure');
  const results = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('-result.json'))
    .map((file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')));
  assert.deepEqual(results.map(({ name, status }) => [name, status]).sort(), [
    ['a"&<b>/..', 'failed'],
    ['a"&<b>/..', 'passed'],
  ]);
  assert.notEqual(results[0].uuid, results[1].uuid);
  assert.match(results[0].uuid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const passed = results.find(({ status }) => status === 'passed');
  assert.deepEqual(
    passed.steps.map(({ status }) => status),
    ['passed', 'broken', 'passed', 'passed'],
  );
  const [picture] = passed.steps[1].attachments.filter(({ type }) => type === 'image/png');
  assert.equal(fs.readFileSync(path.join(folder, picture.source)).toString('latin1', 1, 4), 'PNG');
  assert.ok(json.artifacts.some(({ type, path: at }) => type === 'report' && at === 'out/allure'));
  const again = await mda.fails('test files --format allure --output out/allure', 1);
  assert.equal(again.ok, false);
  const ids = fs.readdirSync(folder).filter((file) => file.endsWith('-result.json'));
  assert.equal(ids.length, 4);
  for (const words of ['--format allure', '--devices all', '--video all', '--update-screenshots']) {
    const refused = await mda.fails(`test files/a.yaml --runner maestro ${words}`, 2);
    assert.equal(
      refused.error.message,
      `${words.startsWith('--format') ? words : words.split(' ')[0]} needs --runner native`,
    );
  }
  const several = await mda.fails('test files/a.yaml --runner maestro --format junit --format html', 2);
  assert.equal(
    several.error.message,
    '--runner maestro writes one report: give one --format (noop, junit, html or html-detailed), or --runner native',
  );
});
