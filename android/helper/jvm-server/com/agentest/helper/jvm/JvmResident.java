// JvmResident.java: the helper that is not installed, on a JVM with a device made of paper
package com.agentest.helper.jvm;

import com.agentest.helper.http.Connection;
import com.agentest.helper.http.Listener;
import com.agentest.helper.http.TcpListener;
import com.agentest.helper.serve.Resident;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Reads the line on stdin, prints the blocks and ends as Main does. A JVM has no abstract sockets:
 * the socket's name is a free port of the loopback here, which stderr tells as "port N", and every
 * peer has one uid.
 *
 * <p>Properties: agentest.slot, the file that one process at a time can have (without it any number
 * run side by side); agentest.peer, the peers' uid (2000).
 */
public final class JvmResident {
    private JvmResident() {
    }

    public static void main(String[] words) {
        final int uid = Integer.getInteger("agentest.peer", 2000);
        Resident resident = new Resident(new PaperGround(System.getProperty("agentest.slot")),
                System.in, System.out, name -> new Named(name, uid));
        System.exit(resident.run() ? 0 : 1);
    }

    private static final class Named implements Listener {
        private final String name;
        private final int uid;
        private final TcpListener port = new TcpListener(0);

        Named(String name, int uid) throws IOException {
            this.name = name;
            this.uid = uid;
            System.err.println("port " + port.port());
        }

        @Override
        public Connection accept() throws IOException {
            return new Peer(port.accept(), uid);
        }

        @Override
        public void close() throws IOException {
            port.close();
        }

        @Override
        public boolean isClosed() {
            return port.isClosed();
        }

        @Override
        public String kind() {
            return "socket";
        }

        @Override
        public String address() {
            return name;
        }
    }

    private static final class Peer implements Connection {
        private final Connection stream;
        private final int uid;

        Peer(Connection stream, int uid) {
            this.stream = stream;
            this.uid = uid;
        }

        @Override
        public InputStream in() throws IOException {
            return stream.in();
        }

        @Override
        public OutputStream out() throws IOException {
            return stream.out();
        }

        @Override
        public void limitMs(int ms) throws IOException {
            stream.limitMs(ms);
        }

        @Override
        public void endInput() throws IOException {
            stream.endInput();
        }

        @Override
        public void endOutput() throws IOException {
            stream.endOutput();
        }

        @Override
        public int peerUid() {
            return uid;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
