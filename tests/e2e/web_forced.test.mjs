// Forced colours (a contrast theme of the system): backgrounds and shadows are gone, so that what is selected, has
// the focus or is a verdict must show by a line.
import assert from 'node:assert/strict';
import { settled, startWorld } from './web_pages.mjs';

const world = await startWorld();
const STOPS = 25; // of Tab on each page

// What still shows: lines, and letters.
function looks(element) {
  const { outlineStyle, outlineWidth, outlineColor, fontWeight, textDecorationLine, ...style } =
    getComputedStyle(element);
  const borders = ['Top', 'Right', 'Bottom', 'Left'].map(
    (side) => style[`border${side}Width`] + style[`border${side}Style`] + style[`border${side}Color`],
  );
  return [outlineStyle, outlineWidth, outlineColor, fontWeight, textDecorationLine, ...borders].join(' ');
}

// Elements that are selected and look like a neighbour of theirs that is not.
function alike() {
  const states = ['aria-selected', 'aria-pressed', 'aria-current', 'aria-checked'];
  const isOn = (element, state) => !['false', null].includes(element.getAttribute(state));
  const found = [];
  for (const state of states)
    for (const element of document.querySelectorAll(`[${state}]`)) {
      if (!isOn(element, state) || element.getClientRects().length === 0) continue;
      const same = [...document.querySelectorAll(element.tagName)].find(
        (other) =>
          other !== element &&
          other.className === element.className &&
          other.getClientRects().length > 0 &&
          !isOn(other, state),
      );
      if (same && globalThis.looks(same) === globalThis.looks(element))
        found.push(`${state}: ${element.textContent.slice(0, 40)}`);
    }
  return found;
}

// The focused element, or one around it, has a ring.
function ring() {
  const chain = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) chain.push(at);
  const hasOf = (element, part) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !/^rgba.*, 0\)$/.test(outlineColor);
  };
  const has = (element) => hasOf(element) || hasOf(element, '::after');
  const [first] = chain;
  const name = first && `${first.tagName} ${first.getAttribute('aria-label') ?? first.textContent.slice(0, 30)}`;
  return { name, shows: !first || first.id === 'main' || chain.slice(0, 4).some(has) };
}

function flatPills() {
  const isFlat = (element) => {
    const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
    return borderTopStyle === 'none' || borderTopWidth === '0px' || /^rgba.*, 0\)$/.test(borderTopColor);
  };
  return [...document.querySelectorAll('[class*=pill]')].filter(isFlat).map((element) => element.textContent);
}

for (const { name, where, shows } of world.pages)
  world.test(`${name}: selected, focused and judged in forced colours`, async ({ page, visit }) => {
    if (name === 'missing') visit.allow.push(/status of 404/);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.addInitScript(`globalThis.looks = ${looks}`);
    await page.goto(where);
    await settled(page, shows);
    assert.ok(await page.evaluate(() => matchMedia('(forced-colors: active)').matches));
    assert.deepEqual(await page.evaluate(alike), []);
    assert.deepEqual(await page.evaluate(flatPills), []);
    for (let i = 0; i < STOPS; i++) {
      await page.keyboard.press('Tab');
      const { name, shows } = await page.evaluate(ring);
      assert.ok(shows, `the focus on ${name} does not show`);
    }
  });
