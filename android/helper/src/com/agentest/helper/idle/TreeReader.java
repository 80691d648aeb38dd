// TreeReader.java: reads the tree whenever a wait for quiet wants to see it
package com.agentest.helper.idle;

public interface TreeReader {
    /** Reads it and keeps it as the newest. Returns null if it could not be read. */
    TreePrint read();
}
