// OwnPeers.java: lets only adb's side in, where any app of the device can knock
package com.agentest.helper.http;

import java.io.IOException;

/** An abstract socket has no permissions: the system tells who has connected. */
public final class OwnPeers implements Listener {
    private static final int ROOT = 0;
    private static final int SHELL = 2000;

    private final Listener all;

    public OwnPeers(Listener all) {
        this.all = all;
    }

    /** A stranger is not even told that somebody listens for HTTP. */
    @Override
    public Connection accept() throws IOException {
        for (;;) {
            Connection peer = all.accept();
            if (isOwn(peer)) {
                return peer;
            }
            peer.close();
        }
    }

    private static boolean isOwn(Connection peer) {
        try {
            int uid = peer.peerUid();
            return uid == ROOT || uid == SHELL;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        all.close();
    }

    @Override
    public boolean isClosed() {
        return all.isClosed();
    }

    @Override
    public String kind() {
        return all.kind();
    }

    @Override
    public String address() {
        return all.address();
    }
}
