// EventSink.java: where input events go
package com.agentest.helper.input;

import android.view.InputEvent;

public interface EventSink {
    /** False if the system did not deliver the event; sync waits until the app has handled it. */
    boolean inject(InputEvent event, boolean sync);
}
