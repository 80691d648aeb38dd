package com.agentest.helper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.Activity;
import android.app.UiAutomation;
import android.content.ClipData;
import android.content.pm.ApplicationInfo;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import com.agentest.helper.android.AndroidDevice;
import com.agentest.helper.android.Automation;
import com.agentest.helper.android.Platform;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.Requests;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.FakeClock;
import com.agentest.helper.input.Clipboard;
import com.agentest.helper.input.EventSink;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.tree.ViewNodes;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadow.api.Shadow;

/** Faults of a connection that stays open: old nodes, and no root. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35}, shadows = {FakeClient.Newer.class, FakeClient.class})
public final class AndroidDeviceTest {
    private final FakeClock clock = new FakeClock();
    private int connections;
    private final Automation automation = new Automation(() -> {
        connections++;
        return Shadow.newInstanceOf(UiAutomation.class);
    });
    private final Platform platform = new Platform() {
        @Override
        public Screen screen() {
            return new Screen(320, 470, 0);
        }

        @Override
        public ApplicationInfo application(String packageName) {
            return null;
        }

        @Override
        public Idling idling(String packageName) {
            return null;
        }

        @Override
        public EventSink input(Automation automation) {
            return (event, sync) -> true;
        }

        @Override
        public Clipboard clipboard() {
            return new Clipboard() {
                @Override
                public ClipData get() {
                    return null;
                }

                @Override
                public void set(ClipData clip) {
                }
            };
        }
    };
    private final AndroidDevice device = new AndroidDevice(automation, platform, clock);
    private AccessibilityNodeInfo root;

    @Before
    public void connect() throws Exception {
        ViewNodes.begin();
        Activity activity = Robolectric.buildActivity(Activity.class).setup().get();
        View view = new View(activity);
        activity.setContentView(view);
        ViewNodes.show(view);
        root = ViewNodes.of(view);
        FakeScreen.reset();
        FakeScreen.info = new AccessibilityServiceInfo();
        FakeScreen.root = () -> root;
        automation.connect();
        automation.listen(new EventLog(clock));
        FakeClient.cleared = 0;
    }

    @After
    public void end() {
        ViewNodes.end();
    }

    private String tree() throws Refusal {
        JsonWriter out = new JsonWriter();
        device.tree(Requests.tree("{}"), out);
        return out.toString();
    }

    private void findsNoWindow() {
        try {
            fail(tree());
        } catch (Refusal refusal) {
            assertEquals(Refusal.Code.NO_WINDOW, refusal.code);
        }
    }

    @Test
    public void theCacheIsClearedBeforeEachTree() throws Exception {
        tree();
        assertEquals(1, FakeClient.cleared);
        tree();
        assertEquals(2, FakeClient.cleared);
    }

    @Test
    public void theCacheIsClearedBeforeAFieldIsLookedFor() throws Exception {
        try {
            device.enter(Requests.text("{\"text\":\"a\"}"), new JsonWriter());
            fail("there is no field");
        } catch (Refusal refusal) {
            assertEquals(Refusal.Code.NO_FIELD, refusal.code);
        }
        assertEquals(1, FakeClient.cleared);
    }

    @Test
    public void aRootThatIsMissingForLongIsLookedForOverANewConnection() throws Exception {
        AccessibilityNodeInfo there = root;
        root = null;
        FakeScreen.root = () -> connections > 1 ? there : root;
        for (int i = 0; i < 5; i++) {
            findsNoWindow();
        }
        assertTrue(clock.nowMs() + " ms", clock.nowMs() < 3000);
        clock.sleepUntil(3000);
        assertEquals(1, connections);
        String tree = tree();
        assertTrue(tree, tree.endsWith("\"reacquired\":1}"));
        assertEquals(2, connections);
        assertTrue(FakeScreen.listens);
        assertTrue(tree().endsWith("\"reacquired\":1}"));
        assertEquals(2, connections);
    }

    @Test
    public void oneRequestRenewsTheConnectionOnce() {
        root = null;
        for (int i = 0; clock.nowMs() < 6000; i++) {
            findsNoWindow();
        }
        assertEquals(2, connections);
    }
}
