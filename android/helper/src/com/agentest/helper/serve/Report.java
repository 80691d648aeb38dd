// Report.java: tells the host how far a start has come, and the end
package com.agentest.helper.serve;

import java.util.Map;

/** PROTOCOL.md, section 1, has the blocks; the members are sorted, as the system prints them. */
public interface Report {
    void reached(Map<String, String> told);

    /** The last call. */
    void ended(boolean inOrder, Map<String, String> told);
}
