// Version.java: which helper this is; the build checks it against the manifest
package com.agentest.helper.api;

public final class Version {
    public static final String NAME = "1.1.0";
    public static final int CODE = 2;

    private Version() {
    }
}
