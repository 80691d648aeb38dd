// Connection.java: one peer's stream of bytes, over TCP or a local socket
package com.agentest.helper.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

public interface Connection extends Closeable {
    /** The value of peerUid() if the transport does not know it. */
    int UID_UNKNOWN = -1;

    InputStream in() throws IOException;

    OutputStream out() throws IOException;

    /** The limit of each later read; a local socket applies it to each write too. */
    void limitMs(int ms) throws IOException;

    /** The peer cannot send any more: a read that waits ends. */
    void endInput() throws IOException;

    void endOutput() throws IOException;

    int peerUid() throws IOException;

    @Override
    void close() throws IOException;
}
