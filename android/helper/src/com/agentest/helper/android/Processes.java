// Processes.java: whether an app's process runs, and whose it is
package com.agentest.helper.android;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Of /proc, which adb's shell may read on all levels; no service is asked and nothing started. */
final class Processes {
    private static final int USER_UIDS = 100000;
    private static final String UID = "\nUid:\t";

    private final File proc;
    /** The place of the last match, which is tried first. */
    private volatile String last = "";

    Processes(File proc) {
        this.proc = proc;
    }

    /** The user whose main process of this package runs; −1 if none does. */
    int userOf(String packageName) {
        if (isIt(last, packageName)) {
            return user(last);
        }
        String[] all = proc.list();
        if (all != null) {
            for (String each : all) {
                if (Character.isDigit(each.charAt(0)) && isIt(each, packageName)) {
                    last = each;
                    return user(each);
                }
            }
        }
        return -1;
    }

    private boolean isIt(String process, String packageName) {
        return !process.isEmpty() && read(process + "/cmdline").startsWith(packageName + '\0');
    }

    private int user(String process) {
        String status = read(process + "/status");
        int at = status.indexOf(UID) + UID.length();
        int end = at;
        while (end < status.length() && Character.isDigit(status.charAt(end))) {
            end++;
        }
        return end > at && at >= UID.length() ? Integer.parseInt(status.substring(at, end))
                / USER_UIDS : -1;
    }

    /** The start of a file; "" if the process has ended. */
    private String read(String path) {
        byte[] start = new byte[1024];
        try (FileInputStream in = new FileInputStream(new File(proc, path))) {
            int length = in.read(start);
            return new String(start, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
