// TouchInjector.java: injects a gesture plan as motion events at their times
package com.agentest.helper.input;

import android.view.InputDevice;
import android.view.MotionEvent;
import android.view.MotionEvent.PointerCoords;
import android.view.MotionEvent.PointerProperties;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.idle.Clock;
import java.util.Arrays;

/** No finger stays down, whatever happens: the last event is an UP or a CANCEL. */
public final class TouchInjector {
    private final EventSink sink;
    private final Clock clock;

    public TouchInjector(EventSink sink, Clock clock) {
        this.sink = sink;
        this.clock = clock;
    }

    public void play(GesturePlan plan) throws Refusal, InterruptedException {
        for (int i = 0; i < plan.count; i++) {
            if (i > 0) {
                clock.sleepUntil(clock.nowMs() + plan.intervalMs);
            }
            new Touch(plan).play();
        }
    }

    /** Injects from the first finger's down to the last one's up. */
    private final class Touch {
        private final GesturePlan plan;
        private final long downMs = clock.nowMs();
        private int down;
        private GesturePlan.Frame last;

        Touch(GesturePlan plan) {
            this.plan = plan;
            this.last = plan.frames.get(0);
        }

        void play() throws Refusal, InterruptedException {
            try {
                press();
                int end = plan.frames.size() - 1;
                for (int i = 1; i < end; i++) {
                    move(plan.frames.get(i));
                }
                GesturePlan.Frame frame = plan.frames.get(end);
                clock.sleepUntil(downMs + frame.ms);
                settle(frame);
                release();
            } finally {
                if (down > 0) {
                    cancel();
                }
            }
        }

        private void press() throws Refusal {
            for (int i = 0; i < plan.pointers; i++) {
                // Counted before it is sent: an event that failed may have arrived all the same.
                down = i + 1;
                send(i == 0 ? MotionEvent.ACTION_DOWN : pointer(MotionEvent.ACTION_POINTER_DOWN, i),
                        true);
            }
        }

        private void move(GesturePlan.Frame frame) throws Refusal, InterruptedException {
            clock.sleepUntil(downMs + frame.ms);
            last = frame;
            send(MotionEvent.ACTION_MOVE, false);
        }

        /** The end point is also a move, for views that handle only moves. */
        private void settle(GesturePlan.Frame frame) throws Refusal {
            boolean moved = !Arrays.equals(last.xy, frame.xy);
            last = frame;
            if (moved) {
                send(MotionEvent.ACTION_MOVE, false);
            }
        }

        private void release() throws Refusal {
            for (int i = plan.pointers - 1; i >= 0; i--) {
                send(i == 0 ? MotionEvent.ACTION_UP : pointer(MotionEvent.ACTION_POINTER_UP, i),
                        true);
                down = i;
            }
        }

        private void cancel() {
            MotionEvent event = event(MotionEvent.ACTION_CANCEL);
            try {
                sink.inject(event, true);
            } catch (RuntimeException e) {
                // The failure that led here is the one to report.
            } finally {
                event.recycle();
            }
        }

        private void send(int action, boolean sync) throws Refusal {
            MotionEvent event = event(action);
            try {
                Injection.send(sink, event, sync);
            } finally {
                event.recycle();
            }
        }

        private MotionEvent event(int action) {
            PointerProperties[] properties = new PointerProperties[down];
            PointerCoords[] coords = new PointerCoords[down];
            for (int i = 0; i < down; i++) {
                properties[i] = new PointerProperties();
                properties[i].id = i;
                properties[i].toolType = MotionEvent.TOOL_TYPE_FINGER;
                coords[i] = new PointerCoords();
                coords[i].x = last.xy[i * 2];
                coords[i].y = last.xy[i * 2 + 1];
                coords[i].pressure = 1;
                coords[i].size = 1;
            }
            return MotionEvent.obtain(downMs, clock.nowMs(), action, down, properties, coords, 0,
                    0, 1, 1, 0, 0, InputDevice.SOURCE_TOUCHSCREEN, 0);
        }

        private int pointer(int action, int index) {
            return action | index << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
        }
    }
}
