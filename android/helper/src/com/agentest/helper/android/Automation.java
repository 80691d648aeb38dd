// Automation.java: the system's one UiAutomation, as long as this helper has it
package com.agentest.helper.android;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.serve.CleanUp;

/** Everything that needs it asks get() each time: after a release it is another one. */
public final class Automation {
    /** How an entry gets a connected one. Null where the system gave none. */
    public interface Source {
        UiAutomation connect() throws Exception;
    }

    private final Source source;
    private CleanUp undos = new CleanUp();
    private volatile UiAutomation current;

    public Automation(Source source) {
        this.source = source;
    }

    public void connect() throws Exception {
        UiAutomation given = source.connect();
        if (given == null) {
            throw new IllegalStateException("the system gave no UiAutomation");
        }
        current = given;
    }

    /** Events go into the log until leave(). */
    public void listen(EventLog log) {
        EventTap.open(current, log, undos);
    }

    /** Throws IllegalStateException where there is none. */
    public UiAutomation get() {
        UiAutomation automation = current;
        if (automation == null) {
            throw new IllegalStateException("UiAutomation not connected");
        }
        return automation;
    }

    /** The connection may belong to another process: once that has ended, nothing works any more. */
    public boolean isLost() {
        try {
            AccessibilityServiceInfo info = get().getServiceInfo();
            return info == null;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Restores what listen() changed. The system takes the connection back at the process's end. */
    public void leave() {
        undos.run();
    }
}
