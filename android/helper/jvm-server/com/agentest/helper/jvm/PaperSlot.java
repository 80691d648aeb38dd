// PaperSlot.java: the one UiAutomation of a device of paper
package com.agentest.helper.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;

/** A file is the slot: who has locked it has UiAutomation, and a process that ends gives it back. */
final class PaperSlot {
    /** As Android says it, without a blank. */
    private static final String HELD = "UiAutomationService android.accessibilityservice."
            + "IAccessibilityServiceClient$Stub$Proxy@2f1a3c5already registered!";

    private final String path;
    private RandomAccessFile taken;

    /** Without a file no other program uses the device. */
    PaperSlot(String path) {
        this.path = path;
    }

    static IllegalStateException held() {
        return new IllegalStateException(HELD);
    }

    synchronized void take() throws IOException {
        if (path == null || taken != null) {
            return;
        }
        RandomAccessFile file = new RandomAccessFile(path, "rw");
        if (file.getChannel().tryLock() == null) {
            file.close();
            throw held();
        }
        taken = file;
    }

    synchronized void release() throws IOException {
        if (taken != null) {
            taken.close(); // releases the lock too
            taken = null;
        }
    }
}
