// Every page opens, is accessible and can be used by keys, and a run is started and watched: in chromium, in
// Firefox, and in WebKit, which has nothing but this file.
import assert from 'node:assert/strict';
import { accessible, fitsWidth, focused } from './browser.mjs';
import { startWorld } from './web_pages.mjs';

const world = await startWorld();

// The page has its heading, its data, and nothing that is still being loaded.
const ready = (page, shows) =>
  page.waitForFunction(
    (text) =>
      document.querySelector('h1') !== null &&
      (document.body.innerText.includes(text) ||
        [...document.querySelectorAll('input')].some(({ value }) => value.includes(text))) &&
      ![...document.querySelectorAll('[role="status"]')].some(({ textContent }) => /^Loading/.test(textContent)),
    shows,
  );

// The names of the first places that Tab leads to.
async function stopsOf(page, most) {
  const stops = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  return stops;
}

for (const { name, where, shows } of world.pages) {
  world.test(`${name}: opens, is accessible, fits, and Tab leads through it`, async ({ page, visit }) => {
    if (name === 'missing') visit.allow?.push(/status of 404/);
    await page.goto(where);
    await ready(page, shows);
    await accessible(page);
    const [first, ...others] = await stopsOf(page, 6);
    assert.match(first, /Skip to/);
    assert.equal(new Set(others).size, others.length, others.join(', '));
    await page.setViewportSize({ width: 480, height: 800 });
    await fitsWidth(page);
  });
}

world.test('the sample is run from its page and watched to its end', async ({ page }) => {
  for (const device of world.devices) await device.shell('pm clear com.example.notes');
  await page.goto(`/scenarios/${world.scenario}`);
  await page.locator('xpath=//button[normalize-space()="Run"]').click();
  await page.waitForFunction(
    () => /^\/runs\/./.test(location.pathname) && /Pass/.test(document.querySelector('h1')?.innerText ?? ''),
  );
});
