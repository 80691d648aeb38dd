package com.agentest.helper.android;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.Before;
import org.junit.Test;

/**
 * Each row of Hidden against the real classes of every level, as android/signatures.py has written
 * them down. What is not in the table is missing on devices; what is in it and is no row is an
 * overload that nobody has looked at.
 */
public final class SignaturesTest {
    private static final int OLDEST = 21;

    /** Looked at and not used, with the reason. */
    private static final String[] OTHERS = {
        // The public one wants a context, the private one a display; both end in the one we use.
        "34-36 android/app/UiAutomation <init> "
                + "(Landroid/content/Context;Landroid/app/IUiAutomationConnection;)V",
        "34-36 android/app/UiAutomation <init> "
                + "(ILandroid/os/Looper;Landroid/app/IUiAutomationConnection;)V",
        // Of one context's own cache; ours is the process's.
        "31-36 android/view/accessibility/AccessibilityInteractionClient getInstance static "
                + "(Landroid/content/Context;)"
                + "Landroid/view/accessibility/AccessibilityInteractionClient;",
        // Only into the windows of one app.
        "33-36 android/hardware/input/InputManager injectInputEvent "
                + "(Landroid/view/InputEvent;II)Z",
        "34-36 android/hardware/input/InputManagerGlobal injectInputEvent "
                + "(Landroid/view/InputEvent;II)Z",
    };

    /** Class, member and descriptor; and the levels. */
    private final Map<String, String> platform = new TreeMap<>();

    @Before
    public void read() throws IOException {
        for (String line : Files.readAllLines(Paths.get(System.getProperty("agentest.signatures")),
                StandardCharsets.US_ASCII)) {
            if (!line.startsWith("#")) {
                String[] words = line.split(" ", 2);
                platform.put(words[1], words[0]);
            }
        }
        assertTrue("an empty table", platform.size() > 10);
    }

    private static String name(Hidden row) {
        return row.owner + " " + row.member + " " + row.descriptor;
    }

    private static String levels(Hidden row) {
        return row.first == row.last ? "" + row.first : row.first + "-" + row.last;
    }

    @Test
    public void eachRowIsThereAtItsLevelsAndAtNoOther() {
        for (Hidden row : Hidden.values()) {
            assertEquals(row + ": " + name(row), levels(row),
                    platform.get(name(row)));
            assertTrue(row.name(), row.first >= OLDEST && row.last <= Hidden.NEWEST);
        }
    }

    @Test
    public void everyOverloadHasBeenLookedAt() {
        TreeSet<String> unknown = new TreeSet<>();
        for (Map.Entry<String, String> each : platform.entrySet()) {
            unknown.add(each.getValue() + " " + each.getKey());
        }
        for (Hidden row : Hidden.values()) {
            unknown.remove(levels(row) + " " + name(row));
        }
        assertEquals(new TreeSet<>(Arrays.asList(OTHERS)), unknown);
    }
}
