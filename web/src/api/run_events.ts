// run_events.ts: all events of one run, in order and without a gap
//
// The server numbers a run's events from 1. What the stream brings is taken if it is the next one; everything
// else is asked for by number, so a broken stream or a restarted server loses nothing.
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { client, Problem, type RunEvent, take } from './client';
import { listen } from './events';

const PAGE = 500; // as many as the server gives

type RunEvents = {
  events: readonly RunEvent[]; // another array whenever it has grown
  complete: boolean; // what the server had has been read
  problem: Problem | undefined;
};

class Log {
  private now: RunEvents = { events: [], complete: false, problem: undefined };
  private reading = false;
  private again = false;
  private frame = 0;
  private readonly fresh: RunEvent[] = [];
  private readonly changed = new Set<() => void>();

  constructor(private readonly run: string) {}

  readonly get = () => this.now;

  readonly subscribe = (changed: () => void) => {
    this.changed.add(changed);
    return () => this.changed.delete(changed);
  };

  follow(): () => void {
    void this.read();
    const leave = listen({
      opened: () => void this.read(),
      event: (event) => {
        if (event.run === this.run) this.take(event);
      },
    });
    return () => {
      leave();
      cancelAnimationFrame(this.frame);
      this.frame = 0;
    };
  }

  private last(): number {
    return this.fresh.at(-1)?.index ?? this.now.events.at(-1)?.index ?? 0;
  }

  private take(event: RunEvent) {
    if (this.reading || event.index > this.last() + 1) void this.read();
    else if (event.index === this.last() + 1) {
      this.fresh.push(event);
      this.frame ||= requestAnimationFrame(() => this.show());
    }
  }

  // Events that come within one frame are drawn together.
  private show() {
    this.frame = 0;
    if (this.fresh.length === 0) return;
    this.set({ ...this.now, events: this.now.events.concat(this.fresh.splice(0)) });
  }

  private set(next: RunEvents) {
    this.now = next;
    for (const changed of this.changed) changed();
  }

  private async read() {
    this.again = true;
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.again) {
        this.again = false;
        for (let more = true; more; ) more = await this.readPage();
      }
      this.set({ ...this.now, complete: true, problem: undefined });
    } catch (error) {
      this.set({
        ...this.now,
        problem: error instanceof Problem ? error : new Problem(0, 'OFFLINE', String(error)),
      });
    } finally {
      this.reading = false;
    }
  }

  private async readPage(): Promise<boolean> {
    this.show();
    const params = { path: { id: this.run }, query: { after: this.last(), limit: PAGE } };
    const page = await take(client.GET('/api/v1/runs/{id}/events', { params }));
    const events = page.events.filter((event) => event.index > this.last());
    if (events.length > 0) this.set({ ...this.now, events: this.now.events.concat(events) });
    return page.more && events.length > 0;
  }
}

export function useRunEvents(run: string): RunEvents {
  const log = useMemo(() => new Log(run), [run]);
  useEffect(() => log.follow(), [log]);
  return useSyncExternalStore(log.subscribe, log.get);
}
