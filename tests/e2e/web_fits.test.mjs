// Every page in the narrowest windows, at twice the size and from right to left: nothing to scroll sideways, no
// text cut off, and nothing that axe-core finds.
import assert from 'node:assert/strict';
import { accessible, eventually, fitsWidth } from './browser.mjs';
import { settled, startWorld } from './web_pages.mjs';

const world = await startWorld();

// Texts that are cut off: they leave the window or a box that hides the rest, without a "…" that says so.
const cutTexts = (page) =>
  page.evaluate(() => {
    const styles = new Map();
    const styleOf = (element) => {
      if (!styles.has(element)) styles.set(element, getComputedStyle(element));
      return styles.get(element);
    };
    // The next box around it that hides what is outside, or can be scrolled to it.
    const holder = (element) => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
        if (styleOf(box).overflowX !== 'visible') return box;
      return undefined;
    };
    const ownText = (element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    const hidden = (element) => {
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
      if (!ownText(element) || hidden(element) || element.closest('svg, option, [inert]')) continue;
      const box = holder(element);
      if (box && hidden(box)) continue; // words for readers of screens
      const style = styleOf(element);
      const ellipsis = [element, box].some((one) => one && styleOf(one).textOverflow === 'ellipsis');
      const scrolls = box && ['auto', 'scroll'].includes(styleOf(box).overflowX);
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const edges = box?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
      const outside = text.left < edges.left - 1 || text.right > edges.right + 1;
      const clipped = ['hidden', 'clip'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      if ((outside && !scrolls && !ellipsis) || (clipped && !ellipsis))
        found.push(
          `${element.tagName.toLowerCase()}.${element.className}: "${element.textContent.trim().slice(0, 60)}"`,
        );
    }
    return found;
  });

// web_axe asks axe-core at full width.
const audited = ['at 320 px', 'from right to left'];
const windows = {
  'at 320 px': { viewport: { width: 320, height: 640 } },
  // A window of 1,280 by 800 at 200 %.
  'at 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  'from right to left': { viewport: { width: 1280, height: 800 } },
  'from right to left at 320 px': { viewport: { width: 320, height: 640 } },
};

for (const { name, where, shows } of world.pages.filter((page) => page.name !== 'step')) {
  for (const [how, context] of Object.entries(windows)) {
    world.test(`${name} ${how}`, { motion: 'reduce', context }, async ({ page, visit }) => {
      if (name === 'missing') visit.allow.push(/status of 404/);
      await page.goto(where);
      await settled(page, shows);
      if (how.startsWith('from right'))
        await page.evaluate(() => {
          document.documentElement.dir = 'rtl';
        });
      await fitsWidth(page);
      await eventually(async () => assert.deepEqual(await cutTexts(page), []));
      if (audited.includes(how)) await accessible(page);
    });
  }
}
