// Injection.java: injects one event and turns its failures into refusals
package com.agentest.helper.input;

import android.view.InputEvent;
import com.agentest.helper.api.Refusal;

final class Injection {
    private Injection() {
    }

    static void send(EventSink sink, InputEvent event, boolean sync) throws Refusal {
        boolean delivered;
        try {
            delivered = sink.inject(event, sync);
        } catch (SecurityException e) {
            throw new Refusal(Refusal.Code.INPUT_FORBIDDEN, "this device does not let USB "
                    + "debugging inject input; on Xiaomi switch on 'USB debugging (Security "
                    + "settings)' and restart it (" + e.getMessage() + ")");
        }
        if (!delivered) {
            throw new Refusal(Refusal.Code.INPUT_NOT_DELIVERED,
                    "the system did not deliver the input: the window in front may be secure, or "
                            + "its app hangs");
        }
    }
}
