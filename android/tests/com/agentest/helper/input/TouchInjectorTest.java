package com.agentest.helper.input;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.view.InputDevice;
import android.view.InputEvent;
import android.view.MotionEvent;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.idle.FakeClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 35})
public final class TouchInjectorTest {
    private final FakeClock clock = new FakeClock();
    private final List<String> sent = new ArrayList<>();
    private int failAt = -1;
    private RuntimeException thrown;

    /** "down@0 5,6" or "pointer-down1@0 5,6 7,8": action, index, time, places. */
    private boolean inject(InputEvent event, boolean sync) {
        MotionEvent motion = (MotionEvent) event;
        String[] names = {"down", "up", "move", "cancel", "outside", "pointer-down", "pointer-up"};
        StringBuilder told = new StringBuilder(names[motion.getActionMasked()]);
        if (motion.getActionMasked() > 4) {
            told.append(motion.getActionIndex());
        }
        told.append('@').append(motion.getEventTime() - motion.getDownTime());
        for (int i = 0; i < motion.getPointerCount(); i++) {
            assertEquals(i, motion.getPointerId(i));
            told.append(' ').append(Math.round(motion.getX(i))).append(',')
                    .append(Math.round(motion.getY(i)));
        }
        assertEquals(InputDevice.SOURCE_TOUCHSCREEN, motion.getSource());
        assertEquals(motion.getActionMasked() != MotionEvent.ACTION_MOVE, sync);
        sent.add(told.toString());
        if (sent.size() - 1 == failAt) {
            if (thrown != null) {
                throw thrown;
            }
            return false;
        }
        return true;
    }

    private void play(GesturePlan plan) throws Refusal, InterruptedException {
        new TouchInjector(this::inject, clock).play(plan);
    }

    @Test
    public void aTapIsDownAndUp() throws Exception {
        play(GesturePlan.tap(5, 6, 1, 0));
        assertEquals("[down@0 5,6, up@40 5,6]", sent.toString());
    }

    @Test
    public void aDoubleTapHasItsPause() throws Exception {
        play(GesturePlan.tap(5, 6, 2, 100));
        assertEquals("[down@0 5,6, up@40 5,6, down@0 5,6, up@40 5,6]", sent.toString());
        assertEquals(180, clock.nowMs());
    }

    @Test
    public void aSwipeEndsWhereItShouldAndLiftsThere() throws Exception {
        play(GesturePlan.swipe(new float[] {0, 0, 60, 120}, 50, 0));
        assertEquals("[down@0 0,0, move@16 20,40, move@33 40,80, move@50 60,120, up@50 60,120]",
                sent.toString());
    }

    @Test
    public void aHeldSwipeRestsFirst() throws Exception {
        play(GesturePlan.swipe(new float[] {0, 0, 60, 0}, 33, 200));
        assertEquals("[down@0 0,0, move@16 30,0, move@33 60,0, up@233 60,0]", sent.toString());
    }

    @Test
    public void everyFingerGoesDownAndUp() throws Exception {
        play(GesturePlan.gesture(new float[][] {{0, 0, 10, 0}, {90, 0, 80, 0}, {5, 5}}, 33));
        assertEquals("[down@0 0,0, pointer-down1@0 0,0 90,0, pointer-down2@0 0,0 90,0 5,5, "
                + "move@16 5,0 85,0 5,5, move@33 10,0 80,0 5,5, "
                + "pointer-up2@33 10,0 80,0 5,5, pointer-up1@33 10,0 80,0, up@33 10,0]",
                sent.toString());
    }

    @Test
    public void whateverFailsNoFingerStaysDown() throws Exception {
        GesturePlan plan = GesturePlan.gesture(new float[][] {{0, 0, 10, 0}, {90, 0, 80, 0}}, 33);
        play(plan);
        int events = sent.size();
        for (failAt = 0; failAt < events; failAt++) {
            sent.clear();
            try {
                play(plan);
                fail("event " + failAt + " failed and nobody says so");
            } catch (Refusal refusal) {
                assertEquals(Refusal.Code.INPUT_NOT_DELIVERED, refusal.code);
            }
            assertEquals(failAt + 2, sent.size());
            assertTrue(sent.toString(), sent.get(failAt + 1).startsWith("cancel@"));
        }
    }

    @Test
    public void beingInterruptedLiftsTheFingers() throws Exception {
        try {
            new TouchInjector(this::inject, new FakeClock() {
                @Override
                public void sleepUntil(long ms) throws InterruptedException {
                    throw new InterruptedException();
                }
            }).play(GesturePlan.longPress(1, 2, 500));
            fail("went on");
        } catch (InterruptedException e) {
            assertEquals("[down@0 1,2, cancel@0 1,2]", sent.toString());
        }
    }

    @Test
    public void aVendorsNoIsToldAsSuch() throws Exception {
        failAt = 0;
        thrown = new SecurityException("requires INJECT_EVENTS");
        try {
            play(GesturePlan.tap(1, 2, 1, 0));
            fail("went on");
        } catch (Refusal refusal) {
            assertEquals(Refusal.Code.INPUT_FORBIDDEN, refusal.code);
            assertTrue(refusal.getMessage(), refusal.getMessage().contains("INJECT_EVENTS"));
        }
    }
}
