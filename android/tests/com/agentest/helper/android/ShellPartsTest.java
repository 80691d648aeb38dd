package com.agentest.helper.android;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.content.ClipData;
import android.os.Build;
import android.view.InputEvent;
import android.view.KeyEvent;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** What adb's shell user does without UiAutomation: input and the clipboard. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35}, shadows = {ShellPartsTest.Manager.class, ShellPartsTest.Global.class})
public final class ShellPartsTest {
    private static final List<String> injected = new ArrayList<>();
    private static boolean forbidden;

    private static boolean inject(String by, int mode) {
        if (forbidden) {
            throw new SecurityException("INJECT_EVENTS");
        }
        injected.add(by + mode);
        return mode != 0;
    }

    /** Up to API 33. */
    @Implements(className = "android.hardware.input.InputManager", maxSdk = 33)
    public static class Manager {
        @Implementation
        protected boolean injectInputEvent(InputEvent event, int mode) {
            return inject("manager ", mode);
        }
    }

    /** From API 34 on. */
    @Implements(className = "android.hardware.input.InputManagerGlobal", minSdk = 34)
    public static class Global {
        @Implementation
        protected boolean injectInputEvent(InputEvent event, int mode) {
            return inject("global ", mode);
        }
    }

    private final ShellInput input = new ShellInput((event, sync) -> {
        throw new AssertionError("UiAutomation was asked");
    });
    private final KeyEvent key = new KeyEvent(KeyEvent.ACTION_DOWN, KeyEvent.KEYCODE_A);

    @Before
    public void begin() {
        injected.clear();
        forbidden = false;
    }

    @Test
    public void inputWaitsForDeliveryOrForNothing() {
        String by = Build.VERSION.SDK_INT >= 34 ? "global " : "manager ";
        assertTrue(input.inject(key, true));
        assertFalse(input.inject(key, false));
        assertEquals(Arrays.asList(by + 1, by + 0), injected);
    }

    @Test
    public void whatIsForbiddenIsSaid() {
        forbidden = true;
        try {
            input.inject(key, true);
            fail("it was not forbidden");
        } catch (SecurityException e) {
            assertEquals("INJECT_EVENTS", e.getMessage());
        }
    }

    /** The arguments of the last call of the clipboard's service, as this level has it. */
    private Object[] filled(Hidden row, Object... given) throws Exception {
        final List<Object[]> calls = new ArrayList<>();
        Class<?> service = Class.forName("android.content.IClipboard");
        Object proxy = Proxy.newProxyInstance(service.getClassLoader(), new Class<?>[] {service},
                (self, method, values) -> {
                    calls.add(values);
                    return null;
                });
        row.callFilled(proxy, given);
        return calls.get(0);
    }

    @Test
    public void theClipboardsParametersAreFilledByTheirTypes() throws Exception {
        ClipData clip = ClipData.newPlainText("", "text");
        boolean newest = Build.VERSION.SDK_INT >= 34;
        assertEquals(newest ? Arrays.asList("shell", null, 0, 0) : Arrays.asList("shell"),
                Arrays.asList(filled(Hidden.GET_CLIP, "shell")));
        assertEquals(newest ? Arrays.asList(clip, "shell", null, 0, 0)
                : Arrays.asList(clip, "shell"),
                Arrays.asList(filled(Hidden.SET_CLIP, clip, "shell")));
    }
}
