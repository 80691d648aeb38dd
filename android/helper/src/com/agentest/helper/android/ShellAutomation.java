// ShellAutomation.java: UiAutomation without an instrumentation, as `uiautomator` gets it
package com.agentest.helper.android;

import android.app.UiAutomation;
import android.os.HandlerThread;

/**
 * The framework's own classes speak with the system's server, whose words differ from level to
 * level; of theirs only connect() does. Nothing of them is subclassed: a class that the system
 * extends later would lack the new methods.
 */
public final class ShellAutomation implements Automation.Source {
    /** A busy device needs seconds; the system's own limit is 60. */
    private static final long CONNECT_MS = 10000;

    @Override
    public UiAutomation connect() {
        HandlerThread events = new HandlerThread("uiautomation");
        events.setDaemon(true);
        events.start();
        try {
            UiAutomation automation = (UiAutomation) Hidden.AUTOMATION.make(events.getLooper(),
                    Hidden.CONNECTION.make());
            connect(automation);
            return automation;
        } catch (RuntimeException | LinkageError e) {
            events.quit();
            throw e;
        }
    }

    /**
     * Other accessibility services keep running where that can be asked for. The flag that this is
     * no accessibility tool is never given: apps may hide what is sensitive from those.
     */
    private static void connect(UiAutomation automation) {
        if (Hidden.CONNECT_IN_TIME.isExpected()) {
            Hidden.CONNECT_IN_TIME.call(automation,
                    UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES, CONNECT_MS);
        } else if (Hidden.CONNECT_WITH_FLAGS.isExpected()) {
            Hidden.CONNECT_WITH_FLAGS.call(automation,
                    UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES);
        } else {
            Hidden.CONNECT.call(automation);
        }
    }
}
