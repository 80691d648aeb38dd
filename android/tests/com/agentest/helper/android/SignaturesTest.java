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

    @Test
    public void eachRowIsThereAtItsLevelsAndAtNoOther() {
        for (Hidden row : Hidden.values()) {
            assertEquals(row + ": " + name(row), row.first + "-" + row.last,
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
            unknown.remove(row.first + "-" + row.last + " " + name(row));
        }
        assertEquals(new TreeSet<>(Arrays.asList(OTHERS)), unknown);
    }
}
