// The server goes and comes back under an open page: the page says so, finds it
// again by itself, and has missed nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { eventually, startRig } from './browser.mjs';
import { atEnd, stop } from './lib.mjs';
import { goodTester, notes, notesPlan, steps } from './models/drivers.mjs';
import { menuReady, openScenario, timelineEvents } from './web_pages.mjs';

// The browser's own messages about a server that is not there.
const gone = [
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|status of 50[34]/,
];
const rig = await startRig({ model: true });
const sample = await rig.importSample();
const lost = (page) => page.getByText('Disconnected').waitFor();
const ready = (page) => page.getByText(/^(Connected|\d+ running)$/).waitFor();
const timeline = (page) => page.getByRole('listbox', { name: 'Timeline' });

// A line to the server that can be cut: streams break and nothing connects.
async function startLine() {
  const open = new Set();
  const line = { isCut: false };
  const server = net
    .createServer((near) => {
      if (line.isCut) return void near.destroy();
      const far = net.connect(rig.server.port, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ]) {
        open.add(one);
        one
          .on('error', () => {})
          .on('close', () => {
            open.delete(one);
            other.destroy();
          })
          .pipe(other);
      }
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  line.url = `http://127.0.0.1:${server.address().port}`;
  line.cut = () => {
    line.isCut = true;
    for (const socket of open) socket.destroy();
  };
  line.mend = () => {
    line.isCut = false;
  };
  atEnd(() => {
    line.cut();
    server.close();
  });
  return line;
}
const line = await startLine();

rig.test(
  'a list says that the server has gone, and shows what is new when it is back',
  { allow: gone },
  async ({ page }) => {
    await page.goto('/');
    await page.getByText('Notes: write a note and find it').first().waitFor();
    await ready(page);
    await stop(rig.server.child, 'SIGKILL');
    await lost(page);
    // Content read before stays readable.
    assert.ok(await page.getByText('Notes: write a note and find it').first().isVisible());
    await rig.restart();
    await rig.addScenario({
      name: 'Written meanwhile',
      goal: 'It is seen',
      packageName: 'com.example.notes',
      steps: ['It is'],
    });
    await ready(page);
    await page.getByText('Written meanwhile').first().waitFor();
  },
);

rig.test('edits made while the server is away are stored when it is back', { allow: gone }, async ({ page }) => {
  await openScenario(page, sample);
  const goal = page.getByRole('textbox', { name: 'Goal', exact: true });
  await ready(page);
  await stop(rig.server.child, 'SIGKILL');
  await goal.fill('It was written without a server');
  await page.getByText('Your changes are kept in this tab').waitFor();
  await rig.restart();
  await eventually(async () =>
    assert.equal((await rig.server.get(`/api/v1/scenarios/${sample}`)).json.goal, 'It was written without a server'),
  );
  await page.getByText('Saved', { exact: true }).waitFor();
});

// Events of the server that should have rows, and have none.
async function missed(page, id) {
  const {
    json: { events, more },
  } = await rig.server.get(`/api/v1/runs/${id}/events?limit=500`);
  assert.equal(more ?? false, false);
  const { found } = await timelineEvents(page);
  // The beginning and end of a step are its heading; a picture is beside its call.
  return events
    .filter(({ type, index }) => type !== 'step' && type !== 'screenshot' && !found.has(index))
    .map(({ index, type, toolName }) => `${index} ${type} ${toolName ?? ''}`);
}

rig.test(
  'a run that the server loses is shown as lost, with all that had happened',
  { allow: gone },
  async ({ page }) => {
    const driver = goodTester(notesPlan);
    let count = 0;
    const id = await rig.scriptedRun({
      scenario: notes,
      wait: false,
      script: (turn) => (++count < 6 ? driver(turn) : { fault: 'hang' }),
    });
    await page.goto(`/runs/${id}`);
    await timeline(page).getByText('Check shown').first().waitFor();
    await menuReady(page, 'Export');
    await stop(rig.server.child, 'SIGKILL');
    await lost(page);
    assert.ok(await timeline(page).getByText('Check shown').first().isVisible());
    await rig.restart();
    await ready(page);
    assert.equal((await rig.ended(id)).state, 'ended');
    await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
    await eventually(async () => assert.deepEqual(await missed(page, id), []));
  },
);

rig.test(
  'a run that went on while the browser was cut off is whole afterwards',
  { allow: gone, url: line.url },
  async ({ page }) => {
    let go;
    const middle = new Promise((resolve) => {
      go = resolve;
    });
    const turns = Array.from({ length: 40 }, (_, k) => ({
      text: `Turn ${k + 1}.`,
      calls: [steps.other('findUiElementsByText', { text: `needle ${k}` })],
    }));
    let next = 0;
    const id = await rig.scriptedRun({
      scenario: {
        packageName: 'com.example.notes',
        goal: 'Look around',
        steps: ['Look around'],
        budgets: { stepAttempts: 1000 },
      },
      wait: false,
      script: async () => {
        if (next === 5) await middle;
        return turns[next++] ?? { text: 'Step 1: UNVERIFIED' };
      },
    });
    await page.goto(`/runs/${id}`);
    await timeline(page).getByText('needle 4').first().waitFor();
    await menuReady(page, 'Export');
    line.cut();
    await lost(page);
    go();
    await rig.ended(id);
    line.mend();
    await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
    await eventually(async () => assert.deepEqual(await missed(page, id), []));
  },
);
