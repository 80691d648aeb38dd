// Clipboard.java: the device's clipboard
package com.agentest.helper.input;

import android.content.ClipData;

/** Both throw SecurityException or IllegalStateException where it is not for this helper. */
public interface Clipboard {
    /** Null if it is empty. */
    ClipData get();

    /** Null empties it. */
    void set(ClipData clip);
}
