// A reader's choices in the system: less motion, dark or light, paper.
import assert from 'node:assert/strict';
import { accessible, eventually } from './browser.mjs';
import { settled, startWorld } from './web_pages.mjs';

const world = await startWorld();

const ground = (page) =>
  page.evaluate(() => {
    const [red, green, blue] = getComputedStyle(document.documentElement)
      .backgroundColor.match(/[\d.]+/g)
      .map(Number);
    return red + green + blue > 384 ? 'light' : 'dark';
  });

// Elements that would move: animations that go on, and transitions of any length,
// during which a script reads the old colour.
const moving = (page) =>
  page.evaluate(() => {
    const seconds = (text) => Math.max(...text.split(', ').map(Number.parseFloat));
    const slow = [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName, animationDuration, animationIterationCount } =
        getComputedStyle(element);
      return (
        seconds(transitionDuration) > 0 ||
        (animationName !== 'none' && (seconds(animationDuration) > 0.001 || animationIterationCount === 'infinite'))
      );
    });
    return [
      ...slow.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
      ...document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().activeDuration > 1)
        .map(({ animationName, transitionProperty }) => animationName ?? transitionProperty),
    ];
  });

world.test('with reduced motion nothing moves', { motion: 'reduce' }, async ({ page }) => {
  for (const { where, shows } of world.pages) {
    await page.goto(where);
    await settled(page, shows);
    assert.deepEqual(await moving(page), [], where);
  }
});

world.test('the colours are those of the system until the reader chooses', async ({ page }) => {
  await page.goto('/');
  await settled(page);
  assert.equal(await ground(page), 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.equal(await ground(page), 'dark');
  // Light stays light on a dark system, and after a reload.
  const choose = async (from, to) => {
    await page.getByRole('button', { name: `Theme: ${from}` }).click();
    await page.getByRole('menuitemradio', { name: to }).click();
    await page.getByRole('button', { name: `Theme: ${to}` }).waitFor();
  };
  await choose('System', 'Light');
  assert.equal(await ground(page), 'light');
  await page.reload();
  await settled(page);
  assert.equal(await ground(page), 'light');
  await choose('Light', 'Dark');
  await page.emulateMedia({ colorScheme: 'light' });
  assert.equal(await ground(page), 'dark');
});

world.test('on paper there is the content alone, dark on light, and all of it', { theme: 'dark' }, async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const { name, where, shows } of world.pages) {
    await page.goto(where);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (shows) await page.getByText(shows).filter({ visible: true }).first().waitFor();
    assert.equal(await ground(page), 'light', where);
    assert.equal(await page.getByRole('navigation').count(), 0, where); // hidden, so it has no role
    // paper takes no touch
    await accessible(page, { without: ['target-size', 'skip-link', 'scrollable-region-focusable'] });
    if (name !== 'passed') continue;
    const facts = await page.getByRole('article').locator('dl').first().innerText();
    assert.match(facts, /Recording, no model/);
    assert.doesNotMatch(facts, /\$|0 tokens/, 'a recording has no price');
    // A list that scrolls on a screen is whole on paper.
    await eventually(async () => {
      const clipped = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((element) => {
            const { overflowY } = getComputedStyle(element);
            return (
              /auto|scroll|hidden/.test(overflowY) &&
              element.clientHeight > 40 &&
              element.scrollHeight > element.clientHeight + 2
            );
          })
          .map((element) => `${element.className} ${element.scrollHeight} px in ${element.clientHeight} px`),
      );
      assert.deepEqual(clipped, []);
    });
    assert.ok((await page.pdf()).length > 10000);
  }
});
