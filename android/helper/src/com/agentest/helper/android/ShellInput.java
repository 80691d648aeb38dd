// ShellInput.java: input as adb's shell user injects it
package com.agentest.helper.android;

import android.view.InputEvent;
import com.agentest.helper.input.EventSink;

/**
 * Straight to the input manager: UiAutomation's own way waits until all windows stand still and
 * until the app has finished, which takes seconds where something animates for ever.
 */
final class ShellInput implements EventSink {
    private static final int ASYNC = 0;
    private static final int WAIT_FOR_RESULT = 1;

    private final EventSink otherwise;
    private volatile boolean missing;

    /** otherwise is taken where this Android has no such input manager. */
    ShellInput(EventSink otherwise) {
        this.otherwise = otherwise;
    }

    @Override
    public boolean inject(InputEvent event, boolean sync) {
        Object manager = missing ? null : manager();
        if (manager == null) {
            return otherwise.inject(event, sync);
        }
        int mode = sync ? WAIT_FOR_RESULT : ASYNC;
        return (Boolean) (Hidden.INPUT_GLOBAL.isExpected()
                ? Hidden.INJECT_GLOBAL.call(manager, event, mode)
                : Hidden.INJECT.call(manager, event, mode));
    }

    private Object manager() {
        try {
            return Hidden.INPUT_GLOBAL.isExpected() ? Hidden.INPUT_GLOBAL.call(null)
                    : Hidden.INPUT.call(null);
        } catch (IllegalStateException e) {
            missing = true;
            return null;
        }
    }
}
