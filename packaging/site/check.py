"""check: what must hold for a built site: links, anchors, nothing from elsewhere, no errors in a browser."""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.parse

LOADED = {'src', 'srcset', 'poster', 'data'}


class Page(html.parser.HTMLParser):
    """The ids of a page, the addresses that it links to, and those that it loads."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads = set(), set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == 'id':
                self.ids.add(value)
            elif name == 'href' and tag == 'a':
                self.links.add(value)
            elif name in LOADED or (name == 'href' and tag == 'link'):
                self.loads.add((value or '').split(' ')[0])


def local(page, address):
    """The file and the anchor of an address that has no scheme."""
    path, _, anchor = address.partition('#')
    path = urllib.parse.unquote(path.split('?')[0])
    return (page.parent / path).resolve() if path else page, urllib.parse.unquote(anchor)


def is_elsewhere(address):
    return bool(re.match(r'([a-z][a-z0-9+.-]*:)?//|[a-z][a-z0-9+.-]*:', address)) and not address.startswith('data:')


def links(site, pages):
    for file, page in pages.items():
        for address in page.links:
            if is_elsewhere(address):
                continue
            target, anchor = local(file, address)
            if not target.is_file():
                yield f'{file.relative_to(site)}: {address} is not there'
            elif anchor and target in pages and anchor not in pages[target].ids:
                yield f'{file.relative_to(site)}: {address} has no such anchor'


def loads(site, pages):
    for file, page in pages.items():
        for address in page.loads:
            if is_elsewhere(address):
                yield f'{file.relative_to(site)} loads {address}'
            elif address and not address.startswith('data:') and not local(file, address)[0].is_file():
                yield f'{file.relative_to(site)} loads {address}, which is not there'
    for file in site.rglob('*.css'):
        for address in re.findall(r'url\(["\']?([^)"\']+)', file.read_text()):
            if is_elsewhere(address):
                yield f'{file.relative_to(site)} loads {address}'


# Open pages in a browser from disk; print errors and requests.
SCRIPT = r'''
const { chromium } = require('playwright-core');
const [file, ...pages] = process.argv.slice(2);
(async () => {
  const browser = await chromium.launch({ executablePath: file, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const said = [];
  context.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) said.push('asks for ' + request.url());
  });
  const page = await context.newPage();
  page.on('console', (message) => { if (message.type() === 'error') said.push(message.text()); });
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('requestfailed', (request) => {
    const why = request.failure().errorText;
    if (why !== 'net::ERR_ABORTED') said.push(why + ': ' + request.url()); // the next page ends what is open
  });
  for (const address of pages) {
    await page.goto(address);
    await page.waitForLoadState('load');
  }
  await page.goto(pages[0]);
  await page.locator('input[name=q]').first().fill('deep link');
  await page.keyboard.press('Enter');
  await page.locator('#search-results li').first().waitFor();
  const found = await page.locator('#search-results li a').allTextContents();
  if (!found.some((title) => /deep link/i.test(title))) said.push('the search finds ' + found.slice(0, 5));
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of pages) {
      await page.goto(address);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) said.push(address + ' is ' + over + ' px wider than a window of ' + width);
    }
  }
  await browser.close();
  console.log(JSON.stringify(said));
})();
'''


def chromium():
    names = ('chromium', 'chromium-browser', 'google-chrome')
    return os.environ.get('CHROMIUM') or next(filter(None, map(shutil.which, names)), None)


def browser(root, site, names):
    """Complaints of a browser; raises LookupError without one."""
    program, modules = chromium(), root / 'tests/e2e/node_modules'
    if not program or not (modules / 'playwright-core').is_dir():
        raise LookupError('there is no Chromium, or no playwright-core in tests/e2e/node_modules')
    node = modules / 'node/bin/node'
    with tempfile.NamedTemporaryFile('w', suffix='.cjs') as script:
        script.write(SCRIPT)
        script.flush()
        done = subprocess.run([node if node.exists() else 'node', script.name, program,
                               *[(site / name).as_uri() for name in names]],
                              env={**os.environ, 'NODE_PATH': str(modules)},
                              capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        return [done.stderr.strip()[-2000:]]
    return json.loads(done.stdout)


def read(site):
    return {file: Page(file.read_text(encoding='utf-8')) for file in pathlib.Path(site).resolve().rglob('*.html')}
