// clock.ts: the server's time, which the moments of its runs are told in
// A Date header has whole seconds and says when the answer was made, some time between sending and receiving: each
// answer gives bounds of the difference of the clocks, and several together narrow them.
const SECOND_MS = 1000;
const TICK_MS = 1000;

export class ServerClock {
  private least = Number.NEGATIVE_INFINITY;
  private most = Number.POSITIVE_INFINITY;

  hear(date: string | null, sentMs: number, receivedMs: number) {
    const told = date === null ? Number.NaN : Date.parse(date);
    if (Number.isNaN(told) || receivedMs < sentMs) return;
    const least = told - receivedMs;
    const most = told + SECOND_MS - sentMs;
    // Both clocks go on alike unless somebody sets one of them.
    const agrees = least <= this.most && most >= this.least;
    this.least = agrees ? Math.max(this.least, least) : least;
    this.most = agrees ? Math.min(this.most, most) : most;
  }

  // How far the server is ahead; 0 while the two may agree.
  offsetMs(): number {
    if (this.least <= 0 && this.most >= 0) return 0;
    return (this.least + this.most) / 2;
  }
}

const clock = new ServerClock();

export const hearDate: ServerClock['hear'] = (...answer) => clock.hear(...answer);
export const serverNow = () => Date.now() + clock.offsetMs();

// One tick a second for everything that shows passing time, so that two texts never count apart.
const listeners = new Set<() => void>();
let timer: number | undefined;
let last = 0;

function tick() {
  last = serverNow();
  for (const listener of listeners) listener();
}

export const ticker = {
  now(): number {
    // Without a listener nothing ticks; what is read twice in a moment stays the same.
    if (timer === undefined && Math.abs(serverNow() - last) >= TICK_MS) last = serverNow();
    return last;
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    if (timer === undefined) {
      last = serverNow();
      timer = window.setInterval(tick, TICK_MS);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      window.clearInterval(timer);
      timer = undefined;
    };
  },
};
