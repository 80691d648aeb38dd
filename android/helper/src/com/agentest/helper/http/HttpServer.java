// HttpServer.java: HTTP/1.1 for a handful of connections
package com.agentest.helper.http;

import com.agentest.helper.api.Refusal;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One thread for each connection, at most MAX_CONNECTIONS; further clients get BUSY. The handler is
 * called on these threads, by several at once, and only for requests with the right token.
 */
public final class HttpServer implements Closeable {
    static final int MAX_CONNECTIONS = 8;
    static final int RECEIVE_MS = 10000;
    static final int IDLE_MS = 120000;
    static final int END_MS = 1000;

    public interface Handler {
        HttpResponse handle(HttpRequest request) throws Refusal;
    }

    private final Listener listener;
    private final Token token;
    private final Handler handler;
    private final int receiveMs;
    private final Set<Connection> open = new HashSet<>();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(0, MAX_CONNECTIONS, 10,
            TimeUnit.SECONDS, new SynchronousQueue<Runnable>());
    private volatile boolean closed;

    /** Takes ownership of the listener. */
    public HttpServer(Listener listener, Token token, Handler handler) {
        this(listener, token, handler, RECEIVE_MS);
    }

    HttpServer(Listener listener, Token token, Handler handler, int receiveMs) {
        this.listener = listener;
        this.token = token;
        this.handler = handler;
        this.receiveMs = receiveMs;
    }

    public void start() {
        Thread thread = new Thread(this::acceptAll, "http-accept");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Lets running requests finish for END_MS; then interrupts them and gives them the same time
     * again to clean up, for example to lift fingers that are down.
     */
    @Override
    public void close() {
        closed = true;
        quietly(listener);
        pool.shutdown();
        synchronized (open) {
            for (Connection peer : open) {
                noMoreRequests(peer);
            }
        }
        try {
            if (!pool.awaitTermination(END_MS, TimeUnit.MILLISECONDS)) {
                pool.shutdownNow();
                pool.awaitTermination(END_MS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
        synchronized (open) {
            for (Connection peer : open) {
                quietly(peer);
            }
        }
    }

    private void acceptAll() {
        while (!closed) {
            try {
                admit(listener.accept());
            } catch (IOException e) {
                if (listener.isClosed()) {
                    return;
                }
            }
        }
    }

    private void admit(final Connection peer) {
        synchronized (open) {
            open.add(peer);
        }
        try {
            pool.execute(() -> serve(peer));
        } catch (RejectedExecutionException e) {
            turnAway(peer);
        }
    }

    private void turnAway(Connection peer) {
        try {
            HttpResponse.refusal(new Refusal(Refusal.Code.BUSY, "there are " + MAX_CONNECTIONS
                    + " connections already, use one of them")).write(peer.out(),
                    false);
        } catch (IOException e) {
            // The client has gone before it got the answer.
        }
        forget(peer);
    }

    private void serve(Connection peer) {
        try {
            RequestReader reader = new RequestReader(peer.in());
            peer.limitMs(IDLE_MS);
            while (!closed && reader.waitForRequest() && exchange(peer, reader)) {
                peer.limitMs(IDLE_MS);
            }
        } catch (IOException e) {
            // The peer has gone, so there is no client to answer.
        } finally {
            forget(peer);
        }
    }

    /** Serves one request. False if the connection must not be used again. */
    private boolean exchange(Connection peer, RequestReader reader) throws IOException {
        HttpResponse response;
        boolean keepAlive = false;
        try {
            RequestReader.Deadline deadline = deadline(peer);
            RequestHead head = reader.readHead(deadline);
            if (!token.admits(head.authorization)) {
                throw new Refusal(Refusal.Code.UNAUTHORIZED,
                        "send 'Authorization: Bearer' with the token of this launch");
            }
            byte[] body = reader.readBody(head.bodyLength, deadline);
            keepAlive = head.keepAlive;
            response = answer(new HttpRequest(head.method, head.path, body));
        } catch (Refusal refusal) {
            response = HttpResponse.refusal(refusal);
        }
        keepAlive = keepAlive && !closed;
        peer.limitMs(IDLE_MS); // the request's remaining time may be too short for a picture
        response.write(peer.out(), keepAlive);
        if (!keepAlive) {
            drain(peer);
        }
        return keepAlive;
    }

    private HttpResponse answer(HttpRequest request) {
        try {
            return handler.handle(request);
        } catch (Refusal refusal) {
            return HttpResponse.refusal(refusal);
        } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError e) {
            return HttpResponse.refusal(Refusal.of(e));
        }
    }

    private RequestReader.Deadline deadline(final Connection peer) {
        final long end = System.nanoTime() + receiveMs * 1000000L;
        return () -> {
            long left = (end - System.nanoTime()) / 1000000L;
            if (left <= 0) {
                throw new SocketTimeoutException("the request does not arrive");
            }
            peer.limitMs((int) left);
        };
    }

    /** Reads what the peer still sends: unread bytes make the system reset the connection. */
    private static void drain(Connection peer) throws IOException {
        byte[] waste = new byte[4096];
        peer.endOutput();
        peer.limitMs(200);
        for (int left = RequestHead.MAX_BODY_BYTES; left > 0; ) {
            int got = peer.in().read(waste);
            if (got < 0) {
                return;
            }
            left -= got;
        }
    }

    private void forget(Connection peer) {
        quietly(peer);
        synchronized (open) {
            open.remove(peer);
        }
    }

    private static void noMoreRequests(Connection peer) {
        try {
            peer.endInput();
        } catch (IOException e) {
            // The connection is closed already.
        }
    }

    private static void quietly(Closeable thing) {
        try {
            thing.close();
        } catch (IOException e) {
            // A failure to close is of no consequence.
        }
    }
}
