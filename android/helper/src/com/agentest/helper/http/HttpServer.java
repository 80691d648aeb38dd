// HttpServer.java: HTTP/1.1 on the loopback for a handful of connections
package com.agentest.helper.http;

import com.agentest.helper.api.Refusal;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
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

    private final ServerSocket listener;
    private final Token token;
    private final Handler handler;
    private final int receiveMs;
    private final Set<Socket> open = new HashSet<>();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(0, MAX_CONNECTIONS, 10,
            TimeUnit.SECONDS, new SynchronousQueue<Runnable>());
    private volatile boolean closed;

    /** Port 0 means any free port. */
    public HttpServer(int port, Token token, Handler handler) throws IOException {
        this(port, token, handler, RECEIVE_MS);
    }

    HttpServer(int port, Token token, Handler handler, int receiveMs) throws IOException {
        this.token = token;
        this.handler = handler;
        this.receiveMs = receiveMs;
        listener = new ServerSocket();
        listener.setReuseAddress(true);
        try {
            listener.bind(new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 16);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    public int port() {
        return listener.getLocalPort();
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
            for (Socket socket : open) {
                noMoreRequests(socket);
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
            for (Socket socket : open) {
                quietly(socket);
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

    private void admit(final Socket socket) {
        synchronized (open) {
            open.add(socket);
        }
        try {
            pool.execute(() -> serve(socket));
        } catch (RejectedExecutionException e) {
            turnAway(socket);
        }
    }

    private void turnAway(Socket socket) {
        try {
            HttpResponse.refusal(new Refusal(Refusal.Code.BUSY, "there are " + MAX_CONNECTIONS
                    + " connections already, use one of them")).write(socket.getOutputStream(),
                    false);
        } catch (IOException e) {
            // The client has gone before it got the answer.
        }
        forget(socket);
    }

    private void serve(Socket socket) {
        try {
            socket.setTcpNoDelay(true);
            RequestReader reader = new RequestReader(socket.getInputStream());
            socket.setSoTimeout(IDLE_MS);
            while (!closed && reader.waitForRequest() && exchange(socket, reader)) {
                socket.setSoTimeout(IDLE_MS);
            }
        } catch (IOException e) {
            // The peer has gone, so there is no client to answer.
        } finally {
            forget(socket);
        }
    }

    /** Serves one request. False if the connection must not be used again. */
    private boolean exchange(Socket socket, RequestReader reader) throws IOException {
        HttpResponse response;
        boolean keepAlive = false;
        try {
            RequestReader.Deadline deadline = deadline(socket);
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
        response.write(socket.getOutputStream(), keepAlive);
        if (!keepAlive) {
            drain(socket);
        }
        return keepAlive;
    }

    private HttpResponse answer(HttpRequest request) {
        try {
            return handler.handle(request);
        } catch (Refusal refusal) {
            return HttpResponse.refusal(refusal);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return HttpResponse.refusal(Refusal.of(e));
        }
    }

    private RequestReader.Deadline deadline(final Socket socket) {
        final long end = System.nanoTime() + receiveMs * 1000000L;
        return () -> {
            long left = (end - System.nanoTime()) / 1000000L;
            if (left <= 0) {
                throw new SocketTimeoutException("the request does not arrive");
            }
            socket.setSoTimeout((int) left);
        };
    }

    /** Reads what the peer still sends: unread bytes make the system reset the connection. */
    private static void drain(Socket socket) throws IOException {
        byte[] waste = new byte[4096];
        socket.shutdownOutput();
        socket.setSoTimeout(200);
        for (int left = RequestHead.MAX_BODY_BYTES; left > 0; ) {
            int got = socket.getInputStream().read(waste);
            if (got < 0) {
                return;
            }
            left -= got;
        }
    }

    private void forget(Socket socket) {
        quietly(socket);
        synchronized (open) {
            open.remove(socket);
        }
    }

    private static void noMoreRequests(Socket socket) {
        try {
            socket.shutdownInput();
        } catch (IOException e) {
            // The socket is closed already.
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
