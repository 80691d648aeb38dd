package com.agentest.helper.idle;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.agentest.helper.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** Screens that change with and without events; reading one takes 40 ms, unless a test says otherwise. */
public final class QuietTest {
    private static final int CONTENT = 0x800;
    private static final int WINDOWS = 0x400000;
    private static final int LABEL = 1;
    private static final int FIELD = 1 | 1 << 12;
    private static final int[] ALL = {0, 0, 1080, 2400};

    private final FakeClock clock = new FakeClock();
    private final EventLog log = new EventLog(clock);
    private final Quiet quiet = new Quiet(clock, log);
    /** When each tree was read. */
    private final List<Long> read = new ArrayList<>();
    private String words = "Sign in";
    private int top = 100;
    private int flags = LABEL;
    private String type = "android.widget.TextView";
    private boolean more;
    private boolean unreadable;
    private boolean rootless;
    private int readMs = 40;
    /** What happens by itself while a tree is read. */
    private Runnable meanwhile = () -> { };

    private TreePrint tree() {
        read.add(clock.nowMs());
        meanwhile.run();
        TreePrint print = new TreePrint();
        print.window("system", new int[] {0, 0, 1080, 80}, "", true);
        print.node(0, "android.widget.TextView", null, LABEL, new int[] {0, 0, 80, 80},
                new String[] {"12:0" + read.size()}, true);
        print.window("application", ALL, "App", false);
        if (rootless) {
            print.rootless(ALL);
        }
        print.front = "front";
        print.node(0, "android.widget.FrameLayout", null, LABEL, ALL, new String[1], true);
        print.node(1, type, "app:id/words", flags, new int[] {0, top, 1080, top + 100},
                new String[] {words}, (flags & 1 << 12) == 0);
        if (more) {
            print.node(2, "android.view.View", null, LABEL, ALL, new String[1], true);
        }
        clock.pass(readMs);
        return unreadable ? null : print;
    }

    private IdleResult await(int timeoutMs) throws InterruptedException {
        read.clear();
        return quiet.await(new IdleOptions(timeoutMs, 150, "", 0, 0), log.nextSeq(), this::tree);
    }

    private void event(long ms) {
        clock.at(clock.nowMs() + ms, () -> log.record(new UiEvent(0x800, "app", "", "")));
    }

    /** The app in front tells what its input has led to, before the wait begins. */
    private IdleResult awaitTold(int type, String packageName) throws InterruptedException {
        long from = log.nextSeq();
        log.record(new UiEvent(type, packageName, "", ""));
        return quiet.await(new IdleOptions(1000, 150, "", 0, 0), from, this::tree);
    }

    private static String json(IdleResult result) {
        JsonWriter out = new JsonWriter().beginObject();
        result.write(out);
        return out.endObject().toString();
    }

    @Test
    public void aStillScreenCostsNoMoreTimeThanSilenceAlone() throws InterruptedException {
        IdleResult result = await(1000);
        assertTrue(result.idle);
        assertEquals("equal", result.trees);
        assertEquals(150, result.waitedMs);
        assertEquals("[50, 150]", read.toString());
    }

    @Test
    public void anEarlyTreeComesAfterTheEvents() throws InterruptedException {
        event(20);
        event(30);
        IdleResult result = await(1000);
        assertTrue(result.idle);
        assertEquals("[80, 180]", read.toString());
    }

    @Test
    public void theLastTreeOfAnAppThatTellsIsReadWhileItIsQuiet() throws InterruptedException {
        IdleResult result = awaitTold(CONTENT, "front");
        assertTrue(result.idle);
        assertEquals("equal", result.trees);
        assertEquals("[50, 110]", read.toString());
        assertEquals(150, result.waitedMs);
        assertEquals(150, clock.nowMs());
    }

    @Test
    public void aSlowTreeEndsLittleLater() throws InterruptedException {
        readMs = 80;
        assertTrue(awaitTold(CONTENT, "front").idle);
        assertEquals("[50, 130]", read.toString());
        assertEquals(210, clock.nowMs());
    }

    @Test
    public void whoTellsNothingOfItsContentIsReadAtTheEnd() throws InterruptedException {
        awaitTold(WINDOWS, "front");
        assertEquals("[50, 150]", read.toString());
        read.clear();
        long began = clock.nowMs();
        awaitTold(CONTENT, "keyboard");
        assertEquals("[" + (began + 50) + ", " + (began + 150) + "]", read.toString());
    }

    @Test
    public void anEventOutdatesTheLastTreeToo() throws InterruptedException {
        meanwhile = () -> readMs = read.size() == 1 ? 40 : 10;
        event(130);
        assertTrue(awaitTold(CONTENT, "front").idle);
        assertEquals("[50, 110, 230, 280]", read.toString());
        assertEquals(290, clock.nowMs());
    }

    @Test
    public void aLastTreeThatDiffersIsTheNextsFirst() throws InterruptedException {
        meanwhile = () -> top = clock.nowMs() < 100 ? 100 : 900;
        assertTrue(awaitTold(CONTENT, "front").idle);
        assertEquals("[50, 110, 220]", read.toString());
        assertEquals(260, clock.nowMs());
    }

    @Test
    public void anEventOutdatesTheEarlyTree() throws InterruptedException {
        event(95);
        IdleResult result = await(1000);
        assertTrue(result.idle);
        assertEquals("[50, 195, 245]", read.toString());
    }

    @Test
    public void aChangeWithoutEventsIsWaitedFor() throws InterruptedException {
        meanwhile = () -> top = clock.nowMs() < 100 ? 100 : 900;
        IdleResult result = await(1000);
        assertTrue(result.idle);
        assertEquals("equal", result.trees);
        assertEquals("[50, 150, 300]", read.toString());
    }

    @Test
    public void aScreenThatNeverRestsIsNamed() throws InterruptedException {
        meanwhile = () -> top += 1;
        IdleResult result = await(500);
        assertFalse(result.idle);
        assertEquals("trees_differ", result.reason);
        String json = json(result);
        assertTrue(json, json.endsWith(",\"trees\":\"differ\",\"differs\":{\"class\":"
                + "\"android.widget.TextView\",\"id\":\"app:id/words\",\"bounds\":[0,"
                + top + ",1080," + (top + 100) + "],\"part\":\"bounds\"}}"));
    }

    @Test
    public void wordsThatTickCostOneMoreQuietTimeOnce() throws InterruptedException {
        meanwhile = () -> words += ".";
        IdleResult result = await(1000);
        assertTrue(result.idle);
        assertEquals("ticking", result.trees);
        assertTrue(json(result), json(result).contains("\"part\":\"text\""));
        assertEquals(3, read.size());
        assertEquals("ticking", await(1000).trees);
        assertEquals(2, read.size());
    }

    @Test
    public void otherWordsOnceAreAChange() throws InterruptedException {
        meanwhile = () -> words = clock.nowMs() < 100 ? "Sign in" : "Welcome";
        assertEquals("equal", await(1000).trees);
        assertEquals(3, read.size());
    }

    @Test
    public void whatIsTypedDoesNotTick() throws InterruptedException {
        flags = FIELD;
        meanwhile = () -> words += ".";
        assertEquals("trees_differ", await(800).reason);
        assertEquals("trees_differ", await(800).reason);
    }

    @Test
    public void aChangeOfFlagsCounts() throws InterruptedException {
        meanwhile = () -> flags ^= 8;
        assertTrue(json(await(500)).endsWith("\"part\":\"flags\"}}"));
        meanwhile = () -> more = !more;
        assertTrue(json(await(500)).endsWith("\"part\":\"nodes\"}}"));
    }

    @Test
    public void eventsWithoutEndLeaveTwoTreesToCompare() throws InterruptedException {
        for (int ms = 10; ms < 1200; ms += 10) {
            event(ms);
        }
        IdleResult result = await(1000);
        assertFalse(result.idle);
        assertEquals("timeout", result.reason);
        assertEquals("equal", result.trees);
        assertEquals(2, read.size());
        assertEquals(150, (long) read.get(0));
    }

    @Test
    public void burstsDoNotHaveATreeReadBetweenAll() throws InterruptedException {
        for (int ms = 100; ms < 1200; ms += 90) {
            event(ms);
        }
        assertEquals("timeout", await(1000).reason);
        assertTrue(read.toString(), read.size() <= 3);
    }

    @Test
    public void whatComesLateIsWaitedForOnce() throws InterruptedException {
        type = "android.webkit.WebView";
        IdleResult result = await(500);
        assertEquals("tree_late", result.reason);
        assertTrue(json(result), json(result).contains("\"differs\":{\"class\":"
                + "\"android.webkit.WebView\""));
        assertTrue(await(500).idle);
        more = true;
        assertTrue(await(500).idle);
        more = false;
        assertEquals("tree_late", await(500).reason);
    }

    @Test
    public void aTreeThatFillsIsTheOneThatComesBack() throws InterruptedException {
        type = "io.flutter.embedding.android.FlutterView";
        meanwhile = () -> more = clock.nowMs() > 300;
        assertTrue(await(2000).idle);
        assertTrue(more);
        assertEquals(5, read.size());
    }

    @Test
    public void aFocusedWindowWithoutContentIsLate() throws InterruptedException {
        rootless = true;
        assertEquals("tree_late", await(500).reason);
    }

    @Test
    public void whatCannotBeReadIsNotWaitedFor() throws InterruptedException {
        unreadable = true;
        assertTrue(await(1000).idle);
        assertEquals(2, read.size());
    }

    @Test
    public void withoutAQuietTimeNothingIsCompared() throws InterruptedException {
        IdleResult result = quiet.await(new IdleOptions(0, 0, "", 0, 0), 1, this::tree);
        assertTrue(result.idle);
        assertEquals(null, result.trees);
        assertEquals(1, read.size());
    }

    @Test
    public void aWaitForAFirstEventIsNoLongerThanAsked() throws InterruptedException {
        IdleResult result = quiet.await(new IdleOptions(1000, 150, "", 400, 0), 1, this::tree);
        assertEquals(400, result.waitedMs);
        assertEquals(2, read.size());
    }
}
