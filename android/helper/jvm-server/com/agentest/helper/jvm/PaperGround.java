// PaperGround.java: a device of paper under a helper, with its one UiAutomation
package com.agentest.helper.jvm;

import com.agentest.helper.api.Device;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.serve.Ground;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;

/** A file is the slot: who has locked it has UiAutomation, and a process that ends gives it back. */
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
    /** As Android says it, without a blank. */
    private static final String HELD = "UiAutomationService android.accessibilityservice."
            + "IAccessibilityServiceClient$Stub$Proxy@2f1a3c5already registered!";

    private final String slot;
    private FileLock held;
    private PaperDevice device;

    /** Without a file the device is nobody else's. */
    PaperGround(String slot) {
        this.slot = slot;
    }

    @Override
    public Clock clock() {
        return CLOCK;
    }

    @Override
    public void connect() throws IOException {
        if (slot == null) {
            return;
        }
        RandomAccessFile file = new RandomAccessFile(slot, "rw");
        held = file.getChannel().tryLock();
        if (held == null) {
            file.close();
            throw new IllegalStateException(HELD);
        }
    }

    @Override
    public void listen(EventLog log) {
        device = new PaperDevice(log, CLOCK);
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
