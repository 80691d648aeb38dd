// language.ts: a language that Intl knows, for libraries that take the browser's as it is when they are loaded
//
// WebKit on a Linux without a locale says "C", and Intl throws at it.
try {
  new Intl.Locale(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { configurable: true, value: 'en' });
}
