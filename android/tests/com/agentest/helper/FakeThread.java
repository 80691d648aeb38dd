package com.agentest.helper;

import android.app.ActivityThread;
import android.os.Bundle;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityThread;

/** What an instrumentation tells at its end, which the system would print. */
@Implements(value = ActivityThread.class, isInAndroidSdk = false)
public class FakeThread extends ShadowActivityThread {
    /** With the member code. */
    static final BlockingQueue<Bundle> ended = new LinkedBlockingQueue<>();

    @Implementation
    protected void finishInstrumentation(int code, Bundle told) {
        told.putInt("code", code);
        ended.add(told);
    }
}
