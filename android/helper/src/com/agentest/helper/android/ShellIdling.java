// ShellIdling.java: asks an app's idling bridge, without a process of `content` for each question
package com.agentest.helper.android;

import android.content.AttributionSource;
import android.database.Cursor;
import android.net.Uri;
import android.os.Binder;
import android.os.Build;
import android.os.IBinder;
import android.os.Process;
import com.agentest.helper.api.Idling;
import com.agentest.helper.api.Refusal;
import java.io.File;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * As the `content` command does: the provider's authority is asked of the activity manager, which
 * would start an app that does not run, so its process is looked for before. An app that hangs
 * holds the thread of its question, and no other.
 */
final class ShellIdling {
    private static final int MAX_OPEN = 4;
    private static final int PENDING_MAX = 1 << 17;
    private static final String[] COLUMNS = {"wire", "idle", "pending"};

    /**
     * The same for all questions: where Android before 10 lets an app of another user not be left,
     * the system keeps one handle of it, and not one for each question.
     */
    private final IBinder token = new Binder();
    private final Processes processes;
    private final int answerMs;
    private final AtomicInteger open = new AtomicInteger();

    ShellIdling(File proc, int answerMs) {
        this.processes = new Processes(proc);
        this.answerMs = answerMs;
    }

    Idling ask(final String packageName) throws Refusal, InterruptedException {
        final int user = processes.userOf(packageName);
        if (user < 0) {
            return null;
        }
        FutureTask<Idling> asked = new FutureTask<>(() -> {
            try {
                return query(packageName, user);
            } finally {
                open.decrementAndGet();
            }
        });
        if (open.incrementAndGet() > MAX_OPEN) {
            open.decrementAndGet();
            throw late();
        }
        Thread thread = new Thread(asked, "idling");
        thread.setDaemon(true);
        thread.start();
        try {
            return asked.get(answerMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw late();
        } catch (ExecutionException e) {
            throw refusal(e.getCause());
        }
    }

    private static Refusal late() {
        return new Refusal(Refusal.Code.IDLING_LATE, "the app does not answer");
    }

    private static Refusal refusal(Throwable thrown) {
        boolean lacks = Hidden.isLack(thrown) || thrown instanceof SecurityException;
        return thrown instanceof Refusal ? (Refusal) thrown : lacks
                ? new Refusal(Refusal.Code.IDLING_UNSUPPORTED, thrown.getMessage())
                : Refusal.of(thrown);
    }

    private Idling query(String packageName, int user) throws Refusal {
        String authority = packageName + ".agentest.idling";
        Object activities = Hidden.ACTIVITIES.call(null);
        Object holder = Hidden.GET_PROVIDER.callFilled(activities, authority, user, token);
        if (holder == null) {
            throw absent();
        }
        try {
            Object provider = (Hidden.HELD_PROVIDER.isExpected() ? Hidden.HELD_PROVIDER
                    : Hidden.HELD_PROVIDER_NOW).get(holder);
            try (Cursor row = (Cursor) Hidden.QUERY.callFilled(provider, caller(),
                    Uri.parse("content://" + authority + "/state"))) {
                return read(row);
            }
        } finally {
            leave(activities, authority, user);
        }
    }

    private void leave(Object activities, String authority, int user) {
        if (Hidden.LEAVE_PROVIDER_OF.isExpected()) {
            Hidden.LEAVE_PROVIDER_OF.call(activities, authority, token, user);
        } else {
            Hidden.LEAVE_PROVIDER.call(activities, authority, token);
        }
    }

    /** The calling package; the provider's side compares it with the uid. */
    private static Object caller() {
        String name = Process.myUid() == 0 ? "root" : ShellClipboard.PACKAGE;
        return Build.VERSION.SDK_INT < 31 ? name
                : new AttributionSource.Builder(Process.myUid()).setPackageName(name).build();
    }

    private static Idling read(Cursor row) throws Refusal {
        int[] at = new int[COLUMNS.length];
        for (int i = 0; row != null && i < at.length; i++) {
            at[i] = row.getColumnIndex(COLUMNS[i]);
            if (at[i] < 0) {
                throw absent();
            }
        }
        if (row == null || !row.moveToFirst()) {
            throw absent();
        }
        String pending = row.getString(at[2]);
        if (pending == null || pending.length() > PENDING_MAX) {
            throw new Refusal(Refusal.Code.INTERNAL, "the bridge's list is missing or too long");
        }
        return new Idling(row.getInt(at[0]), row.getInt(at[1]) != 0, pending);
    }

    private static Refusal absent() {
        return new Refusal(Refusal.Code.IDLING_ABSENT, "the app has no idling bridge");
    }
}
