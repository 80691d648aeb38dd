// IdleWaiter.java: wait until no accessibility event has come for a while
package com.agentest.helper.idle;

import java.util.List;

public final class IdleWaiter {
    private final Clock clock;
    private final EventLog log;

    public IdleWaiter(Clock clock, EventLog log) {
        this.clock = clock;
        this.log = log;
    }

    /** The clock that it waits by. */
    public Clock clock() {
        return clock;
    }

    /**
     * Quiet is counted from the last event or from the start of the wait, whichever is later,
     * because the effects of an input begin after it has returned. The result has the events from
     * fromSeq on, which is where the caller's input began. If no event comes while a first one is
     * waited for, the screen is quiet too.
     */
    public IdleResult await(IdleOptions options, long fromSeq) throws InterruptedException {
        long began = clock.nowMs();
        long deadline = began + options.timeoutMs;
        synchronized (log) {
            for (;;) {
                List<UiEvent> events = log.since(fromSeq);
                long now = clock.nowMs();
                long quietAt = lastDisturbance(events, options, began) + options.quietMs;
                if (options.changeMs > 0 && !hasChanged(options, fromSeq)) {
                    quietAt = Math.max(quietAt, began + options.changeMs);
                }
                if (now >= quietAt || now >= deadline) {
                    return new IdleResult(now >= quietAt, now - began, events, log.nextSeq());
                }
                clock.waitOn(log, Math.min(quietAt, deadline) - now);
            }
        }
    }

    private boolean hasChanged(IdleOptions options, long fromSeq) {
        for (UiEvent event : log.since(options.since > 0 ? options.since : fromSeq)) {
            if (options.isDisturbedBy(event)) {
                return true;
            }
        }
        return false;
    }

    private static long lastDisturbance(List<UiEvent> events, IdleOptions options, long began) {
        for (int i = events.size() - 1; i >= 0; i--) {
            UiEvent event = events.get(i);
            if (options.isDisturbedBy(event)) {
                return Math.max(began, event.ms);
            }
        }
        return began;
    }
}
