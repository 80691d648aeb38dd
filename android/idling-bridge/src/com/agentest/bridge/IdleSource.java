// IdleSource.java: something of an app's own that may be busy
package com.agentest.bridge;

/** Register with {@link AgentestIdling}. Both methods are called on the main thread. */
public interface IdleSource {
    /** What a person would call it: "image uploads". */
    String name();

    /** False while a tester should wait. Must return at once. */
    boolean isIdle();
}
