// Pending.java: what is busy, as a line of JSON
package com.agentest.bridge;

import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Filled by the main thread, read by the provider's; guarded by its own monitor. */
final class Pending {
    private static final int MAX_ITEMS = 50;
    private static final int MAX_CHARS = 200;

    private final JSONArray items = new JSONArray();
    private int busy;

    synchronized void busy(String source, String name) {
        busy++;
        add(source, name, null);
    }

    /** A source that fails to say whether it is idle is reported, but not waited for. */
    synchronized void fault(String source, String name, Throwable why) {
        Throwable cause = why.getCause() == null ? why : why.getCause();
        add(source, name, cause.toString());
    }

    synchronized boolean isIdle() {
        return busy == 0;
    }

    /** On one line: org.json escapes what would break it. */
    synchronized String json() {
        return items.toString();
    }

    private void add(String source, String name, String error) {
        if (items.length() == MAX_ITEMS) {
            return;
        }
        JSONObject item = new JSONObject();
        try {
            item.put("source", source);
            item.put("name", cut(name));
            if (error != null) {
                item.put("error", cut(error));
            }
        } catch (JSONException e) {
            throw new IllegalStateException(e);
        }
        items.put(item);
    }

    private static String cut(String text) {
        String known = text == null ? "" : text;
        return known.length() > MAX_CHARS ? known.substring(0, MAX_CHARS) : known;
    }
}
