// Idling.java: what an app's idling bridge says
package com.agentest.helper.api;

import com.agentest.helper.json.JsonWriter;

public final class Idling {
    private final int wire;
    private final boolean idle;
    private final String pending;

    /** The columns of its row, as android/idling-bridge/README.md has them. */
    public Idling(int wire, boolean idle, String pending) {
        this.wire = wire;
        this.idle = idle;
        this.pending = pending;
    }

    void write(JsonWriter out) {
        out.member("wire", wire).member("idle", idle).member("pending", pending);
    }
}
