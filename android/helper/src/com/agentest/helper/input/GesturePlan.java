// GesturePlan.java: the places of fingers at moments in time; pure
package com.agentest.helper.input;

import java.util.ArrayList;
import java.util.List;

/**
 * Every pointer follows key points that are evenly spread over the duration; between them it moves
 * in straight lines, a frame every FRAME_MS. All pointers go down at the start and up at the end.
 */
public final class GesturePlan {
    public static final int FRAMES_PER_SECOND = 60;
    public static final int MAX_POINTERS = 10;
    public static final int MAX_POINTS = 256;
    public static final int MAX_MS = 60000;
    private static final int TAP_MS = 40;

    /** The places of all pointers at one moment, x and y in turn. */
    public static final class Frame {
        public final int ms;
        public final float[] xy;

        Frame(int ms, float[] xy) {
            this.ms = ms;
            this.xy = xy;
        }
    }

    public final int pointers;
    /** The first is the down, the last the up; those between are moves. */
    public final List<Frame> frames;
    /** The number of repetitions, and the pause between them. */
    public final int count;
    public final int intervalMs;

    private GesturePlan(int pointers, List<Frame> frames, int count, int intervalMs) {
        this.pointers = pointers;
        this.frames = frames;
        this.count = count;
        this.intervalMs = intervalMs;
    }

    public static GesturePlan tap(int x, int y, int count, int intervalMs) {
        return hold(x, y, TAP_MS, count, intervalMs);
    }

    public static GesturePlan longPress(int x, int y, int durationMs) {
        return hold(x, y, durationMs, 1, 0);
    }

    /** A finger that rests holdMs before it lifts does not fling. */
    public static GesturePlan swipe(float[] path, int durationMs, int holdMs) {
        List<Frame> frames = interpolate(new float[][] {path}, durationMs);
        if (holdMs > 0) {
            frames.add(new Frame(durationMs + holdMs, frames.get(frames.size() - 1).xy));
        }
        return new GesturePlan(1, frames, 1, 0);
    }

    /** paths[pointer] holds x and y in turn; a pointer with one point rests there. */
    public static GesturePlan gesture(float[][] paths, int durationMs) {
        return new GesturePlan(paths.length, interpolate(paths, durationMs), 1, 0);
    }

    public int durationMs() {
        return frames.get(frames.size() - 1).ms;
    }

    private static GesturePlan hold(int x, int y, int ms, int count, int intervalMs) {
        List<Frame> frames = new ArrayList<>();
        frames.add(new Frame(0, new float[] {x, y}));
        frames.add(new Frame(ms, new float[] {x, y}));
        return new GesturePlan(1, frames, count, intervalMs);
    }

    private static List<Frame> interpolate(float[][] paths, int durationMs) {
        int steps = Math.max(1, Math.round(durationMs * FRAMES_PER_SECOND / 1000f));
        List<Frame> frames = new ArrayList<>(steps + 1);
        for (int step = 0; step <= steps; step++) {
            float[] xy = new float[paths.length * 2];
            for (int p = 0; p < paths.length; p++) {
                place(paths[p], (double) step / steps, xy, p * 2);
            }
            frames.add(new Frame((int) ((long) durationMs * step / steps), xy));
        }
        return frames;
    }

    private static void place(float[] path, double part, float[] out, int at) {
        int legs = path.length / 2 - 1;
        double position = part * legs;
        int leg = Math.min((int) position, Math.max(legs - 1, 0));
        double within = position - leg;
        for (int axis = 0; axis < 2; axis++) {
            float from = path[leg * 2 + axis];
            float to = legs == 0 ? from : path[leg * 2 + 2 + axis];
            out[at + axis] = (float) (from + (to - from) * within);
        }
    }
}
