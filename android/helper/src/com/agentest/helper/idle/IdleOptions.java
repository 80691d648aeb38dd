// IdleOptions.java: the options of one wait for quiet
package com.agentest.helper.idle;

import com.agentest.helper.api.Fields;
import com.agentest.helper.api.Refusal;

public final class IdleOptions {
    public final int timeoutMs;
    public final int quietMs;
    /** Only the events of this package count; "" for all packages. */
    public final String packageName;
    /** First wait up to this time for an event. */
    public final int changeMs;
    /** The number of the first event that counts as this event; 0: any since the request. */
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
