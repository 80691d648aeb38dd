// first.js: asks for the files of the page at this address while the program that will ask for them is loading,
// and shows the bar in the reader's colours
{
  const pages = JSON.parse(document.getElementById('pages').textContent);
  const [, files] = pages.find(([pattern]) => new RegExp(pattern).test(location.pathname)) ?? [, []];
  for (const file of files) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }
  try {
    const { theme } = JSON.parse(localStorage.getItem('mobile-tester-agent') ?? '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // parts/preferences does it later, if at all
  }
}
