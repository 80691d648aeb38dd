// PaperDevice.java: a device of two screens, to sign in and to have signed in
package com.agentest.helper.jvm;

import com.agentest.helper.api.Device;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.KeyPress;
import com.agentest.helper.api.Picture;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.ShotOptions;
import com.agentest.helper.api.TextEntry;
import com.agentest.helper.api.TreeOptions;
import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.TreePrint;
import com.agentest.helper.idle.UiEvent;
import com.agentest.helper.input.GesturePlan;
import com.agentest.helper.json.JsonWriter;
import java.io.IOException;
import com.agentest.helper.target.Finder;
import com.agentest.helper.target.Screen;
import com.agentest.helper.target.Spot;
import java.nio.charset.StandardCharsets;

/**
 * 1080 by 2400 pixels. A tap on a field focuses it, one on the button signs in if both fields have
 * text; BACK goes back. In each look for a target the first screen's title is at another place,
 * and an offer lies over the button for help. The last line of the screen describes the last input in words, so that a
 * client's test sees what arrived.
 *
 * <p>Every failure can be caused: a touch that begins outside of the screen is not delivered, the
 * key map is ASCII, there is no picture between the keys SLEEP and WAKEUP, POWER is forbidden,
 * SYSRQ is an exception, BREAK the end of UiAutomation, and after EXPLORER another program has it
 * once when it is wanted again. PLAY shows progress that never rests, PAUSE a clock and STOP an
 * empty browser, until another key, REWIND a slider until it is set; NEXT is a lost connection.
 */
final class PaperDevice implements Device {
    private static final String APP = "com.example.paper";
    private static final int WIDTH = 1080;
    private static final int HEIGHT = 2400;
    private static final int TITLE_TOP = 200;
    private static final int BACK = 4;
    private static final int POWER = 26;
    private static final int EXPLORER = 64;
    private static final int STOP = 86;
    private static final int NEXT = 87;
    private static final int SYSRQ = 120;
    private static final int BREAK = 121;
    private static final int PLAY = 126;
    private static final int PAUSE = 127;
    private static final int REWIND = 89;
    private static final int SLEEP = 223;
    private static final int WAKEUP = 224;
    private static final String EDIT = "android.widget.EditText";
    private static final String LABEL = "android.widget.TextView";
    private static final String SLIDER = "android.widget.SeekBar";
    private static final String BUTTON = "android.widget.Button";
    private static final int PLAIN = 1;
    private static final int FOCUSED = 1 << 1;
    private static final int CLICKABLE = 1 | 1 << 5;
    private static final int PASSWORD = 1 << 8;
    private static final int FIELD = CLICKABLE | 1 << 9 | 1 << 12;

    /** A field of the first screen. */
    private static final class Field {
        final String id;
        final String hint;
        final int top;
        final boolean secret;
        String value = "";

        Field(String id, String hint, int top, boolean secret) {
            this.id = id;
            this.hint = hint;
            this.top = top;
            this.secret = secret;
        }

        boolean holds(float y) {
            return y >= top && y < top + 150;
        }
    }

    private final EventLog log;
    private final Clock clock;
    private final Field[] fields = {
        new Field("user", "User name", 400, false),
        new Field("password", "Password", 600, true),
    };
    private Field focus;
    private int looks;
    private int titleTop = TITLE_TOP;
    private boolean signedIn;
    private boolean asleep;
    private boolean rival;
    private final PaperSlot slot;
    private int film;
    private int readings;
    private int renewals;
    private String last = "nothing yet";

    PaperDevice(EventLog log, Clock clock, PaperSlot slot) {
        this.log = log;
        this.slot = slot;
        this.clock = clock;
    }

    @Override
    public void describe(JsonWriter out) {
        out.member("sdkInt", 34).member("device", "Paper").member("manufacturer", "AgenTest");
    }

    @Override
    public void release() throws IOException {
        slot.release();
    }

    @Override
    public synchronized void acquire() throws IOException {
        if (rival) {
            rival = false;
            throw PaperSlot.held();
        }
        slot.take();
    }

    @Override
    public synchronized TreePrint tree(TreeOptions options, JsonWriter out) throws Refusal {
        if (!options.packageName.isEmpty() && !options.packageName.equals(APP)) {
            throw new Refusal(Refusal.Code.NO_WINDOW,
                    "no window of '" + options.packageName + "' is on the screen");
        }
        out.beginObject().member("rotation", 0).member("width", WIDTH).member("height", HEIGHT)
                .name("windows").beginArray().beginObject()
                .member("package", APP).member("id", 7).member("type", "application")
                .member("layer", 0).member("active", true).member("focused", true);
        PaperTree paper = new PaperTree(out, WIDTH);
        TreePrint print = paper.window("application", HEIGHT, "Paper");
        out.member("display", 0).name("nodes").beginArray();
        paper.begin("android.widget.FrameLayout").end(PLAIN, 0, HEIGHT);
        if (signedIn) {
            label(paper, "Welcome, " + fields[0].value, 200);
            label(paper, last, 1000);
        } else {
            signIn(paper);
        }
        film(paper);
        out.endArray().endObject().endArray().member("rootless", 0)
                .member("nodeCount", paper.count()).member("missing", 0);
        if (renewals > 0) {
            out.member("reacquired", renewals);
        }
        out.endObject();
        return print;
    }

    @Override
    public synchronized Screen look() throws Refusal {
        JsonWriter tree = new JsonWriter();
        looks++;
        titleTop = TITLE_TOP + looks % 2;
        tree(TreeOptions.ALL, tree);
        titleTop = TITLE_TOP;
        return Looks.of(tree);
    }

    private void signIn(PaperTree paper) {
        label(paper, "Sign in", titleTop);
        for (Field field : fields) {
            int flags = FIELD | (field == focus ? FOCUSED : 0) | (field.secret ? PASSWORD : 0);
            paper.begin(EDIT).id(APP + ":id/" + field.id);
            if (!field.value.isEmpty()) {
                paper.text("text", field.secret ? dots(field.value) : field.value);
            }
            paper.text("hint", field.hint).end(flags, field.top, field.top + 150);
        }
        paper.begin(BUTTON).text("text", "Sign in").end(CLICKABLE, 800, 950);
        paper.begin(BUTTON).text("text", "Help").end(CLICKABLE, 320, 380);
        paper.begin(BUTTON).text("text", "Offer").end(CLICKABLE, 310, 390);
        label(paper, last, 1000);
    }

    /** Screens that change with every reading, without an event, or later. */
    private void film(PaperTree paper) {
        readings = readings % 100 + 1;
        if (film == PLAY) {
            paper.begin("android.widget.ProgressBar").id(APP + ":id/film")
                    .end(PLAIN, 1200, 1300, readings);
        } else if (film == PAUSE) {
            paper.begin(LABEL).id(APP + ":id/clock").text("text", "reading " + readings)
                    .end(PLAIN, 1200, 1300);
        } else if (film == REWIND) {
            paper.begin(SLIDER).id(APP + ":id/level").end(PLAIN, 1200, 1300, 40);
        } else if (film == STOP) {
            paper.begin("android.webkit.WebView").end(PLAIN, 1200, 2400);
        }
    }

    private static void label(PaperTree paper, String text, int top) {
        paper.begin(LABEL).text("text", text).end(PLAIN, top, top + 100);
    }

    /** Not a picture, only its head and its sizes: a client's test needs some bytes. */
    @Override
    public synchronized HttpResponse screenshot(ShotOptions options) throws Refusal {
        if (asleep) {
            throw new Refusal(Refusal.Code.SCREENSHOT_FAILED, "the system gave no picture: a "
                    + "secure window is in front, or the screen is off");
        }
        String size = options.side(WIDTH, WIDTH, HEIGHT) + "x"
                + options.side(HEIGHT, WIDTH, HEIGHT);
        byte[] body = (options.jpeg ? "\u00ff\u00d8\u00ff" : "\u0089PNG\r\n\u001a\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        return new HttpResponse(200, options.jpeg ? "image/jpeg" : "image/png", body)
                .header("X-Screen-Size", WIDTH + "x" + HEIGHT).header("X-Image-Size", size);
    }

    /** It looks different when what is written on it is different. */
    @Override
    public synchronized Picture picture() {
        return asleep ? null : new PaperPicture(String.join("\n", String.valueOf(signedIn), last,
                fields[0].value, fields[1].value));
    }

    private static final class PaperPicture implements Picture {
        private final long print;

        PaperPicture(String written) {
            print = written.hashCode();
        }

        @Override
        public long print() {
            return print;
        }

        @Override
        public HttpResponse jpeg(int quality, int maxSidePx) {
            int height = maxSidePx == 0 ? HEIGHT : Math.min(HEIGHT, maxSidePx);
            return new HttpResponse(200, "image/jpeg",
                    "\u00ff\u00d8\u00ff".getBytes(StandardCharsets.ISO_8859_1))
                    .header("X-Screen-Size", WIDTH + "x" + HEIGHT)
                    .header("X-Image-Size", WIDTH * height / HEIGHT + "x" + height);
        }

        @Override
        public void close() {
        }
    }

    /** Two packages stand for what an app and an Android may do; the system's bars have no bridge. */
    @Override
    public Idling idling(String packageName) throws Refusal {
        switch (packageName) {
            case APP:
                return new Idling(1, false, "[{\"source\":\"app\",\"name\":\"uploads\"}]");
            case "com.android.systemui":
                throw new Refusal(Refusal.Code.IDLING_ABSENT, "the app has no idling bridge");
            case "com.example.late":
                throw new Refusal(Refusal.Code.IDLING_LATE, "the app does not answer");
            case "com.example.unsupported":
                throw new Refusal(Refusal.Code.IDLING_UNSUPPORTED,
                        "this Android has no android.content.IContentProvider.query");
            default:
                return null;
        }
    }

    @Override
    public void framework(String packageName, JsonWriter out) throws Refusal {
        if (!packageName.isEmpty() && !packageName.equals(APP)) {
            throw new Refusal(Refusal.Code.NO_PACKAGE, "'" + packageName + "' is not installed");
        }
        out.member("packageName", APP).member("primary", "compose")
                .name("frameworks").beginArray().value("compose").endArray()
                .name("signals").beginArray()
                .value("asset:androidx.compose.ui_ui.version").endArray();
    }

    @Override
    public void touch(GesturePlan plan) throws Refusal, InterruptedException {
        float[] from = plan.frames.get(0).xy;
        if (from[0] < 0 || from[0] >= WIDTH || from[1] < 0 || from[1] >= HEIGHT) {
            throw new Refusal(Refusal.Code.INPUT_NOT_DELIVERED, "the system did not deliver the "
                    + "input: the window in front may be secure, or its app hangs");
        }
        clock.sleepUntil(clock.nowMs() + plan.durationMs());
        float[] to = plan.frames.get(plan.frames.size() - 1).xy;
        synchronized (this) {
            last = "touch of " + plan.pointers + " for " + plan.durationMs() + " ms, "
                    + plan.frames.size() + " frames, " + plan.count + " times, from "
                    + (int) from[0] + "," + (int) from[1] + " to " + (int) to[0] + ","
                    + (int) to[1];
            if (plan.pointers == 1 && plan.frames.size() == 2) {
                tap(to[1]);
            }
        }
        log.record(new UiEvent(0x800, APP, LABEL, ""));
    }

    private void tap(float y) {
        for (Field field : fields) {
            if (!signedIn && field.holds(y)) {
                focus = field;
                log.record(new UiEvent(8, APP, EDIT, ""));
            }
        }
        boolean filled = !fields[0].value.isEmpty() && !fields[1].value.isEmpty();
        if (!signedIn && y >= 800 && y < 950 && filled) {
            signedIn = true;
            log.record(new UiEvent(1, APP, BUTTON, "Sign in"));
            log.record(new UiEvent(UiEvent.WINDOW_STATE_CHANGED, APP, APP + ".Home", "Paper"));
            log.record(new UiEvent(UiEvent.NOTIFICATION_STATE_CHANGED, APP,
                    "android.widget.Toast", "Signed in"));
        }
    }

    @Override
    public synchronized void progress(Spot spot, float value) throws Refusal {
        if (spot == null || !spot.words.className.equals(SLIDER)) {
            throw new Refusal(Refusal.Code.NO_FIELD, "the target takes no value");
        }
        last = "value " + value;
        film = 0;
    }

    @Override
    public synchronized void press(KeyPress press) throws Refusal {
        if (press.keycode == POWER) {
            throw new Refusal(Refusal.Code.INPUT_FORBIDDEN,
                    "this device does not let USB debugging inject input");
        }
        if (press.keycode == SYSRQ || press.keycode == BREAK) {
            throw new IllegalStateException(press.keycode == BREAK
                    ? "UiAutomation not connected" : "the paper is torn");
        }
        rival |= press.keycode == EXPLORER;
        asleep = press.keycode == SLEEP || (asleep && press.keycode != WAKEUP);
        last = "key " + press.keycode + " meta " + press.meta + ", " + press.count + " times"
                + (press.longPress ? ", long" : "");
        film = press.keycode == PLAY || press.keycode == PAUSE || press.keycode == STOP
                || press.keycode == REWIND ? press.keycode : 0;
        renewals += press.keycode == NEXT ? 1 : 0;
        if (press.keycode == BACK) {
            signedIn = false;
        }
        log.record(new UiEvent(0x800, APP, LABEL, ""));
    }

    @Override
    public synchronized void enter(TextEntry entry, JsonWriter out) throws Refusal {
        Field field = entry.target != null ? at(target(entry)) : entry.hasPlace ? at(entry.y)
                : focus;
        if (field == null || signedIn) {
            throw new Refusal(Refusal.Code.NO_FIELD, entry.hasPlace
                    ? "there is no text field at " + entry.x + "," + entry.y
                    : "no text field has the focus, tap one first");
        }
        boolean keys = entry.method.equals("keys");
        boolean paste = entry.method.equals("paste");
        if (keys && !(entry.text.matches("\\p{ASCII}*")
                && (field.value.isEmpty() || !entry.replace))) {
            throw new Refusal(Refusal.Code.TEXT_NOT_TYPED, "the field does not take text as a "
                    + "whole, and the keyboard lacks one of the characters or the text has to be "
                    + "replaced");
        }
        field.value = entry.replace ? entry.text : field.value + entry.text;
        focus = field;
        last = "text of " + entry.text.length() + " characters";
        log.record(new UiEvent(16, APP, EDIT, field.secret ? "" : field.value));
        entry.check(field.value, field.secret);
        out.member("method", keys ? "keys" : paste ? "paste" : "set")
                .member("password", field.secret);
        if (!field.secret) {
            out.member("value", field.value);
        }
    }

    /** Returns where the meant field is. */
    private int target(TextEntry entry) throws Refusal {
        return new Finder(look(), entry.target).findField().bounds.top;
    }

    private Field at(int y) {
        for (Field field : fields) {
            if (field.holds(y)) {
                return field;
            }
        }
        return null;
    }

    private static String dots(String text) {
        return text.replaceAll("(?s).", "\u2022");
    }
}
