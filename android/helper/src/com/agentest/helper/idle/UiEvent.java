// UiEvent.java: the part of an accessibility event that clients get
package com.agentest.helper.idle;

import com.agentest.helper.json.JsonWriter;

public final class UiEvent {
    public static final int WINDOW_STATE_CHANGED = 0x20;
    public static final int NOTIFICATION_STATE_CHANGED = 0x40;
    public static final int ANNOUNCEMENT = 0x4000;

    /** Clicked, long-clicked, selected, text, content, scrolled, selection of text. */
    private static final int OF_CONTENT = 0x3817;
    private static final String TOAST = "android.widget.Toast";
    private static final String[] NAMES = {
        "VIEW_CLICKED", "VIEW_LONG_CLICKED", "VIEW_SELECTED", "VIEW_FOCUSED",
        "VIEW_TEXT_CHANGED", "WINDOW_STATE_CHANGED", "NOTIFICATION_STATE_CHANGED",
        "VIEW_HOVER_ENTER", "VIEW_HOVER_EXIT", "TOUCH_EXPLORATION_GESTURE_START",
        "TOUCH_EXPLORATION_GESTURE_END", "WINDOW_CONTENT_CHANGED", "VIEW_SCROLLED",
        "VIEW_TEXT_SELECTION_CHANGED", "ANNOUNCEMENT", "VIEW_ACCESSIBILITY_FOCUSED",
        "VIEW_ACCESSIBILITY_FOCUS_CLEARED", "VIEW_TEXT_TRAVERSED_AT_MOVEMENT_GRANULARITY",
        "GESTURE_DETECTION_START", "GESTURE_DETECTION_END", "TOUCH_INTERACTION_START",
        "TOUCH_INTERACTION_END", "WINDOWS_CHANGED", "VIEW_CONTEXT_CLICKED",
        "ASSIST_READING_CONTEXT", "SPEECH_STATE_CHANGE", "VIEW_TARGETED_BY_SCROLL",
    };

    public final int type;
    public final String packageName;
    public final String className;
    public final String text;
    long seq;
    long ms;

    /** text must be empty if the event is of a password field. */
    public UiEvent(int type, String packageName, String className, String text) {
        this.type = type;
        this.packageName = packageName;
        this.className = className;
        this.text = text;
    }

    /** "TYPE_VIEW_CLICKED" and so on; types that are too new are "TYPE_0x…". */
    public String name() {
        int bit = Integer.numberOfTrailingZeros(type);
        boolean known = Integer.bitCount(type) == 1 && bit < NAMES.length;
        return "TYPE_" + (known ? NAMES[bit] : "0x" + Integer.toHexString(type));
    }

    public boolean isToast() {
        // An app's status-bar notification has the same type, but another class.
        return type == NOTIFICATION_STATE_CHANGED && className.startsWith(TOAST);
    }

    /** True if clients get the event itself; all others are only counted. */
    public boolean isNews() {
        return type == WINDOW_STATE_CHANGED || type == NOTIFICATION_STATE_CHANGED
                || type == ANNOUNCEMENT;
    }

    /** True for events of toolkits that report what they draw. */
    boolean isOfContent() {
        return (type & OF_CONTENT) != 0;
    }

    void write(JsonWriter out) {
        out.beginObject()
                .member("seq", seq)
                .member("ms", ms)
                .member("type", name())
                .member("package", packageName)
                .member("class", className)
                .member("text", text)
                .member("toast", isToast())
                .endObject();
    }
}
