// Every page without a violation that axe-core knows, in both themes, on a desk
// and on a phone; nothing has to be scrolled sideways, with large letters too.
import assert from 'node:assert/strict';
import { accessible, fitsWidth } from './browser.mjs';
import { doubleText } from './browsers.mjs';
import { settled, startWorld } from './web_pages.mjs';

const world = await startWorld();

// Properties that another colour may change.
const colours = { only: ['color-contrast', 'link-in-text-block'] };

for (const { name, where, shows } of world.pages.filter((page) => page.name !== 'step')) {
  world.test(
    `${name}: accessible in both themes, at 1280 and 360 px`,
    { motion: 'reduce' },
    async ({ page, visit }) => {
      if (name === 'missing') visit.allow.push(/status of 404/);
      await page.goto(where);
      await settled(page, shows);
      await accessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await accessible(page, colours);
      await page.setViewportSize({ width: 360, height: 740 });
      await settled(page);
      await fitsWidth(page);
      await accessible(page);
      await page.emulateMedia({ colorScheme: 'light' });
      await accessible(page, colours);
    },
  );
}

world.test(
  'letters of twice the size fit into each page, in French too',
  { locale: 'fr-FR', context: { viewport: { width: 800, height: 800 } } },
  async ({ page }) => {
    await doubleText(page);
    for (const { name, where, shows } of world.pages) {
      await page.goto(where);
      await settled(page, name === 'missing' ? 'page' : shows);
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
      await fitsWidth(page);
    }
  },
);
