// PaperGround.java: a device of paper under a helper
package com.agentest.helper.jvm;

import com.agentest.helper.api.Device;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.serve.Ground;
import java.io.IOException;

final class PaperGround implements Ground {
    static final Clock CLOCK = new Clock() {
        @Override
        public long nowMs() {
            return System.nanoTime() / 1000000;
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
    };

    private final PaperSlot slot;
    private PaperDevice device;

    /** The slot's file; null if no other program uses the device. */
    PaperGround(String slot) {
        this.slot = new PaperSlot(slot);
    }

    @Override
    public Clock clock() {
        return CLOCK;
    }

    @Override
    public void connect() throws IOException {
        slot.take();
    }

    @Override
    public void listen(EventLog log) {
        device = new PaperDevice(log, CLOCK, slot);
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public boolean isLost() {
        return false;
    }

    @Override
    public void leave() {
        // The slot goes with the process, as on a device.
    }
}
