// Main.java: the entry that app_process starts; nothing is installed for it
package com.agentest.helper;

import android.os.Looper;
import com.agentest.helper.android.AndroidGround;
import com.agentest.helper.android.Automation;
import com.agentest.helper.android.LocalListener;
import com.agentest.helper.android.OwnAutomation;
import com.agentest.helper.android.ShellPlatform;
import com.agentest.helper.serve.Resident;
import com.agentest.helper.serve.StartLine;
import java.io.InputStream;
import java.io.PrintStream;

/** Runs as adb's shell user: what an app must be granted, it may do. */
public final class Main {
    private Main() {
    }

    /** The framework's answers to queries come through the main looper, so this thread has it. */
    public static void main(String[] words) {
        Looper.prepareMainLooper();
        final Resident resident = resident(System.in, System.out,
                LocalListener::new);
        new Thread(() -> System.exit(resident.run() ? 0 : 1), "helper").start();
        Looper.loop();
    }

    static Resident resident(InputStream in, PrintStream out, StartLine.Socket socket) {
        return new Resident(new AndroidGround(new Automation(OwnAutomation::connect),
                new ShellPlatform()), in, out, socket, Resident.FIRST_LINE_MS);
    }
}
