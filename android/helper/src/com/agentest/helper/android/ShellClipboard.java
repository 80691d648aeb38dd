// ShellClipboard.java: the clipboard as adb's shell user has it
package com.agentest.helper.android;

import android.content.ClipData;
import android.os.Build;
import com.agentest.helper.input.Clipboard;

/** The service checks that the caller is the package that it names: the shell's own. */
final class ShellClipboard implements Clipboard {
    static final String PACKAGE = "com.android.shell";

    private static Object service() {
        return Hidden.CLIPBOARD.call(null, Hidden.SERVICE.call(null, "clipboard"));
    }

    @Override
    public ClipData get() {
        return (ClipData) Hidden.GET_CLIP.callFilled(service(), PACKAGE);
    }

    @Override
    public void set(ClipData clip) {
        if (clip != null) {
            Hidden.SET_CLIP.callFilled(service(), clip, PACKAGE);
        } else if (Build.VERSION.SDK_INT >= Hidden.CLEAR_CLIP.first) {
            Hidden.CLEAR_CLIP.callFilled(service(), PACKAGE);
        } else {
            Hidden.SET_CLIP.callFilled(service(), ClipData.newPlainText("", ""), PACKAGE);
        }
    }
}
