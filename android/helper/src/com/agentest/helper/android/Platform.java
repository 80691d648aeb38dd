// Platform.java: what the device tells besides UiAutomation
package com.agentest.helper.android;

import android.content.pm.ApplicationInfo;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.input.Clipboard;
import com.agentest.helper.input.EventSink;

/** An app asks its context; a process of the shell has none and asks the services themselves. */
public interface Platform {
    /** The default display as it is turned now, whole. */
    Screen screen();

    /** Null where no package has this name. */
    ApplicationInfo application(String packageName);

    /** Where input goes. */
    EventSink input(Automation automation);

    Clipboard clipboard();

    /** See Device. */
    Idling idling(String packageName) throws Refusal, InterruptedException;

    /** Pixels, and the rotation as Surface.ROTATION_… has it. */
    final class Screen {
        public final int width;
        public final int height;
        public final int rotation;

        public Screen(int width, int height, int rotation) {
            this.width = width;
            this.height = height;
            this.rotation = rotation;
        }
    }
}
