package com.agentest.helper.idle;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.agentest.helper.json.JsonWriter;
import org.junit.Test;

public final class IdleTest {
    private final FakeClock clock = new FakeClock();
    private final EventLog log = new EventLog(clock);
    private final IdleWaiter waiter = new IdleWaiter(clock, log);

    private void event(long ms, int type, String packageName, String className, String text) {
        clock.at(ms, () -> log.record(new UiEvent(type, packageName, className, text)));
    }

    private void change(long ms, String packageName) {
        event(ms, 0x800, packageName, "android.view.View", "");
    }

    private static IdleOptions options(int timeoutMs, String packageName) {
        return new IdleOptions(timeoutMs, 150, packageName, 0, 0);
    }

    @Test
    public void withoutEventsItIsTheQuietTime() throws InterruptedException {
        IdleResult result = waiter.await(options(1000, ""), 1);
        assertTrue(result.idle);
        assertEquals(150, result.waitedMs);
    }

    @Test
    public void quietIsCountedFromTheLastEvent() throws InterruptedException {
        change(100, "app");
        change(240, "app");
        IdleResult result = waiter.await(options(1000, ""), 1);
        assertTrue(result.idle);
        assertEquals(390, result.waitedMs);
        assertEquals(2, result.events.size());
    }

    @Test
    public void anEventBeforeTheWaitIsReportedAndDoesNotShortenIt() throws InterruptedException {
        log.record(new UiEvent(1, "app", "", ""));
        clock.sleepUntil(5000);
        IdleResult result = waiter.await(options(1000, ""), 1);
        assertEquals(150, result.waitedMs);
        assertEquals(1, result.events.size());
        assertEquals(0, waiter.await(options(1000, ""), log.nextSeq()).events.size());
    }

    @Test
    public void itEndsWhereItNeverIsQuiet() throws InterruptedException {
        for (int i = 1; i < 40; i++) {
            event(i * 50, 0x800, "app", "android.widget.ProgressBar", "");
        }
        event(75, 1, "app", "android.widget.Button", "");
        IdleResult result = waiter.await(options(1000, ""), 1);
        assertFalse(result.idle);
        assertEquals(1000, result.waitedMs);
        JsonWriter out = new JsonWriter().beginObject();
        result.write(out);
        String json = out.endObject().toString();
        assertTrue(json, json.startsWith("{\"idle\":false,\"reason\":\"timeout\","
                + "\"waitedMs\":1000,"));
        assertTrue(json, json.contains("\"noisy\":[{\"package\":\"app\","
                + "\"class\":\"android.widget.ProgressBar\","
                + "\"type\":\"TYPE_WINDOW_CONTENT_CHANGED\","
                + "\"count\":20},{"));
    }

    @Test
    public void namesAndNoiseHaveTheirLimits() throws InterruptedException {
        for (int i = 0; i < 130; i++) {
            log.record(new UiEvent(i < 30 ? 1 : 0x800, "app", "class" + i % 5, ""));
        }
        JsonWriter out = new JsonWriter().beginObject();
        waiter.await(options(0, ""), 1).write(out);
        String json = out.endObject().toString();
        assertFalse(json, json.contains("\"TYPE_VIEW_CLICKED\""));
        String[] parts = json.split("\"noisy\"");
        assertEquals(json, 100, parts[0].split("\"TYPE_WINDOW_CONTENT_CHANGED\"").length - 1);
        assertEquals(json, 3, parts[1].split("\"count\":20}").length - 1);
    }

    @Test
    public void anotherPackagesEventsMayBeLeftAside() throws InterruptedException {
        change(100, "com.android.systemui");
        assertEquals(150, waiter.await(options(1000, "app"), 1).waitedMs);
        change(200, "com.android.systemui");
        change(250, "app");
        assertEquals(250, waiter.await(options(1000, "app"), 1).waitedMs);
    }

    private static IdleOptions afterChange(int changeMs, long since) {
        return new IdleOptions(1000, 150, "app", changeMs, (int) since);
    }

    @Test
    public void aFirstEventMayBeWaitedFor() throws InterruptedException {
        change(100, "com.android.systemui");
        change(400, "app");
        IdleResult result = waiter.await(afterChange(500, 0), log.nextSeq());
        assertTrue(result.idle);
        assertEquals(550, result.waitedMs);
        assertEquals(log.nextSeq(), result.next);
        assertEquals(500, waiter.await(afterChange(500, 0), log.nextSeq()).waitedMs);
    }

    @Test
    public void anEventSinceTheLastWaitIsTheFirst() throws InterruptedException {
        long next = waiter.await(options(1000, ""), 1).next;
        log.record(new UiEvent(0x800, "app", "", ""));
        clock.sleepUntil(5000);
        assertEquals(150, waiter.await(afterChange(500, next), log.nextSeq()).waitedMs);
        assertEquals(500, waiter.await(afterChange(500, next + 1), log.nextSeq()).waitedMs);
    }

    @Test
    public void theFirstEventIsWaitedForWithinTheTimeout() throws InterruptedException {
        IdleResult result = waiter.await(new IdleOptions(300, 150, "", 500, 0), 1);
        assertFalse(result.idle);
        assertEquals(300, result.waitedMs);
    }

    @Test
    public void noTimeIsALookAtOnce() throws InterruptedException {
        assertFalse(waiter.await(options(0, ""), 1).idle);
        assertTrue(waiter.await(new IdleOptions(0, 0, "", 0, 0), 1).idle);
    }

    @Test
    public void newsAreToldAndTheRestIsCounted() {
        log.record(new UiEvent(0x800, "app", "", "never told"));
        log.record(new UiEvent(0x40, "app", "android.widget.Toast$TN", "Saved"));
        log.record(new UiEvent(0x40, "app", "android.app.Notification", "You have mail"));
        JsonWriter out = new JsonWriter().beginObject();
        log.write(0, out); // the first is 1: nothing was lost
        assertEquals("{\"events\":["
                + "{\"seq\":2,\"ms\":0,\"type\":\"TYPE_NOTIFICATION_STATE_CHANGED\","
                + "\"package\":\"app\","
                + "\"class\":\"android.widget.Toast$TN\",\"text\":\"Saved\",\"toast\":true},"
                + "{\"seq\":3,\"ms\":0,\"type\":\"TYPE_NOTIFICATION_STATE_CHANGED\","
                + "\"package\":\"app\","
                + "\"class\":\"android.app.Notification\","
                + "\"text\":\"You have mail\",\"toast\":false}],"
                + "\"counts\":{\"TYPE_NOTIFICATION_STATE_CHANGED\":2,"
                + "\"TYPE_WINDOW_CONTENT_CHANGED\":1},\"nowMs\":0,\"next\":4,\"lost\":0}",
                out.endObject().toString());
    }

    @Test
    public void aFullLogSaysHowManyWereLost() {
        for (int i = 0; i < EventLog.MAX_EVENTS + 10; i++) {
            log.record(new UiEvent(0x20, "app", "", ""));
        }
        JsonWriter out = new JsonWriter().beginObject();
        log.write(5, out);
        String json = out.endObject().toString();
        assertTrue(json, json.endsWith("\"next\":1035,\"lost\":6}"));
        assertEquals(EventLog.MAX_NEWS, json.split("\"seq\"").length - 1);
    }

    @Test
    public void aToastOutlastsTheNoiseThatFollowsIt() throws InterruptedException {
        log.record(new UiEvent(0x40, "app", "android.widget.Toast", "Could not save"));
        for (int i = 0; i < EventLog.MAX_EVENTS; i++) {
            log.record(new UiEvent(0x800, "app", "android.view.View", ""));
        }
        clock.sleepUntil(5000);
        JsonWriter out = new JsonWriter().beginObject();
        log.write(1, out);
        String json = out.endObject().toString();
        assertTrue(json, json.contains("\"ms\":0,")
                && json.contains("\"text\":\"Could not save\",\"toast\":true}]"));
        assertTrue(json, json.endsWith("\"nowMs\":5000,\"next\":1026,\"lost\":1}"));
    }

    @Test
    public void eventsHaveAndroidsNames() {
        assertEquals("TYPE_VIEW_CLICKED", new UiEvent(1, "", "", "").name());
        assertEquals("TYPE_WINDOWS_CHANGED", new UiEvent(0x400000, "", "", "").name());
        assertEquals("TYPE_0x40000000", new UiEvent(0x40000000, "", "", "").name());
        assertEquals("TYPE_0x3", new UiEvent(3, "", "", "").name());
    }
}
