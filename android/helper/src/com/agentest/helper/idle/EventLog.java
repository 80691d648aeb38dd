// EventLog.java: the latest accessibility events, and waiting for one more
package com.agentest.helper.idle;

import com.agentest.helper.json.JsonWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Filled from the system's thread, read from the server's; its own monitor guards all of it. */
public final class EventLog {
    static final int MAX_EVENTS = 1024;
    public static final int MAX_TEXT = 1000;
    static final int MAX_NEWS = 64;

    private final Clock clock;
    private final Deque<UiEvent> events = new ArrayDeque<>();
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
        notifyAll();
    }

    /** The number that the next event will get. */
    public synchronized long nextSeq() {
        return nextSeq;
    }

    /** Events from the given number on, oldest first, as far as they are still kept. */
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
     * The members "events" (news, the latest MAX_NEWS), "counts" (all, by type), "next" (the
     * number to go on from) and "lost" (how many are no longer kept).
     */
    public synchronized void write(long seq, JsonWriter out) {
        Map<String, Integer> counts = new TreeMap<>();
        Deque<UiEvent> news = new ArrayDeque<>();
        for (UiEvent event : since(seq)) {
            Integer before = counts.get(event.name());
            counts.put(event.name(), before == null ? 1 : before + 1);
            if (event.isNews()) {
                news.addLast(event);
            }
            if (news.size() > MAX_NEWS) {
                news.removeFirst();
            }
        }
        out.name("events").beginArray();
        for (UiEvent event : news) {
            event.write(out);
        }
        out.endArray().name("counts").beginObject();
        for (Map.Entry<String, Integer> count : counts.entrySet()) {
            out.member(count.getKey(), count.getValue());
        }
        long oldest = nextSeq - events.size();
        out.endObject().member("next", nextSeq).member("lost", Math.max(0, oldest - seq));
    }
}
