// Screenshot.java: the screen as PNG or JPEG bytes
package com.agentest.helper.android;

import android.graphics.Bitmap;
import com.agentest.helper.api.ShotOptions;
import com.agentest.helper.http.HttpResponse;
import java.io.ByteArrayOutputStream;

final class Screenshot {
    private Screenshot() {
    }

    /** Takes ownership of the bitmap. */
    static HttpResponse encode(Bitmap screen, ShotOptions options) {
        int width = screen.getWidth();
        int height = screen.getHeight();
        Bitmap soft = software(screen);
        Bitmap scaled = scale(soft, options);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 * 1024);
        scaled.compress(options.jpeg ? Bitmap.CompressFormat.JPEG : Bitmap.CompressFormat.PNG,
                options.quality, bytes);
        HttpResponse response = new HttpResponse(200, options.jpeg ? "image/jpeg" : "image/png",
                bytes.toByteArray())
                .header("X-Screen-Size", width + "x" + height)
                .header("X-Image-Size", scaled.getWidth() + "x" + scaled.getHeight());
        scaled.recycle();
        return response;
    }

    /** Newer releases return hardware bitmaps, which cannot be scaled by drawing. */
    static Bitmap software(Bitmap screen) {
        if (screen.getConfig() == Bitmap.Config.ARGB_8888) {
            return screen;
        }
        Bitmap copy = screen.copy(Bitmap.Config.ARGB_8888, false);
        screen.recycle();
        return copy;
    }

    static HttpResponse jpeg(Bitmap picture, int quality) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128 * 1024);
        picture.compress(Bitmap.CompressFormat.JPEG, quality, bytes);
        return new HttpResponse(200, "image/jpeg", bytes.toByteArray());
    }

    /** Returns the same bitmap if its longer side is within the limit, or if that is 0. */
    static Bitmap shrink(Bitmap screen, int maxSidePx) {
        int longer = Math.max(screen.getWidth(), screen.getHeight());
        if (maxSidePx == 0 || longer <= maxSidePx) {
            return screen;
        }
        double factor = (double) maxSidePx / longer;
        return Bitmap.createScaledBitmap(screen,
                Math.max(1, (int) Math.round(screen.getWidth() * factor)),
                Math.max(1, (int) Math.round(screen.getHeight() * factor)), true);
    }

    private static Bitmap scale(Bitmap screen, ShotOptions options) {
        int width = screen.getWidth();
        int height = screen.getHeight();
        int newWidth = options.side(width, width, height);
        int newHeight = options.side(height, width, height);
        if (newWidth == width && newHeight == height) {
            return screen;
        }
        Bitmap scaled = Bitmap.createScaledBitmap(screen, newWidth, newHeight, true);
        screen.recycle();
        return scaled;
    }
}
