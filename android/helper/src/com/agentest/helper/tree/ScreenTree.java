// ScreenTree.java: all windows of the screen as one JSON value
package com.agentest.helper.tree;

import android.graphics.Rect;
import android.os.Build;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.TreeOptions;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.TreePrint;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.target.Screen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Windows are in drawing order: the last one is in front. */
public final class ScreenTree {
    private static final String[] TYPES = {
        "other", "application", "input_method", "system", "accessibility_overlay",
        "split_divider", "magnification",
    };

    /** A window and its root, both read at the same moment. */
    private static final class Shown {
        final AccessibilityWindowInfo window; // null if only the active root is known
        final AccessibilityNodeInfo root;

        Shown(AccessibilityWindowInfo window, AccessibilityNodeInfo root) {
            this.window = window;
            this.root = root;
        }
    }

    private final TreeOptions options;
    private final Clock clock;
    private final List<Shown> shown = new ArrayList<>();
    private final TreePrint print = new TreePrint();
    private int rootless;

    public ScreenTree(TreeOptions options, Clock clock) {
        this.options = options;
        this.clock = clock;
    }

    /** Reads the system's list. If no window is usable, the active root takes its place. */
    public ScreenTree collect(List<AccessibilityWindowInfo> windows,
            AccessibilityNodeInfo activeRoot) {
        List<AccessibilityWindowInfo> ordered = new ArrayList<>(windows);
        Collections.sort(ordered, (a, b) -> a.getLayer() - b.getLayer());
        for (AccessibilityWindowInfo window : ordered) {
            AccessibilityNodeInfo root = window.getRoot();
            if (root == null) {
                rootless++;
                if (window.isFocused()) {
                    print.rootless(sides(window));
                }
            } else {
                add(window, root);
            }
        }
        if (shown.isEmpty() && activeRoot != null) {
            add(null, activeRoot);
        }
        return this;
    }

    public boolean isEmpty() {
        return shown.isEmpty();
    }

    /** renewals: of the connection to the system, so far. */
    public TreePrint write(Rect screen, int rotation, int renewals, JsonWriter out)
            throws Refusal {
        if (shown.isEmpty()) {
            throw new Refusal(Refusal.Code.NO_WINDOW, options.packageName.isEmpty()
                    ? "no window gives its content at the moment, ask again"
                    : "no window of '" + options.packageName + "' is on the screen");
        }
        TreeDumper dumper = new TreeDumper(options, screen, out, clock, print);
        out.beginObject()
                .member("rotation", rotation)
                .member("width", screen.width())
                .member("height", screen.height())
                .name("windows").beginArray();
        for (Shown each : shown) {
            out.beginObject();
            describe(each, out);
            out.name("nodes").beginArray();
            dumper.window(each.root);
            out.endArray().endObject();
        }
        out.endArray().member("rootless", rootless);
        dumper.summary();
        if (renewals > 0) {
            out.member("reacquired", renewals);
        }
        out.endObject();
        return print;
    }

    /** The same windows as a target is looked for in. */
    public Screen look(Rect screen) {
        Screen into = new Screen(screen.width(), screen.height());
        ScreenLook look = new ScreenLook(into, clock);
        for (Shown each : shown) {
            boolean known = each.window != null;
            into.window(known ? type(each.window) : "application",
                    !known || each.window.isFocused());
            look.window(each.root);
        }
        return into.settle();
    }

    private static String type(AccessibilityWindowInfo window) {
        int type = window.getType();
        return TYPES[type > 0 && type < TYPES.length ? type : 0];
    }

    private void add(AccessibilityWindowInfo window, AccessibilityNodeInfo root) {
        if (options.packageName.isEmpty()
                || options.packageName.contentEquals(string(root.getPackageName()))) {
            shown.add(new Shown(window, root));
        }
    }

    private void describe(Shown shown, JsonWriter out) {
        out.member("package", string(shown.root.getPackageName()));
        AccessibilityWindowInfo window = shown.window;
        if (window == null || window.isActive()) {
            print.front = string(shown.root.getPackageName());
        }
        if (window == null) {
            out.member("type", "application").member("layer", 0).member("active", true)
                    .member("focused", true);
            print.window("application", new int[4], "", false);
            return;
        }
        int[] sides = sides(window);
        String name = type(window);
        out.member("id", window.getId())
                .member("type", name)
                .member("layer", window.getLayer())
                .member("active", window.isActive())
                .member("focused", window.isFocused())
                .name("bounds");
        out.beginArray();
        for (int side : sides) {
            out.value(side);
        }
        out.endArray();
        String title = "";
        if (Build.VERSION.SDK_INT >= 24 && window.getTitle() != null) {
            title = string(window.getTitle());
            out.member("title", title);
        }
        // Changes of the status bar's clock do not count.
        print.window(name, sides, title, window.getType() == AccessibilityWindowInfo.TYPE_SYSTEM
                && !window.isActive());
        if (Build.VERSION.SDK_INT >= 33) {
            out.member("display", window.getDisplayId());
        }
    }

    private static int[] sides(AccessibilityWindowInfo window) {
        Rect bounds = new Rect();
        window.getBoundsInScreen(bounds);
        return TreeDumper.sides(bounds);
    }

    private static String string(CharSequence text) {
        return text == null ? "" : text.toString();
    }
}
