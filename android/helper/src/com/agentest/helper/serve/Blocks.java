// Blocks.java: reports on a stream in the words of `am instrument -r`
package com.agentest.helper.serve;

import java.io.PrintStream;
import java.util.Map;

/** One reader on the host reads both helpers' starts. */
public final class Blocks implements Report {
    private static final int STATUS_CODE = 0;
    private static final int RESULT_OK = -1;
    private static final int RESULT_CANCELED = 0;

    private final PrintStream out;

    public Blocks(PrintStream out) {
        this.out = out;
    }

    @Override
    public void reached(Map<String, String> told) {
        say("INSTRUMENTATION_STATUS: ", told, "INSTRUMENTATION_STATUS_CODE: " + STATUS_CODE);
    }

    @Override
    public void ended(boolean inOrder, Map<String, String> told) {
        say("INSTRUMENTATION_RESULT: ", told,
                "INSTRUMENTATION_CODE: " + (inOrder ? RESULT_OK : RESULT_CANCELED));
    }

    /** One write keeps the lines of a block together. */
    private void say(String start, Map<String, String> told, String last) {
        StringBuilder block = new StringBuilder();
        for (Map.Entry<String, String> each : told.entrySet()) {
            block.append(start).append(each.getKey()).append('=')
                    .append(each.getValue().replaceAll("[\\r\\n]+", " ")).append('\n');
        }
        out.print(block.append(last).append('\n'));
        out.flush();
    }
}
