// ShotOptions.java: how a screenshot is wanted
package com.agentest.helper.api;

public final class ShotOptions {
    public final boolean jpeg;
    public final int quality;
    public final double scale;
    /** The longer side has at most so many pixels; 0 for no such limit. */
    public final int maxSidePx;

    public ShotOptions(Fields fields) throws Refusal {
        jpeg = fields.word("format", "png", "jpeg").equals("jpeg");
        quality = fields.integer("quality", 1, 100, 80);
        scale = fields.number("scale", 0.05, 1, 1);
        maxSidePx = fields.integer("maxSidePx", 0, 32767, 0);
        fields.done();
    }

    /** One side of the picture that is sent, of a screen of width by height. */
    public int side(int px, int width, int height) {
        double factor = scale;
        int longer = Math.max(width, height);
        if (maxSidePx > 0 && longer * factor > maxSidePx) {
            factor = (double) maxSidePx / longer;
        }
        return Math.max(1, (int) Math.round(px * factor));
    }
}
