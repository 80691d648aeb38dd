// HelperInstrumentation.java: the entry that `am instrument` starts
package com.agentest.helper;

import android.app.Activity;
import android.app.Instrumentation;
import android.app.UiAutomation;
import android.os.Build;
import android.os.Bundle;
import com.agentest.helper.android.AndroidGround;
import com.agentest.helper.android.AppPlatform;
import com.agentest.helper.android.Automation;
import com.agentest.helper.android.Hidden;
import com.agentest.helper.android.OwnAutomation;
import com.agentest.helper.serve.Report;
import com.agentest.helper.serve.Serving;
import java.util.Map;

/** The entry of the installed helper; Main.java is that of the helper that is not installed. */
public final class HelperInstrumentation extends Instrumentation {
    private Bundle arguments;
    private boolean connected;

    @Override
    public void onCreate(Bundle given) {
        super.onCreate(given);
        arguments = given;
        start();
    }

    @Override
    public void onStart() {
        super.onStart();
        AndroidGround ground = new AndroidGround(new Automation(this::connect),
                new AppPlatform(getContext()));
        new Serving(ground, new Status()).run(() -> Arguments.read(arguments));
    }

    /** Keep other accessibility services running if possible: a user may depend on them. */
    private UiAutomation connect() {
        if (connected) { // the system would give the one that has been released
            return OwnAutomation.connect(Hidden.GIVEN_CONNECTION.get(this));
        }
        connected = true;
        return Build.VERSION.SDK_INT >= 24
                ? getUiAutomation(UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES)
                : getUiAutomation();
    }

    /** `am instrument -r` prints it. */
    private final class Status implements Report {
        @Override
        public void reached(Map<String, String> told) {
            sendStatus(0, bundle(told));
        }

        @Override
        public void ended(boolean inOrder, Map<String, String> told) {
            finish(inOrder ? Activity.RESULT_OK : Activity.RESULT_CANCELED, bundle(told));
        }

        private Bundle bundle(Map<String, String> told) {
            Bundle bundle = new Bundle();
            for (Map.Entry<String, String> each : told.entrySet()) {
                bundle.putString(each.getKey(), each.getValue());
            }
            return bundle;
        }
    }
}
