// Picture.java: one picture of the screen, held until it is closed
package com.agentest.helper.api;

import com.agentest.helper.http.HttpResponse;

public interface Picture extends AutoCloseable {
    /** Returns a value that is another one when the screen looks different. */
    long print();

    /** Returns the answer with its bytes and sizes. */
    HttpResponse jpeg(int quality, int maxSidePx);

    @Override
    void close();
}
