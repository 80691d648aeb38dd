package com.agentest.helper.input;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.app.Activity;
import android.content.ClipData;
import android.content.Context;
import android.os.Build;
import android.os.Bundle;
import android.text.InputType;
import android.view.InputEvent;
import android.view.KeyEvent;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.TextView;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.Requests;
import com.agentest.helper.idle.FakeClock;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.tree.ViewNodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAccessibilityManager;
import org.robolectric.shadows.ShadowLooper;

/** Real fields; what they do with an action is their own code. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35})
public final class KeysAndTextTest {
    private final FakeClock clock = new FakeClock();
    private final List<String> sent = new ArrayList<>();
    private final KeyInjector keys = new KeyInjector(this::inject, clock);
    private LinearLayout screen;
    private EditText field;
    private boolean deaf;
    private boolean pastes;

    /** What the clipboard held, one after another; null is empty. */
    private final List<String> clips = new ArrayList<>();
    private RuntimeException noClipboard;
    private final Clipboard clipboard = new Clipboard() {
        private ClipData held = ClipData.newPlainText("mine", "before");

        @Override
        public ClipData get() {
            if (noClipboard != null) {
                throw noClipboard;
            }
            return held;
        }

        @Override
        public void set(ClipData clip) {
            held = clip;
            clips.add(clip == null ? null : clip.getItemAt(0).getText().toString());
        }
    };

    private boolean inject(InputEvent event, boolean sync) {
        KeyEvent key = (KeyEvent) event;
        if (pastes && key.getKeyCode() == KeyEvent.KEYCODE_PASTE
                && key.getAction() == KeyEvent.ACTION_UP) {
            paste();
        }
        sent.add((key.getAction() == KeyEvent.ACTION_DOWN ? "down" : "up") + key.getKeyCode()
                + (key.getMetaState() != 0 ? "/" + key.getMetaState() : "")
                + (key.getRepeatCount() > 0 ? "*" + key.getRepeatCount() : ""));
        return true;
    }

    /** As the field itself does it. */
    private void paste() {
        int from = Math.max(0, Math.min(field.getSelectionStart(), field.getSelectionEnd()));
        int to = Math.max(0, Math.max(field.getSelectionStart(), field.getSelectionEnd()));
        field.getText().replace(from, to, clipboard.get().getItemAt(0).getText());
    }

    @Before
    public void open() {
        ViewNodes.begin();
        // As it is wherever a helper runs.
        ShadowAccessibilityManager accessibility = Shadow.extract(RuntimeEnvironment
                .getApplication().getSystemService(Context.ACCESSIBILITY_SERVICE));
        accessibility.setEnabled(true);
        Activity activity = Robolectric.buildActivity(Activity.class).setup().get();
        screen = new LinearLayout(activity);
        screen.setOrientation(LinearLayout.VERTICAL);
        field = new EditText(activity) {
            @Override
            public boolean performAccessibilityAction(int action, Bundle arguments) {
                if (action == AccessibilityNodeInfo.ACTION_PASTE) {
                    if (pastes) {
                        paste();
                    }
                    return true;
                }
                return deaf && action == AccessibilityNodeInfo.ACTION_SET_TEXT
                        || super.performAccessibilityAction(action, arguments);
            }
        };
        TextView label = new TextView(activity);
        label.setText("label");
        screen.addView(label, new LinearLayout.LayoutParams(320, 40));
        screen.addView(field, new LinearLayout.LayoutParams(320, 40));
        activity.setContentView(screen);
        ShadowLooper.idleMainLooper();
        ViewNodes.show(screen);
    }

    @After
    public void close() {
        ViewNodes.end();
    }

    private AccessibilityNodeInfo node() {
        return ViewNodes.of(field);
    }

    private String enter(String request) throws Refusal, InterruptedException {
        JsonWriter out = new JsonWriter().beginObject();
        input().enter(Requests.text(request), node(), out);
        return out.endObject().toString();
    }

    private TextInput input() {
        return new TextInput(keys, clipboard, clock);
    }

    private void refuses(Refusal.Code code, String request, AccessibilityNodeInfo node)
            throws InterruptedException {
        try {
            JsonWriter out = new JsonWriter().beginObject();
            input().enter(Requests.text(request), node, out);
            fail(request + " gave " + out);
        } catch (Refusal refusal) {
            assertEquals(refusal.getMessage(), code, refusal.code);
        }
    }

    @Test
    public void anyScriptIsSetAtOnce() throws Exception {
        field.setHint("Name");
        assertEquals("{\"method\":\"set\",\"password\":false,"
                + "\"value\":\"\u00fc\u65e5\ud83d\ude00 \\\"\"}",
                enter("{\"text\":\"\u00fc\u65e5\ud83d\ude00 \\\"\"}"));
        assertEquals("\u00fc\u65e5\ud83d\ude00 \"", field.getText().toString());
        assertTrue(sent.isEmpty());
    }

    @Test
    public void textGoesInAtTheCursor() throws Exception {
        field.setText("ad");
        field.setSelection(1);
        enter("{\"text\":\"bc\"}");
        assertEquals("abcd", field.getText().toString());
        field.setSelection(1, 3);
        enter("{\"text\":\"-\"}");
        assertEquals("a-d", field.getText().toString());
    }

    @Test
    public void aCursorAtTheBeginningIsNotAHint() throws Exception {
        field.setHint("Name");
        field.setText("bc");
        field.requestFocus();
        field.setSelection(0);
        assertEquals("{\"method\":\"set\",\"password\":false,\"value\":\"abc\"}",
                enter("{\"text\":\"a\"}"));
    }

    @Test
    public void aHintIsNoValue() throws Exception {
        field.setHint("Name");
        field.setText("x");
        assertEquals("{\"method\":\"set\",\"password\":false,\"value\":\"\"}",
                enter("{\"text\":\"\",\"mode\":\"replace\"}"));
        deaf = true;
        assertTrue(enter("{\"text\":\"a\"}").startsWith("{\"method\":\"keys\""));
    }

    @Test
    public void replacingIsTheWholeValue() throws Exception {
        field.setText("old");
        assertTrue(enter("{\"text\":\"new\",\"mode\":\"replace\"}").contains("\"value\":\"new\""));
        assertEquals("new", field.getText().toString());
        assertTrue(enter("{\"text\":\"\",\"mode\":\"replace\"}").contains("\"value\":\"\""));
        assertEquals("", field.getText().toString());
    }

    @Test
    public void aPasswordsValueIsNotTold() throws Exception {
        field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
        assertEquals("{\"method\":\"set\",\"password\":true}",
                enter("{\"text\":\"s3cret\",\"mode\":\"replace\"}"));
        assertEquals("s3cret", field.getText().toString());
    }

    @Test
    public void aFilledPasswordIsNotSetFromWhatCannotBeRead() throws Exception {
        field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
        field.setText("s3");
        String told = enter("{\"text\":\"cret\"}");
        assertEquals("{\"method\":\"keys\",\"password\":true}", told);
        assertEquals("s3", field.getText().toString());
        assertEquals(8, sent.size());
    }

    @Test
    public void aFieldThatDoesNothingGetsKeys() throws Exception {
        deaf = true;
        assertTrue(enter("{\"text\":\"aB\"}").startsWith("{\"method\":\"keys\""));
        // Robolectric's key map has no shift key of its own, and lacks no character.
        assertEquals("[down29, up29, down30/1, up30/1]", sent.toString());
        refuses(Refusal.Code.TEXT_NOT_TYPED, "{\"text\":\"a\",\"method\":\"set\"}", node());
        field.setText("old");
        refuses(Refusal.Code.TEXT_NOT_TYPED, "{\"text\":\"a\",\"mode\":\"replace\"}", node());
    }

    @Test
    public void keysMayBeAskedFor() throws Exception {
        assertTrue(enter("{\"text\":\"a\",\"method\":\"keys\"}")
                .startsWith("{\"method\":\"keys\""));
        assertEquals("[down29, up29]", sent.toString());
    }

    @Test
    public void withoutAFieldOnlyKeysAreTyped() throws Exception {
        refuses(Refusal.Code.NO_FIELD, "{\"text\":\"a\"}", null);
        refuses(Refusal.Code.NO_FIELD, "{\"text\":\"a\",\"x\":1,\"y\":2}", null);
        assertTrue(sent.isEmpty());
        JsonWriter out = new JsonWriter().beginObject();
        input().enter(Requests.text("{\"text\":\"a\",\"method\":\"keys\"}"), null, out);
        assertEquals("[down29, up29]", sent.toString());
    }

    @Test
    public void withoutAFieldTextIsPastedIntoWhatReadsKeys() throws Exception {
        if (Build.VERSION.SDK_INT < 24) { // no such key
            refuses(Refusal.Code.TEXT_NOT_TYPED, "{\"text\":\"\u65e5\",\"method\":\"paste\"}", null);
            assertEquals("[]", clips.toString());
            return;
        }
        pastes = true;
        JsonWriter out = new JsonWriter().beginObject();
        input().enter(Requests.text("{\"text\":\"\u65e5\",\"method\":\"paste\"}"), null, out);
        assertEquals("{\"method\":\"paste\",\"password\":false}", out.endObject().toString());
        assertEquals("\u65e5", field.getText().toString());
        assertEquals("[\u65e5, before]", clips.toString());
        assertEquals("the paste had its time", 1000, clock.nowMs());
        refuses(Refusal.Code.NO_FIELD,
                "{\"text\":\"x\",\"mode\":\"replace\",\"method\":\"paste\"}", null);
        noClipboard = new SecurityException("not for you");
        refuses(Refusal.Code.TEXT_NOT_TYPED, "{\"text\":\"x\",\"method\":\"paste\"}", null);
    }

    @Test
    public void theFieldAtAPlaceIsFound() {
        AccessibilityNodeInfo root = ViewNodes.of(screen);
        int[] at = new int[2];
        field.getLocationOnScreen(at);
        AccessibilityNodeInfo found = TextInput.find(root, at[0] + 5, at[1] + 5);
        assertEquals("android.widget.EditText", String.valueOf(
                found == null ? null : found.getClassName()));
        assertNull(TextInput.find(root, at[0] + 5, at[1] - 5));
        field.setVisibility(View.INVISIBLE);
        assertNull(TextInput.find(ViewNodes.of(screen), at[0] + 5, at[1] + 5));
    }

    @Test
    public void keysGoDownAndUp() throws Exception {
        keys.press(Requests.key("{\"keycode\":66,\"meta\":1,\"count\":2}"));
        assertEquals("[down66/1, up66/1, down66/1, up66/1]", sent.toString());
        sent.clear();
        keys.press(Requests.key("{\"keycode\":26,\"longPress\":true}"));
        assertEquals("[down26, down26*1, up26]", sent.toString());
        assertEquals(600, clock.nowMs());
    }

    @Test
    public void whatOtherWaysDoNotTakeIsPasted() throws Exception {
        deaf = true;
        pastes = true;
        field.setText("old");
        field.setSelection(3);
        assertEquals("{\"method\":\"paste\",\"password\":false,\"value\":\"\u65e5\"}",
                enter("{\"text\":\"\u65e5\",\"mode\":\"replace\"}"));
        assertEquals("\u65e5", field.getText().toString());
        assertEquals("[\u65e5, before]", clips.toString());
        assertTrue(enter("{\"text\":\"!\",\"method\":\"paste\"}").startsWith("{\"method\":\"paste\""));
        assertEquals("[\u65e5, before, !, before]", clips.toString());
    }

    @Test
    public void aFieldThatTakesNoPasteLeavesTheClipboardAsItWas() throws Exception {
        deaf = true;
        field.setText("old");
        refuses(Refusal.Code.TEXT_NOT_TYPED, "{\"text\":\"x\",\"mode\":\"replace\"}", node());
        assertEquals("[x, before]", clips.toString());
        assertEquals("old", field.getText().toString());
    }

    @Test
    public void aClipboardThatMayNotBeReadIsNotUsed() throws Exception {
        deaf = true;
        pastes = true;
        noClipboard = new SecurityException("not for you");
        field.setText("old");
        refuses(Refusal.Code.TEXT_NOT_TYPED, "{\"text\":\"x\",\"mode\":\"replace\"}", node());
        assertEquals("[]", clips.toString());
        assertEquals("old", field.getText().toString());
    }

    @Test
    public void aPastedPasswordIsNotTold() throws Exception {
        field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
        field.setText("s3");
        field.setSelection(2);
        pastes = true;
        assertEquals("{\"method\":\"paste\",\"password\":true}",
                enter("{\"text\":\"cr\u00e9t\",\"method\":\"paste\"}"));
        assertEquals("s3cr\u00e9t", field.getText().toString());
        assertEquals("[cr\u00e9t, before]", clips.toString());
    }

    @Test
    public void onlyTheLastKeyOfATextIsWaitedFor() throws Exception {
        List<Boolean> waits = new ArrayList<>();
        new KeyInjector((event, sync) -> waits.add(sync), clock).type("ab");
        assertEquals("[false, false, false, true]", waits.toString());
    }
}
