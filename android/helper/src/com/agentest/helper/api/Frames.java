// Frames.java: the screen's picture, once it is another one than the client has
package com.agentest.helper.api;

import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.EventLog;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Pictures are numbered from 1 as long as the helper lives. Nothing is captured while nobody asks,
 * and never two at a time. An event makes the next look come sooner, but pixels decide: Compose and
 * animations send no events. Inputs go first, so that their timing stays as it was asked for.
 */
final class Frames {
    private static final int OFTEN_MS = 100;
    private static final int SELDOM_MS = 400;
    /** A substitute while the system provides no picture of the screen. */
    private static final long DARK = -1;

    private final Device device;
    private final EventLog log;
    private final Clock clock;
    private final ReentrantLock inputs;
    /** Guarded by this, which is held while a picture is taken. */
    private long lookedAtMs = -OFTEN_MS;
    private int number;
    private long shown;

    Frames(Device device, EventLog log, Clock clock, ReentrantLock inputs) {
        this.device = device;
        this.log = log;
        this.clock = clock;
        this.inputs = inputs;
    }

    HttpResponse run(Fields fields) throws Refusal, InterruptedException {
        FrameOptions options = new FrameOptions(fields);
        long deadline = clock.nowMs() + options.waitMs;
        int pauseMs = OFTEN_MS;
        for (;;) {
            long seq = log.nextSeq();
            HttpResponse answer = look(options);
            if (answer != null) {
                return answer;
            }
            if (clock.nowMs() >= deadline) {
                return HttpResponse.json(Router.ok().member("frame", options.since)
                        .member("changed", false).endObject());
            }
            boolean quiet = rest(seq, Math.min(deadline, clock.nowMs() + pauseMs));
            pauseMs = quiet ? Math.min(SELDOM_MS, pauseMs + OFTEN_MS / 4) : OFTEN_MS;
        }
    }

    /** Returns null if the client has this picture, or if an input is under way. */
    private HttpResponse look(FrameOptions options) throws Refusal, InterruptedException {
        Picture picture;
        int taken;
        synchronized (this) {
            clock.sleepUntil(lookedAtMs + OFTEN_MS);
            if (inputs.isLocked()) {
                return null;
            }
            picture = device.picture();
            lookedAtMs = clock.nowMs();
            taken = numberOf(picture == null ? DARK : picture.print());
        }
        if (picture == null) {
            return taken == options.since ? null : dark(taken);
        }
        try {
            return taken == options.since ? null
                    : picture.jpeg(options.quality, options.maxSidePx)
                            .header("X-Frame", Integer.toString(taken));
        } finally {
            picture.close();
        }
    }

    private int numberOf(long print) {
        if (number == 0 || print != shown) {
            number++;
        }
        shown = print;
        return number;
    }

    private static HttpResponse dark(int number) {
        return HttpResponse.json(Router.ok().member("frame", number).member("changed", true)
                .member("picture", false).endObject());
    }

    /** Returns false as soon as an event has come. */
    private boolean rest(long seq, long untilMs) throws InterruptedException {
        synchronized (log) {
            while (log.nextSeq() == seq) {
                long leftMs = untilMs - clock.nowMs();
                if (leftMs <= 0) {
                    return true;
                }
                clock.waitOn(log, leftMs);
            }
        }
        return false;
    }
}
