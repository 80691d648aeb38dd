// Paster.java: text into a field by the clipboard, which is as before afterwards
package com.agentest.helper.input;

import android.content.ClipData;
import android.os.Build;
import android.os.Bundle;
import android.os.PersistableBundle;
import android.view.KeyEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import com.agentest.helper.api.KeyPress;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.idle.Clock;

final class Paster {
    private static final int TAKEN_MS = 1000;
    private static final int LOOK_MS = 25;
    private static final String[] SECRET = {"android.content.extra.IS_SENSITIVE",
        "com.android.systemui.SUPPRESS_CLIPBOARD_OVERLAY"};

    private final Clipboard clipboard;
    private final KeyInjector keys;
    private final Clock clock;
    /** Why the last attempt could not use the clipboard, or "". */
    String denied = "";

    Paster(Clipboard clipboard, KeyInjector keys, Clock clock) {
        this.clipboard = clipboard;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * Returns false if the field shows no change; nothing has happened if denied says why. Without
     * a field (null) what has the focus gets the key, and nothing tells what it did with it.
     */
    boolean paste(String text, boolean replace, AccessibilityNodeInfo field)
            throws Refusal, InterruptedException {
        ClipData before;
        denied = "";
        if (field == null && Build.VERSION.SDK_INT < 24) {
            return false; // no key exists for it
        }
        try {
            before = clipboard.get();
            clipboard.set(clip(text));
        } catch (SecurityException | IllegalStateException e) {
            denied = String.valueOf(e.getMessage());
            return false;
        }
        try {
            String shown = field == null ? "" : shown(field);
            if (field != null && !field.isFocused()) {
                field.performAction(AccessibilityNodeInfo.ACTION_FOCUS);
            }
            if (replace) {
                select(field, shown.length());
            }
            press(field);
            return awaitChange(field, shown);
        } finally {
            restore(before);
        }
    }

    /** Removes the pasted text from the clipboard, even if the old content cannot be restored. */
    private void restore(ClipData before) {
        try {
            clipboard.set(before);
        } catch (SecurityException | IllegalStateException e) {
            clipboard.set(null);
        }
    }

    /** Returns whether the field comes to show something else. */
    private boolean awaitChange(AccessibilityNodeInfo field, String before)
            throws InterruptedException {
        long until = clock.nowMs() + TAKEN_MS;
        if (field == null || field.isPassword() && Build.VERSION.SDK_INT < 26) {
            clock.sleepUntil(until); // it shows nothing, and the paste needs its time
            return true;
        }
        for (;;) {
            if (!field.refresh() || !shown(field).equals(before)) {
                return true;
            }
            if (clock.nowMs() >= until) {
                return false;
            }
            clock.sleepUntil(clock.nowMs() + LOOK_MS);
        }
    }

    private static String shown(AccessibilityNodeInfo field) {
        return String.valueOf(field.getText());
    }

    private static void select(AccessibilityNodeInfo field, int end) {
        Bundle all = new Bundle();
        all.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_START_INT, 0);
        all.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_END_INT, end);
        field.performAction(AccessibilityNodeInfo.ACTION_SET_SELECTION, all);
    }

    private void press(AccessibilityNodeInfo field) throws Refusal, InterruptedException {
        if (Build.VERSION.SDK_INT < 24) {
            field.performAction(AccessibilityNodeInfo.ACTION_PASTE);
        } else {
            keys.press(KeyPress.once(KeyEvent.KEYCODE_PASTE));
        }
    }

    /** Marked as sensitive: Android then hides its preview. */
    private static ClipData clip(String text) {
        ClipData clip = ClipData.newPlainText("", text);
        if (Build.VERSION.SDK_INT >= 24) {
            PersistableBundle extras = new PersistableBundle();
            for (String name : SECRET) {
                extras.putBoolean(name, true);
            }
            clip.getDescription().setExtras(extras);
        }
        return clip;
    }
}
