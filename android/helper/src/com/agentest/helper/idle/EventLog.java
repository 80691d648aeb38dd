// EventLog.java: the latest accessibility events, and waiting for the next
package com.agentest.helper.idle;

import com.agentest.helper.json.JsonWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Filled by the system's thread, read by the server's threads; guarded by its own monitor. */
public final class EventLog {
    static final int MAX_EVENTS = 1024;
    public static final int MAX_TEXT = 1000;
    static final int MAX_NEWS = 64;

    private final Clock clock;
    private final Deque<UiEvent> events = new ArrayDeque<>();
    /** The latest news, kept apart because a busy screen would push a toast out. */
    private final Deque<UiEvent> news = new ArrayDeque<>();
    private long nextSeq = 1;

    public EventLog(Clock clock) {
        this.clock = clock;
    }

    public synchronized void record(UiEvent event) {
        event.seq = nextSeq++;
        event.ms = clock.nowMs();
        if (events.size() == MAX_EVENTS) {
            events.removeFirst();
        }
        events.addLast(event);
        if (event.isNews()) {
            if (news.size() == MAX_NEWS) {
                news.removeFirst();
            }
            news.addLast(event);
        }
        notifyAll();
    }

    /** The number that the next event will get. */
    public synchronized long nextSeq() {
        return nextSeq;
    }

    /** The stored events from the given number on, oldest first. */
    public synchronized List<UiEvent> since(long seq) {
        List<UiEvent> found = new ArrayList<>();
        for (UiEvent event : events) {
            if (event.seq >= seq) {
                found.add(event);
            }
        }
        return found;
    }

    /**
     * Writes the members "events" (the latest MAX_NEWS), "counts" (of all, by type), "nowMs" (by
     * the clock of the events), "next" (the number to continue from) and "lost" (how many are not
     * stored any more).
     */
    public synchronized void write(long seq, JsonWriter out) {
        Map<String, Integer> counts = new TreeMap<>();
        for (UiEvent event : since(seq)) {
            Integer before = counts.get(event.name());
            counts.put(event.name(), before == null ? 1 : before + 1);
        }
        out.name("events").beginArray();
        for (UiEvent event : news) {
            if (event.seq >= seq) {
                event.write(out);
            }
        }
        out.endArray().name("counts").beginObject();
        for (Map.Entry<String, Integer> count : counts.entrySet()) {
            out.member(count.getKey(), count.getValue());
        }
        long oldest = nextSeq - events.size();
        out.endObject()
                .member("nowMs", clock.nowMs())
                .member("next", nextSeq)
                .member("lost", Math.max(0, oldest - Math.max(seq, 1)));
    }
}
