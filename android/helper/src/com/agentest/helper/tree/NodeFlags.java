// NodeFlags.java: a node's states as bits of the protocol, as listed in PROTOCOL.md
package com.agentest.helper.tree;

import android.os.Build;
import android.view.accessibility.AccessibilityNodeInfo;

final class NodeFlags {
    static final int ENABLED = 1;
    static final int FOCUSED = 1 << 1;
    static final int SELECTED = 1 << 2;
    static final int CHECKED = 1 << 3;
    static final int CHECKABLE = 1 << 4;
    static final int CLICKABLE = 1 << 5;
    static final int SCROLLABLE = 1 << 6;
    static final int LONG_CLICKABLE = 1 << 7;
    static final int PASSWORD = 1 << 8;
    static final int FOCUSABLE = 1 << 9;
    static final int INVISIBLE = 1 << 10;
    static final int SHOWS_HINT = 1 << 11;
    static final int EDITABLE = 1 << 12;
    static final int HEADING = 1 << 13;
    static final int DISMISSABLE = 1 << 14;
    static final int EXPANDABLE = 1 << 15;
    static final int COLLAPSIBLE = 1 << 16;
    static final int INVALID = 1 << 17;

    private static final int ACTS = CHECKABLE | CLICKABLE | SCROLLABLE | LONG_CLICKABLE | EDITABLE
            | FOCUSED | SELECTED | DISMISSABLE | EXPANDABLE | COLLAPSIBLE;

    private NodeFlags() {
    }

    static int of(AccessibilityNodeInfo node) {
        int flags = bit(node.isEnabled(), ENABLED)
                | bit(node.isFocused(), FOCUSED)
                | bit(node.isSelected(), SELECTED)
                | bit(node.isChecked(), CHECKED)
                | bit(node.isCheckable(), CHECKABLE)
                | bit(node.isClickable(), CLICKABLE)
                | bit(node.isScrollable(), SCROLLABLE)
                | bit(node.isLongClickable(), LONG_CLICKABLE)
                | bit(node.isPassword(), PASSWORD)
                | bit(node.isFocusable(), FOCUSABLE)
                | bit(!node.isVisibleToUser(), INVISIBLE)
                | bit(node.isEditable(), EDITABLE)
                | bit(node.isDismissable(), DISMISSABLE)
                | bit(node.isContentInvalid(), INVALID);
        return flags | byAction(node.getActions()) | ofNewer(node);
    }

    /** Whether the node has an action or a state, so that it stays in a compact tree. */
    static boolean acts(int flags) {
        return (flags & ACTS) != 0;
    }

    /** Its place in the drawing order of its siblings, from 1; 0 where it isn't known. */
    static int drawn(AccessibilityNodeInfo node) {
        return Build.VERSION.SDK_INT >= 24 ? node.getDrawingOrder() : 0;
    }

    private static int byAction(int actions) {
        return bit((actions & AccessibilityNodeInfo.ACTION_EXPAND) != 0, EXPANDABLE)
                | bit((actions & AccessibilityNodeInfo.ACTION_COLLAPSE) != 0, COLLAPSIBLE);
    }

    private static int ofNewer(AccessibilityNodeInfo node) {
        int flags = 0;
        if (Build.VERSION.SDK_INT >= 26) {
            flags |= bit(node.isShowingHintText(), SHOWS_HINT);
        } else {
            flags |= bit(showsHint(node), SHOWS_HINT);
        }
        if (Build.VERSION.SDK_INT >= 28) {
            flags |= bit(node.isHeading(), HEADING);
        }
        return flags;
    }

    /**
     * Before API 26 an empty EditText gives its hint as its text without saying so, but a cursor
     * can move only in a text of its own. Other toolkits' fields, which have no input type, do not
     * reveal even that; and the text that a password field shows is never taken for a hint.
     */
    private static boolean showsHint(AccessibilityNodeInfo node) {
        CharSequence text = node.getText();
        return node.isEditable() && node.getInputType() != 0 && !node.isPassword()
                && text != null && text.length() > 0 && node.getMovementGranularities() == 0;
    }

    private static int bit(boolean on, int flag) {
        return on ? flag : 0;
    }
}
