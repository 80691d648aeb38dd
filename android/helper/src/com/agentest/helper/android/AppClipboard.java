// AppClipboard.java: the clipboard as an installed helper has it, up to API 28
package com.agentest.helper.android;

import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import android.os.Build;
import com.agentest.helper.input.Clipboard;

/** Later Androids let no app in the background read it, so that it could not be restored. */
final class AppClipboard implements Clipboard {
    private final Context context;

    AppClipboard(Context context) {
        this.context = context;
    }

    private ClipboardManager manager() {
        if (Build.VERSION.SDK_INT >= 29) {
            throw new SecurityException("from Android 10 on an app in the background may not read "
                    + "the clipboard");
        }
        return (ClipboardManager) context.getSystemService(Context.CLIPBOARD_SERVICE);
    }

    @Override
    public ClipData get() {
        return manager().getPrimaryClip();
    }

    @Override
    public void set(ClipData clip) {
        if (clip == null && Build.VERSION.SDK_INT >= 28) {
            manager().clearPrimaryClip();
        } else {
            manager().setPrimaryClip(clip == null ? ClipData.newPlainText("", "") : clip);
        }
    }
}
