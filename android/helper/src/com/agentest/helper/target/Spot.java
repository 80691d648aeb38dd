// Spot.java: a node of the screen as one look has found it; pure
package com.agentest.helper.target;

import com.agentest.helper.json.JsonWriter;

/** The members that finding and touching an element need. */
public final class Spot {
    // PROTOCOL.md's bits of a node.
    private static final int FOCUSED = 1 << 1;
    private static final int TOUCHED = 1 << 5 | 1 << 7;
    private static final int SCROLLABLE = 1 << 6;
    private static final int PASSWORD = 1 << 8;
    private static final int INVISIBLE = 1 << 10;
    private static final int EDITABLE = 1 << 12;
    private static final int MAX_TOLD_CHARS = 200;
    private static final String[] SLIDERS = {"SeekBar", "RatingBar", "Slider"};

    /** The texts of a node; "" without a text. */
    public static final class Words {
        public String className = "";
        public String packageName = "";
        public String id = "";
        public String text = "";
        public String desc = "";
        public String pane = "";
        /** Its place in the drawing order of its siblings; 0 where it isn't known. */
        public int drawn;
    }

    public final Words words;
    public final Box bounds;
    /** The system's own node, for who made the look. */
    public final Object handle;
    final Screen.Window window;
    /** Its number in the look; what is below it has the next ones, up to end. */
    final int order;
    int end;
    final Spot parent;
    private final int flags;
    /** The bounds, clipped by the screen and its scrollables. */
    Box shown;
    /** The visible part; empty if another window hides it. */
    Box seen;
    /** The clip of its descendants. */
    private Box clip;

    Spot(Screen.Window window, Spot parent, int order, Words words, int flags, Box bounds,
            Object handle) {
        this.window = window;
        this.order = order;
        this.end = order + 1;
        this.parent = parent;
        this.words = words;
        this.flags = flags;
        this.bounds = bounds;
        this.handle = handle;
    }

    boolean isVisible() {
        return (flags & INVISIBLE) == 0;
    }

    public boolean isEditable() {
        return (flags & EDITABLE) != 0;
    }

    boolean isFocused() {
        return (flags & FOCUSED) != 0;
    }

    boolean takesTouch() {
        return (flags & TOUCHED) != 0 || endsLike(SLIDERS);
    }

    /** Whether it takes touches of what is drawn under it without being an element for them. */
    boolean scrolls() {
        return (flags & SCROLLABLE) != 0;
    }

    /** Returns true if people would point at it, and not only at its content. */
    boolean acts() {
        return takesTouch() || (flags & (SCROLLABLE | EDITABLE)) != 0;
    }

    private boolean clips() {
        return ((flags & SCROLLABLE) != 0 || endsLike("WebView") || !words.pane.isEmpty())
                && !bounds.isEmpty();
    }

    void clip(Box around) {
        clip = clips() ? around.within(bounds) : around;
        shown = bounds.within(clip);
    }

    Box clip() {
        return clip;
    }

    boolean isBelow(Spot other) {
        return order > other.order && order < other.end;
    }

    /** 2: it is drawn over the other one, 1: it may be, 0: it isn't. */
    int over(Spot other) {
        Spot a = this;
        Spot b = other;
        if (isBelow(other) || other.isBelow(this)) {
            return isBelow(other) ? 2 : 0;
        }
        while (a.parent != null && !other.isBelow(a.parent)) {
            a = a.parent;
        }
        while (b.parent != a.parent) {
            b = b.parent;
        }
        int first = b.words.drawn;
        int second = a.words.drawn;
        if (a.parent != null && first > 0 && second > 0 && first != second) {
            return second > first ? 2 : 0;
        }
        return order < other.order ? 0 : a.parent == null ? 2 : 1;
    }

    /** Whether people read this here; what a password field holds is no word of its. */
    boolean says(String word) {
        return isVisible() && (Alike.same(word, words.desc)
                || (Alike.same(word, words.text) && (flags & PASSWORD) == 0));
    }

    /** The text, unless it may be a password. */
    String publicText() {
        return (flags & PASSWORD) != 0 ? "" : words.text;
    }

    private boolean endsLike(String... ends) {
        for (String end : ends) {
            if (words.className.endsWith(end)) {
                return true;
            }
        }
        return false;
    }

    /** Writes the value of "there"; label stands in for texts that it does not have. */
    void describe(String label, JsonWriter out) {
        out.beginObject().member("class", words.className).member("package", words.packageName)
                .member("window", window.type).name("bounds");
        bounds.write(out);
        member("id", words.id, out);
        member("text", publicText(), out);
        member("desc", words.desc, out);
        member("label", label, out);
        out.endObject();
    }

    private static void member(String name, String text, JsonWriter out) {
        if (!text.isEmpty()) {
            out.member(name, text.substring(0, Math.min(text.length(), MAX_TOLD_CHARS)));
        }
    }
}
