// AppPlatform.java: what an installed helper's context tells
package com.agentest.helper.android;

import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.graphics.Point;
import android.view.Display;
import android.view.WindowManager;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.input.Clipboard;
import com.agentest.helper.input.EventSink;

public final class AppPlatform implements Platform {
    private final Context context;

    public AppPlatform(Context context) {
        this.context = context;
    }

    /** These methods return the real size up to the newest release; their successors need 30. */
    @Override
    public Screen screen() {
        WindowManager windows = (WindowManager) context.getSystemService(Context.WINDOW_SERVICE);
        Display display = windows.getDefaultDisplay();
        Point size = new Point();
        display.getRealSize(size);
        return new Screen(size.x, size.y, display.getRotation());
    }

    @Override
    public ApplicationInfo application(String packageName) {
        try {
            return context.getPackageManager().getApplicationInfo(packageName, 0);
        } catch (PackageManager.NameNotFoundException e) {
            return null;
        }
    }

    /** An app may not inject by itself; UiAutomation does it for the shell that started this one. */
    @Override
    public EventSink input(Automation automation) {
        return (event, sync) -> automation.get().injectInputEvent(event, sync);
    }

    @Override
    public Clipboard clipboard() {
        return new AppClipboard(context);
    }

    /** An app sees no other's process, and the question would start it. */
    @Override
    public Idling idling(String packageName) throws Refusal {
        throw new Refusal(Refusal.Code.IDLING_UNSUPPORTED,
                "an installed helper does not see whether an app runs");
    }
}
