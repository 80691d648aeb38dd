package com.agentest.helper.android;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.app.IActivityManager;
import android.content.pm.ProviderInfo;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.os.Build;
import android.os.IBinder;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.IdlingText;
import com.agentest.helper.api.Refusal;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The activity manager and the provider are proxies with this level's own methods. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35}, shadows = ShellIdlingTest.Activities.class)
public final class ShellIdlingTest {
    private static final String APP = "com.example.app";
    private static final int LATE_MS = 200;
    private static final int LONG_MS = 20000;

    private static final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private static final List<Object> tokens = Collections.synchronizedList(new ArrayList<>());
    private static IActivityManager manager;

    @Implements(className = "android.app.ActivityManagerNative")
    public static class Activities {
        @Implementation
        protected static IActivityManager getDefault() {
            return manager;
        }
    }

    @Rule
    public final TemporaryFolder proc = new TemporaryFolder();
    private final CountDownLatch hold = new CountDownLatch(1);
    private boolean known = true;
    private Callable<Cursor> answer = () -> row(1, 0, "[\"x\"]");

    private static Cursor row(Object... values) {
        MatrixCursor cursor = new MatrixCursor(new String[] {"wire", "idle", "pending"});
        cursor.addRow(values);
        return cursor;
    }

    @Before
    public void begin() throws Exception {
        calls.clear();
        tokens.clear();
        manager = (IActivityManager) Proxy.newProxyInstance(
                IActivityManager.class.getClassLoader(), new Class<?>[] {IActivityManager.class},
                (self, method, given) -> {
                    boolean gets = method.getName().equals("getContentProviderExternal");
                    calls.add(method.getName() + " " + given[0] + (gets ? " " + given[1]
                            : given.length > 2 ? " " + given[2] : ""));
                    assertTrue(given[gets ? 2 : 1] instanceof IBinder);
                    tokens.add(given[gets ? 2 : 1]);
                    return gets && known ? holder() : null;
                });
        run("12", "zygote64", 0);
        run("77", APP + ":remote", 1010099);
    }

    @After
    public void end() {
        hold.countDown();
    }

    private void run(String pid, String name, int uid) throws IOException {
        File folder = new File(proc.getRoot(), pid);
        assertTrue(folder.isDirectory() || folder.mkdir());
        write(new File(folder, "cmdline"), name + "\0\0\0");
        write(new File(folder, "status"), "Name:\tapp\nUid:\t" + uid + "\t" + uid + "\nGid:\t1\n");
    }

    private static void write(File file, String text) throws IOException {
        Files.write(file.toPath(), text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Object holder() throws Exception {
        Class<?> type = Class.forName(Build.VERSION.SDK_INT < 26
                ? "android.app.IActivityManager$ContentProviderHolder"
                : "android.app.ContentProviderHolder");
        Constructor<?> made = type.getDeclaredConstructor(ProviderInfo.class);
        made.setAccessible(true);
        Object holder = made.newInstance(new ProviderInfo());
        Field provider = type.getField("provider");
        provider.set(holder, Proxy.newProxyInstance(provider.getType().getClassLoader(),
                new Class<?>[] {provider.getType()}, (self, method, given) -> {
                    boolean tagged = Build.VERSION.SDK_INT < 31;
                    calls.add(method.getName() + " " + given[1] + " by "
                            + (tagged ? given[0] : packageOf(given[0])));
                    return answer.call();
                }));
        return holder;
    }

    private static Object packageOf(Object source) throws Exception {
        return source.getClass().getMethod("getPackageName").invoke(source);
    }

    private ShellIdling bridge(int answerMs) {
        return new ShellIdling(proc.getRoot(), answerMs);
    }

    private String ask() throws Exception {
        Idling told = bridge(LONG_MS).ask(APP);
        return told == null ? null : IdlingText.of(told);
    }

    private static Refusal.Code refusal(Callable<?> asked) throws Exception {
        try {
            asked.call();
        } catch (Refusal e) {
            return e.code;
        }
        fail("it was not refused");
        return null;
    }

    private static void left() {
        left(0);
    }

    /** Before Android 10 only the caller's own user can be named. */
    private static void left(int user) {
        boolean named = Build.VERSION.SDK_INT >= 29;
        assertEquals("removeContentProviderExternal" + (named ? "AsUser " : " ") + APP
                + ".agentest.idling" + (named ? " " + user : ""), calls.get(calls.size() - 1));
    }

    @Test
    public void asksTheProviderOfTheUserWhoseAppRunsAsTheShell() throws Exception {
        run("345", APP, 1010123);
        assertEquals("{\"wire\":1,\"idle\":false,\"pending\":\"[\\\"x\\\"]\"}", ask());
        assertEquals("getContentProviderExternal " + APP + ".agentest.idling 10", calls.get(0));
        assertEquals("query content://" + APP + ".agentest.idling/state by com.android.shell",
                calls.get(1));
        assertEquals(3, calls.size());
        left(10);
    }

    @Test
    public void theSystemKeepsNoHandleOfEachQuestion() throws Exception {
        run("345", APP, 1010123);
        ShellIdling bridge = bridge(LONG_MS);
        bridge.ask(APP);
        bridge.ask(APP);
        assertEquals(4, tokens.size());
        assertEquals(1, new HashSet<>(tokens).size());
    }

    @Test
    public void anAppThatDoesNotRunIsNotStarted() throws Exception {
        assertNull(ask());
        assertEquals(0, calls.size());
        run("345", APP, 10123);
        ShellIdling bridge = bridge(LONG_MS);
        bridge.ask(APP);
        run("345", "another.app", 10124);
        assertNull(bridge.ask(APP));
        run("346", APP, 10123);
        assertEquals(3, calls.size());
        bridge.ask(APP);
        assertEquals(6, calls.size());
    }

    @Test
    public void anAppWithoutTheBridge() throws Exception {
        run("345", APP, 10123);
        answer = () -> null;
        assertEquals(Refusal.Code.IDLING_ABSENT, refusal(this::ask));
        left();
        answer = () -> new MatrixCursor(new String[] {"wire", "other"});
        assertEquals(Refusal.Code.IDLING_ABSENT, refusal(this::ask));
        answer = () -> new MatrixCursor(new String[] {"wire", "idle", "pending"});
        assertEquals(Refusal.Code.IDLING_ABSENT, refusal(this::ask));
        left();
        known = false;
        calls.clear();
        assertEquals(Refusal.Code.IDLING_ABSENT, refusal(this::ask));
        assertEquals(1, calls.size());
    }

    @Test
    public void whatThisAndroidDoesNotHaveOrAllow() throws Exception {
        run("345", APP, 10123);
        Hidden missing = Build.VERSION.SDK_INT < 34 ? Hidden.CLEAR_CLIP_ON : Hidden.CLEAR_CLIP;
        answer = () -> (Cursor) missing.call(null);
        assertEquals(Refusal.Code.IDLING_UNSUPPORTED, refusal(this::ask));
        answer = () -> {
            throw new SecurityException("Permission Denial");
        };
        assertEquals(Refusal.Code.IDLING_UNSUPPORTED, refusal(this::ask));
        left();
    }

    @Test
    public void aBridgeThatBreaks() throws Exception {
        run("345", APP, 10123);
        answer = () -> {
            throw new IllegalStateException("the app's own");
        };
        assertEquals(Refusal.Code.INTERNAL, refusal(this::ask));
        answer = () -> row(1, 0, null);
        assertEquals(Refusal.Code.INTERNAL, refusal(this::ask));
        char[] many = new char[200000];
        java.util.Arrays.fill(many, 'x');
        answer = () -> row(1, 0, new String(many));
        assertEquals(Refusal.Code.INTERNAL, refusal(this::ask));
        left();
    }

    @Test
    public void anAppThatHangsHoldsFewQuestionsAndAnswersLater() throws Exception {
        run("345", APP, 10123);
        ShellIdling bridge = bridge(LATE_MS);
        answer = () -> {
            assertTrue(hold.await(20, TimeUnit.SECONDS));
            return row(1, 1, "[]");
        };
        for (int i = 0; i < 8; i++) {
            assertEquals(Refusal.Code.IDLING_LATE, refusal(() -> bridge.ask(APP)));
        }
        assertEquals(8, calls.size()); // four of each
        hold.countDown();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (calls.size() < 12) {
            assertTrue(calls.toString(), System.nanoTime() < until);
            Thread.yield();
        }
        left();
        String told = null;
        while (told == null && System.nanoTime() < until) { // the last thread may still be about to end
            try {
                told = IdlingText.of(bridge.ask(APP));
            } catch (Refusal e) {
                assertEquals(Refusal.Code.IDLING_LATE, e.code);
            }
        }
        assertEquals("{\"wire\":1,\"idle\":true,\"pending\":\"[]\"}", told);
    }
}
