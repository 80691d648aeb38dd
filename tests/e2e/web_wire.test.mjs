// What a first visit costs by the wire: program, styles and typeface, compressed as the server sends them.
import assert from 'node:assert/strict';
import { eventually, startRig } from './browser.mjs';
import { only } from './browsers.mjs';

const FIRST_KB = 160;
const RUN_KB = 40;

const rig = await startRig();
const run = await rig.replayedRun();

// Bytes of the answers but those of the API, headers included, by path.
async function meter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map();
  const bytes = new Map();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { origin, pathname } = new URL(response.url);
    if (origin === rig.server.url && !pathname.startsWith('/api/')) paths.set(requestId, pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (paths.has(requestId)) bytes.set(requestId, encodedDataLength);
  });
  return {
    kb: () => [...bytes.values()].reduce((sum, one) => sum + one, 0) / 1000,
    files: () =>
      [...bytes]
        .sort(([, a], [, b]) => b - a)
        .map(([id, size]) => `${paths.get(id)} ${(size / 1000).toFixed(1)} kB`)
        .join('\n'),
    whole: () => assert.equal(bytes.size, paths.size, 'all that was begun has come'),
  };
}

rig.test(
  `a first visit loads at most ${FIRST_KB} kB, and a run then ${RUN_KB} kB more`,
  only('chromium', 'counts no bytes of the wire'),
  async ({ page, t }) => {
    const wire = await meter(page);
    const settled = async () => {
      await page.waitForLoadState('networkidle');
      await eventually(wire.whole);
    };
    await page.goto('/');
    await page.getByText('Notes: write a note and find it').first().waitFor();
    await settled();
    const first = wire.kb();
    t.diagnostic(`first visit: ${first.toFixed(1)} kB`);
    assert.ok(first <= FIRST_KB, `${first} kB:\n${wire.files()}`);
    await page.goto(`/runs/${run}`);
    await page.getByRole('listbox', { name: 'Timeline' }).getByRole('option').first().waitFor();
    await settled();
    const more = wire.kb() - first;
    t.diagnostic(`a run then: ${more.toFixed(1)} kB more`);
    assert.ok(more <= RUN_KB, `${more} kB:\n${wire.files()}`);
  },
);
