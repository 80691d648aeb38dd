// KeyInjector.java: single key events, and the key events of a text
package com.agentest.helper.input;

import android.view.InputDevice;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import com.agentest.helper.api.KeyPress;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.idle.Clock;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public final class KeyInjector {
    private static final int LONG_PRESS_MS = 600;

    private final EventSink sink;
    private final Clock clock;

    public KeyInjector(EventSink sink, Clock clock) {
        this.sink = sink;
        this.clock = clock;
    }

    public void press(KeyPress press) throws Refusal, InterruptedException {
        for (int i = 0; i < press.count; i++) {
            long downMs = clock.nowMs();
            try {
                send(downMs, KeyEvent.ACTION_DOWN, press, 0);
                if (press.longPress) {
                    clock.sleepUntil(downMs + LONG_PRESS_MS);
                    send(downMs, KeyEvent.ACTION_DOWN, press, 1);
                }
            } finally {
                send(downMs, KeyEvent.ACTION_UP, press, 0);
            }
        }
    }

    /**
     * False, with nothing typed, if the device's key map lacks one of the characters. All but the
     * last go without a wait: they arrive in their order.
     */
    public boolean type(String text) throws Refusal {
        List<KeyEvent> events = new ArrayList<>();
        KeyCharacterMap map = KeyCharacterMap.load(KeyCharacterMap.VIRTUAL_KEYBOARD);
        for (int i = 0; i < text.length(); i++) {
            KeyEvent[] found = map.getEvents(new char[] {text.charAt(i)});
            found = found == null ? accented(map, text.charAt(i)) : found;
            if (found == null) {
                return false;
            }
            Collections.addAll(events, found);
        }
        for (int i = 0; i < events.size(); i++) {
            Injection.send(sink, KeyEvent.changeTimeRepeat(events.get(i), clock.nowMs(), 0),
                    i + 1 == events.size());
        }
        return true;
    }

    /** An accent typed before a letter is combined with it by the field. */
    private static KeyEvent[] accented(KeyCharacterMap map, char c) {
        String parts = Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFD);
        return parts.length() == 2
                ? map.getEvents(new char[] {parts.charAt(1), parts.charAt(0)}) : null;
    }

    private void send(long downMs, int action, KeyPress press, int repeat) throws Refusal {
        int flags = KeyEvent.FLAG_FROM_SYSTEM | (repeat > 0 ? KeyEvent.FLAG_LONG_PRESS : 0);
        Injection.send(sink, new KeyEvent(downMs, clock.nowMs(), action, press.keycode, repeat,
                press.meta, KeyCharacterMap.VIRTUAL_KEYBOARD, 0, flags,
                InputDevice.SOURCE_KEYBOARD), true);
    }
}
