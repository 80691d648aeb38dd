// Hidden.java: every member of the platform that is reached by reflection, one row each
package com.agentest.helper.android;

import android.os.Build;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * First and last level at which a row is expected, then class, member and descriptor as
 * android/platform/signatures.txt has them: SignaturesTest compares the two, for all levels. What a
 * later Android lacks is an IllegalStateException that names it, never an error of the linker.
 */
public enum Hidden {
    AUTOMATION(21, 36, "android/app/UiAutomation", "<init>",
            "(Landroid/os/Looper;Landroid/app/IUiAutomationConnection;)V"),
    CONNECTION(21, 36, "android/app/UiAutomationConnection", "<init>", "()V"),
    CONNECT(21, 36, "android/app/UiAutomation", "connect", "()V"),
    CONNECT_WITH_FLAGS(24, 36, "android/app/UiAutomation", "connect", "(I)V"),
    CONNECT_IN_TIME(31, 36, "android/app/UiAutomation", "connectWithTimeout", "(IJ)V"),
    DISCONNECT(21, 36, "android/app/UiAutomation", "disconnect", "()V"),
    GIVEN_CONNECTION(21, 36, "android/app/Instrumentation", "mUiAutomationConnection",
            "Landroid/app/IUiAutomationConnection;"),

    AUTOMATION_ID(21, 36, "android/app/UiAutomation", "getConnectionId", "()I"),
    NODE_CLIENT(21, 36, "android/view/accessibility/AccessibilityInteractionClient", "getInstance",
            "static ()Landroid/view/accessibility/AccessibilityInteractionClient;"),
    CLEAR_NODES(21, 32, "android/view/accessibility/AccessibilityInteractionClient", "clearCache",
            "()V"),
    CLEAR_NODES_OF(33, 36, "android/view/accessibility/AccessibilityInteractionClient",
            "clearCache", "(I)V"),

    INPUT(21, 36, "android/hardware/input/InputManager", "getInstance",
            "static ()Landroid/hardware/input/InputManager;"),
    INJECT(21, 36, "android/hardware/input/InputManager", "injectInputEvent",
            "(Landroid/view/InputEvent;I)Z"),
    INPUT_GLOBAL(34, 36, "android/hardware/input/InputManagerGlobal", "getInstance",
            "static ()Landroid/hardware/input/InputManagerGlobal;"),
    INJECT_GLOBAL(34, 36, "android/hardware/input/InputManagerGlobal", "injectInputEvent",
            "(Landroid/view/InputEvent;I)Z"),

    SERVICE(21, 36, "android/os/ServiceManager", "getService",
            "static (Ljava/lang/String;)Landroid/os/IBinder;"),
    CLIPBOARD(21, 36, "android/content/IClipboard$Stub", "asInterface",
            "static (Landroid/os/IBinder;)Landroid/content/IClipboard;"),
    GET_CLIP(21, 28, "android/content/IClipboard", "getPrimaryClip",
            "(Ljava/lang/String;)Landroid/content/ClipData;"),
    GET_CLIP_OF(29, 33, "android/content/IClipboard", "getPrimaryClip",
            "(Ljava/lang/String;I)Landroid/content/ClipData;"),
    GET_CLIP_ON(34, 36, "android/content/IClipboard", "getPrimaryClip",
            "(Ljava/lang/String;Ljava/lang/String;II)Landroid/content/ClipData;"),
    SET_CLIP(21, 28, "android/content/IClipboard", "setPrimaryClip",
            "(Landroid/content/ClipData;Ljava/lang/String;)V"),
    SET_CLIP_OF(29, 33, "android/content/IClipboard", "setPrimaryClip",
            "(Landroid/content/ClipData;Ljava/lang/String;I)V"),
    SET_CLIP_ON(34, 36, "android/content/IClipboard", "setPrimaryClip",
            "(Landroid/content/ClipData;Ljava/lang/String;Ljava/lang/String;II)V"),
    CLEAR_CLIP(28, 28, "android/content/IClipboard", "clearPrimaryClip",
            "(Ljava/lang/String;)V"),
    CLEAR_CLIP_OF(29, 33, "android/content/IClipboard", "clearPrimaryClip",
            "(Ljava/lang/String;I)V"),
    CLEAR_CLIP_ON(34, 36, "android/content/IClipboard", "clearPrimaryClip",
            "(Ljava/lang/String;Ljava/lang/String;II)V"),

    DISPLAYS(21, 36, "android/hardware/display/DisplayManagerGlobal", "getInstance",
            "static ()Landroid/hardware/display/DisplayManagerGlobal;"),
    DISPLAY_INFO(21, 36, "android/hardware/display/DisplayManagerGlobal", "getDisplayInfo",
            "(I)Landroid/view/DisplayInfo;"),
    DISPLAY_WIDTH(21, 36, "android/view/DisplayInfo", "logicalWidth", "I"),
    DISPLAY_HEIGHT(21, 36, "android/view/DisplayInfo", "logicalHeight", "I"),
    DISPLAY_ROTATION(21, 36, "android/view/DisplayInfo", "rotation", "I"),

    PACKAGES(21, 36, "android/app/ActivityThread", "getPackageManager",
            "static ()Landroid/content/pm/IPackageManager;"),
    APPLICATION(21, 32, "android/content/pm/IPackageManager", "getApplicationInfo",
            "(Ljava/lang/String;II)Landroid/content/pm/ApplicationInfo;"),
    APPLICATION_LONG(33, 36, "android/content/pm/IPackageManager", "getApplicationInfo",
            "(Ljava/lang/String;JI)Landroid/content/pm/ApplicationInfo;"),
    CURRENT_USER(21, 36, "android/app/ActivityManager", "getCurrentUser", "static ()I"),

    ACTIVITIES(21, 36, "android/app/ActivityManagerNative", "getDefault",
            "static ()Landroid/app/IActivityManager;"),
    GET_PROVIDER(21, 25, "android/app/IActivityManager", "getContentProviderExternal",
            "(Ljava/lang/String;ILandroid/os/IBinder;)"
                    + "Landroid/app/IActivityManager$ContentProviderHolder;"),
    GET_PROVIDER_OF(26, 28, "android/app/IActivityManager", "getContentProviderExternal",
            "(Ljava/lang/String;ILandroid/os/IBinder;)Landroid/app/ContentProviderHolder;"),
    GET_PROVIDER_FOR(29, 36, "android/app/IActivityManager", "getContentProviderExternal",
            "(Ljava/lang/String;ILandroid/os/IBinder;Ljava/lang/String;)"
                    + "Landroid/app/ContentProviderHolder;"),
    // The caller's own user.
    LEAVE_PROVIDER(21, 36, "android/app/IActivityManager", "removeContentProviderExternal",
            "(Ljava/lang/String;Landroid/os/IBinder;)V"),
    LEAVE_PROVIDER_OF(29, 36, "android/app/IActivityManager",
            "removeContentProviderExternalAsUser",
            "(Ljava/lang/String;Landroid/os/IBinder;I)V"),
    HELD_PROVIDER(21, 25, "android/app/IActivityManager$ContentProviderHolder", "provider",
            "Landroid/content/IContentProvider;"),
    HELD_PROVIDER_NOW(26, 36, "android/app/ContentProviderHolder", "provider",
            "Landroid/content/IContentProvider;"),
    QUERY(21, 25, "android/content/IContentProvider", "query",
            "(Ljava/lang/String;Landroid/net/Uri;[Ljava/lang/String;Ljava/lang/String;"
                    + "[Ljava/lang/String;Ljava/lang/String;Landroid/os/ICancellationSignal;)"
                    + "Landroid/database/Cursor;"),
    QUERY_BY(26, 29, "android/content/IContentProvider", "query",
            "(Ljava/lang/String;Landroid/net/Uri;[Ljava/lang/String;Landroid/os/Bundle;"
                    + "Landroid/os/ICancellationSignal;)Landroid/database/Cursor;"),
    QUERY_TAGGED(30, 30, "android/content/IContentProvider", "query",
            "(Ljava/lang/String;Ljava/lang/String;Landroid/net/Uri;[Ljava/lang/String;"
                    + "Landroid/os/Bundle;Landroid/os/ICancellationSignal;)"
                    + "Landroid/database/Cursor;"),
    QUERY_AS(31, 36, "android/content/IContentProvider", "query",
            "(Landroid/content/AttributionSource;Landroid/net/Uri;[Ljava/lang/String;"
                    + "Landroid/os/Bundle;Landroid/os/ICancellationSignal;)"
                    + "Landroid/database/Cursor;");

    /** The newest level that the rows have been compared with; later ones count as this one. */
    public static final int NEWEST = 36;
    private static final String LACK = "this Android has no ";

    public final int first;
    public final int last;
    public final String owner;
    public final String member;
    public final String descriptor;

    Hidden(int first, int last, String owner, String member, String descriptor) {
        this.first = first;
        this.last = last;
        this.owner = owner;
        this.member = member;
        this.descriptor = descriptor;
    }

    /** Returns true if this device's level should have it. */
    public boolean isExpected() {
        int level = Math.min(Build.VERSION.SDK_INT, NEWEST);
        return first <= level && level <= last;
    }

    /** A new object by this constructor. */
    public Object make(Object... given) {
        try {
            Constructor<?> found = type(owner).getDeclaredConstructor(parameters());
            found.setAccessible(true);
            return found.newInstance(given);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw failure(e);
        }
    }

    /** The method's answer; null as "on" calls a static one. */
    public Object call(Object on, Object... given) {
        try {
            Method found = type(owner).getDeclaredMethod(member, parameters());
            found.setAccessible(true);
            return found.invoke(on, given);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw failure(e);
        }
    }

    /**
     * The answer of whichever overload this device has, for members whose parameters grow from
     * release to release, and between releases: each parameter takes the next given value of its
     * type; without one it is null, 0 (the first user, the device itself) or false.
     */
    public Object callFilled(Object on, Object... given) {
        try {
            for (Method found : type(owner).getMethods()) {
                if (found.getName().equals(member)) {
                    return found.invoke(on, filled(found.getParameterTypes(), given));
                }
            }
            throw new NoSuchMethodException(member);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw failure(e);
        }
    }

    private static Object[] filled(Class<?>[] types, Object[] given) {
        Object[] values = new Object[types.length];
        boolean[] taken = new boolean[given.length];
        for (int i = 0; i < types.length; i++) {
            Class<?> type = types[i] == int.class ? Integer.class : types[i];
            for (int j = 0; j < given.length && values[i] == null; j++) {
                if (!taken[j] && type.isInstance(given[j])) {
                    values[i] = given[j];
                    taken[j] = true;
                }
            }
            if (values[i] == null) {
                values[i] = types[i] == int.class ? (Object) 0
                        : types[i] == boolean.class ? (Object) false : null;
            }
        }
        return values;
    }

    /** Returns true if one of these calls failed because a member is missing. */
    static boolean isLack(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).startsWith(LACK);
    }

    /** The field's value. */
    public Object get(Object on) {
        try {
            Field found = type(owner).getDeclaredField(member);
            found.setAccessible(true);
            return found.get(on);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw failure(e);
        }
    }

    /** An exception of the member itself is passed on unchanged. */
    private RuntimeException failure(Throwable thrown) {
        Throwable cause = thrown instanceof InvocationTargetException ? thrown.getCause() : null;
        if (cause instanceof RuntimeException) {
            return (RuntimeException) cause;
        }
        String what = owner.replace('/', '.') + "." + member + descriptor;
        return new IllegalStateException(cause == null
                ? LACK + what + ": " + thrown
                : what + ": " + cause, thrown);
    }

    private Class<?>[] parameters() throws ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (int at = descriptor.indexOf('(') + 1; descriptor.charAt(at) != ')'; ) {
            int from = at;
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            at = descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
            types.add(parameter(descriptor.substring(from, at)));
        }
        return types.toArray(new Class<?>[0]);
    }

    private static Class<?> parameter(String descriptor) throws ClassNotFoundException {
        switch (descriptor.charAt(0)) {
            case 'I':
                return int.class;
            case 'J':
                return long.class;
            case 'Z':
                return boolean.class;
            case 'F':
                return float.class;
            case '[':
                return type(descriptor);
            default:
                return type(descriptor.substring(1, descriptor.length() - 1));
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name.replace('/', '.'));
    }
}
