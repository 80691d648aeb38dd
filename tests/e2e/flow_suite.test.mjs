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
  const failed = await mda.run('test flows --exclude-tags quick');
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
