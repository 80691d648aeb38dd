// NamedPort.java: a port of the loopback in place of an abstract socket, which a JVM has not
package com.agentest.helper.jvm;

import com.agentest.helper.http.Connection;
import com.agentest.helper.http.Listener;
import com.agentest.helper.http.TcpListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Tells the name, and says of every peer that it has this uid. */
public final class NamedPort implements Listener {
    private final String name;
    private final int uid;
    private final TcpListener port = new TcpListener(0);

    public NamedPort(String name, int uid) throws IOException {
        this.name = name;
        this.uid = uid;
    }

    public int port() {
        return port.port();
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
