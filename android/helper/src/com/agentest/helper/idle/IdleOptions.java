// IdleOptions.java: what quiet means for one wait
package com.agentest.helper.idle;

import com.agentest.helper.api.Fields;
import com.agentest.helper.api.Refusal;

public final class IdleOptions {
    public final int timeoutMs;
    public final int quietMs;
    /** Only this package's events disturb; "" for everybody's. */
    public final String packageName;
    /** So long, at most, quiet may not begin before a first event has come. */
    public final int changeMs;
    /** The number from which on an event is that first one; 0 for one since the request. */
    public final int since;

    public IdleOptions(int timeoutMs, int quietMs, String packageName, int changeMs, int since) {
        this.timeoutMs = timeoutMs;
        this.quietMs = quietMs;
        this.packageName = packageName;
        this.changeMs = changeMs;
        this.since = since;
    }

    boolean isDisturbedBy(UiEvent event) {
        return packageName.isEmpty() || packageName.equals(event.packageName);
    }

    public static IdleOptions of(Fields fields) throws Refusal {
        IdleOptions options = new IdleOptions(
                fields.integer("timeoutMs", 0, 60000, 10000),
                fields.integer("quietMs", 0, 10000, 150),
                fields.text("package", ""),
                fields.integer("changeMs", 0, 60000, 0),
                fields.integer("since", 0, Integer.MAX_VALUE, 0));
        fields.done();
        return options;
    }
}
