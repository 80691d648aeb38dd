package com.agentest.helper.tree;

import android.os.Build;
import android.view.View;
import android.view.ViewGroup;
import android.view.accessibility.AccessibilityNodeInfo;
import java.util.ArrayList;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAccessibilityNodeInfo;
import org.robolectric.util.ReflectionHelpers;

/**
 * The nodes of a real view tree, as another process sees them. Since Android 14 the framework can
 * answer its own process, and everything is its code. Before that the views still fill their nodes
 * and do the actions; only the link from parent to child is laid by this class.
 */
public final class ViewNodes {
    private static final String REAL = "robolectric.useRealAni";

    private ViewNodes() {
    }

    /** Call before a node is made. Robolectric's windows want the nodes of before: end() first. */
    public static void begin() {
        System.setProperty(REAL, Boolean.toString(Build.VERSION.SDK_INT >= 34));
    }

    public static void end() {
        System.clearProperty(REAL);
    }

    /** Robolectric's window manager never tells a window that it is on the screen. */
    public static void show(View view) {
        Object attachInfo = ReflectionHelpers.getField(view, "mAttachInfo");
        ReflectionHelpers.setField(attachInfo, "mWindowVisibility", View.VISIBLE);
    }

    public static AccessibilityNodeInfo of(View view) {
        AccessibilityNodeInfo node = view.createAccessibilityNodeInfo();
        if (Boolean.getBoolean(REAL)) {
            node.setQueryFromAppProcessEnabled(view, true);
        } else {
            link(view, node);
        }
        return node;
    }

    private static void link(View view, AccessibilityNodeInfo node) {
        ShadowAccessibilityNodeInfo shadow = Shadow.extract(node);
        ReflectionHelpers.setField(shadow, "children", new ArrayList<AccessibilityNodeInfo>());
        if (view instanceof ViewGroup) {
            ViewGroup group = (ViewGroup) view;
            for (int i = 0; i < group.getChildCount(); i++) {
                shadow.addChild(of(group.getChildAt(i)));
            }
        }
        shadow.setRefreshReturnValue(true);
        shadow.setOnPerformActionListener((action, arguments) -> {
            boolean done = view.performAccessibilityAction(action, arguments);
            node.setTextSelection(-1, -1); // as in a new one
            view.onInitializeAccessibilityNodeInfo(node);
            return done;
        });
    }
}
