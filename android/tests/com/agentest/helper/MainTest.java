package com.agentest.helper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.os.Build;
import com.agentest.helper.jvm.NamedPort;
import com.agentest.helper.serve.Resident;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;
import org.junit.After;
import org.junit.Test;

/** The helper that is not installed, from its line on stdin. */
public final class MainTest extends EntryChecks {
    private static final String NAME = "agentest-0123456789abcdef";
    private static final String LINE = "{\"token\":\"" + TOKEN + "\",\"socket\":\"" + NAME
            + "\",\"lingerMs\":60000}\n";

    private static final int SHELL = 2000;

    private final PipedOutputStream stdin = new PipedOutputStream();
    private NamedPort port;
    private Thread run;

    @After
    public void hangUp() throws Exception {
        stdin.close();
        run.join();
    }

    @Override
    void start() throws Exception {
        InputStream in = new PipedInputStream(stdin);
        stdin.write(LINE.getBytes(StandardCharsets.UTF_8));
        stdin.flush();
        start(in);
    }

    @Override
    int port(Map<String, String> serving) {
        assertEquals(NAME, serving.get("socket"));
        return port.port();
    }

    private void start(InputStream in) throws IOException {
        PipedInputStream told = new PipedInputStream();
        PrintStream out = new PrintStream(new PipedOutputStream(told), true, "UTF-8");
        Resident resident = Main.resident(in, out, name -> port = new NamedPort(name, SHELL));
        run = new Thread(() -> {
            resident.run();
            out.close();
        });
        run.start();
        Thread reader = new Thread(() -> read(new Scanner(told, "UTF-8")));
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Scanner told) {
        Map<String, String> block = new TreeMap<>();
        while (told.hasNextLine()) {
            String[] line = told.nextLine().split(": ", 2);
            if (line[0].endsWith("CODE")) {
                block.put("code", line[1]);
                (line[0].equals("INSTRUMENTATION_CODE") ? ended : stages).add(block);
                block = new TreeMap<>();
            } else {
                String[] word = line[1].split("=", 2);
                block.put(word[0], word[1]);
            }
        }
    }

    @Test
    public void itAsksAsItsLevelCanBeAsked() throws Exception {
        serve();
        assertEquals(Build.VERSION.SDK_INT >= 31 ? "connectWithTimeout(1)"
                : Build.VERSION.SDK_INT >= 24 ? "connect(1)" : "connect()", FakeScreen.asked);
        stdin.close();
        ends(Activity.RESULT_OK, "serving", "reason", "stdin ended");
        assertFalse(FakeScreen.listens);
    }

    @Test
    public void whoeverHasUiAutomationKeepsIt() throws Exception {
        FakeScreen.rival = true;
        start();
        ends(Activity.RESULT_CANCELED, "uiautomation", "error",
                "UiAutomationService x@1already registered!");
    }

    @Test
    public void aBadFirstLineIsTold() throws Exception {
        String[][] rows = {
            {"", "stdin ended before its first line"},
            {"{\"token\":\"" + TOKEN + "\"", "stdin ended before its first line"},
            {"token\n", "is not JSON"},
            {"{\"token\":\"short\",\"socket\":\"" + NAME + "\"}\n", "16 to 256"},
            {LINE.replace(NAME, "agentest"), "'socket' in the first line of stdin must be"},
            {LINE.replace("60000", "999"), "'lingerMs' in the first line of stdin must be"},
            {LINE.replace("lingerMs", "linger"), "'linger' is unknown in the first line"},
        };
        for (String[] row : rows) {
            start(new ByteArrayInputStream(row[0].getBytes(StandardCharsets.UTF_8)));
            ends(Activity.RESULT_CANCELED, "arguments", "error", row[1]);
            run.join();
        }
        assertTrue(stages.isEmpty());
    }
}
