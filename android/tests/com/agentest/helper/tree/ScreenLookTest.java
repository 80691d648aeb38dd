package com.agentest.helper.tree;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.fail;

import android.app.Activity;
import android.graphics.Rect;
import android.text.InputType;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.Button;
import android.widget.EditText;
import android.widget.FrameLayout;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.Target;
import com.agentest.helper.api.Targets;
import com.agentest.helper.api.TreeOptions;
import com.agentest.helper.idle.FakeClock;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.target.Finder;
import com.agentest.helper.target.Spot;
import java.util.Arrays;
import java.util.Collections;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLooper;

/** Real views that move, go and cover each other between two looks. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35})
public final class ScreenLookTest {
    private static final Rect SCREEN = new Rect(0, 0, 320, 470);
    private static final String BUTTON = "android.widget.Button";

    private Activity activity;
    private FrameLayout screen;

    @Before
    public void open() {
        ViewNodes.begin();
        activity = Robolectric.buildActivity(Activity.class).setup().get();
        screen = new FrameLayout(activity);
        activity.setContentView(screen);
    }

    @After
    public void close() {
        ViewNodes.end();
    }

    private <V extends View> V put(V view, int left, int top, int width, int height) {
        FrameLayout.LayoutParams place = new FrameLayout.LayoutParams(width, height);
        place.leftMargin = left;
        place.topMargin = top;
        if (view.getParent() == null) {
            screen.addView(view, place);
        } else {
            view.setLayoutParams(place);
        }
        return view;
    }

    private Button button(String text) {
        Button button = new Button(activity);
        button.setText(text);
        button.setAllCaps(false); // the theme's capitals are what accessibility reports
        button.setOnClickListener(clicked -> { });
        return button;
    }

    private Finder look(Target target) {
        ShadowLooper.idleMainLooper();
        ViewNodes.show(screen);
        return new Finder(new ScreenTree(TreeOptions.ALL, new FakeClock()).collect(
                Collections.emptyList(), ViewNodes.of(screen)).look(SCREEN), target);
    }

    /** Below the activity's title. */
    private int top() {
        ShadowLooper.idleMainLooper();
        int[] at = new int[2];
        screen.getLocationOnScreen(at);
        return at[1];
    }

    private Target target(String text, int left, int below, int width, int height)
            throws Refusal {
        int top = top() + below;
        return Targets.of(Targets.map("class", BUTTON, "text", text, "bounds", Arrays.asList(
                (long) left, (long) top, (long) left + width, (long) top + height)));
    }

    private String refusal(Finder finder) {
        int y = top() + 30;
        try {
            finder.touch(finder.find(60, y), 60, y);
        } catch (Refusal refusal) {
            JsonWriter out = new JsonWriter().beginObject();
            refusal.write(out);
            return out.endObject().toString();
        }
        fail("it was touched");
        return "";
    }

    @Test
    public void aButtonIsFoundWhereItIsNow() throws Refusal {
        Button go = put(button("Go"), 10, 10, 100, 40);
        Target target = target("Go", 10, 10, 100, 40);
        int y = top() + 30;
        Finder finder = look(target);
        assertArrayEquals(new int[] {60, y}, finder.touch(finder.find(60, y), 60, y));
        put(go, 200, 300, 100, 40);
        finder = look(target);
        Spot spot = finder.find(60, y);
        assertEquals("Go", ((AccessibilityNodeInfo) spot.handle).getText().toString());
        assertArrayEquals(new int[] {250, y + 290}, finder.touch(spot, 60, y));
    }

    @Test
    public void aButtonThatHasGoneIsNotAnotherOne() throws Refusal {
        Button go = put(button("Go"), 10, 10, 100, 40);
        go.setText("Stop");
        String told = refusal(look(target("Go", 10, 10, 100, 40)));
        assertEquals(told, true, told.contains("TARGET_GONE") && told.contains("\"text\":\"Stop\""));
        go.setText("Go");
        go.setVisibility(View.INVISIBLE);
        assertEquals(true, refusal(look(target("Go", 10, 10, 100, 40))).contains("TARGET_GONE"));
    }

    @Test
    public void aButtonUnderAnotherIsCovered() throws Refusal {
        put(button("Go"), 10, 10, 100, 40);
        // Siblings are sorted by place: one further up would count as drawn before.
        put(button("Offer"), 10, 11, 300, 200);
        String told = refusal(look(target("Go", 10, 10, 100, 40)));
        assertEquals(told, true, told.contains("TARGET_COVERED")
                && told.contains("\"text\":\"Offer\""));
    }

    @Test
    public void buttonsAlikeAreNotGuessed() throws Refusal {
        put(button("Go"), 10, 110, 100, 40);
        put(button("Go"), 10, 210, 100, 40);
        String told = refusal(look(target("Go", 10, 10, 100, 40)));
        assertEquals(told, true, told.contains("TARGET_AMBIGUOUS") && told.contains("\"count\":2"));
    }

    @Test
    public void aPasswordIsNeverTold() throws Refusal {
        EditText field = put(new EditText(activity), 0, 0, 320, 100);
        field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
        field.setText("hunter2");
        String told = refusal(look(target("Go", 10, 10, 100, 40)));
        assertFalse(told, told.contains("hunter2") || told.contains("\u2022"));
        assertEquals(told, true, told.contains("\"class\":\"android.widget.EditText\""));
    }
}
