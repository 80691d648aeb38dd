// Launch.java: what an entry was told: who may ask, where to listen, how long to stay
package com.agentest.helper.serve;

import com.agentest.helper.http.Listener;
import com.agentest.helper.http.Token;
import java.io.IOException;

public final class Launch {
    public static final int DEFAULT_LINGER_MS = 60000;
    public static final int MIN_LINGER_MS = 1000;
    public static final int MAX_LINGER_MS = 86400000;

    /** Binds the address that was named, once everything before it has worked. */
    public interface Opening {
        Listener open() throws IOException;
    }

    public final Token token;
    public final int lingerMs;
    public final Opening opening;

    public Launch(Token token, int lingerMs, Opening opening) {
        this.token = token;
        this.lingerMs = lingerMs;
        this.opening = opening;
    }
}
