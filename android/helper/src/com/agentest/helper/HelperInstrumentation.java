// HelperInstrumentation.java: the entry that `am instrument` starts
package com.agentest.helper;

import android.app.Activity;
import android.app.Instrumentation;
import android.app.UiAutomation;
import android.os.Build;
import android.os.Bundle;
import com.agentest.helper.android.AndroidClock;
import com.agentest.helper.android.AndroidDevice;
import com.agentest.helper.android.CleanUp;
import com.agentest.helper.android.EventTap;
import com.agentest.helper.api.Life;
import com.agentest.helper.api.Router;
import com.agentest.helper.api.Version;
import com.agentest.helper.http.HttpServer;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.IdleWaiter;

/**
 * Reports each stage that it reaches to `am instrument -r` ("INSTRUMENTATION_STATUS: stage=…"), and
 * at the end its last stage and the reason. PROTOCOL.md has the list.
 */
public final class HelperInstrumentation extends Instrumentation {
    private static final long WATCH_MS = 2000;

    private Bundle arguments;
    private String stage = "arguments";

    @Override
    public void onCreate(Bundle given) {
        super.onCreate(given);
        arguments = given;
        start();
    }

    @Override
    public void onStart() {
        super.onStart();
        CleanUp cleanUp = new CleanUp();
        String error = null;
        String reason = null;
        try {
            reason = serve(Launch.of(arguments), cleanUp);
        } catch (Exception | LinkageError e) {
            error = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        cleanUp.run();
        end(reason, error);
    }

    private String serve(Launch launch, CleanUp cleanUp) throws Exception {
        enter("uiautomation");
        UiAutomation automation = connect();
        AndroidClock clock = new AndroidClock();
        EventLog log = new EventLog(clock);
        enter("events");
        EventTap.open(automation, log, cleanUp);
        enter("listen");
        Life life = new Life(clock, launch.lingerMs);
        Router router = new Router(new AndroidDevice(getContext(), automation, clock), log,
                new IdleWaiter(clock, log), life);
        HttpServer server = new HttpServer(launch.port, launch.token, router);
        cleanUp.add(server::close);
        server.start();
        ready(server.port());
        return watch(life, automation);
    }

    /** Where possible, other accessibility services keep running: a user may depend on them. */
    private UiAutomation connect() {
        UiAutomation automation = Build.VERSION.SDK_INT >= 24
                ? getUiAutomation(UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES)
                : getUiAutomation();
        if (automation == null) {
            throw new IllegalStateException("the system gave no UiAutomation");
        }
        return automation;
    }

    /** The connection belongs to the `am` process: once that has ended, nothing works any more. */
    private String watch(Life life, UiAutomation automation) throws InterruptedException {
        for (;;) {
            String reason = life.await(WATCH_MS);
            if (reason != null) {
                return reason;
            }
            try {
                if (automation.getServiceInfo() == null) {
                    return "uiautomation lost";
                }
            } catch (IllegalStateException e) {
                return "uiautomation lost";
            }
        }
    }

    private void enter(String next) {
        stage = next;
        Bundle told = new Bundle();
        told.putString("stage", stage);
        sendStatus(0, told);
    }

    private void ready(int port) {
        stage = "serving";
        Bundle told = new Bundle();
        told.putString("stage", stage);
        told.putString("port", Integer.toString(port));
        told.putString("versionCode", Integer.toString(Version.CODE));
        told.putString("protocolVersion", Integer.toString(Router.PROTOCOL_VERSION));
        sendStatus(0, told);
    }

    private void end(String reason, String error) {
        Bundle told = new Bundle();
        told.putString("stage", stage);
        if (error != null) {
            told.putString("error", error);
        } else {
            told.putString("reason", reason);
        }
        finish(error == null ? Activity.RESULT_OK : Activity.RESULT_CANCELED, told);
    }
}
