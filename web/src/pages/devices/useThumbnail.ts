// useThumbnail.ts: a small picture of a device, new every few seconds while somebody can see it
import { useEffect, useState } from 'react';

const EVERY_MS = 4000;
const WIDTH_PX = 240;

// Changes with what is in the window: a list of many devices asks only for those that are seen.
function useSeen(element: Element | null): boolean {
  const [inView, setInView] = useState(false);
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const note = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.some((each) => each.isIntersecting)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return inView && visible;
}

// The address of the newest picture; undefined while there is none.
// host: of the pool, that has the device, if it is not this one.
export function useThumbnail(
  { device, host }: { device: string; host?: string | undefined },
  enabled: boolean,
  element: Element | null,
): string | undefined {
  const seen = useSeen(element);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!enabled || !seen) return;
    const ended = new AbortController();
    let timer = 0;
    let frame = '';
    async function next() {
      const query = new URLSearchParams({
        width: String(WIDTH_PX),
        ...(host && { host }),
        ...(frame && { after: frame, waitMs: '0' }),
      });
      const where = `/api/v1/devices/${encodeURIComponent(device)}/frame?${query}`;
      try {
        const answer = await fetch(where, { signal: ended.signal });
        if (answer.status === 200) {
          frame = answer.headers.get('X-Frame') ?? '';
          const picture = URL.createObjectURL(await answer.blob());
          setUrl(picture);
        }
      } catch {
        // The server is away, or the page is left: the picture stays until the next try.
      }
      if (!ended.signal.aborted) timer = window.setTimeout(() => void next(), EVERY_MS);
    }
    void next();
    return () => {
      ended.abort();
      window.clearTimeout(timer);
    };
  }, [device, host, enabled, seen]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return enabled ? url : undefined;
}
