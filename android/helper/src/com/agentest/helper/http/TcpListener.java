// TcpListener.java: a port of the loopback
package com.agentest.helper.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

public final class TcpListener implements Listener {
    private static final int BACKLOG = 16;

    private final ServerSocket socket = new ServerSocket();

    /** Port 0 means any free port. */
    public TcpListener(int port) throws IOException {
        socket.setReuseAddress(true);
        try {
            socket.bind(new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), BACKLOG);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    @Override
    public Connection accept() throws IOException {
        Socket peer = socket.accept();
        peer.setTcpNoDelay(true);
        return new Stream(peer);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    @Override
    public boolean isClosed() {
        return socket.isClosed();
    }

    @Override
    public String kind() {
        return "port";
    }

    @Override
    public String address() {
        return Integer.toString(port());
    }

    private static final class Stream implements Connection {
        private final Socket peer;

        Stream(Socket peer) {
            this.peer = peer;
        }

        @Override
        public InputStream in() throws IOException {
            return peer.getInputStream();
        }

        @Override
        public OutputStream out() throws IOException {
            return peer.getOutputStream();
        }

        @Override
        public void limitMs(int ms) throws IOException {
            peer.setSoTimeout(ms);
        }

        @Override
        public void endInput() throws IOException {
            peer.shutdownInput();
        }

        @Override
        public void endOutput() throws IOException {
            peer.shutdownOutput();
        }

        @Override
        public int peerUid() {
            return UID_UNKNOWN;
        }

        @Override
        public void close() throws IOException {
            peer.close();
        }
    }
}
