// Action.java: one input, read from JSON and checked
package com.agentest.helper.api;

import com.agentest.helper.input.GesturePlan;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.target.Spot;
import java.util.List;

/** The same table serves the endpoints of single inputs and the actions of a step. */
abstract class Action {
    static final int MAX_PX = 32767;

    /** Does the input; its results go into the open object of the answer. */
    abstract void run(Device device, JsonWriter out) throws Refusal, InterruptedException;

    /** Reads {"type": …}. */
    static Action of(Object value) throws Refusal {
        Fields fields = Fields.of(value, "an action");
        return of(fields.word("type", "", "tap", "long_press", "swipe", "gesture", "key", "text",
                "progress"),
                fields);
    }

    static Action of(String type, Fields fields) throws Refusal {
        Action action = read(type, fields);
        fields.done();
        return action;
    }

    private static Action read(String type, Fields fields) throws Refusal {
        switch (type) {
            case "tap":
                return tap(fields);
            case "long_press":
                return longPress(fields);
            case "swipe":
                return swipe(fields);
            case "gesture":
                return gesture(GesturePlan.gesture(paths(fields),
                        fields.integer("durationMs", 1, GesturePlan.MAX_MS)));
            case "key":
                return key(new KeyPress(fields));
            case "text":
                return text(new TextEntry(fields));
            case "progress":
                return progress(fields);
            default:
                throw Fields.bad("'type' is missing in an action");
        }
    }

    private static Action tap(Fields fields) throws Refusal {
        int count = fields.integer("count", 1, 10, 1);
        int intervalMs = fields.integer("intervalMs", 0, 1000, 100);
        return touch(fields, (device, spot, x, y) ->
                device.touch(GesturePlan.tap(x, y, count, intervalMs)));
    }

    private static Action longPress(Fields fields) throws Refusal {
        int durationMs = fields.integer("durationMs", 1, GesturePlan.MAX_MS, 1000);
        return touch(fields, (device, spot, x, y) ->
                device.touch(GesturePlan.longPress(x, y, durationMs)));
    }

    /** Goes to what a touch of the place would reach, without one. */
    private static Action progress(Fields fields) throws Refusal {
        float value = (float) fields.number("value", -Float.MAX_VALUE, Float.MAX_VALUE,
                Double.NaN);
        return touch(fields, (device, spot, x, y) -> device.progress(spot, value));
    }

    private static Action swipe(Fields fields) throws Refusal {
        float[] path = {x("x1", fields), x("y1", fields), x("x2", fields), x("y2", fields)};
        int durationMs = fields.integer("durationMs", 1, GesturePlan.MAX_MS, 300);
        int holdMs = fields.integer("holdMs", 0, 10000, 0);
        Target target = Target.of(fields);
        if (target == null) {
            return gesture(GesturePlan.swipe(path, durationMs, holdMs));
        }
        return new Action() {
            @Override
            void run(Device device, JsonWriter out) throws Refusal, InterruptedException {
                Aim aim = Aim.at(device, target, (int) path[0], (int) path[1]);
                float[] now = aim.finder.swipe(aim.spot, path);
                device.touch(GesturePlan.swipe(now, durationMs, holdMs));
                at((int) now[0], (int) now[1], out);
            }
        };
    }

    /** An action at one place; spot is null without an element. */
    private interface Still {
        void run(Device device, Spot spot, int x, int y) throws Refusal, InterruptedException;
    }

    private static Action touch(Fields fields, Still still) throws Refusal {
        int x = x("x", fields);
        int y = x("y", fields);
        Target target = Target.of(fields);
        return new Action() {
            @Override
            void run(Device device, JsonWriter out) throws Refusal, InterruptedException {
                if (target == null) {
                    still.run(device, null, x, y);
                    return;
                }
                Aim aim = Aim.at(device, target, x, y);
                int[] now = aim.finder.touch(aim.spot, x, y);
                still.run(device, aim.spot, now[0], now[1]);
                at(now[0], now[1], out);
            }
        };
    }

    private static void at(int x, int y, JsonWriter out) {
        out.name("at").beginArray().value(x).value(y).endArray();
    }

    private static int x(String name, Fields fields) throws Refusal {
        return fields.integer(name, -MAX_PX, MAX_PX);
    }

    private static float[][] paths(Fields fields) throws Refusal {
        List<?> pointers = fields.list("pointers", 1, GesturePlan.MAX_POINTERS);
        float[][] paths = new float[pointers.size()][];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = path(pointers.get(i));
        }
        return paths;
    }

    private static float[] path(Object value) throws Refusal {
        if (!(value instanceof List) || ((List<?>) value).isEmpty()
                || ((List<?>) value).size() > GesturePlan.MAX_POINTS) {
            throw Fields.bad("a pointer must be a list of 1 to " + GesturePlan.MAX_POINTS
                    + " points");
        }
        List<?> points = (List<?>) value;
        float[] path = new float[points.size() * 2];
        for (int i = 0; i < points.size(); i++) {
            Object point = points.get(i);
            if (!(point instanceof List) || ((List<?>) point).size() != 2) {
                throw Fields.bad("a point must be [x, y]");
            }
            path[i * 2] = coordinate(((List<?>) point).get(0));
            path[i * 2 + 1] = coordinate(((List<?>) point).get(1));
        }
        return path;
    }

    private static float coordinate(Object value) throws Refusal {
        double number = value instanceof Number ? ((Number) value).doubleValue() : Double.NaN;
        if (!(number >= -MAX_PX && number <= MAX_PX)) {
            throw Fields.bad("a coordinate must be a number from " + -MAX_PX + " to " + MAX_PX);
        }
        return (float) number;
    }

    private static Action gesture(final GesturePlan plan) {
        return new Action() {
            @Override
            void run(Device device, JsonWriter out) throws Refusal, InterruptedException {
                device.touch(plan);
            }
        };
    }

    private static Action key(final KeyPress press) {
        return new Action() {
            @Override
            void run(Device device, JsonWriter out) throws Refusal, InterruptedException {
                device.press(press);
            }
        };
    }

    private static Action text(final TextEntry entry) {
        return new Action() {
            @Override
            void run(Device device, JsonWriter out) throws Refusal, InterruptedException {
                device.enter(entry, out);
            }
        };
    }
}
