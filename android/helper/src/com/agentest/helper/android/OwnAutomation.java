// OwnAutomation.java: a UiAutomation made by ourselves, as the `uiautomator` command does
package com.agentest.helper.android;

import android.app.UiAutomation;
import android.os.HandlerThread;
import android.os.Looper;

/**
 * The framework's own classes speak with the system's server, whose words differ from level to
 * level; of theirs only connect() does. Nothing of them is subclassed: a class that the system
 * extends later would lack the new methods.
 */
public final class OwnAutomation {
    /** A busy device needs seconds; the system's own limit is 60. */
    private static final long CONNECT_MS = 10000;

    private static HandlerThread events;

    private OwnAutomation() {
    }

    /** Over a new connection of this process's own, which the system trusts the shell with. */
    public static UiAutomation connect() {
        return connect(Hidden.CONNECTION.make());
    }

    /**
     * A failed one cannot be tried again, so each is new. Other accessibility services keep running
     * where that can be asked for. The flag that this is no accessibility tool is never given: apps
     * may hide what is sensitive from such.
     */
    public static UiAutomation connect(Object connection) {
        UiAutomation automation = (UiAutomation) Hidden.AUTOMATION.make(looper(), connection);
        if (Hidden.CONNECT_IN_TIME.isExpected()) {
            Hidden.CONNECT_IN_TIME.call(automation,
                    UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES, CONNECT_MS);
        } else if (Hidden.CONNECT_WITH_FLAGS.isExpected()) {
            Hidden.CONNECT_WITH_FLAGS.call(automation,
                    UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES);
        } else {
            Hidden.CONNECT.call(automation);
        }
        return automation;
    }

    /** Events come on a thread that does nothing else; it stays for the next connection. */
    private static synchronized Looper looper() {
        if (events == null) {
            events = new HandlerThread("uiautomation");
            events.setDaemon(true);
            events.start();
        }
        return events.getLooper();
    }
}
