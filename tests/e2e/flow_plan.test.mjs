// Which flows of files and folders run, and in which order: config.yaml, tags, flowsOrder.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';

const world = await startFlows();
const { mda } = world;
const flow = (name, { tags = [], steps = '- back' } = {}) =>
  `appId: com.example.flows\n${name ? `name: ${name}\n` : ''}${tags.length ? `tags: [${tags}]\n` : ''}---\n${steps}\n`;
const failing = { steps: '- assertTrue: ${false}' };
const names = ({ data }) => data.flows.map(({ name }) => name);

world.write('suite/top.yaml', flow('Top', { tags: ['smoke'] }));
world.write('suite/deep/inner.yml', flow('', { tags: ['smoke', 'slow'] }));
world.write('suite/deep/other.yaml', flow('Other', { tags: ['slow'] }));
world.write('suite/helpers/login.yaml', flow('Login'));
world.write('suite/helpers/data.yaml', 'users: [Ada]\n');

const rows = [
  ['only the top of a folder without config.yaml', '', '', ['Top']],
  ['** takes all, ! takes away', 'flows: ["**", "!helpers/*"]', '', ['inner', 'Other', 'Top']],
  ['**/*.yaml does not mean the top', 'flows: "**/*.yaml"', '', ['Other', 'Login']],
  ['tags of config.yaml', 'flows: "**"\nincludeTags: smoke\nexcludeTags: [slow]', '', ['Top']],
  ['tags of the line are added to them', 'flows: "**"\nincludeTags: nobody', '--include-tags smoke', ['inner', 'Top']],
  [
    'flowsOrder first, by name or file, up to one that is missing',
    'flows: "**"\nexecutionOrder: {flowsOrder: [Top, inner, Nobody, Other]}',
    '',
    ['Top', 'inner', 'Other', 'Login'],
  ],
];
for (const [what, config, words, expected] of rows) {
  test(what, async () => {
    world.write('suite/config.yaml', `${config}\n`);
    const json = await mda.ok(['test', 'suite', ...words.split(' ').filter(Boolean)]);
    assert.deepEqual(names(json), expected);
  });
}

test('a flow that fails ends the ordered ones alone, if config.yaml says so', async () => {
  world.write('order/a.yaml', flow('A'));
  world.write('order/b.yaml', flow('B', failing));
  world.write('order/c.yaml', flow('C'));
  world.write('order/z.yaml', flow('Z'));
  const order = 'executionOrder:\n  flowsOrder: [B, C]\n';
  world.write('order/config.yaml', `${order}  continueOnFailure: false\n`);
  const stopped = await mda.fails('test order', 1);
  assert.deepEqual(names(stopped), ['B', 'C', 'A', 'Z']);
  assert.deepEqual(
    stopped.data.flows.map(({ passed }) => passed),
    [false, null, true, true],
  );
  assert.match(stopped.data.flows[1].error, /^not run: 'B' failed, and continueOnFailure is false$/);
  world.write('order/config.yaml', order);
  const went = await mda.fails('test order', 1);
  assert.deepEqual(
    went.data.flows.map(({ passed }) => passed),
    [false, true, true, true],
  );
  world.write('order/config.yaml', 'executionOrder: {flowsOrder: [Nobody, C]}\n');
  assert.match((await mda.fails('test order', 2)).error.message, /'flowsOrder' begins with 'Nobody'/);
});

test('one file runs whatever its tags are; several do not, and each once', async () => {
  world.write('suite/config.yaml', 'excludeTags: smoke\n');
  assert.deepEqual(names(await mda.ok('test suite/top.yaml --exclude-tags smoke')), ['Top']);
  const both = 'test suite/top.yaml suite/helpers/login.yaml suite/helpers/login.yaml';
  assert.deepEqual(names(await mda.ok(`${both} --exclude-tags smoke`)), ['Login']);
  assert.deepEqual(names(await mda.ok(both)), ['Top', 'Login']);
  world.write('mine.yaml', 'flows: "deep/*"\n');
  assert.deepEqual(names(await mda.ok('test suite --config mine.yaml')), ['inner', 'Other']);
});

test('what cannot be planned is refused with the reason', async () => {
  world.write('bad/a.yaml', flow('A'));
  const refused = async (config, status, message) => {
    world.write('bad/config.yaml', config);
    assert.match((await mda.fails('test bad', status)).error.message, message);
  };
  await refused('flows: ["!a.yaml"]\n', 1, /^bad\/config\.yaml:1:\d+: error: 'flows' only says what doesn't run/);
  await refused('flows: "nothing/*"\n', 2, /'flows' of 'bad\/config\.yaml' chooses none of the 1 flow files/);
  await refused('flows: [\n', 1, /^bad\/config\.yaml:\d+:\d+: error: /);
  world.write('none/below/a.yaml', flow('A'));
  assert.match((await mda.fails('test none', 2)).error.message, /no flow files at the top of 'none', and 1 below it/);
  assert.match((await mda.fails('test bad --config nobody.yaml', 2)).error.message, /no file 'nobody\.yaml'/);
});
