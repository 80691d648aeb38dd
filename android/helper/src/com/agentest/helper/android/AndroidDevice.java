// AndroidDevice.java: does what the endpoints need through UiAutomation
package com.agentest.helper.android;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.content.pm.ApplicationInfo;
import android.graphics.Bitmap;
import android.graphics.Rect;
import android.os.Build;
import android.os.Bundle;
import android.view.accessibility.AccessibilityNodeInfo;
import com.agentest.helper.api.Device;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.KeyPress;
import com.agentest.helper.api.Picture;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.ShotOptions;
import com.agentest.helper.api.TextEntry;
import com.agentest.helper.api.TreeOptions;
import com.agentest.helper.framework.AppFiles;
import com.agentest.helper.framework.Framework;
import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.TreePrint;
import com.agentest.helper.input.EventSink;
import com.agentest.helper.input.GesturePlan;
import com.agentest.helper.input.KeyInjector;
import com.agentest.helper.input.TextInput;
import com.agentest.helper.input.TouchInjector;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.target.Finder;
import com.agentest.helper.target.Screen;
import com.agentest.helper.target.Spot;
import com.agentest.helper.tree.Children;
import com.agentest.helper.tree.ScreenTree;
import java.util.ArrayDeque;
import java.util.Deque;

public final class AndroidDevice implements Device {
    private static final int ROOT_RETRY_MS = 50;
    private static final int ROOT_RETRIES = 10;
    private static final int ROOTLESS_MS = 3000;
    private static final int SHOT_RETRIES = 3;
    private static final int MAX_CLASSES = 2000;

    private final Automation automation;
    private final Platform platform;
    private final Clock clock;
    private final TouchInjector touch;
    private final KeyInjector keys;
    private final TextInput text;
    /** Since when no window has had a root; 0: one had. */
    private volatile long rootlessMs;
    private volatile int renewals;

    public AndroidDevice(final Automation automation, Platform platform, Clock clock) {
        this.automation = automation;
        this.platform = platform;
        this.clock = clock;
        EventSink sink = platform.input(automation);
        this.touch = new TouchInjector(sink, clock);
        this.keys = new KeyInjector(sink, clock);
        this.text = new TextInput(keys, platform.clipboard(), clock);
    }

    @Override
    public void describe(JsonWriter out) {
        out.member("sdkInt", Build.VERSION.SDK_INT)
                .member("device", Build.MODEL)
                .member("manufacturer", Build.MANUFACTURER);
    }

    @Override
    public void release() {
        automation.release();
    }

    @Override
    public void acquire() throws Exception {
        automation.acquire();
    }

    @Override
    public TreePrint tree(TreeOptions options, JsonWriter out) throws Refusal {
        ScreenTree tree = collect(options);
        if (tree.isEmpty() && options.packageName.isEmpty() && renew()) {
            renewals++;
            tree = collect(options);
        }
        if (!tree.isEmpty()) {
            rootlessMs = 0;
        }
        Platform.Screen screen = platform.screen();
        return tree.write(new Rect(0, 0, screen.width, screen.height), screen.rotation, renewals,
                out);
    }

    /**
     * On some phones no window has a root for half a minute after an app was stopped, and only a
     * new connection finds one. It is made after 3 s without any, over however many requests.
     */
    private boolean renew() throws Refusal {
        long now = clock.nowMs();
        if (rootlessMs == 0) {
            rootlessMs = now;
        }
        if (now - rootlessMs < ROOTLESS_MS) {
            return false;
        }
        rootlessMs = now;
        try {
            automation.renew();
            return true;
        } catch (IllegalStateException e) {
            // If the connection must stay open, requesting all windows again may help.
            AccessibilityServiceInfo info = automation.get().getServiceInfo();
            if (info != null) {
                automation.get().setServiceInfo(info);
            }
            return true;
        } catch (Exception e) {
            throw new Refusal(Refusal.Code.INTERNAL, e.toString());
        }
    }

    /** Read now: a touch is for the current screen. */
    @Override
    public Screen look() {
        NodeCache.forget(automation.get());
        Platform.Screen screen = platform.screen();
        return new ScreenTree(TreeOptions.ALL, clock).collect(automation.get().getWindows(),
                automation.get().getRootInActiveWindow())
                .look(new Rect(0, 0, screen.width, screen.height));
    }

    /** While windows change, they may all lack a root: that passes within a few frames. */
    private ScreenTree collect(TreeOptions options) throws Refusal {
        try {
            for (int i = 0;; i++) {
                NodeCache.forget(automation.get());
                ScreenTree tree = new ScreenTree(options, clock).collect(
                        automation.get().getWindows(), automation.get().getRootInActiveWindow());
                if (!tree.isEmpty() || i == ROOT_RETRIES) {
                    return tree;
                }
                clock.sleepUntil(clock.nowMs() + ROOT_RETRY_MS);
            }
        } catch (InterruptedException e) {
            throw new Refusal(Refusal.Code.INTERNAL, "the helper ends");
        }
    }

    @Override
    public HttpResponse screenshot(ShotOptions options) throws Refusal, InterruptedException {
        for (int i = 0; i < SHOT_RETRIES; i++) {
            Bitmap screen = automation.get().takeScreenshot();
            if (screen != null) {
                return Screenshot.encode(screen, options);
            }
            clock.sleepUntil(clock.nowMs() + ROOT_RETRY_MS);
        }
        throw new Refusal(Refusal.Code.SCREENSHOT_FAILED,
                "the system gave no picture: a secure window is in front, or the screen is off");
    }

    @Override
    public Picture picture() {
        Bitmap screen = automation.get().takeScreenshot();
        return screen == null ? null : new ScreenPicture(screen);
    }

    @Override
    public void framework(String packageName, JsonWriter out) throws Refusal {
        NodeCache.forget(automation.get());
        AccessibilityNodeInfo root = automation.get().getRootInActiveWindow();
        CharSequence front = root == null ? "" : root.getPackageName();
        String name = packageName.isEmpty() ? String.valueOf(front) : packageName;
        Framework found = new Framework();
        AppFiles.read(application(name), found);
        if (root != null && name.contentEquals(front == null ? "" : front)) {
            classes(root, found);
        }
        found.write(name, out);
    }

    @Override
    public Idling idling(String packageName) throws Refusal, InterruptedException {
        return platform.idling(packageName);
    }

    private ApplicationInfo application(String packageName) throws Refusal {
        ApplicationInfo found = packageName.isEmpty() ? null : platform.application(packageName);
        if (found == null) {
            throw new Refusal(Refusal.Code.NO_PACKAGE, packageName.isEmpty()
                    ? "no app is in front, name a package"
                    : "'" + packageName + "' is not installed");
        }
        return found;
    }

    private static void classes(AccessibilityNodeInfo root, Framework into) {
        Deque<AccessibilityNodeInfo> open = new ArrayDeque<>();
        open.push(root);
        for (int seen = 0; !open.isEmpty() && seen < MAX_CLASSES; seen++) {
            AccessibilityNodeInfo node = open.pop();
            into.nodeClass(String.valueOf(node.getClassName()));
            for (int i = 0; i < node.getChildCount(); i++) {
                AccessibilityNodeInfo child = Children.at(node, i);
                if (child != null) {
                    open.push(child);
                }
            }
        }
    }

    @Override
    public void touch(GesturePlan plan) throws Refusal, InterruptedException {
        touch.play(plan);
    }

    /** An Android before 7 has no such action. */
    @Override
    public void progress(Spot spot, float value) throws Refusal {
        Bundle arguments = new Bundle();
        arguments.putFloat(AccessibilityNodeInfo.ACTION_ARGUMENT_PROGRESS_VALUE, value);
        if (Build.VERSION.SDK_INT < 24 || spot == null || !((AccessibilityNodeInfo) spot.handle)
                .performAction(android.R.id.accessibilityActionSetProgress, arguments)) {
            throw new Refusal(Refusal.Code.NO_FIELD, "the target takes no value");
        }
    }

    @Override
    public void press(KeyPress press) throws Refusal, InterruptedException {
        keys.press(press);
    }

    @Override
    public void enter(TextEntry entry, JsonWriter out)
            throws Refusal, InterruptedException {
        if (entry.target != null) {
            Spot spot = new Finder(look(), entry.target).findField();
            text.enter(entry, (AccessibilityNodeInfo) spot.handle, out);
            return;
        }
        NodeCache.forget(automation.get());
        AccessibilityNodeInfo root = automation.get().getRootInActiveWindow();
        AccessibilityNodeInfo field = null;
        if (entry.hasPlace) {
            field = root == null ? null : TextInput.find(root, entry.x, entry.y);
        } else {
            field = automation.get().findFocus(AccessibilityNodeInfo.FOCUS_INPUT);
            field = field != null && field.isEditable() ? field : null;
        }
        text.enter(entry, field, out);
    }
}
