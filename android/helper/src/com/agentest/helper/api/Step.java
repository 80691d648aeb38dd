// Step.java: inject, wait until idle, return tree and events, in one round trip
package com.agentest.helper.api;

import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.IdleOptions;
import com.agentest.helper.idle.Quiet;
import com.agentest.helper.idle.TreePrint;
import com.agentest.helper.idle.TreeReader;
import com.agentest.helper.json.JsonWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The whole request is checked before the first input. No input follows one that fails, but the
 * screen is still waited for and returned, so that a client sees the state it is in.
 */
final class Step {
    private static final int MAX_ACTIONS = 16;

    private final Device device;
    private final EventLog log;
    private final Quiet idle;
    private final ReentrantLock inputs;

    Step(Device device, EventLog log, Quiet idle, ReentrantLock inputs) {
        this.device = device;
        this.log = log;
        this.idle = idle;
        this.inputs = inputs;
    }

    HttpResponse run(Fields fields) throws Refusal, InterruptedException {
        List<Action> actions = new ArrayList<>();
        for (Object action : fields.list("actions", 0, MAX_ACTIONS)) {
            actions.add(Action.of(action));
        }
        Fields idleFields = part(fields, "idle");
        IdleOptions wait = idleFields == null ? null : IdleOptions.of(idleFields);
        Fields treeFields = part(fields, "tree");
        TreeOptions tree = treeFields == null ? null : new TreeOptions(treeFields);
        int since = fields.integer("since", 0, Integer.MAX_VALUE, 0);
        fields.done();

        return new Run(actions, wait, tree, since).answer();
    }

    /** Runs one step; its times are written in the order in which they pass. */
    private final class Run {
        private final List<Action> actions;
        private final IdleOptions wait;
        private final TreeOptions tree;
        private final int since;
        private final long fromSeq = log.nextSeq();
        private final JsonWriter out = new JsonWriter().beginObject();
        private boolean failed;

        Run(List<Action> actions, IdleOptions wait, TreeOptions tree, int since) {
            this.actions = actions;
            this.wait = wait;
            this.tree = tree;
            this.since = since;
        }

        HttpResponse answer() throws InterruptedException {
            long began = System.nanoTime();
            inputs.lock();
            try {
                inject();
            } finally {
                inputs.unlock();
            }
            long injected = System.nanoTime();
            Dump dump = new Dump(tree);
            if (wait != null) {
                out.name("idle").beginObject().member("ok", true);
                (tree == null ? idle.await(wait, fromSeq) : idle.await(wait, fromSeq, dump))
                        .write(out);
                out.endObject();
            } else if (tree != null) {
                dump.read();
            }
            long read = System.nanoTime();
            if (tree != null) {
                failed |= !dump.write(out);
            }
            out.name("news").beginObject();
            log.write(since > 0 ? since : fromSeq, out);
            out.endObject().name("timing").beginObject()
                    .member("inputMs", ms(injected - began))
                    .member("idleMs", ms(read - injected - dump.lastNs))
                    .member("treeMs", ms(dump.lastNs))
                    .member("trees", dump.count)
                    .member("treesMs", ms(dump.allNs))
                    .endObject();
            return HttpResponse.json(out.member("ok", !failed).endObject());
        }

        private void inject() throws InterruptedException {
            Refusal refusal = null;
            out.name("results").beginArray();
            for (int i = 0; i < actions.size() && refusal == null; i++) {
                JsonWriter result = new JsonWriter().beginObject().member("ok", true);
                refusal = attempt(actions.get(i), result);
                if (refusal == null) {
                    out.raw(result.endObject());
                } else {
                    out.beginObject().member("ok", false);
                    refusal.write(out);
                    out.endObject();
                }
            }
            out.endArray();
            failed = refusal != null;
        }

        private Refusal attempt(Action action, JsonWriter result) throws InterruptedException {
            try {
                action.run(device, result);
                return null;
            } catch (Refusal refusal) {
                return refusal;
            } catch (RuntimeException | LinkageError e) {
                return Refusal.of(e);
            }
        }
    }

    /** The newest tree, or why it could not be read, and the time that all of them took. */
    private final class Dump implements TreeReader {
        private final TreeOptions options;
        private JsonWriter dumped;
        private Refusal refusal;
        private int count;
        private long lastNs;
        private long allNs;

        Dump(TreeOptions options) {
            this.options = options;
        }

        @Override
        public TreePrint read() {
            long began = System.nanoTime();
            dumped = new JsonWriter();
            refusal = null;
            try {
                return device.tree(options, dumped);
            } catch (Refusal why) {
                refusal = why;
            } catch (RuntimeException | LinkageError e) {
                refusal = Refusal.of(e);
            } finally {
                count++;
                lastNs = System.nanoTime() - began;
                allNs += lastNs;
            }
            return null;
        }

        /** Returns whether there is one. */
        boolean write(JsonWriter out) {
            if (refusal == null) {
                out.name("tree").raw(dumped);
                return true;
            }
            out.name("treeError").beginObject();
            refusal.write(out);
            out.endObject();
            return false;
        }
    }

    private static long ms(long ns) {
        return ns / 1000000;
    }

    /** Returns null if the client sent null, all defaults if it sent nothing. */
    private static Fields part(Fields fields, String name) throws Refusal {
        boolean given = fields.has(name);
        Object value = fields.take(name);
        if (!given) {
            return Fields.of((Object) Collections.emptyMap(), name);
        }
        return value == null ? null : Fields.of(value, name);
    }
}
