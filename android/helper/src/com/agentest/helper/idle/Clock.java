// Clock.java: the clock that all waits use
package com.agentest.helper.idle;

public interface Clock {
    /** Monotonic; the clock of the events (uptime). */
    long nowMs();

    /** Waits on the monitor, which the caller has locked, until notified or ms have passed. */
    void waitOn(Object monitor, long ms) throws InterruptedException;

    /** Sleeps until the given moment. */
    void sleepUntil(long ms) throws InterruptedException;
}
