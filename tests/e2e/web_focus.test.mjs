// Wherever Tab leads on any page, the focus is seen there, and leads on.
import assert from 'node:assert/strict';
import { focused } from './browser.mjs';
import { settled, startWorld } from './web_pages.mjs';

const world = await startWorld();

// The reason why the focused place is not visible; "" if nothing has the focus.
const wrongFocus = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const where = element.outerHTML.slice(0, 160);
    const own = getComputedStyle(element, '::after'); // a card whose link covers it
    const marks = [element, element.parentElement, element.parentElement?.parentElement, own].some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth, boxShadow } = each === own ? own : getComputedStyle(each);
      return (
        (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) ||
        (each !== element && each !== own && each.matches(':focus-within') && boxShadow !== 'none')
      );
    });
    if (!marks) return `no mark of the focus: ${where}`;
    if (style.visibility === 'hidden' || box.width < 1 || box.height < 1) return `not to be seen: ${where}`;
    if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth)
      return `outside of the window: ${where}`;
    // Something else must not cover all of it (WCAG 2.4.11).
    const points = [
      [0.5, 0.5],
      [0.1, 0.2],
      [0.9, 0.8],
    ]
      .map(([x, y]) => [box.left + box.width * x, box.top + box.height * y])
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    const free =
      points.length === 0 ||
      points.some(([x, y]) => {
        const top = document.elementFromPoint(x, y);
        return top && (element.contains(top) || top.contains(element) || top.closest('label')?.contains(element));
      });
    return free ? undefined : `covered: ${where}`;
  });

// A visit each: in Firefox the focus stays among the browser's own controls once Tab has led out of a page.
for (const { where, shows, name } of world.pages) {
  world.test(`${name}: wherever Tab leads, the focus is seen, and it leads on`, async ({ page, visit }) => {
    if (name === 'missing') visit.allow.push(/status of 404/);
    await page.goto(where);
    await settled(page, shows);
    let stops = 0;
    for (; stops < 120; stops++) {
      await page.keyboard.press('Tab');
      if (stops === 0) assert.match(await focused(page), /Skip to content/, where);
      const wrong = await wrongFocus(page);
      if (wrong === '') break;
      assert.equal(wrong, undefined, `${where}, stop ${stops}`);
    }
    assert.ok(stops > 8, `${name} has ${stops} stops`);
    assert.ok(
      stops < 120 || ['runs', 'scenario', 'settings', 'compare'].includes(name),
      `${name}: Tab does not lead out`,
    );
  });
}

// Where the bar's links and the page's title begin.
const places = (page) =>
  page.evaluate(() => {
    const left = (element) => Math.round(element.getBoundingClientRect().left);
    const title = document.querySelector('h1').getBoundingClientRect();
    return {
      bar: [...document.querySelectorAll('header nav a')].map(left),
      title: [Math.round(title.left), Math.round(title.top + title.height / 2)],
    };
  });

world.test('from page to page, neither the bar nor the title moves', async ({ page, visit }) => {
  visit.allow.push(/status of 404/);
  await page.goto('/');
  await settled(page);
  await page.evaluate(() => document.fonts.ready);
  const first = await places(page);
  for (const { name, where, shows } of world.pages) {
    await page.goto(where);
    await settled(page, shows);
    await page.evaluate(() => document.fonts.ready);
    const { bar, title } = await places(page);
    assert.deepEqual(bar, first.bar, name);
    // A run's page fills the window: its verdict stands before its title, in a lower row.
    if (!['passed', 'failed', 'step'].includes(name)) assert.deepEqual(title, first.title, name);
  }
});
