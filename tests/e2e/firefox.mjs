// firefox.mjs: Debian's Firefox over WebDriver BiDi, with what that protocol has no command for yet
//
// Playwright drives any Firefox by BiDi (its channel `moz-firefox`). Debian's has no command for
// media features, so a session of the browser's own scripts sets them on the page's browsing context.
import { firefox } from 'playwright-core';

const PREFERENCES = {
  'dom.events.testing.asyncClipboard': true, // BiDi has no permission for the clipboard
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

// Runs among the browser's own scripts. A page made later takes the wishes of its user context.
function setUp() {
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  const { UserContextManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/UserContextManager.sys.mjs',
  );
  const wishes = new Map();
  const features = {
    'prefers-color-scheme': (context, value) => {
      context.prefersColorSchemeOverride = value ?? 'none';
    },
    'prefers-reduced-motion': (context, value) => {
      if ('prefersReducedMotionOverride' in context) context.prefersReducedMotionOverride = value ?? 'none';
      else Services.prefs.setIntPref('ui.prefersReducedMotion', value === 'reduce' ? 1 : 0);
    },
    medium: (context, value) => {
      context.mediumOverride = value ?? '';
    },
    'text-zoom': (context, value) => {
      context.textZoom = value;
    },
  };
  const apply = (context, wanted) => {
    for (const [name, value] of Object.entries(wanted)) features[name]?.(context, value);
  };
  Services.obs.addObserver((context) => {
    if (!context.parent) apply(context, wishes.get(context.originAttributes.userContextId) ?? {});
  }, 'browsing-context-attached');
  globalThis.agentestOverride = ({ contexts = [], userContexts = [], features: wanted }) => {
    for (const id of contexts) {
      const context = NavigableManager.getBrowsingContextById(id);
      if (!context.parent) apply(context, wanted);
    }
    for (const id of userContexts) wishes.set(UserContextManager.getInternalIdById(id), wanted);
  };
}

const failureOf = ({ exceptionDetails }) => new Error(`Firefox's own scripts: ${exceptionDetails.text}`);

// The privileged side of the browser: override({contexts, userContexts, features}).
async function startPrivileged(session) {
  const { contexts } = await session.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const target = { context: contexts[0].context };
  const run = async (expression) => {
    const result = await session.send('script.evaluate', { expression, target, awaitPromise: true });
    if (result.type === 'exception') throw failureOf(result);
  };
  await run(`(${setUp})()`);
  return (wanted) => run(`agentestOverride(${JSON.stringify(wanted)})`);
}

// Playwright sends the colour scheme only; the rest of what a page emulates is known here.
const emulatedBy = (inside, { contexts: [id] = [] }) => {
  const media = inside._bidiPages.get(id)?._page.emulatedMedia();
  if (!media) return {};
  const asked = (value) => (value === 'no-override' || value === 'no-preference' ? null : value);
  return { 'prefers-reduced-motion': asked(media.reducedMotion), medium: asked(media.media) };
};

// A download that a link begins is not a navigation in Firefox, and Playwright knows one only by an id.
function nameDownloads(connection) {
  const receive = connection._transport.onmessage;
  const ids = new Map();
  connection._transport.onmessage = (message) => {
    const { method, params } = message;
    if (/^browsingContext\.download/.test(method) && !params.navigation && !params.download) {
      if (method.endsWith('WillBegin')) ids.set(params.url, `download-${message.params.timestamp}-${ids.size}`);
      params.download = ids.get(params.url);
    }
    receive(message);
  };
}

export async function startFirefox(executablePath) {
  const started = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    headless: true,
    args: ['--remote-allow-system-access'],
    firefoxUserPrefs: PREFERENCES,
  });
  const inside = started._connection.toImpl(started);
  const { _connection: connection, _browserSession: session } = inside;
  const override = await startPrivileged(session);
  nameDownloads(connection);
  const send = connection.rawSend.bind(connection);
  connection.rawSend = (message) => {
    const { id, method, params } = message;
    if (method !== 'emulation.setMediaFeaturesOverride') return send(message);
    const features = { ...params.features, ...emulatedBy(inside, params) };
    return override({ ...params, features }).then(
      () => connection._dispatchMessage({ type: 'success', id, result: {} }),
      (error) => connection._dispatchMessage({ type: 'error', id, error: 'unknown error', message: error.message }),
    );
  };
  // Text alone, as a reader enlarges it in the settings.
  started.zoomText = (page, factor) =>
    override({
      contexts: [page._connection.toImpl(page).delegate._session.sessionId],
      features: { 'text-zoom': factor },
    });
  return started;
}
