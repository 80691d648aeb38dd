// Ground.java: the system below a helper: Android, or paper
package com.agentest.helper.serve;

import com.agentest.helper.api.Device;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.EventLog;

/** Called in this order by one thread; isLost() from then on. */
public interface Ground {
    Clock clock();

    /** Takes UiAutomation, which the system gives to one program at a time. */
    void connect() throws Exception;

    /** Starts to put events into the log. */
    void listen(EventLog log) throws Exception;

    /** The device that answers requests; the router calls it. */
    Device device();

    /** The system has taken UiAutomation away. */
    boolean isLost();

    /** Restores what connect() and listen() found, however far they came. */
    void leave();
}
