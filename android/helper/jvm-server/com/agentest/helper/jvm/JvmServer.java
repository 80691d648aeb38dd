// JvmServer.java: the helper on a JVM, with a device made of paper under it
package com.agentest.helper.jvm;

import com.agentest.helper.http.TcpListener;
import com.agentest.helper.http.Token;
import com.agentest.helper.serve.Launch;
import com.agentest.helper.serve.Report;
import com.agentest.helper.serve.Serving;
import java.util.Map;

/**
 * For tests of clients: the same server, router, waiting and checks that run on a device. Prints
 * "port N" once it listens, and at its end why it ended.
 *
 * <p>Arguments: TOKEN [PORT [LINGER_MS]]; port 0, the default, takes a free one.
 */
public final class JvmServer {
    private JvmServer() {
    }

    public static void main(String[] words) {
        if (words.length < 1 || words.length > 3) {
            System.err.println("usage: JvmServer TOKEN [PORT [LINGER_MS]]");
            System.exit(2);
        }
        final int port = words.length > 1 ? Integer.parseInt(words[1]) : 0;
        int lingerMs = words.length > 2 ? Integer.parseInt(words[2]) : Launch.DEFAULT_LINGER_MS;
        boolean inOrder = new Serving(new PaperGround(null), new Plain()).run(() -> new Launch(
                new Token(words[0]), lingerMs, () -> new TcpListener(port)));
        System.exit(inOrder ? 0 : 1);
    }

    private static final class Plain implements Report {
        @Override
        public void reached(Map<String, String> told) {
            if (told.containsKey("port")) {
                System.out.println("port " + told.get("port"));
            }
        }

        @Override
        public void ended(boolean inOrder, Map<String, String> told) {
            System.out.println(told.get(inOrder ? "reason" : "error"));
        }
    }
}
