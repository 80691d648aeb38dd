// TreeOptions.java: the part of the screen that a client requests
package com.agentest.helper.api;

public final class TreeOptions {
    public static final int MAX_NODES = 15000;
    public static final int MAX_DEPTH = 250;

    /** Everything that can be seen, of all windows. */
    public static final TreeOptions ALL = new TreeOptions();

    /** Leave out nodes without text and action; their children move up. */
    public final boolean compact;
    /** Include nodes that the user cannot see. */
    public final boolean invisible;
    /** Only the windows of this package; "" for all. */
    public final String packageName;
    public final int maxNodes;
    public final int maxDepth;

    private TreeOptions() {
        compact = false;
        invisible = false;
        packageName = "";
        maxNodes = MAX_NODES;
        maxDepth = MAX_DEPTH;
    }

    public TreeOptions(Fields fields) throws Refusal {
        compact = fields.truth("compact", false);
        invisible = fields.truth("invisible", false);
        packageName = fields.text("package", "");
        maxNodes = fields.integer("maxNodes", 1, MAX_NODES, 10000);
        maxDepth = fields.integer("maxDepth", 1, MAX_DEPTH, MAX_DEPTH);
        fields.done();
    }
}
