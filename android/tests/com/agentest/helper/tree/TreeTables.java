package com.agentest.helper.tree;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PROTOCOL.md's tables of what a tree and a node hold: others read them as their promise. */
final class TreeTables {
    private static final Pattern ROW = Pattern.compile("^\\| (`[^|]*) \\| ([^|]*)\\|",
            Pattern.MULTILINE);
    private static final Map<String, Class<?>> KINDS = new HashMap<>();

    static {
        KINDS.put("int", Long.class);
        KINDS.put("string", String.class);
        KINDS.put("true", Boolean.class);
        KINDS.put("list", List.class);
        KINDS.put("`", List.class); // `[left, top, right, bottom]` ints
    }

    private final Map<String, String> tree;
    private final Map<String, String> node;

    TreeTables() throws IOException {
        String text = new String(Files.readAllBytes(Paths.get(
                System.getProperty("agentest.protocol"))), StandardCharsets.UTF_8);
        tree = table(text, "\nTREE:\n");
        node = table(text, "only the first has depth 0.\n");
        assertTrue(tree.toString(), tree.size() == 9 && node.size() > 15);
    }

    /** Member and what is told of it, of the table that follows these words. */
    private static Map<String, String> table(String text, String after) {
        int start = text.indexOf("\n\n| member", text.indexOf(after) + after.length() - 1) + 2;
        Matcher row = ROW.matcher(text.substring(start, text.indexOf("\n\n", start)));
        Map<String, String> members = new HashMap<>();
        while (row.find()) {
            for (String name : row.group(1).replace("`", "").split(", ")) {
                members.put(name, row.group(2));
            }
        }
        return members;
    }

    /** Every member is told with its kind, and none is absent that is not optional. */
    void check(Map<?, ?> dumped) {
        follows(tree, dumped);
        for (Object window : (List<?>) dumped.get("windows")) {
            for (Object each : (List<?>) ((Map<?, ?>) window).get("nodes")) {
                follows(node, (Map<?, ?>) each);
            }
        }
    }

    private static void follows(Map<String, String> members, Map<?, ?> object) {
        for (Map.Entry<?, ?> each : object.entrySet()) {
            String told = members.get(each.getKey());
            assertTrue(each + " is not told of", told != null);
            String word = told.replaceAll("^(`|\\w+).*", "$1").trim();
            assertEquals(each.toString(), true, KINDS.get(word).isInstance(each.getValue()));
        }
        for (Map.Entry<String, String> each : members.entrySet()) {
            assertTrue("without " + each, each.getValue().contains("optional")
                    || object.containsKey(each.getKey()));
        }
    }
}
