// Clock.java: the time that waits are measured by
package com.agentest.helper.idle;

public interface Clock {
    /** Monotonic, the same as in events (uptime). */
    long nowMs();

    /** Wait on the monitor, which the caller holds, until notified or ms have passed. */
    void waitOn(Object monitor, long ms) throws InterruptedException;

    /** Let time pass until the given moment. */
    void sleepUntil(long ms) throws InterruptedException;
}
