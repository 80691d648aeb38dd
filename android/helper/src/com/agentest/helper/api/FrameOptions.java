// FrameOptions.java: which picture of the screen a client has, and how it wants the next one
package com.agentest.helper.api;

public final class FrameOptions {
    /** The number of the picture that the client has; 0 for none. */
    public final int since;
    public final int waitMs;
    public final int quality;
    /** The limit of the longer side in pixels; 0 for none. */
    public final int maxSidePx;

    public FrameOptions(Fields fields) throws Refusal {
        since = fields.integer("since", 0, Integer.MAX_VALUE, 0);
        waitMs = fields.integer("waitMs", 0, 10000, 0);
        quality = fields.integer("quality", 1, 100, 70);
        maxSidePx = fields.integer("maxSidePx", 0, 32767, 0);
        fields.done();
    }
}
