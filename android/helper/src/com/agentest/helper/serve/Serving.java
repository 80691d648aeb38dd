// Serving.java: a helper's run, from what its entry was told to its end
package com.agentest.helper.serve;

import com.agentest.helper.api.Life;
import com.agentest.helper.api.Router;
import com.agentest.helper.api.Version;
import com.agentest.helper.http.HttpServer;
import com.agentest.helper.http.Listener;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.Quiet;
import java.util.Map;
import java.util.TreeMap;

/** All entries run through here: they differ in what they are told, stand on and report to. */
public final class Serving {
    private static final long WATCH_MS = 2000;

    /** Reads the arguments of an entry. */
    public interface Entry {
        Launch launch() throws Exception;
    }

    private final Ground ground;
    private final Report report;
    private final CleanUp cleanUp = new CleanUp();
    private String stage = "arguments";
    private Life life;
    private String endBeforeLife;

    public Serving(Ground ground, Report report) {
        this.ground = ground;
        this.report = report;
    }

    /** Returns whether it ended in order. */
    public boolean run(Entry entry) {
        String reason = null;
        String error = null;
        try {
            reason = serve(entry.launch());
        } catch (Exception | LinkageError e) {
            error = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        cleanUp.run();
        Map<String, String> told = at(stage);
        told.put(error == null ? "reason" : "error", error == null ? reason : error);
        report.ended(error == null, told);
        return error == null;
    }

    /** Ends it for this reason, from any thread, as soon as it serves. */
    public synchronized void end(String reason) {
        if (life == null) {
            endBeforeLife = reason;
        } else {
            life.finish(reason);
        }
    }

    private String serve(Launch launch) throws Exception {
        cleanUp.add(ground::leave);
        enter("uiautomation");
        ground.connect();
        EventLog log = new EventLog(ground.clock());
        enter("events");
        ground.listen(log);
        enter("listen");
        Listener listener = launch.opening.open();
        Life lived = live(new Life(ground.clock(), launch.lingerMs));
        HttpServer server = new HttpServer(listener, launch.token, new Router(ground.device(), log,
                new Quiet(ground.clock(), log), lived));
        cleanUp.add(server::close);
        server.start();
        ready(listener);
        return watch(lived);
    }

    private synchronized Life live(Life begun) {
        life = begun;
        if (endBeforeLife != null) {
            life.finish(endBeforeLife);
        }
        return begun;
    }

    private String watch(Life lived) throws InterruptedException {
        for (;;) {
            String reason = lived.await(WATCH_MS);
            if (reason != null) {
                return reason;
            }
            if (ground.isLost()) {
                return "uiautomation lost";
            }
        }
    }

    private void enter(String next) {
        stage = next;
        report.reached(at(stage));
    }

    private void ready(Listener listener) {
        stage = "serving";
        Map<String, String> told = at(stage);
        told.put(listener.kind(), listener.address());
        told.put("versionCode", Integer.toString(Version.CODE));
        told.put("protocolVersion", Integer.toString(Router.PROTOCOL_VERSION));
        report.reached(told);
    }

    private static Map<String, String> at(String stage) {
        Map<String, String> told = new TreeMap<>();
        told.put("stage", stage);
        return told;
    }
}
