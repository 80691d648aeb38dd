// ScreenLook.java: a window's nodes as a target is looked for in
package com.agentest.helper.tree;

import android.graphics.Rect;
import android.view.accessibility.AccessibilityNodeInfo;
import com.agentest.helper.api.TreeOptions;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.target.Box;
import com.agentest.helper.target.Screen;
import com.agentest.helper.target.Spot;

/** Sees the same nodes as TreeDumper does, within the same limits. */
final class ScreenLook {
    private final Screen into;
    private final Clock clock;
    private final long deadline;
    private int nodes;

    ScreenLook(Screen into, Clock clock) {
        this.into = into;
        this.clock = clock;
        this.deadline = clock.nowMs() + TreeDumper.MAX_MS;
    }

    void window(AccessibilityNodeInfo root) {
        node(root, 0);
    }

    private void node(AccessibilityNodeInfo node, int depth) {
        int flags = NodeFlags.of(node);
        boolean seen = (flags & NodeFlags.INVISIBLE) == 0 || depth == 0;
        if (!seen || depth >= TreeOptions.MAX_DEPTH
                || nodes >= TreeOptions.MAX_NODES || clock.nowMs() > deadline) {
            return;
        }
        nodes++;
        Rect at = new Rect();
        node.getBoundsInScreen(at);
        into.add(depth, words(node, flags), flags, new Box(at.left, at.top, at.right, at.bottom),
                node);
        for (int i = 0, count = node.getChildCount(); i < count; i++) {
            AccessibilityNodeInfo child = Children.at(node, i);
            if (child != null) {
                node(child, depth + 1);
            }
        }
    }

    private static Spot.Words words(AccessibilityNodeInfo node, int flags) {
        NodeTexts texts = NodeTexts.of(node, flags);
        Spot.Words words = new Spot.Words();
        words.className = string(node.getClassName());
        words.packageName = string(node.getPackageName());
        words.id = texts.get(NodeTexts.Name.ID);
        words.text = texts.get(NodeTexts.Name.TEXT);
        words.desc = texts.get(NodeTexts.Name.DESC);
        words.pane = texts.get(NodeTexts.Name.PANE);
        words.drawn = NodeFlags.drawn(node);
        return words;
    }

    private static String string(CharSequence text) {
        return text == null ? "" : text.toString();
    }
}
