package com.agentest.helper.input;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.app.UiAutomation;
import android.view.MotionEvent;
import android.view.View;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import androidx.test.platform.app.InstrumentationRegistry;
import com.agentest.helper.api.Requests;
import com.agentest.helper.idle.FakeClock;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLooper;

/** Through UiAutomation into real views: what an app makes of the events. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35})
public final class InjectionTest {
    private final FakeClock clock = new FakeClock();
    private final UiAutomation automation =
            InstrumentationRegistry.getInstrumentation().getUiAutomation();
    private final TouchInjector touch = new TouchInjector(automation::injectInputEvent, clock);
    private LinearLayout column;
    private ScrollView scroll;
    private int clicks;
    private int longClicks;

    @Before
    public void open() {
        Activity activity = Robolectric.buildActivity(Activity.class).setup().get();
        column = new LinearLayout(activity);
        column.setOrientation(LinearLayout.VERTICAL);
        Button button = new Button(activity);
        button.setOnClickListener(view -> clicks++);
        button.setOnLongClickListener(view -> {
            longClicks++;
            return true;
        });
        column.addView(button, new LinearLayout.LayoutParams(300, 100));
        column.addView(new EditText(activity), new LinearLayout.LayoutParams(300, 100));
        column.addView(new View(activity), new LinearLayout.LayoutParams(300, 3000));
        scroll = new ScrollView(activity);
        scroll.addView(column);
        activity.setContentView(scroll);
        ShadowLooper.idleMainLooper();
    }

    /** The screen's pixels of a point in the scrolled column. */
    private int[] at(int x, int y) {
        int[] origin = new int[2];
        column.getLocationOnScreen(origin);
        return new int[] {origin[0] + x, origin[1] + y};
    }

    @Test
    public void aTapClicks() throws Exception {
        int[] at = at(150, 50);
        touch.play(GesturePlan.tap(at[0], at[1], 2, 400));
        ShadowLooper.idleMainLooper();
        assertEquals(2, clicks);
        assertEquals(0, longClicks);
    }

    @Test
    public void aSwipeScrollsAndDoesNotClick() throws Exception {
        int[] from = at(150, 90);
        touch.play(GesturePlan.swipe(new float[] {from[0], from[1], from[0], from[1] - 80}, 300,
                0));
        ShadowLooper.idleMainLooper();
        assertTrue("scrolled by " + scroll.getScrollY(), scroll.getScrollY() > 40);
        assertEquals(0, clicks);
    }

    @Test
    public void twoFingersArriveAsOneGesture() throws Exception {
        StringBuilder seen = new StringBuilder();
        scroll.setOnTouchListener((view, event) -> {
            if (event.getActionMasked() != MotionEvent.ACTION_MOVE) {
                seen.append(event.getActionMasked()).append('/').append(event.getPointerCount())
                        .append(' ');
            }
            return true;
        });
        int[] at = at(50, 400);
        touch.play(GesturePlan.gesture(new float[][] {{at[0], at[1], at[0] + 50, at[1]},
            {at[0] + 200, at[1], at[0] + 150, at[1]}}, 200));
        ShadowLooper.idleMainLooper();
        assertEquals("0/1 5/2 6/2 1/1 ", seen.toString());
    }

    @Test
    public void keysReachTheFieldWithTheFocus() throws Exception {
        EditText field = (EditText) column.getChildAt(1);
        field.requestFocus();
        KeyInjector keys = new KeyInjector(automation::injectInputEvent, clock);
        assertTrue(keys.type("ab 1"));
        keys.press(Requests.key("{\"keycode\":67}"));
        ShadowLooper.idleMainLooper();
        assertEquals("ab ", field.getText().toString());
    }
}
