// One model of what can be touched: the tree, assertions and taps agree, in both front ends.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';

const hit = (what) => [{ set: { what } }];
const button = (id, text, bounds, more = {}) => ({ kind: 'button', id, text, bounds, tap: hit(id), ...more });
const page = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node class="android.widget.FrameLayout" package="com.example.reach" enabled="true" bounds="[0,63][1080,2337]">
<node class="android.webkit.WebView"
  package="com.example.reach" scrollable="true" enabled="true" bounds="[0,200][1080,1200]">
<node class="android.widget.Button" text="Inside" resource-id="inside"
  package="com.example.reach" clickable="true" enabled="true" bounds="[0,300][1080,400]"/>
<node class="android.widget.Button" text="Beyond" resource-id="beyond"
  package="com.example.reach" clickable="true" enabled="true" bounds="[0,1300][1080,1400]"/>
</node></node></hierarchy>`;
const feed = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node class="android.widget.FrameLayout" package="com.example.reach" enabled="true" bounds="[0,63][1080,2337]">
<node class="android.widget.ImageButton" resource-id="fab"
  package="com.example.reach" clickable="true" enabled="true" bounds="[860,1900][1000,2040]"/>
<node class="android.widget.Button" text="Video"
  package="com.example.reach" clickable="true" enabled="true" bounds="[0,63][1080,2200]"/>
</node></hierarchy>`;
const app = {
  package: 'com.example.reach',
  label: 'Reach',
  vars: { what: 'nothing', ready: 'no', late: 'no' },
  links: { 'reach://page': 'page', 'reach://feed': 'feed' },
  screens: {
    home: {
      timers: [
        { after: 1200, do: [{ set: { ready: 'yes' } }] },
        { after: 4000, do: [{ set: { late: 'yes' } }] },
      ],
      root: {
        kind: 'frame',
        children: [
          { kind: 'text', id: 'what', text: 'hit ${what}', bounds: [0, 100, 1080, 160] },
          {
            kind: 'frame',
            id: 'card',
            desc: 'Card',
            bounds: [0, 200, 1080, 500],
            tap: hit('card'),
            children: [{ kind: 'check', id: 'star', desc: 'Star', bounds: [440, 300, 640, 400], tap: hit('star') }],
          },
          {
            kind: 'frame',
            id: 'whole',
            desc: 'Whole',
            bounds: [0, 520, 1080, 640],
            tap: hit('whole'),
            children: [button('filling', 'Filling', [0, 520, 1080, 640])],
          },
          button('pay', 'Pay', [0, 660, 500, 760], { enabled: false }),
          button('soon', 'Soon', [520, 660, 1080, 760], { enabled: { equal: ['${ready}', 'yes'] } }),
          button('late', 'Late', [0, 1360, 500, 1460], { visible: { equal: ['${late}', 'yes'] } }),
          { kind: 'text', id: 'heading', text: 'Login', bounds: [0, 800, 1080, 860] },
          button('submit', 'Login', [0, 880, 1080, 980]),
          button('crash_dialog', 'One', [0, 1000, 500, 1100]),
          button('crash', 'Two', [520, 1000, 1080, 1100]),
          button('twin', 'Old', [0, 1120, 1080, 1220]),
          button('twin', 'New', [0, 1120, 1080, 1220], { tap: hit('the last twin') }),
          button('ask', 'Ask', [0, 1240, 1080, 1340], {
            tap: [{ dialog: { title: 'Delete note?', buttons: [{ text: 'Cancel' }] } }],
          }),
        ],
      },
    },
    page: { dump: 'page.xml' },
    feed: { dump: 'feed.xml' },
  },
};

const dir = temporaryFolder();
fs.writeFileSync(path.join(dir, 'page.xml'), page);
fs.writeFileSync(path.join(dir, 'feed.xml'), feed);
fs.writeFileSync(path.join(dir, 'reach.json'), JSON.stringify(app));
const server = await startAdbServer();
const device = await startVirtual(server, ['--app', path.join(dir, 'reach.json')]);
const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
await agentest.connect(app.package);
const mda = startMda({ server });

const tap = (target, more) => ({ action: 'tap', target, ...more });
const flow = async (...steps) => (await agentest.call('agentest_run_flow', { steps })).json;

async function start() {
  await agentest.call('agentest_reset_app');
  return agentest.tree();
}

async function hits(what, ...steps) {
  const reply = await flow(...steps, { action: 'assert_text_equals', target: { id: 'what' }, value: `hit ${what}` });
  assert.equal(reply.success, true, reply.error);
  return reply.results[0];
}

test('a_tap_avoids_a_button_that_lies_on_the_card', async () => {
  const tree = await start();
  const [, ref] = tree.match(/^ *(@\w+) \w+ "Card"/m);
  await hits('card', tap({ ref }));
});

test('an_element_that_its_child_covers_is_no_target', async () => {
  const tree = await start();
  assert.doesNotMatch(tree, /@\w+ \w+ "Whole"/);
  const {
    results: [step],
  } = await flow(tap({ id: 'whole' }));
  assert.equal(step.code, 'ELEMENT_NOT_FOUND');
  assert.match(
    step.error,
    /"Whole".* is covered by btn "Filling", which would be touched instead: use that one, or give "force": true/,
  );
  await hits('filling', tap({ id: 'whole' }, { force: true }));
});

// In the dump the pager follows the button that floats over it, without a drawing order.
test('what_may_be_covered_has_a_ref_and_is_tapped_with_a_note', async () => {
  await device.shell('am start -a android.intent.action.VIEW -d reach://feed');
  const {
    results: [, tapped],
  } = await flow({ action: 'wait_for_stable' }, tap({ id: 'fab' }));
  assert.equal(tapped.success, true, tapped.error);
  assert.match(tapped.note, /btn "Video" may lie over it and take the touch/);
  assert.match(await agentest.tree(), /@b\d+ btn id="fab" covered\?/);
});

test('what_its_page_does_not_show_is_nowhere', async () => {
  await device.shell('am start -a android.intent.action.VIEW -d reach://page');
  const {
    results: [, seen, tapped],
  } = await flow(
    { action: 'wait_for_stable' },
    { action: 'assert_not_visible', target: { text: 'Beyond' } },
    tap({ text: 'Beyond' }),
  );
  assert.equal(seen.success, true, seen.error);
  assert.match(tapped.error, /outside the visible screen or without size: use scroll_to/);
  const tree = await agentest.tree();
  assert.match(tree, /@b1 btn "Inside"/);
  assert.doesNotMatch(tree, /Beyond/);
});

test('nothing_behind_a_dialog_can_be_tapped', async () => {
  await start();
  const {
    results: [, behind],
  } = await flow(tap({ id: 'ask' }), tap({ id: 'card' }));
  assert.equal(behind.code, 'ELEMENT_NOT_FOUND', behind.target);
  const tree = await agentest.tree();
  assert.match(tree, /Delete note\?/);
  assert.doesNotMatch(tree, /Card|Login/);
});

test('a_disabled_element_is_not_tapped_unless_forced', async () => {
  await start();
  const {
    success,
    code,
    results: [step],
  } = await flow(tap({ id: 'pay' }));
  assert.equal(success, false);
  assert.equal(code, 'ELEMENT_DISABLED');
  assert.match(step.error, /^btn "Pay" disabled.* is disabled.*, or give "force": true to the step/);
  const {
    results: [forced],
  } = await flow(tap({ id: 'pay' }, { force: true }));
  assert.equal(forced.success, true, forced.error);
  assert.match(forced.note, /the element is disabled/);
});

test('a_tap_waits_until_its_target_is_enabled', async () => {
  await start();
  const {
    success,
    results: [step],
  } = await flow(tap({ id: 'soon' }));
  assert.equal(success, true, step.error);
  assert.match(await agentest.tree(), /hit soon/);
});

test('a_tap_prefers_the_only_match_that_takes_touches', async () => {
  await start();
  const step = await hits('submit', tap({ text: 'Login' }));
  assert.match(step.note, /2 elements match, this is the only one that takes input/);
});

test('a_whole_id_comes_before_a_part_of_one', async () => {
  await start();
  const step = await hits('crash', tap({ id: 'crash' }));
  assert.match(step.note, /2 elements match in part, this one as a whole/);
});

test('an_id_that_only_a_part_of_one_has_is_taken_with_a_word', async () => {
  await start();
  const step = await hits('submit', tap({ id: 'ubm' }));
  assert.match(step.note, /no id is this one: the only one that has it in part was taken/);
  assert.doesNotMatch((await hits('submit', tap({ id: 'submit' }))).note ?? '', /in part/);
});

test('of_two_elements_with_one_id_and_place_the_last_is_meant', async () => {
  const tree = await start();
  const [, ref] = tree.match(/^ *(@\w+) btn "New"/m);
  assert.doesNotMatch(tree, /@\w+ btn "Old"/);
  await hits('the last twin', tap({ ref }));
  await hits('the last twin', tap({ id: 'twin' }));
});

test('the_bars_of_the_system_are_not_the_apps_content', async () => {
  await start();
  const {
    results: [step],
  } = await flow(tap({ text: 'Hone' }));
  assert.doesNotMatch(step.error, /Home/);
  const absent = await flow({ action: 'assert_not_visible', target: { description: 'Back' } });
  assert.equal(absent.success, true, absent.error);
});

test('the_command_line_refuses_and_forces_alike', async () => {
  await start();
  const flags = `--device ${device.serial} --platform android`.split(' ');
  const refused = await mda.run(['ui', 'tap', 'id:pay', '--json', ...flags]);
  assert.equal(refused.json.ok, false);
  assert.match(refused.json.error.message, /"Pay" disabled is disabled.*, or give --force to 'ui tap'/);
  await mda.ok(['ui', 'tap', 'id:pay', '--force', ...flags]);
  await mda.ok(['ui', 'tap', 'id:card', ...flags]);
  await hits('card', { action: 'wait', timeoutMs: 1 });
});

test('ui_tap_waits_for_its_element_as_long_as_it_is_told', async () => {
  await start();
  const { data } = await mda.ok(['ui', 'tap', 'id:late', '--timeout-ms', '15000', '--device', device.serial]);
  assert.match(data.target, /btn "Late"/);
});
