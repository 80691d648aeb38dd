package com.agentest.helper.api;

import com.agentest.helper.json.JsonWriter;

/** What the answer to a question has of a bridge. */
public final class IdlingText {
    private IdlingText() {
    }

    public static String of(Idling told) {
        JsonWriter out = new JsonWriter().beginObject();
        told.write(out);
        return out.endObject().toString();
    }
}
