// Fields.java: a JSON object's members by type and range
package com.agentest.helper.api;

import com.agentest.helper.json.JsonException;
import com.agentest.helper.json.JsonReader;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Each getter takes its member; done() refuses members that no getter took, so that a misspelt name
 * is an error and not a default. "where" names the object in messages.
 */
public final class Fields {
    private final Map<?, ?> members;
    private final String where;
    private final Set<Object> open;

    private Fields(Map<?, ?> members, String where) {
        this.members = members;
        this.where = where;
        this.open = new HashSet<>(members.keySet());
    }

    /** Reads a request's body; no body means an empty object. */
    public static Fields of(byte[] body) throws Refusal {
        if (body.length == 0) {
            return new Fields(Collections.emptyMap(), "the body");
        }
        try {
            return of(JsonReader.parse(body), "the body");
        } catch (JsonException e) {
            throw bad("the body is not JSON: " + e.getMessage());
        }
    }

    public static Fields of(Object value, String where) throws Refusal {
        if (!(value instanceof Map)) {
            throw bad(where + " must be an object");
        }
        return new Fields((Map<?, ?>) value, where);
    }

    public boolean has(String name) {
        return members.containsKey(name);
    }

    /** Returns the raw value, or null if the member is missing. */
    public Object take(String name) {
        open.remove(name);
        return members.get(name);
    }

    public int integer(String name, int min, int max) throws Refusal {
        Object value = take(name);
        if (value == null) {
            throw bad("'" + name + "' is missing in " + where);
        }
        if (!(value instanceof Long) || (Long) value < min || (Long) value > max) {
            throw bad("'" + name + "' in " + where + " must be a whole number from " + min
                    + " to " + max);
        }
        return ((Long) value).intValue();
    }

    public int integer(String name, int min, int max, int fallback) throws Refusal {
        return has(name) ? integer(name, min, max) : fallback;
    }

    /** Without a fallback, which is NaN then, the member must be there. */
    public double number(String name, double min, double max, double fallback) throws Refusal {
        Object value = take(name);
        double number = !has(name) ? fallback
                : value instanceof Number ? ((Number) value).doubleValue() : Double.NaN;
        if (!(number >= min && number <= max)) {
            throw bad("'" + name + "' in " + where + " must be a number from " + min + " to "
                    + max);
        }
        return number;
    }

    public boolean truth(String name, boolean fallback) throws Refusal {
        Object value = take(name);
        if (!has(name)) {
            return fallback;
        }
        if (!(value instanceof Boolean)) {
            throw bad("'" + name + "' in " + where + " must be true or false");
        }
        return (Boolean) value;
    }

    /** The member must be there and must not be null. */
    public String text(String name) throws Refusal {
        Object value = take(name);
        if (!(value instanceof String)) {
            throw bad("'" + name + "' must be there in " + where + " and be a string");
        }
        return (String) value;
    }

    public String text(String name, String fallback) throws Refusal {
        return has(name) ? text(name) : fallback;
    }

    /** Returns one of the words; the first is the default. */
    public String word(String name, String... words) throws Refusal {
        String word = text(name, words[0]);
        for (String each : words) {
            if (each.equals(word)) {
                return word;
            }
        }
        StringBuilder list = new StringBuilder();
        for (String each : words) {
            list.append(list.length() > 0 ? ", " : "").append(each);
        }
        throw bad("'" + name + "' in " + where + " must be one of " + list);
    }

    public List<?> list(String name, int min, int max) throws Refusal {
        Object value = take(name);
        if (!(value instanceof List) || ((List<?>) value).size() < min
                || ((List<?>) value).size() > max) {
            throw bad("'" + name + "' in " + where + " must be a list of " + min + " to " + max
                    + " items");
        }
        return (List<?>) value;
    }

    public void done() throws Refusal {
        if (!open.isEmpty()) {
            throw bad("'" + open.iterator().next() + "' is unknown in " + where);
        }
    }

    static Refusal bad(String message) {
        return new Refusal(Refusal.Code.BAD_REQUEST, message);
    }
}
