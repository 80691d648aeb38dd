// ShotOptions.java: the options of a screenshot
package com.agentest.helper.api;

public final class ShotOptions {
    public final boolean jpeg;
    public final int quality;
    public final double scale;
    /** The limit of the longer side in pixels; 0 for none. */
    public final int maxSidePx;

    public ShotOptions(Fields fields) throws Refusal {
        jpeg = fields.word("format", "png", "jpeg").equals("jpeg");
        quality = fields.integer("quality", 1, 100, 80);
        scale = fields.number("scale", 0.05, 1, 1);
        maxSidePx = fields.integer("maxSidePx", 0, 32767, 0);
        fields.done();
    }

    /** Returns one side of the picture that is sent of a screen of width by height. */
    public int side(int px, int width, int height) {
        double factor = scale;
        int longer = Math.max(width, height);
        if (maxSidePx > 0 && longer * factor > maxSidePx) {
            factor = (double) maxSidePx / longer;
        }
        return Math.max(1, (int) Math.round(px * factor));
    }
}
