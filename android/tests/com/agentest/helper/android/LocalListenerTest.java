package com.agentest.helper.android;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.net.Credentials;
import android.net.LocalServerSocket;
import android.net.LocalSocket;
import android.system.Os;
import com.agentest.helper.http.Connection;
import com.agentest.helper.http.Listener;
import com.agentest.helper.http.OwnPeers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** What is asked of the system's local sockets; Robolectric has none that carry bytes. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 35}, shadows = {LocalListenerTest.Server.class, LocalListenerTest.Peer.class,
    LocalListenerTest.System.class})
public final class LocalListenerTest {
    private static final List<String> done = new ArrayList<>();
    /** The uids of those who connect, in order. */
    private static final Queue<Integer> knocking = new ArrayDeque<>();

    /** The listening socket. */
    @Implements(LocalServerSocket.class)
    public static class Server {
        private final FileDescriptor descriptor = new FileDescriptor();

        @Implementation
        protected void __constructor__(String name) {
            done.add("bind " + name);
        }

        @Implementation
        protected LocalSocket accept() throws IOException {
            if (knocking.isEmpty()) {
                throw new IOException("nobody");
            }
            return new LocalSocket();
        }

        @Implementation
        protected FileDescriptor getFileDescriptor() {
            return descriptor;
        }

        @Implementation
        protected void close() {
            done.add("close listener");
        }
    }

    /** An accepted one. */
    @Implements(LocalSocket.class)
    public static class Peer {
        final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private int uid;

        @Implementation
        protected void __constructor__() {
            uid = knocking.remove();
        }

        @Implementation
        protected Credentials getPeerCredentials() throws IOException {
            if (uid < 0) {
                throw new IOException("Transport endpoint is not connected");
            }
            return new Credentials(4711, uid, uid);
        }

        @Implementation
        protected InputStream getInputStream() {
            return new ByteArrayInputStream(new byte[] {42});
        }

        @Implementation
        protected OutputStream getOutputStream() {
            return written;
        }

        @Implementation
        protected void setSoTimeout(int ms) {
            done.add("limit " + ms);
        }

        @Implementation
        protected void shutdownInput() {
            done.add("end input");
        }

        @Implementation
        protected void shutdownOutput() {
            done.add("end output");
        }

        @Implementation
        protected void close() {
            done.add("close " + uid);
        }
    }

    /** The system's calls. */
    @Implements(Os.class)
    public static class System {
        @Implementation
        protected static void shutdown(FileDescriptor descriptor, int how) {
            done.add("shutdown " + how);
        }
    }

    private Listener listener;

    @Before
    public void listen() throws IOException {
        done.clear();
        knocking.clear();
        listener = new OwnPeers(new LocalListener("agentest-0123456789abcdef"));
        assertEquals(Arrays.asList("bind agentest-0123456789abcdef"), done);
        done.clear();
    }

    @Test
    public void onlyTheShellAndRootAreLetIn() throws IOException {
        knocking.addAll(Arrays.asList(10123, 2000, -1, 1000, 0));
        assertEquals(2000, listener.accept().peerUid());
        assertEquals(0, listener.accept().peerUid());
        assertEquals(Arrays.asList("close 10123", "close -1", "close 1000"), done);
    }

    @Test
    public void bytesAndLimitsGoThrough() throws IOException {
        knocking.add(2000);
        Connection peer = listener.accept();
        assertEquals(42, peer.in().read());
        peer.out().write(7);
        peer.limitMs(150);
        peer.endInput();
        peer.endOutput();
        peer.close();
        assertEquals(Arrays.asList("limit 150", "end input", "end output", "close 2000"), done);
    }

    @Test
    public void closingWakesWhoeverAccepts() throws IOException {
        assertFalse(listener.isClosed());
        listener.close();
        assertTrue(listener.isClosed());
        assertEquals(Arrays.asList("shutdown 2", "close listener"), done);
        assertEquals("socket agentest-0123456789abcdef",
                listener.kind() + " " + listener.address());
    }
}
