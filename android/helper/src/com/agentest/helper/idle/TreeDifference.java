// TreeDifference.java: where two trees differ first, and in what; pure
package com.agentest.helper.idle;

import com.agentest.helper.json.JsonWriter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Words that change alone, at their place, may tick: a clock, a counter, a ticker. */
final class TreeDifference {
    /** The node after the change, or one that is gone; null where a tree was not read at all. */
    final TreePrint.Node node;
    /** "nodes", "bounds", "flags" or "text". */
    final String part;
    /** The places whose words alone differ; empty if more differs than words that may tick. */
    final Set<Integer> words;

    private TreeDifference(TreePrint.Node node, String part, Set<Integer> words) {
        this.node = node;
        this.part = part;
        this.words = words;
    }

    /** A difference that names a node without a second tree. */
    static TreeDifference at(TreePrint.Node node) {
        return new TreeDifference(node, "nodes", new HashSet<Integer>());
    }

    /** Returns null if both show the same. A tree that could not be read is null and differs. */
    static TreeDifference of(TreePrint before, TreePrint after) {
        if (before == null || after == null) {
            TreePrint there = after == null ? before : after;
            return at(there == null || there.nodes.isEmpty() ? null : there.nodes.get(0));
        }
        Set<Integer> words = new HashSet<>();
        TreePrint.Node first = null;
        int count = Math.min(before.nodes.size(), after.nodes.size());
        for (int i = 0; i < count; i++) {
            TreePrint.Node was = before.nodes.get(i);
            TreePrint.Node is = after.nodes.get(i);
            String part = part(was, is);
            if (part == null) {
                continue;
            }
            if (!part.equals("text") || !is.mayTick) {
                return new TreeDifference(is, part, new HashSet<Integer>());
            }
            first = first == null ? is : first;
            words.add(is.place(i));
        }
        if (before.nodes.size() != after.nodes.size()) {
            TreePrint longer = before.nodes.size() > count ? before : after;
            return at(longer.nodes.get(count));
        }
        return first == null ? null : new TreeDifference(first, "text", words);
    }

    private static String part(TreePrint.Node was, TreePrint.Node is) {
        boolean sameTexts = Arrays.equals(was.texts, is.texts);
        if (!was.isKind(is)) {
            return "nodes";
        }
        if (was.flags != is.flags) {
            return "flags";
        }
        // Other words may need another size.
        if (!Arrays.equals(was.bounds, is.bounds) && (sameTexts || !is.mayTick)) {
            return "bounds";
        }
        return sameTexts ? null : "text";
    }

    /** Writes the member "differs". */
    void write(JsonWriter out) {
        if (node == null) {
            return;
        }
        out.name("differs").beginObject().member("class", node.type);
        if (node.id != null) {
            out.member("id", node.id);
        }
        out.name("bounds").beginArray();
        for (int side : node.bounds) {
            out.value(side);
        }
        out.endArray().member("part", part).endObject();
    }
}
