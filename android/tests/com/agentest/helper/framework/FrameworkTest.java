package com.agentest.helper.framework;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.content.pm.ApplicationInfo;
import com.agentest.helper.json.JsonWriter;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 35})
public final class FrameworkTest {
    @Rule public final TemporaryFolder folder = new TemporaryFolder();

    /** Files, classes, and what they make. */
    private static final String[][] ROWS = {
        {"lib/arm64-v8a/libflutter.so assets/flutter_assets/AssetManifest.bin", "",
            "\"primary\":\"flutter\",\"frameworks\":[\"flutter\"],"
                + "\"signals\":[\"lib:libflutter.so\",\"asset:flutter_assets\"]"},
        {"lib/x86/libhermes.so lib/x86/libreactnative.so assets/index.android.bundle", "",
            "\"primary\":\"react_native\","
                + "\"frameworks\":[\"react_native\",\"react_native_hermes\"],"
                + "\"signals\":[\"lib:libhermes.so\",\"lib:libreactnative.so\","
                + "\"asset:index.android.bundle\"]"},
        {"META-INF/androidx.compose.ui_ui.version", "",
            "\"primary\":\"compose\",\"frameworks\":[\"compose\"],"
                + "\"signals\":[\"asset:androidx.compose.ui_ui.version\"]"},
        // A Flutter app that uses Compose for a widget is a Flutter app.
        {"META-INF/androidx.compose.ui_ui.version lib/x86/libflutter.so", "",
            "\"primary\":\"flutter\",\"frameworks\":[\"compose\",\"flutter\"],\"signals\":["
                + "\"asset:androidx.compose.ui_ui.version\",\"lib:libflutter.so\"]"},
        {"", "androidx.compose.ui.platform.ComposeView",
            "\"primary\":\"compose\",\"frameworks\":[\"compose\"],"
                + "\"signals\":[\"class:androidx.compose.ui.platform.ComposeView\"]"},
        {"lib/x86/libsqlite.so assets/logo.png res/libflutter.so.png", "android.widget.TextView",
            "\"primary\":\"native\",\"frameworks\":[\"native\"],\"signals\":[]"},
    };

    @Test
    public void tracesMakeTheFramework() {
        for (String[] row : ROWS) {
            Framework framework = new Framework();
            for (String file : row[0].split(" ")) {
                framework.file(file);
            }
            framework.nodeClass(row[1]);
            assertEquals("{\"packageName\":\"app\"," + row[2] + "}", json(framework));
        }
    }

    /** A file or class that alone tells it, and all that it tells; the first is the primary. */
    private static final String[][] SIGNALS = {
        {"lib/x86/libflutter.so", "flutter"},
        {"assets/flutter_assets/NOTICES.Z", "flutter"},
        {"io.flutter.embedding.android.FlutterView", "flutter"},
        {"lib/x86/libreactnative.so", "react_native"},
        {"lib/x86/libreactnativejni.so", "react_native"},
        {"lib/x86/libreact_nativemodule_core.so", "react_native"},
        {"lib/x86/libhermes.so", "react_native,react_native_hermes"},
        {"lib/x86/libhermesvm.so", "react_native,react_native_hermes"},
        {"lib/x86/libhermes_executor.so", "react_native,react_native_hermes"},
        {"lib/x86/libjsc.so", "react_native,react_native_jsc"},
        {"assets/index.android.bundle", "react_native"},
        {"com.facebook.react.views.text.ReactTextView", "react_native"},
        {"META-INF/androidx.compose.ui_ui.version", "compose"},
        {"androidx.compose.ui.platform.ComposeView", "compose"},
        {"lib/x86/libflutter.so.bak", "native"},
        {"assets/lib/libflutter.so", "native"},
        {"res/index.android.bundle", "native"},
        {"com.facebook.reactor.View", "native"},
        {"x.io.flutter.View", "native"},
    };

    @Test
    public void eachSignalIsEnough() {
        for (String[] row : SIGNALS) {
            Framework framework = new Framework();
            if (row[0].contains("/")) {
                framework.file(row[0]);
            } else {
                framework.nodeClass(row[0]);
            }
            assertEquals(row[0], row[1].split(",")[0], framework.primary());
            String told = json(framework);
            assertTrue(told, told.contains("\"frameworks\":[\"" + row[1].replace(",", "\",\"")
                    + "\"]"));
            assertEquals(row[0], row[1].equals("native"), told.endsWith("\"signals\":[]}"));
        }
    }

    @Test
    public void filesComeFromTheFolderTheApkAndItsSplits() throws IOException {
        File libraries = folder.newFolder("lib");
        new File(libraries, "libjsc.so").createNewFile();
        ApplicationInfo app = new ApplicationInfo();
        app.nativeLibraryDir = libraries.getPath();
        app.sourceDir = apk("base.apk", "assets/index.android.bundle");
        app.splitSourceDirs = new String[] {apk("split.apk", "lib/arm64-v8a/libflutter.so"),
            new File(folder.getRoot(), "missing.apk").getPath()};
        Framework framework = new Framework();
        AppFiles.read(app, framework);
        assertEquals("{\"packageName\":\"app\",\"primary\":\"flutter\",\"frameworks\":["
                + "\"react_native\",\"react_native_jsc\",\"flutter\"],\"signals\":["
                + "\"lib:libjsc.so\",\"asset:index.android.bundle\",\"lib:libflutter.so\"]}",
                json(framework));
    }

    @Test
    public void anAppWithoutFilesIsNative() {
        Framework framework = new Framework();
        AppFiles.read(new ApplicationInfo(), framework);
        assertEquals("native", framework.primary());
    }

    private String apk(String name, String entry) throws IOException {
        File file = folder.newFile(name);
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(file))) {
            out.putNextEntry(new ZipEntry(entry));
        }
        return file.getPath();
    }

    private static String json(Framework framework) {
        JsonWriter out = new JsonWriter().beginObject();
        framework.write("app", out);
        return out.endObject().toString();
    }
}
