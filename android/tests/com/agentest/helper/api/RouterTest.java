package com.agentest.helper.api;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import com.agentest.helper.http.HttpRequest;
import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.FakeClock;
import com.agentest.helper.idle.Quiet;
import com.agentest.helper.idle.TreePrint;
import com.agentest.helper.input.GesturePlan;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.target.Box;
import com.agentest.helper.target.Screen;
import com.agentest.helper.target.Spot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.Test;

/** What a device is asked for, by whom at once, and what its failures become. */
public final class RouterTest {
    private static final String TAP = "{\"type\":\"tap\",\"x\":1,\"y\":2}";
    private static final String KEY = "{\"type\":\"key\",\"keycode\":4}";

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch touching = new CountDownLatch(1);
    private final CountDownLatch lift = new CountDownLatch(1);
    private volatile boolean holds;
    private volatile RuntimeException broken;
    private volatile boolean misses;
    private final List<Screen> screens = new ArrayList<>();

    private final Device device = new Device() {
        @Override
        public void describe(JsonWriter out) {
            out.member("sdkInt", 1).member("device", "d").member("manufacturer", "m");
        }

        @Override
        public void release() {
            done.add("release");
        }

        @Override
        public void acquire() {
            if (broken != null) {
                throw broken;
            }
            done.add("acquire");
        }

        @Override
        public TreePrint tree(TreeOptions options, JsonWriter out) throws Refusal {
            done.add("tree");
            out.beginObject().endObject();
            return new TreePrint();
        }

        @Override
        public Screen look() {
            done.add("look");
            return screens.isEmpty() ? new Screen(100, 100) : screens.remove(0);
        }

        @Override
        public HttpResponse screenshot(ShotOptions options) {
            return new HttpResponse(200, "image/png", new byte[0]);
        }

        @Override
        public Picture picture() {
            return null;
        }

        @Override
        public void framework(String packageName, JsonWriter out) {
            out.member("packageName", packageName);
        }

        @Override
        public Idling idling(String packageName) {
            return packageName.isEmpty() ? null : new Idling(1, true, "[]");
        }

        @Override
        public void touch(GesturePlan plan) throws InterruptedException {
            done.add("touch");
            touching.countDown();
            if (holds) {
                lift.await();
            }
            done.add("lift");
        }

        @Override
        public void progress(Spot spot, float value) {
            done.add("progress " + value + " of "
                    + (spot == null ? "nothing" : spot.words.className));
        }

        @Override
        public void press(KeyPress press) {
            if (broken != null) {
                throw broken;
            }
            if (misses) {
                throw new NoSuchMethodError("injectInputEvent");
            }
            done.add("key");
        }

        @Override
        public void enter(TextEntry entry, JsonWriter out) {
            done.add("text");
        }
    };

    private final FakeClock clock = new FakeClock();
    private final EventLog log = new EventLog(clock);
    private final Router router = new Router(device, log, new Quiet(clock, log),
            new Life(clock, 1000));

    private String ask(String path, String body) throws Refusal {
        return new String(router.handle(new HttpRequest("POST", path,
                body.getBytes(StandardCharsets.UTF_8))).body, StandardCharsets.UTF_8);
    }

    private Thread askBeside(String path, String body) {
        Thread thread = new Thread(() -> {
            try {
                ask(path, body);
            } catch (Refusal refusal) {
                done.add(refusal.getMessage());
            }
        });
        thread.start();
        return thread;
    }

    private static String step(String... actions) {
        return "{\"actions\":[" + String.join(",", actions) + "],\"idle\":null}";
    }

    @Test
    public void inputsNeverOverlapAndTheRestGoesOn() throws Exception {
        holds = true;
        Thread first = askBeside("/tap", "{\"x\":1,\"y\":2}");
        touching.await();
        Thread alone = askBeside("/key", "{\"keycode\":4}");
        Thread within = askBeside("/step", step(KEY));
        for (Thread thread : new Thread[] {alone, within}) {
            while (thread.getState() != Thread.State.WAITING) {
                assertTrue("did " + done, thread.isAlive());
                Thread.yield();
            }
        }
        ask("/tree", "");
        ask("/keep-alive", "");
        assertEquals(Arrays.asList("touch", "tree"), done);
        lift.countDown();
        for (Thread thread : new Thread[] {first, alone, within}) {
            thread.join();
        }
        assertEquals("lift", done.get(2));
        assertEquals(6, done.size());
    }

    @Test
    public void aStepIsCheckedAsAWholeBeforeItBegins() throws Refusal {
        String[] wrong = {step(TAP, "{\"type\":\"key\"}"), step(TAP).replace("null", "{\"x\":1}"),
            step(TAP).replace("\"idle\":null", "\"tree\":{\"maxNodes\":0}"),
            step(TAP).replace("]", "],\"more\":1")};
        for (String each : wrong) {
            try {
                ask("/step", each);
                fail("did " + each);
            } catch (Refusal refusal) {
                assertEquals(Refusal.Code.BAD_REQUEST, refusal.code);
            }
        }
        assertEquals(Collections.emptyList(), done);
    }

    private static Screen button(int top) {
        Spot.Words words = new Spot.Words();
        words.className = "Button";
        Screen screen = new Screen(1000, 1000);
        screen.window("application", true);
        screen.add(0, words, 1 << 5, new Box(0, top, 100, top + 100), null);
        return screen.settle();
    }

    private String tapAt(int top) throws Refusal {
        return ask("/step", step("{\"type\":\"tap\",\"x\":50,\"y\":" + (top + 50)
                + ",\"target\":{\"class\":\"Button\",\"bounds\":[0," + top + ",100,"
                + (top + 100) + "]}}"));
    }

    @Test
    public void aTargetAtItsPlaceIsTouchedAfterOneLook() throws Refusal {
        screens.add(button(0));
        String told = tapAt(0);
        assertEquals(Arrays.asList("look", "touch", "lift", "tree"), done);
        assertTrue(told, told.startsWith("{\"results\":[{\"ok\":true,\"at\":[50,50]}]"));
    }

    @Test
    public void aTargetIsAskedToTakeAValue() throws Refusal {
        screens.add(button(0));
        String told = ask("/progress", "{\"x\":50,\"y\":50,\"value\":40.5,"
                + "\"target\":{\"class\":\"Button\",\"bounds\":[0,0,100,100]}}");
        assertEquals("{\"ok\":true,\"at\":[50,50]}", told);
        assertEquals(Arrays.asList("look", "progress 40.5 of Button"), done);
    }

    @Test
    public void aValueMustBeThere() {
        try {
            fail(ask("/progress", "{\"x\":50,\"y\":50}"));
        } catch (Refusal refusal) {
            assertEquals("'value' in the body must be a number from -3.4028234663852886E38 to "
                    + "3.4028234663852886E38", refusal.getMessage());
        }
        assertEquals(Collections.emptyList(), done);
    }

    @Test
    public void aTargetThatMovesIsWaitedForUntilTwoLooksAgree() throws Refusal {
        Collections.addAll(screens, button(100), button(200), button(300), button(300));
        String told = tapAt(0);
        assertEquals(Arrays.asList("look", "look", "look", "look", "touch", "lift", "tree"), done);
        assertTrue(told, told.startsWith("{\"results\":[{\"ok\":true,\"at\":[50,350]}]"));
    }

    @Test
    public void aTargetThatIsNotThereIsNotTouchedAndTheTreeFollows() throws Refusal {
        String told = tapAt(0);
        assertEquals(Arrays.asList("look", "tree"), done);
        assertTrue(told, told.contains("\"code\":\"TARGET_GONE\"")
                && told.contains("\"there\":null"));
    }

    @Test
    public void aTargetThatNeverRestsIsNotTouched() throws Refusal {
        for (int i = 0; i < 1000; i++) {
            screens.add(button(1 + i % 2 * 100));
        }
        assertTrue(tapAt(0).contains("\"code\":\"TARGET_MOVING\""));
        assertTrue("touched", !done.contains("touch"));
    }

    @Test
    public void whatBreaksEndsTheInputsAndTheTreeIsStillThere() throws Refusal {
        broken = new IllegalStateException("torn");
        String told = ask("/step", step(TAP, KEY, TAP));
        assertEquals(Arrays.asList("touch", "lift", "tree"), done);
        assertTrue(told, told.startsWith("{\"results\":[{\"ok\":true},{\"ok\":false,\"error\":{"
                + "\"code\":\"INTERNAL\",\"message\":\"java.lang.IllegalStateException: torn\"}}],"
                + "\"tree\":{},"));
        assertTrue(told, told.endsWith(",\"ok\":false}"));
        broken = null;
        misses = true;
        assertTrue(ask("/step", step(KEY)).contains(
                "\"INTERNAL\",\"message\":\"java.lang.NoSuchMethodError: injectInputEvent\""));
        broken = new IllegalStateException("UiAutomation not connected, …");
        assertTrue(ask("/step", step(KEY)).contains("\"code\":\"UIAUTOMATION_LOST\""));
    }

    private Refusal.Code refused(String path, String body) {
        try {
            ask(path, body);
            return null;
        } catch (Refusal refusal) {
            return refusal.code;
        }
    }

    @Test
    public void whatNeedsUiAutomationIsRefusedUntilItIsBack() throws Refusal {
        ask("/release", "");
        String[] needs = {"/tree", "{}", "/screenshot", "{}", "/wait-idle", "{}", "/framework",
            "{}", "/frame", "{}", "/step", step(TAP), "/tap", "{\"x\":1,\"y\":2}", "/key",
            "{\"keycode\":4}", "/text", "{\"text\":\"x\"}"};
        for (int i = 0; i < needs.length; i += 2) {
            assertEquals(needs[i], Refusal.Code.RELEASED, refused(needs[i], needs[i + 1]));
        }
        ask("/keep-alive", "");
        ask("/events", "");
        broken = new IllegalStateException("UiAutomationService x@1already registered!");
        assertEquals(Refusal.Code.UIAUTOMATION_HELD, refused("/acquire", ""));
        assertEquals(Refusal.Code.RELEASED, refused("/tree", ""));
        broken = null;
        ask("/acquire", "");
        ask("/tree", "");
        assertEquals(Arrays.asList("release", "acquire", "tree"), done);
    }

    @Test
    public void givingBackWaitsForWhatUsesIt() throws Exception {
        holds = true;
        Thread touch = askBeside("/tap", "{\"x\":1,\"y\":2}");
        touching.await();
        Thread release = askBeside("/release", "");
        while (release.getState() != Thread.State.WAITING) {
            assertTrue("did " + done, release.isAlive());
            Thread.yield();
        }
        assertEquals(Arrays.asList("touch"), done);
        lift.countDown();
        touch.join();
        release.join();
        assertEquals(Arrays.asList("touch", "lift", "release"), done);
    }
}
