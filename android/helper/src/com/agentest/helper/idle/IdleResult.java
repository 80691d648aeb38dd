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
    public final String reason;
    public final long waitedMs;
    public final List<UiEvent> events;
    /** The number of the first event after this wait. */
    public final long next;
    /** "equal", "ticking" or "differ"; null if no two were compared. */
    public final String trees;
    private final TreeDifference difference;

    /** difference may be null. */
    IdleResult(String reason, long waitedMs, List<UiEvent> events, long next, String trees,
            TreeDifference difference) {
        this.idle = reason.equals("events_quiet");
        this.reason = reason;
        this.waitedMs = waitedMs;
        this.events = events;
        this.next = next;
        this.trees = trees;
        this.difference = difference;
    }

    /** Writes the members of IDLE in PROTOCOL.md; "noisy" only if events went on. */
    public void write(JsonWriter out) {
        out.member("idle", idle)
                .member("reason", reason)
                .member("waitedMs", waitedMs)
                .member("next", next)
                .name("events").beginArray();
        for (UiEvent event : events.subList(Math.max(0, events.size() - MAX_NAMES),
                events.size())) {
            out.value(event.name());
        }
        out.endArray();
        if (trees != null) {
            out.member("trees", trees);
        }
        if (difference != null) {
            difference.write(out);
        }
        if (reason.equals("timeout")) {
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
