// TreeDumper.java: a window's nodes in preorder, as JSON, within limits
package com.agentest.helper.tree;

import android.graphics.Rect;
import android.view.accessibility.AccessibilityNodeInfo;
import com.agentest.helper.api.TreeOptions;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.TreePrint;
import com.agentest.helper.json.JsonWriter;
import java.util.Arrays;

/**
 * One dumper reads all windows of a tree, and its limits are for the whole tree. Nodes may vanish
 * while they are read; missing nodes are counted, never guessed.
 */
public final class TreeDumper {
    static final int MAX_CHARS = 8 * 1024 * 1024;
    static final int MAX_MS = 10000;

    private final TreeOptions options;
    private final Rect screen;
    private final JsonWriter out;
    private final Clock clock;
    private final TreePrint print;
    private final long deadline;
    private int nodes;
    private int missing;
    private String truncated = "";
    private String windowPackage = "";

    public TreeDumper(TreeOptions options, Rect screen, JsonWriter out, Clock clock,
            TreePrint print) {
        this.options = options;
        this.screen = screen;
        this.out = out;
        this.clock = clock;
        this.print = print;
        this.deadline = clock.nowMs() + MAX_MS;
    }

    /** Appends the nodes of one window to the open array. */
    public void window(AccessibilityNodeInfo root) {
        windowPackage = string(root.getPackageName());
        node(root, 0, 0, 0, 1);
    }

    /** Writes the members that say how complete the tree is. */
    public void summary() {
        out.member("nodeCount", nodes).member("missing", missing);
        if (!truncated.isEmpty()) {
            out.member("truncated", truncated);
        }
    }

    private void node(AccessibilityNodeInfo node, int depth, int level, int index,
            int siblings) {
        if (!room(level)) {
            return;
        }
        int flags = NodeFlags.of(node);
        boolean seen = (flags & NodeFlags.INVISIBLE) == 0 || options.invisible || level == 0;
        if (!seen) {
            return;
        }
        NodeTexts texts = NodeTexts.of(node, flags);
        boolean written = !options.compact || level == 0 || NodeFlags.acts(flags)
                || !texts.isEmpty();
        if (written) {
            nodes++;
            write(node, flags, texts, depth, index, siblings);
        }
        children(node, written ? depth + 1 : depth, level + 1);
    }

    private void children(AccessibilityNodeInfo node, int depth, int level) {
        for (int i = 0, count = node.getChildCount(); i < count && truncated.isEmpty(); i++) {
            AccessibilityNodeInfo child = Children.at(node, i);
            if (child == null) {
                missing++;
            } else {
                node(child, depth, level, i, count);
            }
        }
    }

    private void write(AccessibilityNodeInfo node, int flags, NodeTexts texts, int depth,
            int index, int siblings) {
        out.beginObject()
                .member("depth", depth)
                .member("index", index)
                .member("class", string(node.getClassName()));
        int drawn = siblings > 1 && !options.compact ? NodeFlags.drawn(node) : 0;
        if (drawn > 0) {
            out.member("drawn", drawn);
        }
        String packageName = string(node.getPackageName());
        if (!packageName.equals(windowPackage)) {
            out.member("package", packageName);
        }
        texts.write(out);
        if (texts.cut) {
            out.member("cut", true);
        }
        Rect bounds = bounds(node);
        out.member("flags", flags).name("bounds");
        rect(bounds, out);
        String[] said = texts.all();
        AccessibilityNodeInfo.RangeInfo range = node.getRangeInfo();
        if (range != null) {
            String current = Float.toString(range.getCurrent());
            range(range, current);
            said = Arrays.copyOf(said, said.length + 1);
            said[said.length - 1] = current;
        }
        out.endObject();
        boolean mayTick = range == null && (flags & NodeFlags.EDITABLE) == 0;
        print.node(depth, string(node.getClassName()), texts.id(), flags, sides(bounds), said,
                mayTick);
    }

    /** Clips to the screen, as uiautomator does; empty if all of it is outside. */
    private Rect bounds(AccessibilityNodeInfo node) {
        Rect bounds = new Rect();
        node.getBoundsInScreen(bounds);
        bounds.left = clip(bounds.left, screen.left, screen.right);
        bounds.right = clip(bounds.right, screen.left, screen.right);
        bounds.top = clip(bounds.top, screen.top, screen.bottom);
        bounds.bottom = clip(bounds.bottom, screen.top, screen.bottom);
        return bounds;
    }

    private void range(AccessibilityNodeInfo.RangeInfo range, String current) {
        out.name("range").beginArray().value(Float.toString(range.getMin()))
                .value(Float.toString(range.getMax())).value(current).endArray();
    }

    private boolean room(int level) {
        if (!truncated.isEmpty()) {
            return false;
        }
        if (nodes >= options.maxNodes) {
            truncated = "nodes";
        } else if (out.length() > MAX_CHARS) {
            truncated = "size";
        } else if (clock.nowMs() > deadline) {
            truncated = "time";
        } else if (level >= options.maxDepth) {
            missing++;
            return false;
        }
        return truncated.isEmpty();
    }

    static int[] sides(Rect rect) {
        return new int[] {rect.left, rect.top, rect.right, rect.bottom};
    }

    static void rect(Rect rect, JsonWriter out) {
        out.beginArray().value(rect.left).value(rect.top).value(rect.right).value(rect.bottom)
                .endArray();
    }

    private static int clip(int value, int min, int max) {
        return Math.max(min, Math.min(max, value));
    }

    private static String string(CharSequence text) {
        return text == null ? "" : text.toString();
    }
}
