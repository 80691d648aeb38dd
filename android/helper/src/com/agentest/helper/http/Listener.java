// Listener.java: the address that peers connect to, which the host receives
package com.agentest.helper.http;

import java.io.Closeable;
import java.io.IOException;

public interface Listener extends Closeable {
    Connection accept() throws IOException;

    /** Ends an accept() that waits in another thread. */
    @Override
    void close() throws IOException;

    boolean isClosed();

    /** The word of stage "serving" for the address: "port" or "socket". */
    String kind();

    String address();
}
