package com.agentest.helper.json;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public final class JsonTest {
    /** Text, and what its value prints as in Java. */
    private static final String[][] GOOD = {
        {"{\"a\":[1,-2,0.5,1e3],\"b\":{}}", "{a=[1, -2, 0.5, 1000.0], b={}}"},
        {"[true,false,null]", "[true, false, null]"},
        {"\"\\u00e9\\n\\\"\\\\\\/\\ud83d\\ude00\u00e9\"", "\u00e9\n\"\\/\ud83d\ude00\u00e9"},
        {"[9007199254740993]", "[9007199254740993]"},
        {"[123456789012345678901]", "[1.2345678901234568E20]"},
        {"{ \"a\" :\t[ ] }", "{a=[]}"},
    };

    private static final String[] BAD = {
        "", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "[01]", "[1.]", "[.5]", "[+1]",
        "[1e]", "nul", "[NaN]", "\"\\x\"", "\"\\u12g4\"", "\"\\u00\u0661\u0661\"",
        "\"a\nb\"", "\"", "{} {}",
        "{\"a\":1,\"a\":2}", "[1 2]", "-", "\u00a0[]",
    };

    private static Object parse(byte[] bytes) throws JsonException {
        return JsonReader.parse(bytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void refuses(byte[] bytes) {
        try {
            Object value = parse(bytes);
            fail("'" + new String(bytes, StandardCharsets.UTF_8) + "' was read as " + value);
        } catch (JsonException e) {
            // What was wanted.
        }
    }

    @Test
    public void goodRowsAreReadAndEachCutIsRefused() throws JsonException {
        for (String[] row : GOOD) {
            byte[] bytes = utf8(row[0]);
            assertEquals(row[1], String.valueOf(parse(bytes)));
            for (int cut = 0; cut < bytes.length; cut++) {
                refuses(Arrays.copyOf(bytes, cut));
            }
        }
    }

    @Test
    public void badRowsAreRefused() {
        for (String row : BAD) {
            refuses(utf8(row));
        }
        refuses(new byte[] {'"', (byte) 0xc3, '"'});
        refuses(new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'});
    }

    @Test
    public void limitsHold() throws JsonException {
        String open = String.join("", Collections.nCopies(JsonReader.MAX_DEPTH, "["));
        String close = open.replace('[', ']');
        parse(utf8(open + close));
        parse(utf8("[" + open + close + "]"));
        refuses(utf8("[[" + open + close + "]]"));

        StringBuilder many = new StringBuilder("[0");
        for (int i = 2; i < JsonReader.MAX_VALUES; i++) {
            many.append(",0");
        }
        parse(utf8(many + "]"));
        refuses(utf8(many + ",0]"));
    }

    @Test
    public void whatIsWrittenIsReadAgain() throws JsonException {
        String hard = "a\"b\\c\n\r\t\u0000\u001f\u007f \u00e9\u2028\ud83d\ude00";
        JsonWriter out = new JsonWriter().beginObject().member(hard, hard).member("n", -5)
                .member("t", true).member("none", null).name("list").beginArray().value(1)
                .beginObject().endObject().beginArray().endArray().endArray().endObject();
        assertEquals("{" + hard + "=" + hard + ", n=-5, t=true, none=null, list=[1, {}, []]}",
                parse(out.toBytes()).toString());
    }

    @Test
    public void halfPairsBecomeReplacementCharacters() {
        assertEquals("[\"\ufffdx\",\"\ufffd\",\"\ufffd\ud83d\ude00\"]", new JsonWriter()
                .beginArray().value("\ud83dx").value("\ude00").value("\ud83d\ud83d\ude00")
                .endArray().toString());
    }

    @Test
    public void aValueOfAnotherWriterTakesItsComma() {
        JsonWriter inner = new JsonWriter().beginObject().endObject();
        assertEquals("[{},{},1]", new JsonWriter().beginArray().raw(inner).raw(inner).value(1)
                .endArray().toString());
    }
}
