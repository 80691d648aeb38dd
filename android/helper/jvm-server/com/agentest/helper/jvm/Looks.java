// Looks.java: a look at a screen that is written as a tree
package com.agentest.helper.jvm;

import com.agentest.helper.json.JsonException;
import com.agentest.helper.json.JsonReader;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.target.Box;
import com.agentest.helper.target.Screen;
import com.agentest.helper.target.Spot;
import java.util.List;
import java.util.Map;

/** Reads what PROTOCOL.md calls TREE; a node's number in it is its handle. */
public final class Looks {
    private Looks() {
    }

    static Screen of(JsonWriter tree) {
        try {
            return of((Map<?, ?>) JsonReader.parse(tree.toBytes()));
        } catch (JsonException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Screen of(Map<?, ?> tree) {
        Screen screen = new Screen(number(tree, "width"), number(tree, "height"));
        int count = 0;
        for (Object each : (List<?>) tree.get("windows")) {
            Map<?, ?> window = (Map<?, ?>) each;
            screen.window(word(window, "type"), Boolean.TRUE.equals(window.get("focused")));
            for (Object node : (List<?>) window.get("nodes")) {
                add(screen, (Map<?, ?>) node, word(window, "package"), count++);
            }
        }
        return screen.settle();
    }

    private static void add(Screen screen, Map<?, ?> node, String packageName, int handle) {
        Spot.Words words = new Spot.Words();
        words.className = word(node, "class");
        words.packageName = node.containsKey("package") ? word(node, "package") : packageName;
        words.id = word(node, "id");
        words.text = word(node, "text");
        words.desc = word(node, "desc");
        words.drawn = node.containsKey("drawn") ? number(node, "drawn") : 0;
        words.pane = word(node, "pane");
        List<?> sides = (List<?>) node.get("bounds");
        screen.add(number(node, "depth"), words, number(node, "flags"), new Box(side(sides, 0),
                side(sides, 1), side(sides, 2), side(sides, 3)), handle);
    }

    private static int side(List<?> sides, int at) {
        return ((Long) sides.get(at)).intValue();
    }

    private static int number(Map<?, ?> object, String name) {
        return ((Long) object.get(name)).intValue();
    }

    private static String word(Map<?, ?> object, String name) {
        Object value = object.get(name);
        return value == null ? "" : (String) value;
    }
}
