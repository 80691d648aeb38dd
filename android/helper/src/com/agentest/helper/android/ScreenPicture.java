// ScreenPicture.java: a picture of the screen that is compared with others, and sent as JPEG
package com.agentest.helper.android;

import android.graphics.Bitmap;
import com.agentest.helper.api.Picture;
import com.agentest.helper.http.HttpResponse;

final class ScreenPicture implements Picture {
    /** A fraction of the pixels is quick to compare; a character is far larger than what is lost. */
    private static final int COMPARED_SIDE_PX = 640;
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Bitmap screen;

    /** Takes ownership of the bitmap. */
    ScreenPicture(Bitmap screen) {
        this.screen = Screenshot.software(screen);
    }

    @Override
    public long print() {
        Bitmap small = Screenshot.shrink(screen, COMPARED_SIDE_PX);
        int width = small.getWidth();
        int[] pixels = new int[width * small.getHeight()];
        small.getPixels(pixels, 0, width, 0, 0, width, small.getHeight());
        if (small != screen) {
            small.recycle();
        }
        long hash = (FNV_BASIS ^ screen.getWidth()) * FNV_PRIME;
        for (int pixel : pixels) {
            hash = (hash ^ pixel) * FNV_PRIME;
        }
        return hash;
    }

    @Override
    public HttpResponse jpeg(int quality, int maxSidePx) {
        Bitmap scaled = Screenshot.shrink(screen, maxSidePx);
        HttpResponse response = Screenshot.jpeg(scaled, quality)
                .header("X-Screen-Size", screen.getWidth() + "x" + screen.getHeight())
                .header("X-Image-Size", scaled.getWidth() + "x" + scaled.getHeight());
        if (scaled != screen) {
            scaled.recycle();
        }
        return response;
    }

    @Override
    public void close() {
        screen.recycle();
    }
}
