// Version.java: the helper's version; the build checks it against the manifest
package com.agentest.helper.api;

public final class Version {
    public static final String NAME = "1.3.0";
    public static final int CODE = 4;

    private Version() {
    }
}
