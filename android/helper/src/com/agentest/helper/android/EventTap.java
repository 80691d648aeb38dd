// EventTap.java: puts the system's accessibility events into the log
package com.agentest.helper.android;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.view.accessibility.AccessibilityEvent;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.UiEvent;
import com.agentest.helper.serve.CleanUp;

public final class EventTap {
    private static final int FLAGS = AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS
            | AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS
            | AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS;

    private EventTap() {
    }

    /** Requests all windows, all views and all events at once; the clean-up restores the old. */
    public static void open(final UiAutomation automation, final EventLog log, CleanUp cleanUp) {
        final AccessibilityServiceInfo before = automation.getServiceInfo();
        AccessibilityServiceInfo wanted = automation.getServiceInfo();
        if (before == null || wanted == null) {
            throw new IllegalStateException("UiAutomation is not connected");
        }
        wanted.flags |= FLAGS;
        wanted.eventTypes = AccessibilityEvent.TYPES_ALL_MASK;
        wanted.notificationTimeout = 0;
        cleanUp.add(() -> automation.setServiceInfo(before));
        automation.setServiceInfo(wanted);
        cleanUp.add(() -> automation.setOnAccessibilityEventListener(null));
        automation.setOnAccessibilityEventListener(event -> log.record(read(event)));
    }

    static UiEvent read(AccessibilityEvent event) {
        return new UiEvent(event.getEventType(), string(event.getPackageName()),
                string(event.getClassName()), event.isPassword() ? "" : text(event));
    }

    /** The texts or, without any, the content description, cut at the log's length. */
    private static String text(AccessibilityEvent event) {
        StringBuilder text = new StringBuilder();
        for (CharSequence part : event.getText()) {
            if (part != null && part.length() > 0) {
                text.append(text.length() > 0 ? "\n" : "").append(part);
            }
        }
        if (text.length() == 0) {
            text.append(string(event.getContentDescription()));
        }
        if (text.length() > EventLog.MAX_TEXT) {
            text.setLength(EventLog.MAX_TEXT);
        }
        return text.toString();
    }

    private static String string(CharSequence text) {
        return text == null ? "" : text.toString();
    }
}
