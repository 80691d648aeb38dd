// CleanUp.java: undoes changes, the last one first
package com.agentest.helper.serve;

import java.util.ArrayDeque;
import java.util.Deque;

public final class CleanUp {
    private final Deque<Runnable> undos = new ArrayDeque<>();

    public void add(Runnable undo) {
        undos.push(undo);
    }

    /** If one fails, the others run all the same. */
    public void run() {
        while (!undos.isEmpty()) {
            try {
                undos.pop().run();
            } catch (RuntimeException | LinkageError e) {
                System.err.println("agentest: clean-up: " + e); // an app's stderr is its log
            }
        }
    }
}
