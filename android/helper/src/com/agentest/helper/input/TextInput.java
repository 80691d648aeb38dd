// TextInput.java: enters text into a field: set at once, typed by keys, or pasted
package com.agentest.helper.input;

import android.graphics.Rect;
import android.os.Build;
import android.os.Bundle;
import android.view.accessibility.AccessibilityNodeInfo;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.TextEntry;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.tree.Children;
import java.util.ArrayDeque;
import java.util.Deque;

/** Checks the field afterwards, and never reports text as typed that did not go in. */
public final class TextInput {
    private static final int MAX_NODES = 5000;

    private static final int SET_MS = 500;
    private static final int LOOK_MS = 25;

    private final KeyInjector keys;
    private final Clock clock;
    private final Paster paster;

    public TextInput(KeyInjector keys, Clipboard clipboard, Clock clock) {
        this.keys = keys;
        this.clock = clock;
        this.paster = new Paster(clipboard, keys, clock);
    }

    /** field comes from findFocus or find(); null if none was found. */
    public void enter(TextEntry entry, AccessibilityNodeInfo field, JsonWriter out)
            throws Refusal, InterruptedException {
        if (field == null) {
            withoutField(entry, out);
            return;
        }
        String method = method(entry, field);
        if (method == null) {
            throw new Refusal(Refusal.Code.TEXT_NOT_TYPED, reason(entry));
        }
        field.refresh();
        entry.check(value(field), field.isPassword());
        out.member("method", method).member("password", field.isPassword());
        if (!field.isPassword()) {
            out.member("value", value(field));
        }
    }

    /** The first that works; null if none does. */
    private String method(TextEntry entry, AccessibilityNodeInfo field)
            throws Refusal, InterruptedException {
        paster.denied = "";
        if (may(entry, "set") && setText(entry, field)) {
            return "set";
        }
        if (may(entry, "keys") && typeKeys(entry, field)) {
            return "keys";
        }
        return may(entry, "paste") && paster.paste(entry.text, entry.replace, field)
                ? "paste" : null;
    }

    private static boolean may(TextEntry entry, String method) {
        return entry.method.equals("auto") || entry.method.equals(method);
    }

    private String reason(TextEntry entry) {
        if (entry.method.equals("set")) {
            return "the field does not take text as a whole, try method keys";
        }
        if (entry.method.equals("keys")) {
            return "the keyboard lacks one of the characters, or the text has to be replaced";
        }
        return paster.denied.isEmpty()
                ? "the field takes text neither as a whole nor by keys nor from the clipboard"
                : "the field takes text neither as a whole nor by keys, and this helper may not use "
                        + "the clipboard here (" + paster.denied + ")";
    }

    /** Returns the innermost editable node at a place, or null. */
    public static AccessibilityNodeInfo find(AccessibilityNodeInfo root, int x, int y) {
        AccessibilityNodeInfo found = null;
        Deque<AccessibilityNodeInfo> open = new ArrayDeque<>();
        open.push(root);
        for (int seen = 0; !open.isEmpty() && seen < MAX_NODES; seen++) {
            AccessibilityNodeInfo node = open.pop();
            Rect bounds = new Rect();
            node.getBoundsInScreen(bounds);
            if (node.isEditable() && node.isVisibleToUser() && bounds.contains(x, y)) {
                found = node;
            }
            for (int i = node.getChildCount() - 1; i >= 0; i--) {
                AccessibilityNodeInfo child = Children.at(node, i);
                if (child != null) {
                    open.push(child);
                }
            }
        }
        return found;
    }

    /** A game, a canvas or a page has no field that the system knows, but may read keys. */
    private void withoutField(TextEntry entry, JsonWriter out)
            throws Refusal, InterruptedException {
        boolean pastes = entry.method.equals("paste");
        if (entry.hasPlace || entry.replace || !pastes && !entry.method.equals("keys")) {
            throw new Refusal(Refusal.Code.NO_FIELD, entry.hasPlace
                    ? "there is no text field at " + entry.x + "," + entry.y
                    : "no text field has the focus, tap one first");
        }
        if (pastes ? !paster.paste(entry.text, false, null) : !keys.type(entry.text)) {
            throw new Refusal(Refusal.Code.TEXT_NOT_TYPED, reason(entry));
        }
        entry.check(null, false);
        out.member("method", entry.method).member("password", false);
    }

    private boolean setText(TextEntry entry, AccessibilityNodeInfo field)
            throws InterruptedException {
        int start = field.getTextSelectionStart();
        int end = field.getTextSelectionEnd();
        String before = value(field);
        if (field.isPassword() && !entry.replace && (!before.isEmpty() || !tellsDots())) {
            return false; // its content cannot be read, so it cannot be set again
        }
        String wanted = entry.replace ? entry.text : inserted(entry.text, before, start, end);
        Bundle arguments = new Bundle();
        arguments.putCharSequence(
                AccessibilityNodeInfo.ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE, wanted);
        if (!field.performAction(AccessibilityNodeInfo.ACTION_SET_TEXT, arguments)) {
            return false;
        }
        if (wanted.equals(before)) {
            return true;
        }
        return field.isPassword() || changes(field, before);
    }

    /** Some custom fields return true and do nothing; others show the text a frame later. */
    private boolean changes(AccessibilityNodeInfo field, String before)
            throws InterruptedException {
        long until = clock.nowMs() + SET_MS;
        while (field.refresh() && value(field).equals(before)) {
            if (clock.nowMs() >= until) {
                return false;
            }
            clock.sleepUntil(clock.nowMs() + LOOK_MS);
        }
        return true;
    }

    private boolean typeKeys(TextEntry entry, AccessibilityNodeInfo field) throws Refusal {
        if (entry.replace && !value(field).isEmpty()) {
            return false; // the client is better at deleting it key by key
        }
        if (!field.isFocused()) {
            field.performAction(AccessibilityNodeInfo.ACTION_FOCUS);
        }
        return keys.type(entry.text);
    }

    /** Before API 26 a filled password field looks like an empty one. */
    private static boolean tellsDots() {
        return Build.VERSION.SDK_INT >= 26;
    }

    /** Inserts at the cursor, in place of the selection. */
    private static String inserted(String text, String before, int start, int end) {
        if (start < 0 || end < 0 || start > before.length() || end > before.length()) {
            return before + text;
        }
        return before.substring(0, Math.min(start, end)) + text
                + before.substring(Math.max(start, end));
    }

    static String value(AccessibilityNodeInfo field) {
        CharSequence text = field.getText();
        return text == null || text.length() == 0 || showsHint(field)
                ? "" : text.toString();
    }

    /**
     * Before API 26 an empty field gives its hint as its text without saying so. But no cursor can
     * move forward in a hint: an attempt to move it tells the two apart.
     */
    private static boolean showsHint(AccessibilityNodeInfo field) {
        if (Build.VERSION.SDK_INT >= 26) {
            return field.isShowingHintText();
        }
        if (field.getTextSelectionStart() > 0 || field.getTextSelectionEnd() > 0) {
            return false;
        }
        Bundle arguments = new Bundle();
        arguments.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_MOVEMENT_GRANULARITY_INT,
                AccessibilityNodeInfo.MOVEMENT_GRANULARITY_CHARACTER);
        return !field.performAction(AccessibilityNodeInfo.ACTION_NEXT_AT_MOVEMENT_GRANULARITY,
                arguments);
    }
}
