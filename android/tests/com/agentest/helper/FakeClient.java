package com.agentest.helper;

import android.app.UiAutomation;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Counts how often the framework's own node cache is cleared, up to API 33. */
@Implements(className = "android.view.accessibility.AccessibilityInteractionClient")
public class FakeClient {
    static int cleared;

    @Implementation(maxSdk = 32)
    protected void clearCache() {
        cleared++;
    }

    @Implementation(minSdk = 33)
    protected void clearCache(int connection) {
        cleared++;
    }

    /** As UiAutomation itself clears it from API 34 on. */
    @Implements(UiAutomation.class)
    public static class Newer extends FakeScreen {
        @Override
        @Implementation(minSdk = 34)
        protected boolean clearCache() {
            cleared++;
            return true;
        }
    }
}
