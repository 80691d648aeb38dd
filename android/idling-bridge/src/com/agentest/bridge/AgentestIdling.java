// AgentestIdling.java: the app's idle sources
package com.agentest.bridge;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/** May be called from any thread, any number of times. */
public final class AgentestIdling {
    private static final Set<IdleSource> SOURCES = new CopyOnWriteArraySet<>();

    private AgentestIdling() {
    }

    public static void register(IdleSource source) {
        if (source == null) {
            throw new NullPointerException("an idle source is needed");
        }
        SOURCES.add(source);
    }

    public static void unregister(IdleSource source) {
        SOURCES.remove(source);
    }

    static Iterable<IdleSource> sources() {
        return SOURCES;
    }
}
