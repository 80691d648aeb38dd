// KeyPress.java: a key, its modifiers, and how often
package com.agentest.helper.api;

public final class KeyPress {
    public final int keycode;
    public final int meta;
    public final int count;
    public final boolean longPress;

    private KeyPress(int keycode) {
        this.keycode = keycode;
        meta = 0;
        count = 1;
        longPress = false;
    }

    public static KeyPress once(int keycode) {
        return new KeyPress(keycode);
    }

    KeyPress(Fields fields) throws Refusal {
        keycode = fields.integer("keycode", 1, 1023);
        meta = fields.integer("meta", 0, Integer.MAX_VALUE, 0);
        count = fields.integer("count", 1, 5000, 1);
        longPress = fields.truth("longPress", false);
    }
}
