// Arguments.java: the words after `am instrument -e`
package com.agentest.helper;

import android.os.Bundle;
import com.agentest.helper.http.TcpListener;
import com.agentest.helper.http.Token;
import com.agentest.helper.serve.Launch;

final class Arguments {
    static final int DEFAULT_PORT = 8765;

    private Arguments() {
    }

    /** All arguments are strings. Throws IllegalArgumentException that names the wrong one. */
    static Launch read(Bundle given) {
        String token = given == null ? null : given.getString("token");
        if (token == null) {
            throw new IllegalArgumentException("start with -e token and a random text");
        }
        Token secret = new Token(token);
        final int port = number(given, "port", 0, 65535, DEFAULT_PORT);
        return new Launch(secret, number(given, "lingerMs", Launch.MIN_LINGER_MS,
                Launch.MAX_LINGER_MS, Launch.DEFAULT_LINGER_MS), () -> new TcpListener(port));
    }

    private static int number(Bundle given, String name, int min, int max, int fallback) {
        String word = given.getString(name);
        if (word == null) {
            return fallback;
        }
        try {
            int number = Integer.parseInt(word);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The message below is the better one.
        }
        throw new IllegalArgumentException("-e " + name + " must be a number from " + min + " to "
                + max);
    }
}
