package com.agentest.helper.http;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.Collections;
import org.junit.Test;

public final class TokenTest {
    private static final String SECRET = "0123456789abcdef";

    @Test
    public void onlyTheWholeTokenIsAdmitted() {
        Token token = new Token(SECRET);
        assertTrue(token.admits("Bearer " + SECRET));
        String[] wrong = {null, "", SECRET, "Bearer", "Bearer ", "bearer " + SECRET,
            "Bearer  " + SECRET, "Bearer " + SECRET + "0", "Bearer 1123456789abcdef",
            "Bearer 0123456789abcdeg", "Basic " + SECRET, "Bearer \u01300123456789abcde"};
        for (String each : wrong) {
            assertFalse(each, token.admits(each));
        }
        for (int cut = 0; cut < SECRET.length(); cut++) {
            assertFalse(token.admits("Bearer " + SECRET.substring(0, cut)));
        }
    }

    @Test
    public void aWeakTokenIsRefused() {
        String[] weak = {null, "", "0123456789abcde", "0123456789abcdef ", "0123456789abcde\n",
            "0123456789abcde\u00e9", String.join("", Collections.nCopies(257, "a"))};
        for (String each : weak) {
            try {
                new Token(each);
                fail("took '" + each + "'");
            } catch (IllegalArgumentException e) {
                assertFalse(e.getMessage(), each != null && each.length() > 15
                        && e.getMessage().contains(each));
            }
        }
    }
}
