// PaperTree.java: writes the nodes of a paper screen, and what is compared of them
package com.agentest.helper.jvm;

import com.agentest.helper.idle.TreePrint;
import com.agentest.helper.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;

/** All nodes are as wide as the screen; the first is the root, the others are its children. */
final class PaperTree {
    private final JsonWriter out;
    private final int width;
    private final TreePrint print = new TreePrint();
    private final List<String> texts = new ArrayList<>();
    private String type;
    private String id;
    private int count;

    PaperTree(JsonWriter out, int width) {
        this.out = out;
        this.width = width;
    }

    TreePrint window(String type, int height, String title) {
        out.name("bounds").beginArray().value(0).value(0).value(width).value(height).endArray()
                .member("title", title);
        print.window(type, new int[] {0, 0, width, height}, title, false);
        return print;
    }

    int count() {
        return count;
    }

    PaperTree begin(String nodeType) {
        out.beginObject().member("depth", count == 0 ? 0 : 1)
                .member("index", Math.max(0, count - 1)).member("class", nodeType);
        type = nodeType;
        id = null;
        texts.clear();
        count++;
        return this;
    }

    PaperTree id(String text) {
        out.member("id", text);
        id = text;
        return this;
    }

    PaperTree text(String member, String text) {
        out.member(member, text);
        texts.add(text);
        return this;
    }

    /** progress is below 0 for a node without a range. */
    void end(int flags, int top, int bottom, int progress) {
        out.member("flags", flags).name("bounds").beginArray().value(0).value(top).value(width)
                .value(bottom).endArray();
        if (progress >= 0) {
            texts.add(progress + ".0");
            out.name("range").beginArray().value("0.0").value("100.0").value(progress + ".0")
                    .endArray();
        }
        out.endObject();
        print.node(count == 1 ? 0 : 1, type, id, flags, new int[] {0, top, width, bottom},
                texts.toArray(new String[0]), progress < 0 && (flags & 1 << 12) == 0);
    }

    void end(int flags, int top, int bottom) {
        end(flags, top, bottom, -1);
    }
}
