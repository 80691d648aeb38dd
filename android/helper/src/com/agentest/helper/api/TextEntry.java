// TextEntry.java: a text, the field that it is for, and how to enter it
package com.agentest.helper.api;

public final class TextEntry {
    public static final int MAX_CHARS = 64 * 1024;

    public final String text;
    /** Replace the whole value; otherwise insert at the cursor. */
    public final boolean replace;
    /** "auto", "set", "keys" or "paste". */
    public final String method;
    /** Use the field at this place; if hasPlace is false, the focused one. */
    public final boolean hasPlace;
    public final int x;
    public final int y;
    /** The text that the field must then have; null for any. */
    public final String expect;
    /** Use this field wherever it is; null: the one at the place, or the focused one. */
    public final Target target;

    TextEntry(Fields fields) throws Refusal {
        text = fields.text("text");
        if (text.length() > MAX_CHARS) {
            throw Fields.bad("'text' has more than " + MAX_CHARS + " characters");
        }
        expect = fields.text("expect", null);
        replace = fields.word("mode", "insert", "replace").equals("replace");
        method = fields.word("method", "auto", "set", "keys", "paste");
        hasPlace = fields.has("x") || fields.has("y");
        x = hasPlace ? fields.integer("x", -32767, 32767) : 0;
        y = hasPlace ? fields.integer("y", -32767, 32767) : 0;
        target = Target.of(fields);
    }

    /** value is what the field holds now, null where none is known; of a password, dots. */
    public void check(String value, boolean password) throws Refusal {
        if (expect != null && !(value != null && (password
                ? value.length() == expect.length() : value.equals(expect)))) {
            throw new Refusal(Refusal.Code.TEXT_OTHER,
                    "the field holds something else than expected");
        }
    }
}
