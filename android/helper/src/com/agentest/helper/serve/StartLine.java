// StartLine.java: the first line of stdin, where the helper runs without being installed
package com.agentest.helper.serve;

import com.agentest.helper.api.Fields;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.http.Listener;
import com.agentest.helper.http.Token;
import com.agentest.helper.json.JsonException;
import com.agentest.helper.json.JsonReader;
import java.io.IOException;
import java.util.regex.Pattern;

public final class StartLine {
    private static final String WHERE = "the first line of stdin";
    private static final Pattern SOCKET = Pattern.compile("agentest-[0-9a-f]{16}");

    /** Binds the socket of a name. */
    public interface Socket {
        Listener open(String name) throws IOException;
    }

    private StartLine() {
    }

    /** Throws IllegalArgumentException that names what is wrong, never the token. */
    public static Launch read(byte[] line, Socket socket) {
        try {
            Fields fields = Fields.of(JsonReader.parse(line), WHERE);
            String token = fields.text("token");
            final String name = fields.text("socket");
            int lingerMs = fields.integer("lingerMs", Launch.MIN_LINGER_MS, Launch.MAX_LINGER_MS,
                    Launch.DEFAULT_LINGER_MS);
            fields.done();
            if (!SOCKET.matcher(name).matches()) {
                throw new IllegalArgumentException("'socket' in " + WHERE
                        + " must be agentest- and 16 hex digits");
            }
            return new Launch(new Token(token), lingerMs, () -> socket.open(name));
        } catch (JsonException | Refusal e) {
            throw new IllegalArgumentException(e instanceof Refusal ? e.getMessage()
                    : WHERE + " is not JSON: " + e.getMessage());
        }
    }
}
