// AndroidClock.java: the device's uptime
package com.agentest.helper.android;

import android.os.SystemClock;
import com.agentest.helper.idle.Clock;

public final class AndroidClock implements Clock {
    @Override
    public long nowMs() {
        return SystemClock.uptimeMillis();
    }

    @Override
    public void waitOn(Object monitor, long ms) throws InterruptedException {
        monitor.wait(ms);
    }

    @Override
    public void sleepUntil(long ms) throws InterruptedException {
        long left = ms - nowMs();
        if (left > 0) {
            Thread.sleep(left);
        }
    }
}
