// Children.java: a node's child, or null if it has just gone
package com.agentest.helper.tree;

import android.view.accessibility.AccessibilityNodeInfo;

public final class Children {
    private Children() {
    }

    /** Returns null if the child was recycled, or the list became shorter, while it was read. */
    public static AccessibilityNodeInfo at(AccessibilityNodeInfo node, int index) {
        try {
            return node.getChild(index);
        } catch (IllegalStateException | IndexOutOfBoundsException | NullPointerException e) {
            return null;
        }
    }
}
