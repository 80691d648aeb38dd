// AppFiles.java: passes the files of an installed app to the detector
package com.agentest.helper.framework;

import android.content.pm.ApplicationInfo;
import java.io.File;
import java.io.IOException;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Libraries are in their folder or, uncompressed, in any of the app's APKs. */
public final class AppFiles {
    private static final int MAX_ENTRIES = 200000;

    private AppFiles() {
    }

    public static void read(ApplicationInfo app, Framework into) {
        File[] libraries = app.nativeLibraryDir == null ? null
                : new File(app.nativeLibraryDir).listFiles();
        if (libraries != null) {
            for (File library : libraries) {
                into.file("lib/" + library.getName());
            }
        }
        readApk(app.sourceDir, into);
        if (app.splitSourceDirs != null) {
            for (String split : app.splitSourceDirs) {
                readApk(split, into);
            }
        }
    }

    private static void readApk(String path, Framework into) {
        if (path == null) {
            return;
        }
        try (ZipFile apk = new ZipFile(path)) {
            Enumeration<? extends ZipEntry> entries = apk.entries();
            for (int i = 0; entries.hasMoreElements() && i < MAX_ENTRIES; i++) {
                into.file(entries.nextElement().getName());
            }
        } catch (IOException e) {
            // Not readable: the other signals decide.
        }
    }
}
