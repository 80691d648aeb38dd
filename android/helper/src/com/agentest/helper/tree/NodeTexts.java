// NodeTexts.java: a node's texts, each read from the API level on that has it
package com.agentest.helper.tree;

import android.os.Build;
import android.os.Bundle;
import android.view.accessibility.AccessibilityNodeInfo;
import com.agentest.helper.json.JsonWriter;

final class NodeTexts {
    /** Newer platforms cut at this length without saying so: a text that long may be cut. */
    static final int MAX_CHARS = 100000;
    /** androidx stores texts here if the platform is too old for the getter. */
    private static final String COMPAT = "androidx.view.accessibility.AccessibilityNodeInfoCompat.";

    private final String[] values = new String[Name.values().length];
    boolean cut;

    /** The names, in the order in which they are written. */
    enum Name {
        ID("id"), TEXT("text"), DESC("desc"), HINT("hint"), STATE("state"), PANE("pane"),
        TOOLTIP("tooltip"), ERROR("error"), ROLE("role");

        final String member;

        Name(String member) {
            this.member = member;
        }
    }

    static NodeTexts of(AccessibilityNodeInfo node, int flags) {
        NodeTexts texts = new NodeTexts();
        Bundle extras = node.getExtras();
        texts.put(Name.ID, node.getViewIdResourceName());
        texts.put(Name.TEXT, visible(node, flags));
        texts.put(Name.DESC, node.getContentDescription());
        texts.put(Name.ERROR, node.getError());
        texts.put(Name.HINT, extra(extras, COMPAT + "HINT_TEXT_KEY"));
        texts.put(Name.STATE, extra(extras, COMPAT + "STATE_DESCRIPTION_KEY"));
        texts.put(Name.PANE, extra(extras, COMPAT + "PANE_TITLE_KEY"));
        texts.put(Name.TOOLTIP, extra(extras, COMPAT + "TOOLTIP_TEXT_KEY"));
        texts.put(Name.ROLE, extra(extras, "AccessibilityNodeInfo.roleDescription"));
        texts.putNewer(node);
        return texts;
    }

    String id() {
        return values[Name.ID.ordinal()];
    }

    /** All of them; that of the id does not change without its node being another. */
    String[] all() {
        return values;
    }

    /** Returns "" for what is not there. */
    String get(Name name) {
        String value = values[name.ordinal()];
        return value == null ? "" : value;
    }

    boolean isEmpty() {
        for (String value : values) {
            if (value != null) {
                return false;
            }
        }
        return true;
    }

    void write(JsonWriter out) {
        for (Name name : Name.values()) {
            String value = values[name.ordinal()];
            if (value != null) {
                out.member(name.member, value);
            }
        }
    }

    private void putNewer(AccessibilityNodeInfo node) {
        if (Build.VERSION.SDK_INT >= 26) {
            put(Name.HINT, node.getHintText());
        }
        if (Build.VERSION.SDK_INT >= 28) {
            put(Name.PANE, node.getPaneTitle());
            put(Name.TOOLTIP, node.getTooltipText());
        }
        if (Build.VERSION.SDK_INT >= 30) {
            put(Name.STATE, node.getStateDescription());
        }
    }

    /** Replaces the text of a password field, which may be the password itself. */
    private static CharSequence visible(AccessibilityNodeInfo node, int flags) {
        CharSequence text = node.getText();
        boolean secret = (flags & NodeFlags.PASSWORD) != 0 && (flags & NodeFlags.SHOWS_HINT) == 0;
        return secret && text != null ? mask(text) : text;
    }

    static String mask(CharSequence text) {
        StringBuilder dots = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), MAX_CHARS); i++) {
            dots.append('\u2022');
        }
        return dots.toString();
    }

    private static CharSequence extra(Bundle extras, String key) {
        return extras == null ? null : extras.getCharSequence(key);
    }

    /** An empty text does not replace one that is there already. */
    private void put(Name name, CharSequence text) {
        if (text == null || text.length() == 0) {
            return;
        }
        if (text.length() >= MAX_CHARS) {
            cut = true;
            text = text.subSequence(0, MAX_CHARS);
        }
        values[name.ordinal()] = text.toString();
    }
}
