package com.agentest.helper.api;

import java.nio.charset.StandardCharsets;

/** Requests from JSON, for tests in other packages. */
public final class Requests {
    private Requests() {
    }

    private static Fields fields(String json) throws Refusal {
        return Fields.of(json.getBytes(StandardCharsets.UTF_8));
    }

    public static TextEntry text(String json) throws Refusal {
        return new TextEntry(fields(json));
    }

    public static KeyPress key(String json) throws Refusal {
        return new KeyPress(fields(json));
    }

    public static TreeOptions tree(String json) throws Refusal {
        return new TreeOptions(fields(json));
    }

    public static ShotOptions shot(String json) throws Refusal {
        return new ShotOptions(fields(json));
    }
}
