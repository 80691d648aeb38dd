package com.agentest.helper.api;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Targets as they come in a request. */
public final class Targets {
    private Targets() {
    }

    public static Target of(Object value) throws Refusal {
        return Target.of(Fields.of(Collections.singletonMap("target", value), "an action"));
    }

    /** Names and values in turn. */
    public static Map<String, Object> map(Object... members) {
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            map.put((String) members[i], members[i + 1]);
        }
        return map;
    }
}
