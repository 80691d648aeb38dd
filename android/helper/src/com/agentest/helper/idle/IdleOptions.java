// IdleOptions.java: what quiet means for one wait
package com.agentest.helper.idle;

import com.agentest.helper.api.Fields;
import com.agentest.helper.api.Refusal;

public final class IdleOptions {
    public final int timeoutMs;
    public final int quietMs;
    /** Only this package's events disturb; "" for everybody's. */
    public final String packageName;

    public IdleOptions(int timeoutMs, int quietMs, String packageName) {
        this.timeoutMs = timeoutMs;
        this.quietMs = quietMs;
        this.packageName = packageName;
    }

    public static IdleOptions of(Fields fields) throws Refusal {
        IdleOptions options = new IdleOptions(
                fields.integer("timeoutMs", 0, 60000, 10000),
                fields.integer("quietMs", 0, 10000, 150),
                fields.text("package", ""));
        fields.done();
        return options;
    }
}
