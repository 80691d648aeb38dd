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

    /**
     * Quiet is counted from the last event or from the beginning, whichever is later: what an
     * input causes has not begun when the input returns. fromSeq is where the caller's input
     * began, so that its events are in the result.
     */
    public IdleResult await(IdleOptions options, long fromSeq) throws InterruptedException {
        long began = clock.nowMs();
        long deadline = began + options.timeoutMs;
        synchronized (log) {
            for (;;) {
                List<UiEvent> events = log.since(fromSeq);
                long now = clock.nowMs();
                long quietAt = lastDisturbance(events, options, began) + options.quietMs;
                if (now >= quietAt) {
                    return new IdleResult(true, now - began, events);
                }
                if (now >= deadline) {
                    return new IdleResult(false, now - began, events);
                }
                clock.waitOn(log, Math.min(quietAt, deadline) - now);
            }
        }
    }

    private static long lastDisturbance(List<UiEvent> events, IdleOptions options, long began) {
        for (int i = events.size() - 1; i >= 0; i--) {
            UiEvent event = events.get(i);
            if (options.packageName.isEmpty() || options.packageName.equals(event.packageName)) {
                return Math.max(began, event.ms);
            }
        }
        return began;
    }
}
