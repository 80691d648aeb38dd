// Automation.java: the system's one UiAutomation, as long as this helper has it
package com.agentest.helper.android;

import android.app.UiAutomation;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.serve.CleanUp;

/** Everything that needs it asks get() each time: after a release it is another one. */
public final class Automation {
    /** How an entry gets a connected one, at first and again. Null: the system gave none. */
    public interface Source {
        UiAutomation connect() throws Exception;
    }

    private final Source source;
    private CleanUp undos = new CleanUp();
    private EventLog log;
    private boolean released;
    private volatile UiAutomation current;

    public Automation(Source source) {
        this.source = source;
    }

    public synchronized void connect() throws Exception {
        UiAutomation given = source.connect();
        if (given == null) {
            throw new IllegalStateException("the system gave no UiAutomation");
        }
        current = given;
    }

    /** Events go into the log, after each acquire() again. */
    public synchronized void listen(EventLog into) {
        EventTap.open(current, into, undos);
        log = into;
    }

    /** Throws IllegalStateException without a connection. */
    public UiAutomation get() {
        UiAutomation automation = current;
        if (automation == null) {
            throw new IllegalStateException("UiAutomation not connected");
        }
        return automation;
    }

    /**
     * Another program may have it now. Where Android hides the call from apps, the installed helper
     * keeps it and this is an IllegalStateException. The connection restores the rotation that it
     * found when it was made.
     */
    public synchronized void release() {
        if (!released) {
            Hidden.DISCONNECT.call(get());
            get().setOnAccessibilityEventListener(null);
            undos = new CleanUp(); // the connection's own changes ended with it
            current = null;
            released = true;
        }
    }

    /** Throws what the system says, which is another program's UiAutomation at the most. */
    public synchronized void acquire() throws Exception {
        if (released) {
            connect();
            EventTap.open(current, log, undos);
            released = false;
        }
    }

    /**
     * A new connection: what the old one sees wrongly for ever, it sees anew. Where another program
     * was quicker, this one is lost.
     */
    public synchronized void renew() throws Exception {
        release();
        try {
            acquire();
        } finally {
            released = false;
        }
    }

    /** The connection may belong to another process: once that has ended, nothing works any more. */
    public synchronized boolean isLost() {
        try {
            return !released && get().getServiceInfo() == null;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Restores what listen() changed. The system takes the connection back at the process's end. */
    public synchronized void leave() {
        undos.run();
    }
}
