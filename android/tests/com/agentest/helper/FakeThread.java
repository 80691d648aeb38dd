package com.agentest.helper;

import android.app.ActivityThread;
import android.os.Bundle;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityThread;

/** What an instrumentation tells at its end, which the system would print. */
@Implements(value = ActivityThread.class, isInAndroidSdk = false)
public class FakeThread extends ShadowActivityThread {
    /** With the member code. */
    static Queue<Map<String, String>> ended;

    @Implementation
    protected void finishInstrumentation(int code, Bundle told) {
        told.putString("code", Integer.toString(code));
        ended.add(texts(told));
    }

    static Map<String, String> texts(Bundle told) {
        Map<String, String> texts = new TreeMap<>();
        for (String name : told.keySet()) {
            texts.put(name, told.getString(name));
        }
        return texts;
    }
}
