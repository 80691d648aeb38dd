// first_view.ts: lists each page's files in index.html, from which first.js asks for those of the visited address
//
// The font is asked for at every address.
import type { Plugin, Rolldown } from 'vite';

// Each page's module by the addresses that app.tsx gives it.
const pages: [string, string][] = [
  ['^/$', 'ScenariosPage'],
  ['^/scenarios/', 'ScenarioPage'],
  ['^/suites/.', 'SuitePage'],
  ['^/suites', 'SuitesPage'],
  ['^/suite-runs/', 'SuiteRunPage'],
  ['^/schedules', 'SchedulesPage'],
  ['^/runs/[^/]+/compare/', 'ComparePage'],
  ['^/runs/.', 'RunPage'],
  ['^/runs', 'RunsPage'],
  ['^/trends', 'TrendsPage'],
  ['^/devices/.', 'DevicePage'],
  ['^/devices', 'DevicesPage'],
  ['^/settings/tokens', 'TokensPage'],
  ['^/settings/webhooks', 'WebhooksPage'],
  ['^/settings/secrets', 'SecretsPage'],
  ['^/settings/activity', 'ActivityPage'],
  ['^/settings', 'SettingsPage'],
  ['^/about', 'AboutPage'],
];

type Bundle = Rolldown.OutputBundle;

function filesOf(bundle: Bundle, name: string): string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    chunk.imports.forEach(add);
  };
  const page = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
  if (!page) throw new Error(`first_view.ts: no page has the name ${name}`);
  add(page.fileName);
  return [...found];
}

export const firstView: Plugin = {
  name: 'first-view',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /inter-(?!ext).*\.woff2$/.test(file));
      const files = pages.map(([pattern, name]) => [
        pattern,
        filesOf(bundle, name).filter((file) => !html.includes(file)),
      ]);
      return [
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'pages' },
          children: JSON.stringify(files),
          injectTo: 'head',
        },
        { tag: 'script', attrs: { src: '/first.js', async: true }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/${font}` }, injectTo: 'head' },
      ];
    },
  },
};
