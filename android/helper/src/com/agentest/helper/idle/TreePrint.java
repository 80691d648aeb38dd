// TreePrint.java: what a tree shows, node by node, to compare it with another; pure
package com.agentest.helper.idle;

import java.util.ArrayList;
import java.util.List;

/** Filled while a tree is written. The windows and their nodes are in the tree's order. */
public final class TreePrint {
    private static final String[] HOSTS = {"WebView", "FlutterView", "FlutterSurfaceView"};

    /** A node, or a window by its type, place and title. */
    static final class Node {
        final int depth;
        final String type;
        final String id;
        final int flags;
        final int[] bounds;
        final String[] texts;
        final boolean mayTick;

        Node(int depth, String type, String id, int flags, int[] bounds, String[] texts,
                boolean mayTick) {
            this.depth = depth;
            this.type = type;
            this.id = id;
            this.flags = flags;
            this.bounds = bounds;
            this.texts = texts;
            this.mayTick = mayTick;
        }

        boolean isKind(Node other) {
            return depth == other.depth && type.equals(other.type) && same(id, other.id);
        }

        private static boolean same(String a, String b) {
            return a == null ? b == null : a.equals(b);
        }

        /** The identity of an element, for a memory that outlasts its tree. */
        int place(int index) {
            return (index * 31 + type.hashCode()) * 31 + String.valueOf(id).hashCode();
        }

        boolean isFlat() {
            return bounds[0] >= bounds[2] || bounds[1] >= bounds[3];
        }
    }

    final List<Node> nodes = new ArrayList<>();
    /** The package of the active window. */
    public String front = "";
    private boolean foreign;
    private Node rootless;

    /** The nodes of this window follow. Where foreign, as in a status bar, texts do not count. */
    public void window(String type, int[] bounds, String title, boolean foreign) {
        this.foreign = foreign;
        nodes.add(new Node(-1, type, null, 0, bounds, foreign ? new String[0]
                : new String[] {title}, false));
    }

    /** The window that has the focus gives no content. */
    public void rootless(int[] bounds) {
        rootless = new Node(-1, "window", null, 0, bounds, new String[0], false);
    }

    /** texts are those of which a change is a change of words; what may tick changes them alone. */
    public void node(int depth, String type, String id, int flags, int[] bounds, String[] texts,
            boolean mayTick) {
        nodes.add(new Node(depth, type, id, flags, bounds, foreign ? new String[0] : texts,
                mayTick));
    }

    /** The node that has yet to get its content, as browsers and Flutter fill it late; or null. */
    Node late() {
        if (rootless != null) {
            return rootless;
        }
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            boolean childless = i + 1 == nodes.size() || nodes.get(i + 1).depth <= node.depth;
            if (childless && node.depth >= 0 && isHost(node.type) && !node.isFlat()) {
                return node;
            }
        }
        return null;
    }

    private static boolean isHost(String type) {
        for (String host : HOSTS) {
            if (type.endsWith(host)) {
                return true;
            }
        }
        return false;
    }
}
