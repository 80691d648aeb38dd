package com.agentest.helper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.IInstrumentationWatcher;
import android.app.IUiAutomationConnection;
import android.app.Instrumentation;
import android.app.UiAutomationConnection;
import android.content.ComponentName;
import android.content.Context;
import android.os.Bundle;
import android.view.accessibility.AccessibilityEvent;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.Before;
import org.junit.Test;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The installed helper, from `am instrument`'s words. */
public final class HelperInstrumentationTest extends EntryChecks {
    @Before
    public void hear() {
        FakeThread.ended = ended;
    }

    @Override
    void start() {
        start("token", TOKEN, "port", "0");
    }

    @Override
    int port(Map<String, String> serving) {
        return Integer.parseInt(serving.get("port"));
    }

    private void start(String... words) {
        Bundle given = new Bundle();
        for (int i = 0; i < words.length; i += 2) {
            given.putString(words[i], words[i + 1]);
        }
        HelperInstrumentation helper = new HelperInstrumentation();
        Context context = RuntimeEnvironment.getApplication();
        ReflectionHelpers.callInstanceMethod(Instrumentation.class, helper, "init",
                ClassParameter.from(ActivityThread.class, RuntimeEnvironment.getActivityThread()),
                ClassParameter.from(Context.class, context),
                ClassParameter.from(Context.class, context),
                ClassParameter.from(ComponentName.class, new ComponentName(context, "helper")),
                ClassParameter.from(IInstrumentationWatcher.class, watcher()),
                ClassParameter.from(IUiAutomationConnection.class, new UiAutomationConnection()));
        helper.onCreate(given);
    }

    private IInstrumentationWatcher watcher() {
        return new IInstrumentationWatcher.Stub() {
            @Override
            public void instrumentationStatus(ComponentName name, int code, Bundle told) {
                assertEquals(0, code);
                stages.add(FakeThread.texts(told));
            }

            @Override
            public void instrumentationFinished(ComponentName name, int code, Bundle told) {
                throw new AssertionError("the system tells this");
            }
        };
    }

    /** An app does not see whether another runs, and the question would start it. */
    @Test
    public void itAsksNoIdlingBridge() throws Exception {
        serve();
        assertEquals("IDLING_UNSUPPORTED", code("/idling", "{\"package\":\"com.example.app\"}"));
        ask("/shutdown", "{}");
        ends(Activity.RESULT_OK, "serving", "reason", "shutdown");
    }

    @Test
    public void aBadStartIsToldWithItsStage() throws Exception {
        start("port", "0");
        ends(Activity.RESULT_CANCELED, "arguments", "error", "start with -e token");
        start("token", "short");
        ends(Activity.RESULT_CANCELED, "arguments", "error", "16 to 256");
        start("token", TOKEN, "port", "x");
        ends(Activity.RESULT_CANCELED, "arguments", "error", "-e port");
        assertTrue(stages.isEmpty());
        try (ServerSocket taken = new ServerSocket(0)) {
            start("token", TOKEN, "port", Integer.toString(taken.getLocalPort()));
            ends(Activity.RESULT_CANCELED, "listen", "error", "in use");
        }
        assertEquals(AccessibilityEvent.TYPE_VIEW_CLICKED, FakeScreen.info.eventTypes);
    }
}
