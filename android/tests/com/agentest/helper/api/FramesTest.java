package com.agentest.helper.api;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.FakeClock;
import com.agentest.helper.idle.UiEvent;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.Test;

public class FramesTest {
    private final FakeClock clock = new FakeClock();
    private final EventLog log = new EventLog(clock);
    private final ReentrantLock inputs = new ReentrantLock();
    private final List<Long> taken = new ArrayList<>();
    private long screen = 7;
    private boolean asleep;
    private int open;

    private final class Shown implements Picture {
        private final long print = screen;

        @Override
        public long print() {
            return print;
        }

        @Override
        public HttpResponse jpeg(int quality, int maxSidePx) {
            return new HttpResponse(200, "image/jpeg", new byte[] {(byte) print});
        }

        @Override
        public void close() {
            open--;
        }
    }

    /** Only pictures are asked of it. */
    private final Device device = (Device) Proxy.newProxyInstance(Device.class.getClassLoader(),
            new Class<?>[] {Device.class}, (self, method, words) -> picture());

    private final Frames frames = new Frames(device, log, clock, inputs);

    private Picture picture() {
        assertEquals("one at a time", 0, open);
        taken.add(clock.nowMs());
        if (asleep) {
            return null;
        }
        open++;
        return new Shown();
    }

    private HttpResponse ask(int since, int waitMs) throws Exception {
        String body = "{\"since\":" + since + ",\"waitMs\":" + waitMs + "}";
        return frames.run(Fields.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(HttpResponse answer) {
        return new String(answer.body, StandardCharsets.UTF_8);
    }

    private static void isFrame(HttpResponse answer, int number) {
        assertEquals("image/jpeg", answer.type);
        assertEquals("[X-Frame: " + number + "]", answer.headers().toString());
    }

    @Test
    public void aPictureComesAtOnceAndThenOnlyAnother() throws Exception {
        isFrame(ask(0, 5000), 1);
        assertEquals(1, taken.size());
        assertEquals("{\"ok\":true,\"frame\":1,\"changed\":false}", text(ask(1, 0)));
        clock.at(clock.nowMs() + 1500, () -> screen = 8);
        long before = clock.nowMs();
        isFrame(ask(1, 5000), 2);
        assertTrue("within a look", clock.nowMs() - before <= 2000);
        isFrame(ask(1, 0), 2);
        assertEquals("all are let go of", 0, open);
    }

    @Test
    public void aScreenThatMovesIsLookedAtTenTimesASecond() throws Exception {
        for (int i = 0; clock.nowMs() < 5000; i++) {
            screen = 100 + i;
            isFrame(ask(i, 1000), i + 1);
        }
        assertTrue("at most: " + taken.size(), taken.size() <= 51);
        assertTrue("at least: " + taken.size(), taken.size() >= 45);
    }

    @Test
    public void aScreenThatRestsIsLookedAtSeldom() throws Exception {
        isFrame(ask(0, 0), 1);
        text(ask(1, 10000));
        assertTrue("looks: " + taken.size(), taken.size() <= 35);
    }

    @Test
    public void anEventBringsTheNextLook() throws Exception {
        isFrame(ask(0, 0), 1);
        clock.at(8000, () -> {
            screen = 9;
            log.record(new UiEvent(0x800, "p", "c", ""));
        });
        isFrame(ask(1, 10000), 2);
        assertEquals(8000, clock.nowMs(), 100);
    }

    @Test
    public void nothingIsTakenDuringAnInput() throws Exception {
        Thread holder = new Thread(inputs::lock); // ends without unlocking: it stays held
        holder.start();
        holder.join();
        assertEquals("{\"ok\":true,\"frame\":0,\"changed\":false}", text(ask(0, 3000)));
        assertEquals(0, taken.size());
    }

    @Test
    public void aDarkScreenIsAnAnswer() throws Exception {
        isFrame(ask(0, 0), 1);
        asleep = true;
        assertEquals("{\"ok\":true,\"frame\":2,\"changed\":true,\"picture\":false}",
                text(ask(1, 1000)));
        assertEquals("{\"ok\":true,\"frame\":2,\"changed\":false}", text(ask(2, 1000)));
        asleep = false;
        isFrame(ask(2, 1000), 3);
    }
}
