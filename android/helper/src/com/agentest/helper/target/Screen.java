// Screen.java: all nodes of one look, and what can be seen of each; pure
package com.agentest.helper.target;

import java.util.ArrayList;
import java.util.List;

/** Windows and their nodes are added in drawing order, nodes in preorder. */
public final class Screen {
    private static final String SYSTEM_UI = "com.android.systemui";

    static final class Window {
        final String type;
        final boolean focused;
        final int order;
        Spot root;

        Window(String type, boolean focused, int order) {
            this.type = type;
            this.focused = focused;
            this.order = order;
        }
    }

    private final Box all;
    private final List<Window> windows = new ArrayList<>();
    final List<Spot> spots = new ArrayList<>();
    private final List<Spot> branch = new ArrayList<>();

    public Screen(int width, int height) {
        all = new Box(0, 0, width, height);
    }

    public void window(String type, boolean focused) {
        windows.add(new Window(type, focused, windows.size()));
        branch.clear();
    }

    /** The nodes of a branch come one after another, each one deeper than its parent. */
    public void add(int depth, Spot.Words words, int flags, Box bounds, Object handle) {
        Window window = windows.get(windows.size() - 1);
        while (branch.size() > depth) {
            branch.remove(branch.size() - 1);
        }
        Spot parent = branch.isEmpty() ? null : branch.get(branch.size() - 1);
        Spot spot = new Spot(window, parent, spots.size(), words, flags, bounds.within(all),
                handle);
        if (parent == null) {
            window.root = spot;
        }
        branch.add(spot);
        spots.add(spot);
        for (Spot above : branch) {
            above.end = spots.size();
        }
    }

    /** Works out what is seen of each, once all are there. */
    public Screen settle() {
        Window front = front();
        for (Spot spot : spots) {
            spot.clip(spot.parent == null ? all : spot.parent.clip());
            boolean hidden = !spot.isVisible() || spot.shown.isEmpty()
                    || isBehind(spot.window, front) || coverOf(spot) != null;
            spot.seen = hidden ? new Box(0, 0, 0, 0) : spot.shown;
        }
        return this;
    }

    /** The window that hides all of a node, or null: the focused one, or one drawn over it. */
    Window hiderOf(Spot spot) {
        Window front = front();
        return isBehind(spot.window, front) ? front : coverOf(spot);
    }

    private Window front() {
        Window front = null;
        for (Window window : windows) {
            if (window.focused && window.root != null) {
                front = window;
            }
        }
        return front == null || front.type.equals("input_method") || isBar(front) ? null : front;
    }

    private boolean isBehind(Window window, Window front) {
        return front != null && window.order < front.order && !isBar(window)
                && window.root.bounds.overlaps(front.root.bounds);
    }

    private Window coverOf(Spot spot) {
        if (isBar(spot.window)) {
            return null;
        }
        for (Window it : windows.subList(spot.window.order + 1, windows.size())) {
            if (it.root != null && !isBar(it) && it.root.isVisible()
                    && spot.shown.within(it.root.bounds).equals(spot.shown)) {
                return it;
            }
        }
        return null;
    }

    /** A bar of the system is drawn around an app's content; its dialogs and its shade are not. */
    boolean isBar(Window window) {
        String owner = window.root.words.packageName;
        Box bounds = window.root.bounds;
        return (owner.equals(SYSTEM_UI) || owner.startsWith(SYSTEM_UI + "."))
                && (bounds.isEmpty() || bounds.height() < all.height() / 3
                || bounds.width() < all.width() / 3);
    }
}
