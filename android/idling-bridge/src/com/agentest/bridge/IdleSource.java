// IdleSource.java: a part of an app that may be busy
package com.agentest.bridge;

/** Register with {@link AgentestIdling}. Both methods are called on the main thread. */
public interface IdleSource {
    /** A name for people: "image uploads". */
    String name();

    /** Returns false while a tester should wait. Must return at once. */
    boolean isIdle();
}
