// RequestReader.java: requests from a stream, within limits of size and time
package com.agentest.helper.http;

import com.agentest.helper.api.Refusal;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the head, then the body: the caller checks the token between the two. */
final class RequestReader {
    static final int MAX_HEAD_BYTES = 8 * 1024;

    /** The deadline keeps a client that sends a byte a second from occupying a thread forever. */
    interface Deadline {
        /** Called before each read; throws SocketTimeoutException once it has passed. */
        void arm() throws IOException;
    }

    private final InputStream in;
    private final byte[] buffer = new byte[MAX_HEAD_BYTES];
    private int from;
    private int to;

    RequestReader(InputStream in) {
        this.in = in;
    }

    /** Waits for the first byte of a request. False if the peer has closed. */
    boolean waitForRequest() throws IOException {
        try {
            return from < to || fill();
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    RequestHead readHead(Deadline deadline) throws IOException, Refusal {
        for (;;) {
            int end = headEnd();
            if (end >= 0) {
                String text = new String(buffer, from, end - from, StandardCharsets.ISO_8859_1);
                from = end + 4;
                return RequestHead.parse(text);
            }
            if (to - from == MAX_HEAD_BYTES) {
                throw new Refusal(Refusal.Code.HEAD_TOO_LARGE,
                        "a head has at most " + MAX_HEAD_BYTES + " bytes");
            }
            deadline.arm();
            if (!fill()) {
                throw new EOFException("closed within a head");
            }
        }
    }

    byte[] readBody(int length, Deadline deadline) throws IOException {
        byte[] body = Arrays.copyOfRange(buffer, from, from + length <= to ? from + length : to);
        from += body.length;
        int have = body.length;
        body = Arrays.copyOf(body, length);
        while (have < length) {
            deadline.arm();
            int got = in.read(body, have, length - have);
            if (got < 0) {
                throw new EOFException("closed within a body");
            }
            have += got;
        }
        return body;
    }

    private boolean fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        int got = in.read(buffer, to, buffer.length - to);
        to += Math.max(got, 0);
        return got > 0;
    }

    private int headEnd() {
        for (int i = from; i + 3 < to; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n' && buffer[i + 2] == '\r'
                    && buffer[i + 3] == '\n') {
                return i;
            }
        }
        return -1;
    }
}
