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
        boolean silent = until(options, fromSeq, began, began,
                began + options.timeoutMs, Long.MAX_VALUE);
        return new IdleResult(silent ? "events_quiet" : "timeout", clock.nowMs() - began,
                log.since(fromSeq), log.nextSeq(), null, null);
    }

    /**
     * Waits until it has been silent from `from` on, until `end` at most. A first event is waited
     * for from `began` on. An event after `knownMs` ends the wait. Returns whether it is silent.
     */
    boolean until(IdleOptions options, long fromSeq, long began, long from, long end,
            long knownMs) throws InterruptedException {
        synchronized (log) {
            for (;;) {
                long now = clock.nowMs();
                long last = lastDisturbance(options, fromSeq, from);
                long quietAt = last + options.quietMs;
                if (options.changeMs > 0 && !hasChanged(options, fromSeq)) {
                    quietAt = Math.max(quietAt, began + options.changeMs);
                }
                if (now >= quietAt || now >= end || (last > knownMs && last > from)) {
                    return now >= quietAt;
                }
                clock.waitOn(log, Math.min(quietAt, end) - now);
            }
        }
    }

    /** The time of the last event that disturbs; `from` if that is later, or if there is none. */
    long lastDisturbance(IdleOptions options, long fromSeq, long from) {
        List<UiEvent> events = log.since(fromSeq);
        for (int i = events.size() - 1; i >= 0; i--) {
            UiEvent event = events.get(i);
            if (options.isDisturbedBy(event)) {
                return Math.max(from, event.ms);
            }
        }
        return from;
    }

    private boolean hasChanged(IdleOptions options, long fromSeq) {
        for (UiEvent event : log.since(options.since > 0 ? options.since : fromSeq)) {
            if (options.isDisturbedBy(event)) {
                return true;
            }
        }
        return false;
    }
}
