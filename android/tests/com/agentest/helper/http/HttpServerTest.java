package com.agentest.helper.http;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.agentest.helper.api.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Over real sockets: what a peer sees. The handler answers with what it was asked. */
public final class HttpServerTest {
    private static final String AUTH = "Authorization: Bearer 0123456789abcdef\r\n";

    private final CountDownLatch never = new CountDownLatch(1);
    private TcpListener listener;
    private HttpServer server;
    private volatile int handled;
    private volatile boolean tidied;

    @Before
    public void start() throws IOException {
        listener = new TcpListener(0);
        server = new HttpServer(listener, new Token("0123456789abcdef"), this::handle, 700);
        server.start();
    }

    @After
    public void stop() {
        never.countDown();
        server.close();
    }

    private HttpResponse handle(HttpRequest request) throws Refusal {
        handled++;
        if (request.path.equals("/throws")) {
            throw new IllegalStateException("broken");
        }
        if (request.path.equals("/misses")) {
            throw new NoSuchMethodError("getDisplayId");
        }
        if (request.path.equals("/refuses")) {
            throw new Refusal(Refusal.Code.NO_FIELD, "none");
        }
        if (request.path.equals("/waits")) {
            try {
                never.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                tidied = true;
                throw new Refusal(Refusal.Code.INTERNAL, "ends");
            }
        }
        String told = request.method + " " + request.path + " " + request.body.length;
        return new HttpResponse(200, "text/plain", told.getBytes(StandardCharsets.UTF_8));
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", listener.port());
        socket.setSoTimeout(5000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** All until the server closes. */
    private static String rest(Socket socket) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        for (int c = in.read(); c >= 0; c = in.read()) {
            all.write(c);
        }
        return all.toString("UTF-8");
    }

    private String say(String text) throws IOException {
        try (Socket socket = connect()) {
            send(socket, text);
            return rest(socket);
        }
    }

    /** One answer of a connection that stays; head and body. */
    private static String answer(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                return head + "<closed>";
            }
            head.append((char) c);
        }
        int at = head.indexOf("Content-Length: ") + 16;
        int left = Integer.parseInt(head.substring(at, head.indexOf("\r\n", at)));
        for (; left > 0; left--) {
            head.append((char) in.read());
        }
        return head.toString();
    }

    private static String repeat(String text, int count) {
        return String.join("", Collections.nCopies(count, text));
    }

    @Test
    public void aRequestIsAnsweredAndTheConnectionStays() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "GET /a HTTP/1.1\r\n" + AUTH + "\r\n");
            String first = answer(socket);
            assertTrue(first, first.startsWith("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"));
            assertTrue(first, first.endsWith("\r\n\r\nGET /a 0"));
            assertFalse(first, first.contains("Connection"));
            send(socket, "POST /b HTTP/1.1\r\nCONTENT-LENGTH:  5\r\n" + AUTH + "\r\n12345");
            assertTrue(answer(socket).endsWith("\r\n\r\nPOST /b 5"));
        }
    }

    @Test
    public void requestsThatComeAtOnceAreAnsweredInOrder() throws IOException {
        String one = "POST /1 HTTP/1.1\r\nContent-Length: 3\r\n" + AUTH + "\r\nabc";
        String two = "GET /2 HTTP/1.1\r\nConnection: close\r\n" + AUTH + "\r\n";
        String told = say(one + two);
        assertTrue(told, told.indexOf("POST /1 3") > 0);
        assertTrue(told, told.indexOf("GET /2 0") > told.indexOf("POST /1 3"));
    }

    @Test
    public void aRequestInSinglesBytesIsTheSame() throws IOException {
        try (Socket socket = connect()) {
            socket.setTcpNoDelay(true);
            for (char c : ("POST /x HTTP/1.1\r\nContent-Length: 2\r\n" + AUTH + "\r\nab")
                    .toCharArray()) {
                send(socket, String.valueOf(c));
            }
            assertTrue(answer(socket).endsWith("POST /x 2"));
        }
    }

    @Test
    public void badRequestsAreRefusedAndClosed() throws IOException {
        String[] bad = {
            "GET\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n",
            " / HTTP/1.1\r\n\r\n", "GET x HTTP/1.1\r\n\r\n", "\r\n\r\n", "\u0000\u0001\r\n\r\n",
            "GET / HTTP/1.1\r\nNo colon\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
            "GET / HTTP/1.1\r\nA : x\r\n\r\n", "GET / HTTP/1.1\r\nA: x\r\n folded: y\r\n\r\n",
            "GET / HTTP/1.1\r\nA: x\nB: y\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n" + AUTH + "\r\na",
            "GET / HTTP/1.1\r\nContent-Length: -1\r\n" + AUTH + "\r\n",
            "GET / HTTP/1.1\r\nContent-Length: +1\r\n" + AUTH + "\r\na",
            "GET / HTTP/1.1\r\nContent-Length: 0x1\r\n" + AUTH + "\r\na",
            "GET / HTTP/1.1\r\nContent-Length:\r\n" + AUTH + "\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n" + AUTH + "\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + AUTH + "\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\n" + AUTH + AUTH + "\r\n",
        };
        for (String each : bad) {
            String told = say(each);
            assertTrue(each + " -> " + told, told.startsWith("HTTP/1.1 400 Bad Request\r\n"));
            assertTrue(told, told.contains("\r\nConnection: close\r\n"));
            assertTrue(told, told.contains("{\"ok\":false,\"error\":{\"code\":\"BAD_REQUEST\","));
        }
        assertEquals(0, handled);
    }

    @Test
    public void aHeadAndABodyHaveTheirLimits() throws IOException {
        String start = "GET / HTTP/1.1\r\nConnection: close\r\n" + AUTH + "X: ";
        int room = RequestReader.MAX_HEAD_BYTES - start.length() - 4;
        assertTrue(say(start + repeat("a", room) + "\r\n\r\n").startsWith("HTTP/1.1 200"));
        try (Socket socket = connect()) { // the last byte by itself
            socket.setTcpNoDelay(true);
            send(socket, start + repeat("a", room) + "\r\n\r");
            send(socket, "\n");
            assertTrue(answer(socket).startsWith("HTTP/1.1 200"));
        }
        assertTrue(say(start + repeat("a", room + 1) + "\r\n\r\n").startsWith("HTTP/1.1 431"));
        assertTrue(say(repeat("a", 100000)).startsWith("HTTP/1.1 431"));

        int most = RequestHead.MAX_BODY_BYTES;
        String post = "POST / HTTP/1.1\r\nConnection: close\r\n" + AUTH + "Content-Length: ";
        assertTrue(say(post + most + "\r\n\r\n" + repeat("a", most)).endsWith("POST / " + most));
        String told = say(post + (most + 1) + "\r\n\r\n" + repeat("a", most + 1));
        assertTrue(told, told.startsWith("HTTP/1.1 413 Content Too Large\r\n"));
    }

    @Test
    public void withoutTheTokenNothingIsDone() throws IOException {
        String[] without = {"", "Authorization: Bearer 0123456789abcdeX\r\n",
            "Authorization: 0123456789abcdef\r\n", "X-Authorization: Bearer 0123456789abcdef\r\n"};
        for (String each : without) {
            String told = say("POST /b HTTP/1.1\r\nContent-Length: 2\r\n" + each + "\r\n{}");
            assertTrue(told, told.startsWith("HTTP/1.1 401 Unauthorized\r\n"));
            assertTrue(told, told.contains("\"code\":\"UNAUTHORIZED\""));
            assertFalse(told, told.contains("0123456789abcdef"));
        }
        assertEquals(0, handled);
    }

    @Test
    public void theTokenIsLookedAtBeforeTheBody() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "POST /b HTTP/1.1\r\nContent-Length: 100000\r\n\r\n");
            assertTrue(answer(socket).startsWith("HTTP/1.1 401"));
        }
    }

    @Test
    public void whatTheHandlerRefusesLeavesTheConnectionOpen() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "POST /refuses HTTP/1.1\r\n" + AUTH + "\r\n");
            assertTrue(answer(socket).startsWith("HTTP/1.1 409 Conflict\r\n"));
            send(socket, "POST /throws HTTP/1.1\r\n" + AUTH + "\r\n");
            String told = answer(socket);
            assertTrue(told, told.startsWith("HTTP/1.1 500 Internal Server Error\r\n"));
            assertTrue(told, told.contains("broken"));
            send(socket, "POST /misses HTTP/1.1\r\n" + AUTH + "\r\n");
            told = answer(socket);
            assertTrue(told, told.startsWith("HTTP/1.1 500 Internal Server Error\r\n"));
            assertTrue(told, told.contains("getDisplayId"));
            send(socket, "POST /c HTTP/1.1\r\n" + AUTH + "\r\n");
            assertTrue(answer(socket).endsWith("POST /c 0"));
        }
    }

    @Test
    public void onlyALateRequestIsClosedNotALateClient() throws IOException, InterruptedException {
        try (Socket late = connect(); Socket slow = connect(); Socket stuck = connect()) {
            send(slow, "GET /a HT");
            send(stuck, "POST /a HTTP/1.1\r\nContent-Length: 9\r\n" + AUTH + "\r\nabc");
            assertEquals("", rest(slow));
            assertEquals("", rest(stuck));
            send(late, "GET /late HTTP/1.1\r\n" + AUTH + "\r\n");
            assertTrue(answer(late).endsWith("GET /late 0"));
        }
    }

    @Test
    public void aDripDoesNotKeepAThread() throws IOException, InterruptedException {
        try (Socket socket = connect()) {
            long began = System.nanoTime();
            try {
                for (int i = 0; i < 100; i++) {
                    send(socket, "G");
                    Thread.sleep(50); // the client's own slowness is what is tested
                }
            } catch (IOException e) {
                // The server has had enough.
            }
            assertTrue((System.nanoTime() - began) / 1000000 < 4000);
        }
    }

    @Test
    public void oneConnectionTooManyIsToldSo() throws IOException {
        List<Socket> open = new ArrayList<>();
        for (int i = 0; i < HttpServer.MAX_CONNECTIONS; i++) {
            Socket socket = connect();
            send(socket, "GET /a HTTP/1.1\r\n" + AUTH + "\r\n");
            assertTrue(answer(socket).startsWith("HTTP/1.1 200"));
            open.add(socket);
        }
        String told = rest(connect());
        assertTrue(told, told.startsWith("HTTP/1.1 503 Service Unavailable\r\n"));
        assertTrue(told, told.contains("\"code\":\"BUSY\""));
        for (Socket socket : open) {
            socket.close();
        }
        String again = "";
        for (long end = System.nanoTime() + 3000000000L; System.nanoTime() < end
                && !again.startsWith("HTTP/1.1 200"); ) {
            again = say("GET /a HTTP/1.1\r\nConnection: close\r\n" + AUTH + "\r\n");
        }
        assertTrue(again, again.startsWith("HTTP/1.1 200"));
    }

    @Test
    public void oneThatWaitsDoesNotHoldUpAnother() throws IOException {
        try (Socket waits = connect()) {
            send(waits, "GET /waits HTTP/1.1\r\n" + AUTH + "\r\n");
            assertTrue(say("GET /a HTTP/1.1\r\nConnection: close\r\n" + AUTH + "\r\n")
                    .endsWith("GET /a 0"));
            never.countDown();
            assertTrue(answer(waits).endsWith("GET /waits 0"));
        }
    }

    @Test
    public void closingEndsIdleConnectionsAtOnce() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "GET /a HTTP/1.1\r\n" + AUTH + "\r\n");
            answer(socket);
            long began = System.nanoTime();
            server.close();
            assertEquals("", rest(socket));
            assertTrue((System.nanoTime() - began) / 1000000 < 900);
        }
    }

    @Test
    public void closingWaitsForWhatAnInterruptedRequestPutsRight() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "GET /waits HTTP/1.1\r\n" + AUTH + "\r\nGET ");
            while (handled == 0) {
                Thread.yield();
            }
            server.close();
            assertTrue(tidied);
            assertTrue(answer(socket).contains("\"code\":\"INTERNAL\""));
        }
    }

    @Test
    public void whatTheSystemTookAwayIsCalledSo() {
        assertEquals(Refusal.Code.UIAUTOMATION_LOST, Refusal.of(new IllegalStateException(
                "UiAutomation not connected, UiAutomation@1[id=-1, flags=0]")).code);
        assertEquals(Refusal.Code.INTERNAL, Refusal.of(new IllegalStateException()).code);
    }

    @Test
    public void onlyTheLoopbackListens() throws IOException {
        Enumeration<NetworkInterface> all = NetworkInterface.getNetworkInterfaces();
        while (all.hasMoreElements()) {
            for (InterfaceAddress each : all.nextElement().getInterfaceAddresses()) {
                if (!each.getAddress().isLoopbackAddress()) {
                    assertFalse("answers at " + each.getAddress(), listens(each.getAddress()));
                }
            }
        }
        assertTrue(listens(InetAddress.getByName("127.0.0.1")));
    }

    private boolean listens(InetAddress address) {
        try {
            new Socket(address, listener.port()).close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
