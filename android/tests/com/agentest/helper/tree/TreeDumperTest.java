package com.agentest.helper.tree;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.app.Activity;
import android.graphics.Rect;
import android.os.Build;
import android.text.InputType;
import android.view.View;
import android.view.ViewGroup;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.SeekBar;
import android.widget.TextView;
import com.agentest.helper.api.Fields;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.TreeOptions;
import com.agentest.helper.idle.FakeClock;
import com.agentest.helper.json.JsonReader;
import com.agentest.helper.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAccessibilityNodeInfo;
import org.robolectric.shadows.ShadowAccessibilityWindowInfo;
import org.robolectric.shadows.ShadowLooper;
import org.robolectric.util.ReflectionHelpers;

/** Real views in a real activity; 320 by 470 pixels are Robolectric's screen. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35})
public final class TreeDumperTest {
    private static final Rect SCREEN = new Rect(0, 0, 320, 470);

    /** So long takes each look at the clock. */
    private int slow;
    private final FakeClock clock = new FakeClock() {
        @Override
        public long nowMs() {
            pass(slow);
            return super.nowMs();
        }
    };
    private Activity activity;
    private LinearLayout screen;

    @Before
    public void open() {
        ViewNodes.begin();
        activity = Robolectric.buildActivity(Activity.class).setup().get();
        screen = new LinearLayout(activity);
        screen.setOrientation(LinearLayout.VERTICAL);
        activity.setContentView(screen);
    }

    @After
    public void close() {
        ViewNodes.end();
    }

    private <V extends View> V add(V view) {
        screen.addView(view, new LinearLayout.LayoutParams(
                ViewGroup.LayoutParams.MATCH_PARENT, 40));
        return view;
    }

    /** Asked from its own process, the framework leaves out what is not important. */
    private LinearLayout container() {
        LinearLayout container = new LinearLayout(activity);
        container.setImportantForAccessibility(View.IMPORTANT_FOR_ACCESSIBILITY_YES);
        return container;
    }

    private void layOut() {
        ShadowLooper.idleMainLooper();
        ViewNodes.show(screen);
    }

    private Map<?, ?> dump(String options) throws Exception {
        layOut();
        JsonWriter out = new JsonWriter();
        new ScreenTree(options(options), clock)
                .collect(Collections.<AccessibilityWindowInfo>emptyList(), ViewNodes.of(screen))
                .write(SCREEN, 1, 0, out);
        return read(out);
    }

    private static Map<?, ?> read(JsonWriter out) throws Exception {
        Map<?, ?> tree = (Map<?, ?>) JsonReader.parse(out.toBytes());
        new TreeTables().check(tree);
        return tree;
    }

    private static TreeOptions options(String json) throws Refusal {
        return new TreeOptions(Fields.of(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Map<?, ?>> nodes(Map<?, ?> tree) {
        List<Map<?, ?>> nodes = new ArrayList<>();
        for (Object window : (List<?>) tree.get("windows")) {
            for (Object node : (List<?>) ((Map<?, ?>) window).get("nodes")) {
                nodes.add((Map<?, ?>) node);
            }
        }
        return nodes;
    }

    /** Depth and class of each node: "0 LinearLayout, 1 Button". */
    private static String shape(Map<?, ?> tree) {
        StringBuilder shape = new StringBuilder();
        for (Map<?, ?> node : nodes(tree)) {
            String type = (String) node.get("class");
            shape.append(shape.length() > 0 ? ", " : "").append(node.get("depth")).append(' ')
                    .append(type.substring(type.lastIndexOf('.') + 1));
        }
        return shape.toString();
    }

    private static boolean has(Map<?, ?> node, int flag) {
        return ((Long) node.get("flags") & flag) != 0;
    }

    @Test
    public void viewsBecomeNodesInPreorder() throws Exception {
        add(new TextView(activity)).setText("Sign in");
        LinearLayout row = add(container());
        Button button = new Button(activity);
        button.setText("OK");
        button.setContentDescription("Confirm");
        button.setLongClickable(true);
        row.addView(button);
        add(new CheckBox(activity)).setChecked(true);
        Map<?, ?> tree = dump("{}");
        assertEquals("0 LinearLayout, 1 TextView, 1 LinearLayout, 2 Button, 1 CheckBox",
                shape(tree));
        assertEquals(5L, tree.get("nodeCount"));
        assertEquals(0L, tree.get("missing"));
        assertFalse(tree.containsKey("truncated"));
        assertEquals(1L, tree.get("rotation"));
        assertEquals(320L, tree.get("width"));
        assertEquals(470L, tree.get("height"));
        Map<?, ?> text = nodes(tree).get(1);
        assertEquals("Sign in", text.get("text"));
        assertFalse(text.containsKey("desc"));
        assertFalse(text.containsKey("package"));
        Map<?, ?> ok = nodes(tree).get(3);
        assertEquals("OK", ok.get("text"));
        assertEquals("Confirm", ok.get("desc"));
        assertTrue(has(ok, NodeFlags.ENABLED) && has(ok, NodeFlags.CLICKABLE)
                && has(ok, NodeFlags.LONG_CLICKABLE) && has(ok, NodeFlags.FOCUSABLE));
        Map<?, ?> check = nodes(tree).get(4);
        assertTrue(has(check, NodeFlags.CHECKABLE) && has(check, NodeFlags.CHECKED));
        assertEquals(2L, check.get("index"));
    }

    /** Elevation turns it; a compact tree has other parents, so it says nothing. */
    @Test
    public void siblingsTellTheirDrawingOrder() throws Exception {
        add(new Button(activity)).setElevation(8);
        add(new TextView(activity)).setText("Below");
        List<Map<?, ?>> nodes = nodes(dump("{}"));
        boolean known = Build.VERSION.SDK_INT >= 24;
        assertFalse(nodes.get(0).containsKey("drawn"));
        assertEquals(known ? 2L : null, nodes.get(1).get("drawn"));
        assertEquals(known ? 1L : null, nodes.get(2).get("drawn"));
        for (Map<?, ?> node : nodes(dump("{\"compact\":true}"))) {
            assertFalse(node.containsKey("drawn"));
        }
    }

    @Test
    public void aFieldTellsItsValueAndItsHintApart() throws Exception {
        add(new EditText(activity)).setHint("Name");
        EditText filled = add(new EditText(activity));
        filled.setHint("Town");
        filled.setText("Ulm \ud83d\ude00\n x ");
        Map<?, ?> tree = dump("{}");
        Map<?, ?> empty = nodes(tree).get(1);
        assertTrue(has(empty, NodeFlags.EDITABLE));
        Map<?, ?> town = nodes(tree).get(2);
        assertEquals("Ulm \ud83d\ude00\n x ", town.get("text"));
        assertFalse(has(town, NodeFlags.SHOWS_HINT));
        if (Build.VERSION.SDK_INT >= 26) {
            assertEquals("Name", empty.get("hint"));
            assertTrue(has(empty, NodeFlags.SHOWS_HINT));
            assertEquals("Town", town.get("hint"));
        } else {
            assertEquals("Name", empty.get("text"));
            assertTrue(has(empty, NodeFlags.SHOWS_HINT));
        }
    }

    /** Nor does a field of another toolkit, which may have a text and no way through it. */
    @Test
    public void aFieldWithoutAHintShowsNone() throws Exception {
        add(new EditText(activity));
        EditText described = add(new EditText(activity));
        described.setContentDescription("Town");
        described.setText("Ulm");
        add(new TextView(activity) {
            @Override
            public void onInitializeAccessibilityNodeInfo(AccessibilityNodeInfo info) {
                super.onInitializeAccessibilityNodeInfo(info);
                info.setEditable(true);
                info.setText("Ulm");
            }
        });
        Map<?, ?> tree = dump("{}");
        for (int i = 1; i <= 3; i++) {
            assertTrue(has(nodes(tree).get(i), NodeFlags.EDITABLE));
            assertFalse(has(nodes(tree).get(i), NodeFlags.SHOWS_HINT));
        }
    }

    @Test
    public void aPasswordIsNeverTold() throws Exception {
        EditText field = add(new EditText(activity));
        field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
        field.setText("s3cret");
        Map<?, ?> node = nodes(dump("{}")).get(1);
        assertTrue(has(node, NodeFlags.PASSWORD));
        assertEquals(Build.VERSION.SDK_INT >= 26 ? "\u2022\u2022\u2022\u2022\u2022\u2022" : null,
                node.get("text"));
    }

    @Test
    public void aPasswordThatTheAppShowsIsNotToldEither() throws Exception {
        TextView field = add(new TextView(activity) {
            @Override
            public void onInitializeAccessibilityNodeInfo(AccessibilityNodeInfo info) {
                super.onInitializeAccessibilityNodeInfo(info);
                info.setPassword(true);
            }
        });
        field.setText("s3cret");
        assertEquals(NodeTexts.mask("s3cret"), nodes(dump("{}")).get(1).get("text"));
    }

    @Test
    public void whatNewerLevelsAddIsThere() throws Exception {
        TextView title = add(new TextView(activity));
        title.setText("Title");
        title.setAccessibilityDelegate(new View.AccessibilityDelegate() {
            @Override
            public void onInitializeAccessibilityNodeInfo(View host, AccessibilityNodeInfo info) {
                super.onInitializeAccessibilityNodeInfo(host, info);
                info.setViewIdResourceName("app:id/title");
                info.setError("wrong");
                info.getExtras().putCharSequence("AccessibilityNodeInfo.roleDescription", "tab");
                String compat = "androidx.view.accessibility.AccessibilityNodeInfoCompat.";
                if (Build.VERSION.SDK_INT >= 30) {
                    info.setStateDescription("on");
                    info.setPaneTitle("pane");
                    info.setTooltipText("tip");
                    info.setHeading(true);
                } else {
                    info.getExtras().putCharSequence(compat + "STATE_DESCRIPTION_KEY", "on");
                    info.getExtras().putCharSequence(compat + "PANE_TITLE_KEY", "pane");
                    info.getExtras().putCharSequence(compat + "TOOLTIP_TEXT_KEY", "tip");
                }
            }
        });
        Map<?, ?> node = nodes(dump("{}")).get(1);
        assertEquals("app:id/title", node.get("id"));
        assertEquals("wrong", node.get("error"));
        assertEquals("tab", node.get("role"));
        assertEquals("on", node.get("state"));
        assertEquals("pane", node.get("pane"));
        assertEquals("tip", node.get("tooltip"));
        assertEquals(Build.VERSION.SDK_INT >= 28, has(node, NodeFlags.HEADING));
    }

    @Test
    public void aSliderTellsItsRange() throws Exception {
        SeekBar bar = add(new SeekBar(activity));
        bar.setMax(200);
        bar.setProgress(50);
        Map<?, ?> node = nodes(dump("{}")).get(1);
        assertEquals(Build.VERSION.SDK_INT >= 26 ? Arrays.asList("0.0", "200.0", "50.0") : null,
                node.get("range"));
    }

    @Test
    public void boundsAreClippedToTheScreen() throws Exception {
        for (int i = 0; i < 11; i++) {
            add(new TextView(activity)).setText("row " + i);
        }
        screen.setTranslationX(-20);
        List<Map<?, ?>> nodes = nodes(dump("{\"invisible\":true}"));
        for (Map<?, ?> node : nodes) {
            List<?> bounds = (List<?>) node.get("bounds");
            assertTrue(bounds.toString(), (Long) bounds.get(0) >= 0 && (Long) bounds.get(1) >= 0
                    && (Long) bounds.get(2) <= 320 && (Long) bounds.get(3) <= 470);
        }
        assertEquals(0L, ((List<?>) nodes.get(1).get("bounds")).get(0));
        assertEquals(300L, ((List<?>) nodes.get(1).get("bounds")).get(2));
    }

    @Test
    public void whatIsNotSeenIsLeftOutWithAllBelowIt() throws Exception {
        LinearLayout gone = add(container());
        gone.addView(new Button(activity));
        gone.setVisibility(View.INVISIBLE);
        add(new TextView(activity)).setText("seen");
        assertEquals("0 LinearLayout, 1 TextView", shape(dump("{}")));
    }

    @Test
    public void aCompactTreeHasWhatSaysOrDoesSomething() throws Exception {
        LinearLayout outer = add(container());
        LinearLayout inner = container();
        outer.addView(inner);
        Button button = new Button(activity);
        button.setText("deep");
        inner.addView(button);
        View plain = new View(activity);
        plain.setImportantForAccessibility(View.IMPORTANT_FOR_ACCESSIBILITY_YES);
        inner.addView(plain);
        add(new ScrollView(activity)).setContentDescription("list");
        assertEquals("0 LinearLayout, 1 Button, 1 ScrollView", shape(dump("{\"compact\":true}")));
        assertEquals("0 LinearLayout, 1 LinearLayout, 2 LinearLayout, 3 Button, 3 View, "
                + "1 ScrollView", shape(dump("{\"invisible\":true}")));
    }

    @Test
    public void limitsAreTold() throws Exception {
        LinearLayout outer = add(container());
        outer.addView(new Button(activity));
        add(new TextView(activity)).setText("two");
        Map<?, ?> few = dump("{\"maxNodes\":2,\"invisible\":true}");
        assertEquals("0 LinearLayout, 1 LinearLayout", shape(few));
        assertEquals("nodes", few.get("truncated"));
        Map<?, ?> flat = dump("{\"maxDepth\":2,\"invisible\":true}");
        assertEquals("0 LinearLayout, 1 LinearLayout, 1 TextView", shape(flat));
        assertEquals(1L, flat.get("missing"));
        assertFalse(flat.containsKey("truncated"));
    }

    @Test
    @Config(sdk = 35)
    public void muchTextEndsTheReading() throws Exception {
        char[] text = new char[NodeTexts.MAX_CHARS - 1];
        Arrays.fill(text, 'x');
        for (int i = 0; i < 100; i++) {
            add(new View(activity)).setContentDescription(new String(text));
        }
        Map<?, ?> tree = dump("{\"invisible\":true}");
        assertEquals("size", tree.get("truncated"));
        assertEquals(TreeDumper.MAX_CHARS / NodeTexts.MAX_CHARS + 2L, tree.get("nodeCount"));
    }

    @Test
    public void aDeviceThatAnswersSlowlyEndsTheReading() throws Exception {
        for (int i = 0; i < 5; i++) {
            add(new TextView(activity)).setText("row " + i);
        }
        slow = TreeDumper.MAX_MS / 4 + 1;
        Map<?, ?> tree = dump("{}");
        assertEquals("time", tree.get("truncated"));
        assertEquals("0 LinearLayout, 1 TextView, 1 TextView", shape(tree));
    }

    @Test
    public void aLongTextIsCutAndSaysSo() throws Exception {
        char[] text = new char[NodeTexts.MAX_CHARS + 5];
        Arrays.fill(text, 'x');
        add(new TextView(activity)).setText(new String(text));
        Map<?, ?> node = nodes(dump("{}")).get(1);
        assertEquals(Boolean.TRUE, node.get("cut"));
        assertEquals(NodeTexts.MAX_CHARS, ((String) node.get("text")).length());
    }

    @Test
    public void windowsStandInDrawingOrder() throws Exception {
        ViewNodes.end();
        add(new TextView(activity)).setText("app");
        layOut();
        JsonWriter out = new JsonWriter();
        new ScreenTree(options("{}"), clock).collect(Arrays.asList(
                window(9, 2, AccessibilityWindowInfo.TYPE_INPUT_METHOD, ViewNodes.of(screen)),
                window(7, 0, AccessibilityWindowInfo.TYPE_APPLICATION, ViewNodes.of(screen)),
                window(8, 1, 99, null)), null).write(SCREEN, 0, 0, out);
        Map<?, ?> tree = read(out);
        List<?> windows = (List<?>) tree.get("windows");
        assertEquals(2, windows.size());
        assertEquals(1L, tree.get("rootless"));
        assertEquals(4L, tree.get("nodeCount"));
        Map<?, ?> first = (Map<?, ?>) windows.get(0);
        assertEquals(7L, first.get("id"));
        assertEquals("application", first.get("type"));
        assertEquals(Arrays.asList(0L, 0L, 100L, 200L), first.get("bounds"));
        assertEquals("input_method", ((Map<?, ?>) windows.get(1)).get("type"));
        assertEquals(Build.VERSION.SDK_INT >= 24 ? "window 7" : null, first.get("title"));
    }

    private static AccessibilityWindowInfo window(int id, int layer, int type,
            AccessibilityNodeInfo root) {
        AccessibilityWindowInfo window = Build.VERSION.SDK_INT >= 30
                ? new AccessibilityWindowInfo()
                : ReflectionHelpers.callStaticMethod(
                        AccessibilityWindowInfo.class, "obtain");
        ShadowAccessibilityWindowInfo shadow = Shadow.extract(window);
        shadow.setId(id);
        shadow.setLayer(layer);
        shadow.setType(type);
        shadow.setRoot(root);
        shadow.setBoundsInScreen(new Rect(0, 0, 100, 200));
        if (Build.VERSION.SDK_INT >= 24) {
            shadow.setTitle("window " + id);
        }
        return window;
    }

    @Test
    public void aPackageMayBeAskedForAlone() throws Exception {
        String own = activity.getPackageName();
        assertEquals("0 LinearLayout", shape(dump("{\"package\":\"" + own + "\"}")));
        try {
            dump("{\"package\":\"other\"}");
            fail("gave a tree of another package");
        } catch (Refusal refusal) {
            assertEquals(Refusal.Code.NO_WINDOW, refusal.code);
        }
    }

    @Test
    public void noWindowAtAllIsAnError() throws Exception {
        try {
            new ScreenTree(options("{}"), clock)
                    .collect(Collections.<AccessibilityWindowInfo>emptyList(), null)
                    .write(SCREEN, 0, 0, new JsonWriter());
            fail("gave a tree of nothing");
        } catch (Refusal refusal) {
            assertEquals(Refusal.Code.NO_WINDOW, refusal.code);
        }
    }

    @Test
    @Config(sdk = {21, 26})
    public void nodesThatVanishAreCounted() throws Exception {
        layOut();
        AccessibilityNodeInfo root = ViewNodes.of(screen);
        ShadowAccessibilityNodeInfo shadow = Shadow.extract(root);
        ReflectionHelpers.setField(shadow, "children",
                new ArrayList<>(Collections.singletonList((AccessibilityNodeInfo) null)));
        JsonWriter out = new JsonWriter();
        new ScreenTree(options("{}"), clock)
                .collect(Collections.<AccessibilityWindowInfo>emptyList(), root)
                .write(SCREEN, 0, 0, out);
        Map<?, ?> tree = read(out);
        assertEquals(1L, tree.get("nodeCount"));
        assertEquals(1L, tree.get("missing"));
    }
}
