// JsonWriter.java: JSON text, member by member
package com.agentest.helper.json;

import java.nio.charset.StandardCharsets;

/**
 * Appends one JSON value to a buffer. The writer puts the commas; the caller sees to it that begins
 * and ends match. Text is always valid UTF-8: half a surrogate pair becomes U+FFFD.
 */
public final class JsonWriter {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final StringBuilder out = new StringBuilder(1024);
    private boolean comma;

    public JsonWriter beginObject() {
        return open('{');
    }

    public JsonWriter endObject() {
        return close('}');
    }

    public JsonWriter beginArray() {
        return open('[');
    }

    public JsonWriter endArray() {
        return close(']');
    }

    public JsonWriter name(String name) {
        separate();
        quote(name);
        out.append(':');
        comma = false;
        return this;
    }

    public JsonWriter value(String text) {
        separate();
        if (text == null) {
            out.append("null");
        } else {
            quote(text);
        }
        return this;
    }

    public JsonWriter value(long number) {
        separate();
        out.append(number);
        return this;
    }

    public JsonWriter value(boolean truth) {
        separate();
        out.append(truth);
        return this;
    }

    public JsonWriter member(String name, String text) {
        return name(name).value(text);
    }

    public JsonWriter member(String name, long number) {
        return name(name).value(number);
    }

    public JsonWriter member(String name, boolean truth) {
        return name(name).value(truth);
    }

    /** Appends a value that another writer has written. */
    public JsonWriter raw(JsonWriter value) {
        separate();
        out.append(value.out);
        return this;
    }

    /** The number of characters so far. */
    public int length() {
        return out.length();
    }

    public byte[] toBytes() {
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private JsonWriter open(char bracket) {
        separate();
        out.append(bracket);
        comma = false;
        return this;
    }

    private JsonWriter close(char bracket) {
        out.append(bracket);
        comma = true;
        return this;
    }

    private void separate() {
        if (comma) {
            out.append(',');
        }
        comma = true;
    }

    private void quote(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                control(c);
            } else if (!Character.isSurrogate(c)) {
                out.append(c);
            } else if (i + 1 < text.length()
                    && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                out.append('\ufffd');
            }
        }
        out.append('"');
    }

    private void control(char c) {
        switch (c) {
            case '\n':
                out.append("\\n");
                break;
            case '\t':
                out.append("\\t");
                break;
            case '\r':
                out.append("\\r");
                break;
            default:
                out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
        }
    }
}
