// Launch.java: the arguments of `am instrument -e`
package com.agentest.helper;

import android.os.Bundle;
import com.agentest.helper.http.Token;

final class Launch {
    static final int DEFAULT_PORT = 8765;
    static final int DEFAULT_LINGER_MS = 60000;

    final Token token;
    final int port;
    final int lingerMs;

    private Launch(Token token, int port, int lingerMs) {
        this.token = token;
        this.port = port;
        this.lingerMs = lingerMs;
    }

    /** All arguments are strings. Throws IllegalArgumentException that names the wrong one. */
    static Launch of(Bundle given) {
        String token = given == null ? null : given.getString("token");
        if (token == null) {
            throw new IllegalArgumentException("start with -e token and a random text");
        }
        return new Launch(new Token(token), number(given, "port", 0, 65535, DEFAULT_PORT),
                number(given, "lingerMs", 1000, 86400000, DEFAULT_LINGER_MS));
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
