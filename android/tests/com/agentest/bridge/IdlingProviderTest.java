package com.agentest.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.database.Cursor;
import android.net.Uri;
import android.os.Handler;
import android.os.HandlerThread;
import androidx.test.espresso.IdlingRegistry;
import androidx.test.espresso.IdlingResource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLooper;

/** With the real espresso-idling-resource; asked as `content query` asks: from another thread. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 26, 35})
public final class IdlingProviderTest {
    private final IdlingProvider provider = Robolectric.setupContentProvider(IdlingProvider.class,
            "com.example.app.agentest.idling");
    private final IdlingRegistry registry = IdlingRegistry.getInstance();
    private Source registered;

    /** Private, as resources in apps are. */
    private static final class Resource implements IdlingResource {
        private final String name;
        private final boolean idle;

        Resource(String name, boolean idle) {
            this.name = name;
            this.idle = idle;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isIdleNow() {
            if (name.equals("broken")) {
                throw new IllegalStateException("no idea");
            }
            return idle;
        }

        @Override
        public void registerIdleTransitionCallback(ResourceCallback callback) {
        }
    }

    private static final class Source implements IdleSource {
        boolean idle;

        @Override
        public String name() {
            return "uploads, \"all\"\n";
        }

        @Override
        public boolean isIdle() {
            return idle;
        }
    }

    @After
    public void unregister() {
        for (IdlingResource resource : registry.getResources()) {
            registry.unregister(resource);
        }
        if (registered != null) {
            AgentestIdling.unregister(registered);
        }
    }

    private String row(String path) {
        Uri uri = Uri.parse("content://com.example.app.agentest.idling" + path);
        try (Cursor cursor = provider.query(uri, null, null, null, null)) {
            return cursor == null ? null : only(cursor);
        }
    }

    private static String only(Cursor cursor) {
        assertEquals(1, cursor.getCount());
        cursor.moveToFirst();
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < cursor.getColumnCount(); i++) {
            row.append(i > 0 ? ", " : "").append(cursor.getColumnName(i)).append('=')
                    .append(cursor.getString(i));
        }
        return row.toString();
    }

    /** The main thread, which is this one, answers meanwhile. */
    private String state() throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> row("/state"));
        Thread asker = new Thread(task, "binder");
        asker.start();
        while (asker.isAlive()) {
            ShadowLooper.idleMainLooper();
            asker.join(5);
        }
        return task.get(5, TimeUnit.SECONDS);
    }

    @Test
    public void nothingPendingIsIdle() throws Exception {
        assertEquals("wire=1, idle=1, pending=[]", state());
    }

    @Test
    public void espressosResourcesAreFoundByName() throws Exception {
        registry.register(new Resource("OkHttp", false), new Resource("Room", true));
        assertEquals("wire=1, idle=0, pending=[{\"source\":\"espresso\",\"name\":\"OkHttp\"}]",
                state());
    }

    @Test
    public void oneThatThrowsIsToldAndNotWaitedFor() throws Exception {
        registry.register(new Resource("broken", false));
        assertEquals("wire=1, idle=1, pending=[{\"source\":\"espresso\",\"name\":\"broken\","
                + "\"error\":\"java.lang.IllegalStateException: no idea\"}]", state());
    }

    @Test
    public void theAppsOwnSourcesCount() throws Exception {
        registered = new Source();
        AgentestIdling.register(registered);
        AgentestIdling.register(registered);
        assertEquals("wire=1, idle=0, pending=[{\"source\":\"app\","
                + "\"name\":\"uploads, \\\"all\\\"\\n\"}]", state());
        registered.idle = true;
        assertEquals("wire=1, idle=1, pending=[]", state());
        registered.idle = false;
        AgentestIdling.unregister(registered);
        assertEquals("wire=1, idle=1, pending=[]", state());
    }

    @Test
    public void aMainThreadThatIsBusyIsPending() throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> row("/state"));
        new Thread(task, "binder").start();
        assertEquals("wire=1, idle=0, pending=[{\"source\":\"main_thread\","
                + "\"name\":\"does not answer within 1000 ms\"}]", task.get(10, TimeUnit.SECONDS));
    }

    @Test
    @Config(sdk = {26, 35})
    public void aBusyLooperIsPending() throws Exception {
        HandlerThread worker = new HandlerThread("worker");
        worker.start();
        registry.registerLooperAsIdlingResource(worker.getLooper());
        CountDownLatch hold = new CountDownLatch(1);
        Handler handler = new Handler(worker.getLooper());
        handler.post(() -> {
            try {
                hold.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        handler.post(() -> { });
        String busy = state();
        hold.countDown();
        assertEquals("wire=1, idle=0, pending=[{\"source\":\"looper\",\"name\":\"worker\"}]", busy);
        registry.unregisterLooperAsIdlingResource(worker.getLooper());
        worker.quit();
    }

    @Test
    public void thereIsNothingElse() {
        assertNull(row("/other"));
        assertNull(row(""));
        try {
            provider.delete(Uri.parse("content://com.example.app.agentest.idling/state"), null,
                    null);
            throw new AssertionError("deletes");
        } catch (UnsupportedOperationException e) {
            assertTrue(e.getMessage(), e.getMessage().contains("read only"));
        }
    }
}
