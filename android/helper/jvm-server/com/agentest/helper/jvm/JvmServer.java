// JvmServer.java: the helper's server on a JVM, with a device made of paper behind it
package com.agentest.helper.jvm;

import com.agentest.helper.api.Life;
import com.agentest.helper.api.Router;
import com.agentest.helper.http.HttpServer;
import com.agentest.helper.http.Token;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.IdleWaiter;
import java.io.IOException;

/**
 * For tests of clients: the same server, router, waiting and checks that run on a device. Prints
 * "port N" once it listens, and at its end why it ended.
 *
 * <p>Arguments: TOKEN [PORT [LINGER_MS]]; port 0, the default, takes a free one.
 */
public final class JvmServer {
    private JvmServer() {
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        if (words.length < 1 || words.length > 3) {
            System.err.println("usage: JvmServer TOKEN [PORT [LINGER_MS]]");
            System.exit(2);
        }
        int port = words.length > 1 ? Integer.parseInt(words[1]) : 0;
        Life life = new Life(CLOCK, words.length > 2 ? Integer.parseInt(words[2]) : 60000);
        try (HttpServer server = start(port, words[0], life)) {
            System.out.println("port " + server.port());
            System.out.println(life.await(Integer.MAX_VALUE));
        }
    }

    /** Returns a new device each time. */
    public static HttpServer start(int port, String token, Life life) throws IOException {
        EventLog log = new EventLog(CLOCK);
        HttpServer server = new HttpServer(port, new Token(token),
                new Router(new PaperDevice(log, CLOCK), log, new IdleWaiter(CLOCK, log), life));
        server.start();
        return server;
    }

    public static final Clock CLOCK = new Clock() {
        @Override
        public long nowMs() {
            return System.nanoTime() / 1000000;
        }

        @Override
        public void waitOn(Object monitor, long ms) throws InterruptedException {
            monitor.wait(ms);
        }

        @Override
        public void sleepUntil(long ms) throws InterruptedException {
            long left = ms - nowMs();
            if (left > 0) {
                Thread.sleep(left);
            }
        }
    };
}
