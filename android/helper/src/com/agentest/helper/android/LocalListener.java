// LocalListener.java: a name among the abstract sockets, which adb calls localabstract
package com.agentest.helper.android;

import android.net.LocalServerSocket;
import android.net.LocalSocket;
import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import com.agentest.helper.http.Connection;
import com.agentest.helper.http.Listener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Holds the bound socket: without a reference the collector would close it. */
public final class LocalListener implements Listener {
    private final String name;
    private final LocalServerSocket socket;
    private volatile boolean closed;

    public LocalListener(String name) throws IOException {
        this.name = name;
        this.socket = new LocalServerSocket(name);
    }

    @Override
    public Connection accept() throws IOException {
        return new Stream(socket.accept());
    }

    /** Closing alone leaves a thread in accept(): only TCP's sockets wake theirs. */
    @Override
    public void close() throws IOException {
        closed = true;
        try {
            Os.shutdown(socket.getFileDescriptor(), OsConstants.SHUT_RDWR);
        } catch (ErrnoException e) {
            // It is closed already.
        }
        socket.close();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public String kind() {
        return "socket";
    }

    @Override
    public String address() {
        return name;
    }

    private static final class Stream implements Connection {
        private final LocalSocket peer;

        Stream(LocalSocket peer) {
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
        public int peerUid() throws IOException {
            return peer.getPeerCredentials().getUid();
        }

        @Override
        public void close() throws IOException {
            peer.close();
        }
    }
}
