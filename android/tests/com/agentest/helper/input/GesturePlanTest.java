package com.agentest.helper.input;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

public final class GesturePlanTest {
    @Test
    public void aSwipeMovesEvenlySixtyTimesASecond() {
        GesturePlan plan = GesturePlan.swipe(new float[] {0, 100, 600, 700}, 1000, 0);
        assertEquals(61, plan.frames.size());
        for (int k = 0; k <= 60; k++) {
            assertEquals(1000 * k / 60, plan.frames.get(k).ms);
            assertArrayEquals(new float[] {k * 10, 100 + k * 10}, plan.frames.get(k).xy, 0.01f);
        }
    }

    @Test
    public void aSwipeOfAMomentStillHasItsEnd() {
        GesturePlan plan = GesturePlan.swipe(new float[] {1, 2, 3, 4}, 1, 0);
        assertEquals(2, plan.frames.size());
        assertEquals(1, plan.durationMs());
        assertArrayEquals(new float[] {3, 4}, plan.frames.get(1).xy, 0);
    }

    @Test
    public void aHeldSwipeRestsAtItsEnd() {
        GesturePlan plan = GesturePlan.swipe(new float[] {0, 0, 60, 0}, 100, 500);
        assertEquals(600, plan.durationMs());
        assertArrayEquals(plan.frames.get(6).xy, plan.frames.get(7).xy, 0);
        assertEquals(100, plan.frames.get(6).ms);
    }

    @Test
    public void everyFingerFollowsItsOwnPoints() {
        // A pinch of two, one by a corner; the third finger rests.
        GesturePlan plan = GesturePlan.gesture(new float[][] {
            {0, 0, 100, 0, 100, 100}, {200, 200, 0, 200}, {7, 8}}, 200);
        assertEquals(3, plan.pointers);
        assertEquals(13, plan.frames.size());
        assertArrayEquals(new float[] {0, 0, 200, 200, 7, 8}, plan.frames.get(0).xy, 0);
        assertArrayEquals(new float[] {50, 0, 150, 200, 7, 8}, plan.frames.get(3).xy, 0.01f);
        assertArrayEquals(new float[] {100, 0, 100, 200, 7, 8}, plan.frames.get(6).xy, 0.01f);
        assertArrayEquals(new float[] {100, 50, 50, 200, 7, 8}, plan.frames.get(9).xy, 0.01f);
        assertArrayEquals(new float[] {100, 100, 0, 200, 7, 8}, plan.frames.get(12).xy, 0.01f);
    }

    @Test
    public void aTapAndALongPressRestInPlace() {
        GesturePlan tap = GesturePlan.tap(5, 6, 2, 80);
        assertEquals(2, tap.frames.size());
        assertEquals(2, tap.count);
        assertEquals(80, tap.intervalMs);
        assertEquals(1500, GesturePlan.longPress(5, 6, 1500).durationMs());
    }

    @Test
    public void theLongestGestureHasItsFrames() {
        GesturePlan plan = GesturePlan.swipe(new float[] {0, 0, 1, 1}, GesturePlan.MAX_MS, 0);
        assertEquals(3601, plan.frames.size());
        assertEquals(GesturePlan.MAX_MS, plan.durationMs());
    }
}
