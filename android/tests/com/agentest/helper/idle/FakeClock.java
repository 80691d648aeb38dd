package com.agentest.helper.idle;

import java.util.TreeMap;

/** Time that passes only while somebody waits, and what happens in it. */
public class FakeClock implements Clock {
    private final TreeMap<Long, Runnable> plan = new TreeMap<>();
    private long now;

    /** Time that passes all the same. */
    protected void pass(long ms) {
        now += ms;
    }

    public void at(long ms, Runnable what) {
        plan.put(ms, what);
    }

    @Override
    public long nowMs() {
        return now;
    }

    @Override
    public void waitOn(Object monitor, long ms) {
        if (ms <= 0) {
            throw new IllegalArgumentException("waits for " + ms);
        }
        boolean happens = !plan.isEmpty() && plan.firstKey() <= now + ms;
        now = happens ? plan.firstKey() : now + ms;
        if (happens) {
            plan.pollFirstEntry().getValue().run();
        }
    }

    @Override
    public void sleepUntil(long ms) throws InterruptedException {
        now = Math.max(now, ms);
    }
}
