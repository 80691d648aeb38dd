// browsers.mjs: the browser of the tests (AT_BROWSER: chromium, firefox), and what only one of them can do
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startFirefox } from './firefox.mjs';
import { atEnd } from './lib.mjs';

const PROGRAMS = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
  webkit: ['WebKitWebDriver'],
};

export const browserName = process.env.AT_BROWSER ?? 'chromium';
if (!PROGRAMS[browserName])
  throw new Error(`AT_BROWSER is '${browserName}': it may be ${Object.keys(PROGRAMS).join(', ')}`);

// The program of a browser: the one that its variable (CHROMIUM, FIREFOX) names, or the first in PATH.
export function programOf(name) {
  const variable = name.toUpperCase();
  if (process.env[variable]) return process.env[variable];
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const program of PROGRAMS[name]) {
      const file = path.join(folder, program);
      if (fs.existsSync(file)) return file;
    }
  }
  throw new Error(`There is no ${name}. Run ./tools/install-deps --check, or set ${variable} to the program.`);
}

export const chromiumFile = () => programOf('chromium');

// Chromium without the browser's own windows, if it is installed: it takes two thirds of the processor time. Debian's
// program in PATH is a shell script around this one.
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
const headlessFile = () => (process.env.CHROMIUM || !fs.existsSync(HEADLESS_SHELL) ? chromiumFile() : HEADLESS_SHELL);

// Letters are as wide as on other systems: the headless shell would hint them to whole pixels.
const startChromium = (executablePath) =>
  chromium.launch({ executablePath, headless: true, args: ['--font-render-hinting=none'] });

const starts = {
  chromium: () => startChromium(headlessFile()),
  firefox: () => startFirefox(programOf('firefox')),
  webkit: async () => {
    throw new Error('Playwright cannot drive the WebKit of Debian: only web_smoke.test.mjs runs in it.');
  },
};

// One for the test file, started when it is first needed.
const once = (start) => {
  let launched;
  return () => {
    launched ??= start().then((started) => {
      atEnd(() => started.close());
      return started;
    });
    return launched;
  };
};
export const browser = once(() => starts[browserName]());

// Chromium with windows: its pages take the focus from each other, and all pages of the headless shell have it.
export const chromiumWithWindows = once(() => startChromium(chromiumFile()));

// Options of a test that another browser skips, with the reason:
// rig.test(name, only('chromium', 'measures the layout by CDP'), body).
export const only = (name, why) => (browserName === name ? {} : { skip: `${browserName}: ${why}` });

// --- What differs between the browsers.

// A request that its page has given up. Nothing is wrong with it.
export const isGivenUp = (request) => /ERR_ABORTED|BINDING_ABORTED/.test(request.failure()?.errorText ?? '');

// Let the page read and write the clipboard. Firefox's tests may do so by a preference.
export async function allowClipboard(context) {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
}

// Double the text as a reader does in the browser's settings.
export async function doubleText(page) {
  if (browserName === 'firefox') {
    await (await browser()).zoomText(page, 2);
    return;
  }
  const session = await page.context().newCDPSession(page); // stays open: the letters are large as long as it is
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}
