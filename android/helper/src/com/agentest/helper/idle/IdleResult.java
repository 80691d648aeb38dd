// IdleResult.java: how a wait ended, and which apps kept it waiting
package com.agentest.helper.idle;

import com.agentest.helper.json.JsonWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class IdleResult {
    private static final int MAX_NAMES = 100;
    private static final int MAX_NOISY = 3;

    public final boolean idle;
    public final long waitedMs;
    public final List<UiEvent> events;
    /** The number of the first event after this wait. */
    public final long next;

    IdleResult(boolean idle, long waitedMs, List<UiEvent> events, long next) {
        this.idle = idle;
        this.waitedMs = waitedMs;
        this.events = events;
        this.next = next;
    }

    /** Writes the members of IDLE in PROTOCOL.md; "noisy" only if the wait timed out. */
    public void write(JsonWriter out) {
        out.member("idle", idle)
                .member("reason", idle ? "events_quiet" : "timeout")
                .member("waitedMs", waitedMs)
                .member("next", next)
                .name("events").beginArray();
        for (UiEvent event : events.subList(Math.max(0, events.size() - MAX_NAMES),
                events.size())) {
            out.value(event.name());
        }
        out.endArray();
        if (!idle) {
            noisy(out);
        }
    }

    private void noisy(JsonWriter out) {
        out.name("noisy").beginArray();
        List<Noise> noises = noises();
        for (Noise noise : noises.subList(0, Math.min(MAX_NOISY, noises.size()))) {
            out.beginObject()
                    .member("package", noise.sample.packageName)
                    .member("class", noise.sample.className)
                    .member("type", noise.sample.name())
                    .member("count", noise.count)
                    .endObject();
        }
        out.endArray();
    }

    /** Counts by package, class and type, the most frequent first. */
    private List<Noise> noises() {
        Map<String, Noise> byKey = new LinkedHashMap<>();
        for (UiEvent event : events) {
            String key = event.packageName + ' ' + event.className + ' ' + event.type;
            Noise noise = byKey.get(key);
            if (noise == null) {
                noise = new Noise(event);
                byKey.put(key, noise);
            }
            noise.count++;
        }
        List<Noise> noises = new ArrayList<>(byKey.values());
        Collections.sort(noises, (a, b) -> b.count - a.count);
        return noises;
    }

    private static final class Noise {
        final UiEvent sample;
        int count;

        Noise(UiEvent sample) {
            this.sample = sample;
        }
    }
}
