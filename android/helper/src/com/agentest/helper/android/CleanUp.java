// CleanUp.java: undo what was changed, the last first
package com.agentest.helper.android;

import android.util.Log;
import java.util.ArrayDeque;
import java.util.Deque;

public final class CleanUp {
    private final Deque<Runnable> undos = new ArrayDeque<>();

    public void add(Runnable undo) {
        undos.push(undo);
    }

    /** One that fails does not keep the others from running. */
    public void run() {
        while (!undos.isEmpty()) {
            try {
                undos.pop().run();
            } catch (RuntimeException e) {
                Log.w("agentest", "clean-up: " + e);
            }
        }
    }
}
