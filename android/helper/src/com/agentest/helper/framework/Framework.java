// Framework.java: finds the toolkit that an app was made with by its traces; pure
package com.agentest.helper.framework;

import com.agentest.helper.json.JsonWriter;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A signal is "lib:", "asset:" or "class:" and the name that was found. An app may use several
 * toolkits; the primary one draws most of its screens: the first in the table.
 */
public final class Framework {
    private static final String[][] SIGNALS = {
        {"lib:libflutter.so", "flutter"},
        {"asset:flutter_assets", "flutter"},
        {"class:io.flutter.", "flutter"},
        {"lib:libreactnative.so", "react_native"},
        {"lib:libreactnativejni.so", "react_native"},
        {"lib:libreact_nativemodule_core.so", "react_native"},
        {"lib:libhermes.so", "react_native_hermes"},
        {"lib:libhermesvm.so", "react_native_hermes"},
        {"lib:libhermes_executor.so", "react_native_hermes"},
        {"lib:libjsc.so", "react_native_jsc"},
        {"asset:index.android.bundle", "react_native"},
        {"class:com.facebook.react.", "react_native"},
        {"asset:androidx.compose.ui_ui.version", "compose"},
        {"class:androidx.compose.ui.platform.", "compose"},
    };
    private static final String[] PRIMARY = {"flutter", "react_native", "compose"};

    private final Set<String> frameworks = new LinkedHashSet<>();
    private final Set<String> signals = new LinkedHashSet<>();

    /** Adds a file of the app, by its path within the APK or its name in the library folder. */
    public void file(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (path.startsWith("assets/flutter_assets/")) {
            signal("asset:flutter_assets");
        } else if (path.startsWith("assets/") || path.startsWith("META-INF/")) {
            signal("asset:" + name);
        } else if (name.endsWith(".so")) {
            signal("lib:" + name);
        }
    }

    /** Adds the class of a node on the screen. */
    public void nodeClass(String name) {
        for (String[] row : SIGNALS) {
            if (row[0].endsWith(".") && ("class:" + name).startsWith(row[0])) {
                found(row[1], "class:" + name);
            }
        }
    }

    public void write(String packageName, JsonWriter out) {
        out.member("packageName", packageName).member("primary", primary());
        list("frameworks", frameworks.isEmpty() ? set("native") : frameworks, out);
        list("signals", signals, out);
    }

    String primary() {
        for (String name : PRIMARY) {
            if (frameworks.contains(name)) {
                return name;
            }
        }
        return "native";
    }

    private void signal(String signal) {
        for (String[] row : SIGNALS) {
            if (row[0].equals(signal)) {
                found(row[1], signal);
            }
        }
    }

    /** An engine implies its framework: only React Native uses Hermes. */
    private void found(String framework, String signal) {
        if (framework.startsWith("react_native")) {
            frameworks.add("react_native");
        }
        frameworks.add(framework);
        signals.add(signal);
    }

    private static void list(String name, Set<String> items, JsonWriter out) {
        out.name(name).beginArray();
        for (String item : items) {
            out.value(item);
        }
        out.endArray();
    }

    private static Set<String> set(String item) {
        Set<String> set = new LinkedHashSet<>();
        set.add(item);
        return set;
    }
}
