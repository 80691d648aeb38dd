// JsonReader.java: one JSON value from bytes, strictly and within limits
package com.agentest.helper.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads RFC 8259: objects as LinkedHashMap, arrays as ArrayList, strings, Long where a number is
 * whole and fits, else Double, Boolean, null. Refuses malformed UTF-8, repeated names, and what is
 * deeper or has more values than the limits.
 */
public final class JsonReader {
    static final int MAX_DEPTH = 16;
    static final int MAX_VALUES = 20000;

    private final String text;
    private int at;
    private int values;

    private JsonReader(String text) {
        this.text = text;
    }

    public static Object parse(byte[] bytes) throws JsonException {
        JsonReader reader = new JsonReader(decode(bytes));
        Object value = reader.value(0);
        reader.blank();
        if (reader.at < reader.text.length()) {
            throw reader.bad("more after the value");
        }
        return value;
    }

    private static String decode(byte[] bytes) throws JsonException {
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new JsonException("the text is not UTF-8");
        }
    }

    private Object value(int depth) throws JsonException {
        if (depth > MAX_DEPTH) {
            throw bad("deeper than " + MAX_DEPTH + " levels");
        }
        if (++values > MAX_VALUES) {
            throw bad("more than " + MAX_VALUES + " values");
        }
        blank();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) throws JsonException {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        blank();
        if (take('}')) {
            return members;
        }
        do {
            blank();
            if (peek() != '"') {
                throw bad("a member's name is missing");
            }
            String name = string();
            blank();
            need(':');
            if (members.containsKey(name)) {
                throw bad("the member '" + name + "' stands twice");
            }
            members.put(name, value(depth + 1));
            blank();
        } while (take(','));
        need('}');
        return members;
    }

    private List<Object> array(int depth) throws JsonException {
        List<Object> items = new ArrayList<>();
        at++;
        blank();
        if (take(']')) {
            return items;
        }
        do {
            items.add(value(depth + 1));
            blank();
        } while (take(','));
        need(']');
        return items;
    }

    private String string() throws JsonException {
        StringBuilder out = new StringBuilder();
        at++;
        for (;;) {
            char c = peek();
            if (c < ' ') {
                throw bad("a string that does not end, or a control character in it");
            }
            at++;
            if (c == '"') {
                return out.toString();
            }
            out.append(c == '\\' ? escape() : c);
        }
    }

    private char escape() throws JsonException {
        char c = peek();
        at++;
        switch (c) {
            case '"':
            case '\\':
            case '/':
                return c;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return unicode();
            default:
                throw bad("an escape that JSON does not have");
        }
    }

    private char unicode() throws JsonException {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            char c = peek();
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw bad("an escape without four hex digits");
            }
            at++;
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object number() throws JsonException {
        int from = at;
        boolean whole = true;
        take('-');
        if (!take('0') && digits() == 0) {
            throw bad("no value");
        }
        if (take('.')) {
            whole = false;
            if (digits() == 0) {
                throw bad("a number without digits after its point");
            }
        }
        if (take('e') || take('E')) {
            whole = false;
            if (!take('-')) {
                take('+');
            }
            if (digits() == 0) {
                throw bad("a number without digits in its exponent");
            }
        }
        String word = text.substring(from, at);
        if (whole && word.length() < 19) {
            return Long.valueOf(word);
        }
        return Double.valueOf(word);
    }

    private int digits() {
        int from = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        return at - from;
    }

    private Object word(String word, Object value) throws JsonException {
        if (!text.startsWith(word, at)) {
            throw bad("no value");
        }
        at += word.length();
        return value;
    }

    private void blank() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r') {
            at++;
        }
    }

    private boolean take(char c) {
        if (at >= text.length() || text.charAt(at) != c) {
            return false;
        }
        at++;
        return true;
    }

    private void need(char c) throws JsonException {
        if (!take(c)) {
            throw bad("'" + c + "' is missing");
        }
    }

    /** The next character; at the end NUL, which no JSON text may contain unescaped. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private JsonException bad(String what) {
        return new JsonException(what + ", at character " + at);
    }
}
