// Life.java: the helper's lifecycle: when it has to end
package com.agentest.helper.api;

import com.agentest.helper.idle.Clock;

/** It ends when a client requests it, or when no request has come for lingerMs. */
public final class Life {
    private final Clock clock;
    private final int lingerMs;
    private long lastMs;
    private int running;
    private String reason;

    public Life(Clock clock, int lingerMs) {
        this.clock = clock;
        this.lingerMs = lingerMs;
        this.lastMs = clock.nowMs();
    }

    public int lingerMs() {
        return lingerMs;
    }

    /** A request with the right token begins; while it runs, the host counts as present. */
    public synchronized void begin() {
        running++;
    }

    public synchronized void end() {
        running--;
        lastMs = clock.nowMs();
        notifyAll();
    }

    public synchronized void finish(String why) {
        if (reason == null) {
            reason = why;
        }
        notifyAll();
    }

    /** Waits up to ms. Returns why it ends ("shutdown", "host gone", …), or null if it does not. */
    public synchronized String await(long ms) throws InterruptedException {
        long until = clock.nowMs() + ms;
        for (;;) {
            long now = clock.nowMs();
            long goneAt = running > 0 ? Long.MAX_VALUE : lastMs + lingerMs;
            if (reason == null && now >= goneAt) {
                reason = "host gone";
            }
            if (reason != null || now >= until) {
                return reason;
            }
            clock.waitOn(this, Math.min(goneAt, until) - now);
        }
    }
}
