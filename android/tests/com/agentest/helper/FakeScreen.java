package com.agentest.helper;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.graphics.Bitmap;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowUiAutomation;

/** A system that hands out the nodes of a view tree of the test's, and no window list. */
@Implements(UiAutomation.class)
public class FakeScreen extends ShadowUiAutomation {
    static Supplier<AccessibilityNodeInfo> root;
    static AccessibilityServiceInfo info;
    static boolean listens;
    static boolean connected;
    /** The call of the last connection, with its flags. */
    static String asked;
    /** Another program has it. */
    static boolean rival;

    static void reset() {
        listens = false;
        connected = true;
        asked = null;
        rival = false;
    }

    @Implementation
    protected void connect() {
        register("connect()");
    }

    @Implementation(minSdk = 24)
    protected void connect(int flags) {
        register("connect(" + flags + ")");
    }

    @Implementation(minSdk = 31)
    protected void connectWithTimeout(int flags, long ms) {
        register("connectWithTimeout(" + flags + ")");
    }

    private static void register(String how) {
        asked = how;
        if (rival) {
            throw new IllegalStateException("UiAutomationService x@1already registered!");
        }
        connected = true;
    }

    @Implementation
    protected void disconnect() {
        connected = false;
    }

    @Implementation
    protected AccessibilityNodeInfo getRootInActiveWindow() {
        return root.get();
    }

    @Implementation
    protected List<AccessibilityWindowInfo> getWindows() {
        return Collections.emptyList();
    }

    @Implementation
    protected AccessibilityNodeInfo findFocus(int kind) {
        return null;
    }

    @Implementation
    protected Bitmap takeScreenshot() {
        return null;
    }

    /** A copy, as what comes from another process is. */
    @Implementation
    protected AccessibilityServiceInfo getServiceInfo() {
        return info == null ? null : copy(info);
    }

    @Implementation
    protected void setServiceInfo(AccessibilityServiceInfo wanted) {
        info = copy(wanted);
    }

    @Implementation(minSdk = 34)
    protected boolean clearCache() {
        return true;
    }

    @Implementation
    protected void setOnAccessibilityEventListener(
            UiAutomation.OnAccessibilityEventListener listener) {
        listens = listener != null;
    }

    private static AccessibilityServiceInfo copy(AccessibilityServiceInfo from) {
        AccessibilityServiceInfo to = new AccessibilityServiceInfo();
        to.eventTypes = from.eventTypes;
        to.flags = from.flags;
        return to;
    }
}
