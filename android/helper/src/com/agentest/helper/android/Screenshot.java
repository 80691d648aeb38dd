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
    private static Bitmap software(Bitmap screen) {
        if (screen.getConfig() == Bitmap.Config.ARGB_8888) {
            return screen;
        }
        Bitmap copy = screen.copy(Bitmap.Config.ARGB_8888, false);
        screen.recycle();
        return copy;
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
