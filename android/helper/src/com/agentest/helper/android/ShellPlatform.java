// ShellPlatform.java: what the services tell a process without a context
package com.agentest.helper.android;

import android.content.pm.ApplicationInfo;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.input.Clipboard;
import com.agentest.helper.input.EventSink;
import java.io.File;

public final class ShellPlatform implements Platform {
    private static final int DEFAULT_DISPLAY = 0;
    private static final int NO_FLAGS = 0;
    private static final int FIRST_USER = 0;
    /** The bridge itself gives its app's main thread one second. */
    private static final int IDLING_MS = 3000;

    private final ShellIdling idling = new ShellIdling(new File("/proc"), IDLING_MS);

    @Override
    public Screen screen() {
        Object displays = Hidden.DISPLAYS.call(null);
        Object info = Hidden.DISPLAY_INFO.call(displays, DEFAULT_DISPLAY);
        if (info == null) {
            throw new IllegalStateException("the system tells no default display");
        }
        return new Screen((Integer) Hidden.DISPLAY_WIDTH.get(info),
                (Integer) Hidden.DISPLAY_HEIGHT.get(info),
                (Integer) Hidden.DISPLAY_ROTATION.get(info));
    }

    @Override
    public ApplicationInfo application(String packageName) {
        Object packages = Hidden.PACKAGES.call(null);
        return (ApplicationInfo) (Hidden.APPLICATION_LONG.isExpected()
                ? Hidden.APPLICATION_LONG.call(packages, packageName, (long) NO_FLAGS, user())
                : Hidden.APPLICATION.call(packages, packageName, NO_FLAGS, user()));
    }

    @Override
    public EventSink input(Automation automation) {
        return new ShellInput((event, sync) -> automation.get().injectInputEvent(event, sync));
    }

    @Override
    public Clipboard clipboard() {
        return new ShellClipboard();
    }

    @Override
    public Idling idling(String packageName) throws Refusal, InterruptedException {
        return idling.ask(packageName);
    }

    /** The user in front; the first one where the system does not tell. */
    private static int user() {
        try {
            return (Integer) Hidden.CURRENT_USER.call(null);
        } catch (RuntimeException e) {
            return FIRST_USER;
        }
    }
}
