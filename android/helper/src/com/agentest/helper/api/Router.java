// Router.java: the endpoints, one row for each
package com.agentest.helper.api;

import com.agentest.helper.http.HttpRequest;
import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.http.HttpServer;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.IdleOptions;
import com.agentest.helper.idle.Quiet;
import com.agentest.helper.json.JsonWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** PROTOCOL.md describes this class in prose. */
public final class Router implements HttpServer.Handler {
    public static final String NAME = "com.agentest.helper";
    public static final int PROTOCOL_VERSION = 2;

    private interface Endpoint {
        HttpResponse run(Fields fields) throws Refusal, InterruptedException;
    }

    private static final class Row {
        final String method;
        final Endpoint endpoint;
        final boolean needsAutomation;

        Row(String method, Endpoint endpoint, boolean needsAutomation) {
            this.method = method;
            this.endpoint = endpoint;
            this.needsAutomation = needsAutomation;
        }
    }

    private final Map<String, Row> rows = new HashMap<>();
    private final Device device;
    private final EventLog log;
    private final Quiet idle;
    private final Life life;
    private final Hold hold;
    private final Step step;
    /** Held by what sends inputs. */
    private final ReentrantLock inputs = new ReentrantLock();

    public Router(Device device, EventLog log, Quiet idle, Life life) {
        this.device = device;
        this.log = log;
        this.idle = idle;
        this.life = life;
        this.hold = new Hold(device);
        this.step = new Step(device, log, idle, inputs);
        free("/status", "GET", this::status);
        free("/keep-alive", "POST", this::keepAlive);
        row("/tree", "POST", this::tree);
        row("/screenshot", "POST", this::screenshot);
        Frames frames = new Frames(device, log, idle.clock(), inputs);
        row("/frame", "POST", frames::run);
        row("/wait-idle", "POST", this::waitIdle);
        row("/framework", "POST", this::framework);
        free("/idling", "POST", this::idling);
        free("/events", "POST", this::events);
        row("/step", "POST", step::run);
        free("/shutdown", "POST", this::shutdown);
        free("/release", "POST", this::release);
        free("/acquire", "POST", this::acquire);
        input("/tap", "tap");
        input("/long-press", "long_press");
        input("/swipe", "swipe");
        input("/gesture", "gesture");
        input("/key", "key");
        input("/text", "text");
        input("/progress", "progress");
    }

    @Override
    public HttpResponse handle(HttpRequest request) throws Refusal {
        Row row = rows.get(request.path);
        if (row == null) {
            throw new Refusal(Refusal.Code.NOT_FOUND, "there is no '" + request.path + "'");
        }
        if (!row.method.equals(request.method)) {
            throw new Refusal(Refusal.Code.METHOD_NOT_ALLOWED,
                    request.path + " takes " + row.method);
        }
        life.begin();
        try {
            return run(row, Fields.of(request.body));
        } catch (InterruptedException e) {
            throw new Refusal(Refusal.Code.INTERNAL, "the helper ends");
        } finally {
            life.end();
        }
    }

    private HttpResponse run(Row row, Fields fields) throws Refusal, InterruptedException {
        if (!row.needsAutomation) {
            return row.endpoint.run(fields);
        }
        hold.enter();
        try {
            return row.endpoint.run(fields);
        } finally {
            hold.leave();
        }
    }

    private void row(String path, String method, Endpoint endpoint) {
        rows.put(path, new Row(method, endpoint, true));
    }

    /** An endpoint that needs no UiAutomation. */
    private void free(String path, String method, Endpoint endpoint) {
        rows.put(path, new Row(method, endpoint, false));
    }

    private void input(String path, final String type) {
        row(path, "POST", fields -> {
            Action action = Action.of(type, fields);
            JsonWriter out = ok();
            inputs.lock();
            try {
                action.run(device, out);
            } finally {
                inputs.unlock();
            }
            return HttpResponse.json(out.endObject());
        });
    }

    private HttpResponse status(Fields fields) throws Refusal {
        fields.done();
        JsonWriter out = ok()
                .member("name", NAME)
                .member("version", Version.NAME)
                .member("versionCode", Version.CODE)
                .member("protocolVersion", PROTOCOL_VERSION)
                .member("lingerMs", life.lingerMs());
        device.describe(out);
        return HttpResponse.json(out.endObject());
    }

    private HttpResponse keepAlive(Fields fields) throws Refusal {
        fields.done();
        return HttpResponse.json(ok().endObject());
    }

    private HttpResponse tree(Fields fields) throws Refusal {
        JsonWriter out = ok().name("tree");
        device.tree(new TreeOptions(fields), out);
        return HttpResponse.json(out.endObject());
    }

    private HttpResponse screenshot(Fields fields) throws Refusal, InterruptedException {
        return device.screenshot(new ShotOptions(fields));
    }

    private HttpResponse waitIdle(Fields fields) throws Refusal, InterruptedException {
        JsonWriter out = ok();
        idle.await(IdleOptions.of(fields), log.nextSeq()).write(out);
        return HttpResponse.json(out.endObject());
    }

    private HttpResponse framework(Fields fields) throws Refusal {
        String packageName = fields.text("package", "");
        fields.done();
        JsonWriter out = ok();
        device.framework(packageName, out);
        return HttpResponse.json(out.endObject());
    }

    private HttpResponse idling(Fields fields) throws Refusal, InterruptedException {
        String packageName = fields.text("package");
        fields.done();
        Idling told = device.idling(packageName);
        JsonWriter out = ok().member("running", told != null);
        if (told != null) {
            told.write(out);
        }
        return HttpResponse.json(out.endObject());
    }

    private HttpResponse events(Fields fields) throws Refusal {
        int since = fields.integer("since", 0, Integer.MAX_VALUE, 0);
        fields.done();
        JsonWriter out = ok();
        log.write(since, out);
        return HttpResponse.json(out.endObject());
    }

    private HttpResponse release(Fields fields) throws Refusal, InterruptedException {
        fields.done();
        hold.release();
        return HttpResponse.json(ok().endObject());
    }

    private HttpResponse acquire(Fields fields) throws Refusal, InterruptedException {
        fields.done();
        hold.acquire();
        return HttpResponse.json(ok().endObject());
    }

    private HttpResponse shutdown(Fields fields) throws Refusal {
        fields.done();
        life.finish("shutdown");
        return HttpResponse.json(ok().endObject());
    }

    static JsonWriter ok() {
        return new JsonWriter().beginObject().member("ok", true);
    }
}
