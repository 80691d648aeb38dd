package com.agentest.helper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.Activity;
import android.os.Build;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.TextView;
import com.agentest.helper.api.Version;
import com.agentest.helper.json.JsonReader;
import com.agentest.helper.tree.ViewNodes;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLooper;

/**
 * The whole helper, from the words of its start to its end, over a screen of real views. Each entry
 * has these tests and its own.
 */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35}, shadows = {FakeScreen.class, FakeThread.class})
public abstract class EntryChecks {
    static final String TOKEN = "0123456789abcdef";

    /** What the entry has told, and at its end with the member code. */
    final BlockingQueue<Map<String, String>> stages = new LinkedBlockingQueue<>();
    final BlockingQueue<Map<String, String>> ended = new LinkedBlockingQueue<>();
    private EditText field;
    private int port;

    /** Starts it well. */
    abstract void start() throws Exception;

    /** Its port, of what stage "serving" has told. */
    abstract int port(Map<String, String> serving);

    @Before
    public void open() {
        ViewNodes.begin();
        FakeScreen.reset();
        FakeScreen.info = new AccessibilityServiceInfo();
        FakeScreen.info.eventTypes = AccessibilityEvent.TYPE_VIEW_CLICKED;
        Activity activity = Robolectric.buildActivity(Activity.class).setup().get();
        LinearLayout screen = new LinearLayout(activity);
        screen.setOrientation(LinearLayout.VERTICAL);
        TextView title = new TextView(activity) {
            @Override
            public void onInitializeAccessibilityNodeInfo(AccessibilityNodeInfo info) {
                super.onInitializeAccessibilityNodeInfo(info);
                info.setClassName("io.flutter.view.Title");
            }
        };
        title.setText("Sign in");
        screen.addView(title, new LinearLayout.LayoutParams(300, 50));
        field = new EditText(activity);
        screen.addView(field, new LinearLayout.LayoutParams(300, 50));
        activity.setContentView(screen);
        ShadowLooper.idleMainLooper();
        ViewNodes.show(screen);
        FakeScreen.root = () -> ViewNodes.of(screen);
    }

    @After
    public void close() {
        ViewNodes.end();
    }

    private static Map<String, String> next(BlockingQueue<Map<String, String>> told)
            throws InterruptedException {
        Map<String, String> next = told.poll(20, TimeUnit.SECONDS);
        assertNotNull("nothing is told", next);
        return next;
    }

    final void serve() throws Exception {
        start();
        for (String stage : new String[] {"uiautomation", "events", "listen"}) {
            assertEquals(stage, next(stages).get("stage"));
        }
        Map<String, String> serving = next(stages);
        assertEquals("serving", serving.get("stage"));
        assertEquals("2", serving.get("protocolVersion"));
        assertEquals(Integer.toString(Version.CODE), serving.get("versionCode"));
        port = port(serving);
    }

    /** The views' own thread is this one: it works while the helper answers. */
    final Map<?, ?> ask(String path, String body) throws Exception {
        FutureTask<Map<?, ?>> asked = new FutureTask<>((Callable<Map<?, ?>>) () -> post(path, body));
        new Thread(asked).start();
        while (!asked.isDone()) {
            ShadowLooper.idleMainLooper();
            Thread.yield();
        }
        return asked.get();
    }

    private Map<?, ?> post(String path, String body) throws Exception {
        HttpURLConnection link = (HttpURLConnection)
                new URL("http://127.0.0.1:" + port + path).openConnection();
        link.setRequestProperty("Authorization", "Bearer " + TOKEN);
        if (body != null) {
            link.setDoOutput(true);
            link.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        try (InputStream in = link.getResponseCode() < 400 ? link.getInputStream()
                : link.getErrorStream()) {
            return (Map<?, ?>) JsonReader.parse(readAll(in));
        }
    }

    private static byte[] readAll(InputStream in) throws IOException {
        byte[] all = new byte[0];
        byte[] piece = new byte[4096];
        for (int got = in.read(piece); got > 0; got = in.read(piece)) {
            int length = all.length;
            all = Arrays.copyOf(all, length + got);
            System.arraycopy(piece, 0, all, length, got);
        }
        return all;
    }

    final void ends(int code, String stage, String name, String words)
            throws InterruptedException {
        Map<String, String> told = next(ended);
        assertEquals(told.toString(), stage, told.get("stage"));
        assertTrue(told.toString(), told.containsKey(name) && told.get(name).contains(words));
        assertEquals(Integer.toString(code), told.get("code"));
    }

    @Test
    @Config(qualifiers = "w470dp-h320dp-land")
    public void itServesWhatIsOnTheScreenAndEndsWhenAsked() throws Exception {
        serve();
        assertEquals(AccessibilityEvent.TYPES_ALL_MASK, FakeScreen.info.eventTypes);
        Map<?, ?> status = ask("/status", null);
        assertEquals((long) Build.VERSION.SDK_INT, status.get("sdkInt"));
        assertEquals(Build.MODEL, status.get("device"));
        Map<?, ?> told = ask("/tree", "{}");
        assertTrue(told.toString(), told.toString().contains("text=Sign in"));
        Map<?, ?> tree = (Map<?, ?>) told.get("tree");
        assertEquals(3L, tree.get("nodeCount"));
        assertEquals("470x320 turned by 1", tree.get("width") + "x" + tree.get("height")
                + " turned by " + tree.get("rotation"));
        String name = RuntimeEnvironment.getApplication().getPackageName();
        assertEquals("{ok=true, packageName=" + name + ", primary=flutter, frameworks=[flutter], "
                + "signals=[class:io.flutter.view.Title]}", ask("/framework", "{}").toString());
        assertEquals("{ok=true}", ask("/shutdown", "{}").toString());
        ends(Activity.RESULT_OK, "serving", "reason", "shutdown");
        assertEquals(AccessibilityEvent.TYPE_VIEW_CLICKED, FakeScreen.info.eventTypes);
        assertFalse(FakeScreen.listens);
    }

    final String code(String path, String body) throws Exception {
        return (String) ((Map<?, ?>) ask(path, body).get("error")).get("code");
    }

    @Test
    @Config(sdk = {21, 35})
    public void whatTheDeviceCannotDoHasItsCode() throws Exception {
        serve();
        assertEquals("NO_FIELD", code("/text", "{\"text\":\"x\"}"));
        assertEquals("NO_PACKAGE", code("/framework", "{\"package\":\"com.example.other\"}"));
        assertEquals("SCREENSHOT_FAILED", code("/screenshot", "{}"));
        FakeScreen.root = () -> null;
        assertEquals("NO_WINDOW", code("/tree", "{}"));
        assertEquals("NO_PACKAGE", code("/framework", "{}"));
        FakeScreen.root = () -> {
            throw new IllegalStateException("UiAutomation not connected, UiAutomation@1");
        };
        assertEquals("UIAUTOMATION_LOST", code("/tree", "{}"));
        ask("/shutdown", "{}");
        ends(Activity.RESULT_OK, "serving", "reason", "shutdown");
    }

    /** Below 34 ViewNodes does actions on the thread that asks, which is not the views' here. */
    @Test
    @Config(sdk = 35)
    public void textGoesIntoTheFieldAtAPlace() throws Exception {
        serve();
        int[] at = new int[2];
        field.getLocationOnScreen(at);
        Map<?, ?> told = ask("/text", "{\"text\":\"Zo\u00eb\",\"x\":" + (at[0] + 20) + ",\"y\":"
                + (at[1] + 20) + "}");
        assertEquals("{ok=true, method=set, password=false, value=Zo\u00eb}", told.toString());
        assertEquals("Zo\u00eb", field.getText().toString());
        ask("/shutdown", "{}");
        ends(Activity.RESULT_OK, "serving", "reason", "shutdown");
    }

    @Test
    @Config(sdk = {21, 35})
    public void whatIsGivenBackComesAnew() throws Exception {
        serve();
        assertEquals("{ok=true}", ask("/release", "{}").toString());
        assertFalse(FakeScreen.connected);
        assertFalse(FakeScreen.listens);
        assertEquals("RELEASED", code("/tree", "{}"));
        FakeScreen.rival = true;
        assertEquals("UIAUTOMATION_HELD", code("/acquire", "{}"));
        FakeScreen.rival = false;
        FakeScreen.info = new AccessibilityServiceInfo(); // of the new connection
        assertEquals("{ok=true}", ask("/acquire", "{}").toString());
        assertEquals(AccessibilityEvent.TYPES_ALL_MASK, FakeScreen.info.eventTypes);
        assertTrue(FakeScreen.listens);
        assertEquals(3L, ((Map<?, ?>) ask("/tree", "{}").get("tree")).get("nodeCount"));
        ask("/shutdown", "{}");
        ends(Activity.RESULT_OK, "serving", "reason", "shutdown");
    }

    @Test
    @Config(sdk = 35)
    public void withoutAServiceInfoThereAreNoEvents() throws Exception {
        FakeScreen.info = null;
        start();
        ends(Activity.RESULT_CANCELED, "events", "error", "UiAutomation is not connected");
    }
}
