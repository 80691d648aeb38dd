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
