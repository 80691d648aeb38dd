// Sessions of 15 actions with each sample app, recorded: the flow passes three times, and fails at
// the right step, naming what is nearest, once a label has changed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { appFile, changedApp, record, replay, startRecorded } from './record_rig.mjs';

const sessions = {
  'com.example.notes': [
    ['ui fill', 'id:email', 'demo@example.com'],
    ['ui fill', 'id:password', 'secret123'],

    ['ui tap', 'text:Log in'],
    ['ui tap', 'id:search'],
    ['ui fill', 'id:query', 'Shopping'],
    ['ui tap', 'text:Note 4 Shopping'],
    ['ui press', 'back'],
    ['ui tap', 'id:up'],
    ['ui scroll-to', 'text:Note 30 Idea'],
    ['ui tap', 'text:Note 30 Idea'],
    ['ui tap', 'id:delete'],
    ['ui tap', 'text:Cancel'],
    ['ui press', 'back'],
    ['ui tap', 'id:settings'],
    ['ui tap', 'text:Dark theme'],
  ],
  'com.example.shop': [
    ['ui tap', 'text:Bread'],
    ['ui tap', 'text:Add to cart'],
    ['ui tap', 'text:Report'],
    ['ui tap', 'text:Cancel'],
    ['ui press', 'back'],
    ['ui scroll-to', 'text:Kiwi'],
    ['ui tap', 'text:Kiwi'],
    ['ui tap', 'text:Add to cart'],
    ['ui press', 'back'],
    ['ui tap', 'text:Deals'],
    ['ui tap', 'coords:920,80'],
    ['ui tap', 'text:Remove Bread'],
    ['ui press', 'back'],
    ['ui tap', 'text:Home'],
    ['ui tap', 'coords:920,80'],
  ],
};

const env = ['--env', 'PASSWORD=secret123'];
// A label that changes, the step that must fail with it, and what is nearest.
const changes = {
  'com.example.notes': ['Edit note', 'Edit the note', /^Assert that "Edit note" is visible$/, /"Edit the note"/],
  'com.example.shop': ['Add to cart', 'Add to the cart', /"Add to cart"/, /"Add to the cart"/],
};

for (const [name, actions] of Object.entries(sessions)) {
  test(`a session with ${name} replays three times, and fails where a label has changed`, async () => {
    assert.equal(actions.length, 15);
    const world = await startRecorded(appFile(name));
    const answer = await record(world, ['--app-id', name, '--clear-state'], async () => {
      for (const [command, ...words] of actions) await world.mda.ok([...command.split(' '), ...words]);
    });
    assert.equal(answer.status, 0, JSON.stringify(answer.json));
    assert.equal(answer.json.data.replayed, true);
    assert.equal(answer.json.data.steps, actions.length);
    assert.doesNotMatch(answer.flow, /secret123|point:/);
    for (let round = 0; round < 3; round++) {
      const again = await replay(world, answer.flow, env);
      assert.equal(again.status, 0, again.stdout);
    }

    const [label, other, description, nearest] = changes[name];
    const changed = await startRecorded(changedApp(name, label, other));
    const failed = await replay(changed, answer.flow, env);
    assert.equal(failed.status, 1, failed.stdout);
    const last = failed.steps.at(-1);
    assert.match(last.description, description);
    assert.equal(last.outcome, 'FAILED');
    assert.match(last.note, nearest);
    const before = failed.steps.slice(0, -1);
    assert.ok(before.every(({ outcome }) => outcome === 'COMPLETED'));
    assert.equal(answer.flow.split(label)[0].match(/^- /gm).length, before.length + 1);
  });
}
