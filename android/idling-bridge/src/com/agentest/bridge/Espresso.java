// Espresso.java: the app's Espresso idling resources, without depending on Espresso
package com.agentest.bridge;

import android.os.Build;
import android.os.Looper;
import java.lang.reflect.Method;
import java.util.Collection;

/** Reaches androidx.test.espresso.IdlingRegistry by name; an app without it has none. */
final class Espresso {
    private static final String PACKAGE = "androidx.test.espresso.";

    private Espresso() {
    }

    /** Call it on the main thread, where Espresso queries its resources. */
    static void report(Pending pending) {
        Object registry;
        Class<?> type;
        try {
            type = Class.forName(PACKAGE + "IdlingRegistry");
            registry = type.getMethod("getInstance").invoke(null);
        } catch (ReflectiveOperationException | LinkageError e) {
            return;
        }
        try {
            resources((Collection<?>) type.getMethod("getResources").invoke(registry), pending);
            loopers((Collection<?>) type.getMethod("getLoopers").invoke(registry), pending);
        } catch (ReflectiveOperationException | RuntimeException e) {
            pending.fault("espresso", "IdlingRegistry", e);
        }
    }

    private static void resources(Collection<?> resources, Pending pending)
            throws ReflectiveOperationException {
        Class<?> type = Class.forName(PACKAGE + "IdlingResource");
        Method getName = type.getMethod("getName");
        Method isIdleNow = type.getMethod("isIdleNow");
        for (Object resource : resources) {
            String name = resource.getClass().getName();
            try {
                name = (String) getName.invoke(resource);
                if (!(Boolean) isIdleNow.invoke(resource)) {
                    pending.busy("espresso", name);
                }
            } catch (ReflectiveOperationException | RuntimeException e) {
                pending.fault("espresso", name, e);
            }
        }
    }

    private static void loopers(Collection<?> loopers, Pending pending) {
        if (Build.VERSION.SDK_INT < 23) {
            return; // Looper.getQueue() does not exist yet
        }
        for (Object each : loopers) {
            Looper looper = (Looper) each;
            if (!looper.getQueue().isIdle()) {
                pending.busy("looper", looper.getThread().getName());
            }
        }
    }
}
