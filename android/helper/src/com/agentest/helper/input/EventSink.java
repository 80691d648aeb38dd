// EventSink.java: where input events go
package com.agentest.helper.input;

import android.view.InputEvent;

public interface EventSink {
    /** False where the system did not deliver it; sync waits until the app has handled it. */
    boolean inject(InputEvent event, boolean sync);
}
