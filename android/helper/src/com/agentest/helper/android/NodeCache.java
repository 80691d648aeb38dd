// NodeCache.java: forgets the nodes that the framework has kept in this process
package com.agentest.helper.android;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.os.Build;

/**
 * Only events correct the cache, and some toolkits send none: what is read from it may be older than
 * the last touch.
 */
final class NodeCache {
    private static volatile boolean hidden;

    private NodeCache() {
    }

    static void forget(UiAutomation automation) {
        if (Build.VERSION.SDK_INT >= 34 && automation.clearCache()) {
            return;
        }
        if (!hidden) {
            try {
                forgetByClient(automation);
                return;
            } catch (IllegalStateException e) {
                hidden = true; // an app may be denied it
            }
        }
        // A side effect clears the cache, on all of Android 5.0 to 16.
        AccessibilityServiceInfo info = automation.getServiceInfo();
        if (info != null) {
            automation.setServiceInfo(info);
        }
    }

    private static void forgetByClient(UiAutomation automation) {
        Object client = Hidden.NODE_CLIENT.call(null);
        if (Hidden.CLEAR_NODES.isExpected()) {
            Hidden.CLEAR_NODES.call(client);
        } else {
            Hidden.CLEAR_NODES_OF.call(client, Hidden.AUTOMATION_ID.call(automation));
        }
    }
}
