// Resident.java: a helper that is not installed, from its line on stdin to its exit
package com.agentest.helper.serve;

import com.agentest.helper.http.OwnPeers;
import java.io.InputStream;
import java.io.PrintStream;

/** It lives as long as the host keeps stdin open, and serves nobody but adb's side. */
public final class Resident {
    public static final int FIRST_LINE_MS = 10000;

    private final Serving serving;
    private final StandardInput input;
    private final StartLine.Socket socket;
    private final int firstLineMs;

    public Resident(Ground ground, InputStream in, PrintStream out, StartLine.Socket socket,
            int firstLineMs) {
        this.serving = new Serving(ground, new Blocks(out));
        this.input = new StandardInput(in, () -> serving.end("stdin ended"));
        this.socket = socket;
        this.firstLineMs = firstLineMs;
    }

    /** Returns whether it ended in order. */
    public boolean run() {
        input.start();
        return serving.run(() -> StartLine.read(input.firstLine(firstLineMs),
                name -> new OwnPeers(socket.open(name))));
    }
}
