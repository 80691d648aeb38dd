// StandardInput.java: the host's line with the secret, and then the host's presence
package com.agentest.helper.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Arguments would be visible to every app in /proc; a line on stdin is not. */
public final class StandardInput {
    static final int MAX_LINE_BYTES = 4096;

    private final InputStream in;
    private final Runnable atEnd;
    private final FutureTask<byte[]> line = new FutureTask<>(this::readLine);

    /** atEnd runs once, after the first line, when the host closes its end or is gone. */
    public StandardInput(InputStream in, Runnable atEnd) {
        this.in = in;
        this.atEnd = atEnd;
    }

    /** Begins to read in its own thread. */
    public void start() {
        Thread thread = new Thread(this::readAll, "stdin");
        thread.setDaemon(true);
        thread.start();
    }

    /** Throws IllegalArgumentException where no line comes within the time. */
    public byte[] firstLine(long ms) throws Exception {
        try {
            return line.get(ms, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalArgumentException("no line came on stdin within " + ms + " ms");
        } catch (ExecutionException e) {
            throw new IllegalArgumentException(e.getCause().getMessage());
        }
    }

    private void readAll() {
        line.run();
        try {
            while (in.read() >= 0) {
                continue; // nothing more is said; only the end counts
            }
        } catch (IOException e) {
            // The host is gone as well.
        }
        atEnd.run();
    }

    private byte[] readLine() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("stdin ended before its first line");
            }
            if (bytes.size() == MAX_LINE_BYTES) {
                throw new IOException("the first line of stdin has more than " + MAX_LINE_BYTES
                        + " bytes");
            }
            bytes.write(c);
        }
        return bytes.toByteArray();
    }
}
