// IdlingProvider.java: content://<applicationId>.agentest.idling/state, one row
package com.agentest.bridge;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.Handler;
import android.os.Looper;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Columns: wire (the version of this contract), idle (1 or 0), pending (a JSON list, the last, for
 * `content query` prints columns as they are, commas and all).
 */
public final class IdlingProvider extends ContentProvider {
    public static final int WIRE_VERSION = 1;
    private static final String[] COLUMNS = {"wire", "idle", "pending"};
    private static final long MAIN_THREAD_MS = 1000;

    @Override
    public boolean onCreate() {
        return true;
    }

    @Override
    public Cursor query(Uri uri, String[] projection, String selection, String[] args,
            String order) {
        if (!"/state".equals(uri.getPath())) {
            return null;
        }
        Pending pending = ask();
        MatrixCursor cursor = new MatrixCursor(COLUMNS, 1);
        cursor.addRow(new Object[] {WIRE_VERSION, pending.isIdle() ? 1 : 0, pending.json()});
        return cursor;
    }

    /** A main thread that does not answer in time is busy itself. */
    private static Pending ask() {
        final Pending pending = new Pending();
        final CountDownLatch done = new CountDownLatch(1);
        Runnable work = () -> {
            report(pending);
            done.countDown();
        };
        if (Looper.myLooper() == Looper.getMainLooper()) {
            work.run();
        } else {
            new Handler(Looper.getMainLooper()).post(work);
        }
        boolean answered = false;
        try {
            answered = done.await(MAIN_THREAD_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!answered) {
            pending.busy("main_thread", "does not answer within " + MAIN_THREAD_MS + " ms");
        }
        return pending;
    }

    private static void report(Pending pending) {
        for (IdleSource source : AgentestIdling.sources()) {
            String name = source.getClass().getName();
            try {
                name = source.name();
                if (!source.isIdle()) {
                    pending.busy("app", name);
                }
            } catch (RuntimeException e) {
                pending.fault("app", name, e);
            }
        }
        Espresso.report(pending);
    }

    @Override
    public String getType(Uri uri) {
        return "vnd.android.cursor.item/vnd.agentest.idling";
    }

    @Override
    public Uri insert(Uri uri, ContentValues values) {
        throw new UnsupportedOperationException("read only");
    }

    @Override
    public int update(Uri uri, ContentValues values, String selection, String[] args) {
        throw new UnsupportedOperationException("read only");
    }

    @Override
    public int delete(Uri uri, String selection, String[] args) {
        throw new UnsupportedOperationException("read only");
    }
}
