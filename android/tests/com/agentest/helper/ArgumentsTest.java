package com.agentest.helper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.os.Bundle;
import com.agentest.helper.http.Listener;
import com.agentest.helper.serve.Launch;
import java.io.IOException;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = 35)
public final class ArgumentsTest {
    private static final String TOKEN = "0123456789abcdef";

    private static Bundle words(String... words) {
        Bundle bundle = new Bundle();
        for (int i = 0; i < words.length; i += 2) {
            bundle.putString(words[i], words[i + 1]);
        }
        return bundle;
    }

    private static void refuses(String reason, Bundle words) {
        try {
            Arguments.read(words);
            fail("took " + words);
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage(), e.getMessage().contains(reason));
        }
    }

    @Test
    public void onlyTheTokenIsNeeded() throws IOException {
        Launch launch = Arguments.read(words("token", TOKEN));
        assertTrue(launch.token.admits("Bearer " + TOKEN));
        try (Listener listener = launch.opening.open()) {
            assertEquals("port 8765", listener.kind() + " " + listener.address());
        }
        assertEquals(60000, launch.lingerMs);
    }

    @Test
    public void theRestMayBeSaid() throws IOException {
        Launch launch = Arguments.read(words("token", TOKEN, "port", "0", "lingerMs", "1000"));
        try (Listener listener = launch.opening.open()) {
            assertNotEquals("8765", listener.address());
        }
        assertEquals(1000, launch.lingerMs);
    }

    @Test
    public void whatIsWrongIsNamed() {
        refuses("-e token", null);
        refuses("-e token", words());
        refuses("a token has 16 to 256", words("token", "short"));
        refuses("-e port", words("token", TOKEN, "port", "65536"));
        refuses("-e port", words("token", TOKEN, "port", "x"));
        refuses("-e lingerMs", words("token", TOKEN, "lingerMs", "999"));
        refuses("-e lingerMs", words("token", TOKEN, "lingerMs", "99999999999"));
    }
}
