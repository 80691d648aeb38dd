package com.agentest.helper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.Activity;
import android.app.UiAutomation;
import android.content.ClipData;
import android.content.pm.ApplicationInfo;
import android.os.Build;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.SeekBar;
import com.agentest.helper.android.AndroidDevice;
import com.agentest.helper.android.Automation;
import com.agentest.helper.android.Platform;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.Requests;
import com.agentest.helper.api.Targets;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.FakeClock;
import com.agentest.helper.input.Clipboard;
import com.agentest.helper.input.EventSink;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.target.Box;
import com.agentest.helper.target.Finder;
import com.agentest.helper.target.Screen;
import com.agentest.helper.target.Spot;
import com.agentest.helper.tree.ViewNodes;
import java.util.Arrays;
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
        public Platform.Screen screen() {
            return new Platform.Screen(320, 470, 0);
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
    private View view;
    private AccessibilityNodeInfo root;

    @Before
    public void connect() throws Exception {
        ViewNodes.begin();
        Activity activity = Robolectric.buildActivity(Activity.class).setup().get();
        view = new View(activity);
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

    private static SeekBar slider() {
        Activity activity = Robolectric.buildActivity(Activity.class).setup().get();
        SeekBar slider = new SeekBar(activity);
        activity.setContentView(slider);
        ViewNodes.show(slider);
        return slider;
    }

    private static Spot spot(View view) throws Refusal {
        Spot.Words words = new Spot.Words();
        words.className = "View";
        Screen screen = new Screen(10, 10);
        screen.window("application", true);
        screen.add(0, words, 0, new Box(0, 0, 9, 9), ViewNodes.of(view));
        return new Finder(screen.settle(), Targets.of(Targets.map("class", "View",
                "bounds", Arrays.asList(0L, 0L, 9L, 9L)))).find(0, 0);
    }

    private void takesNoValue(View view) throws Refusal {
        try {
            device.progress(spot(view), 40);
            fail("it was set");
        } catch (Refusal refusal) {
            assertEquals(Refusal.Code.NO_FIELD, refusal.code);
        }
    }

    @Test
    public void aSliderIsSetByItsOwnAction() throws Exception {
        ViewNodes.end();
        SeekBar slider = slider();
        ViewNodes.begin();
        if (Build.VERSION.SDK_INT < 24) {
            takesNoValue(slider);
            assertEquals(0, slider.getProgress());
            return;
        }
        device.progress(spot(slider), 40);
        assertEquals(40, slider.getProgress());
        slider.setEnabled(false);
        takesNoValue(slider);
        assertEquals(40, slider.getProgress());
    }

    @Test
    public void whatIsNoSliderTakesNoValue() throws Exception {
        takesNoValue(view);
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
