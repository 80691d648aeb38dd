// framework.c: which toolkit an app was made with, from traces of it
//
// The traces are the entries of an APK, the "files" that an app file lists as
// paths within an APK, and the classes of the nodes if the app is in front.
#include "virtual-android/helper/routes.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/access/view.h"
#include "virtual-android/files.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/packages.h"
#include "wire/zip.h"

enum { RN = 1, HERMES = 2, JSC = 4, FLUTTER = 8, COMPOSE = 16, NAMES = 5 };
enum { FOUND_MAX = 32, CLASSES_MAX = 2000 };

static const struct {
    const char *signal;
    unsigned frameworks;
} signals[] = {
    {"lib:libflutter.so", FLUTTER},
    {"asset:flutter_assets", FLUTTER},
    {"class:io.flutter.", FLUTTER},
    {"lib:libreactnative.so", RN},
    {"lib:libreactnativejni.so", RN},
    {"lib:libreact_nativemodule_core.so", RN},
    {"lib:libhermes.so", RN | HERMES},
    {"lib:libhermesvm.so", RN | HERMES},
    {"lib:libhermes_executor.so", RN | HERMES},
    {"lib:libjsc.so", RN | JSC},
    {"asset:index.android.bundle", RN},
    {"class:com.facebook.react.", RN},
    {"asset:androidx.compose.ui_ui.version", COMPOSE},
    {"class:androidx.compose.ui.platform.", COMPOSE},
};

static const struct {
    unsigned framework;
    const char *name;
    bool primary; // may draw most of an app; the first that is found is primary
} names[NAMES] = {
    {FLUTTER, "flutter", true},
    {RN, "react_native", true},
    {HERMES, "react_native_hermes", false},
    {JSC, "react_native_jsc", false},
    {COMPOSE, "compose", true},
};

struct found {
    unsigned frameworks;
    char *signals[FOUND_MAX]; // owned
    size_t count;
};

static void
add(struct found *found, const char *signal, unsigned frameworks)
{
    found->frameworks |= frameworks;
    for (size_t i = 0; i < found->count; i++) {
        if (strcmp(found->signals[i], signal) == 0)
            return;
    }
    if (found->count < FOUND_MAX)
        found->signals[found->count++] = at_strdup(signal);
}

static void
add_known(struct found *found, const char *kind, struct at_str name)
{
    char *signal = at_strfmt("%s:%.*s", kind, AT_STR_ARG(name));
    for (size_t i = 0; i < AT_LEN(signals); i++) {
        struct at_str known = at_str(signals[i].signal);
        bool prefix = at_str_ends(known, AT_STR("."));
        if (prefix ? at_str_starts(at_str(signal), known)
                   : at_str_is(known, signal))
            add(found, signal, signals[i].frameworks);
    }
    free(signal);
}

static void
add_file(struct found *found, struct at_str path)
{
    struct at_str rest = path;
    struct at_str name = path;
    while (at_str_next(&rest, '/', &name))
        continue;
    if (at_str_starts(path, AT_STR("assets/flutter_assets/")))
        add_known(found, "asset", AT_STR("flutter_assets"));
    else if (at_str_starts(path, AT_STR("assets/")) ||
             at_str_starts(path, AT_STR("META-INF/")))
        add_known(found, "asset", name);
    else if (at_str_ends(name, AT_STR(".so")))
        add_known(found, "lib", name);
}

static void
add_apk(struct vd_device *device, struct found *found, const char *path)
{
    struct at_buf apk = AT_BUF_INIT(VD_APK_MAX_BYTES);
    struct at_zip zip;
    struct at_zip_entry entry;
    size_t at = 0;
    if (vd_files_read(vd_device_files(device), path, &apk, NULL) &&
        at_zip_open(at_buf_str(&apk), &zip, NULL)) {
        while (at_zip_next(&zip, &at, &entry))
            add_file(found, entry.name);
    }
    at_buf_deinit(&apk);
}

static void
add_classes(struct vd_device *device, struct found *found, const char *package)
{
    struct vd_view view;
    size_t seen = 0;
    vd_view_lock(device, &view);
    struct vd_node *root =
        view.front && strcmp(view.front->package, package) == 0
            ? view.front->root
            : NULL;
    for (struct vd_node *node = root; node && seen < CLASSES_MAX;
         node = vd_node_next(node, root), seen++)
        add_known(found, "class", at_str(node->class_name));
    vd_view_unlock(device);
}

// Returns false where the package is not installed.
static bool
find_signals(struct vd_device *device, const char *package, struct found *found)
{
    size_t count;
    struct vd_package *app = vd_device_packages(device, package, &count);
    if (count > 0) {
        for (size_t i = 0; app->files[i]; i++)
            add_file(found, at_str(app->files[i]));
        add_classes(device, found, package);
        add_apk(device, found, app->apk_path);
    }
    vd_packages_free(app, count);
    return count > 0;
}

static void
put(struct vd_writer *w, const char *package, const struct found *found)
{
    const char *primary = "native";
    for (size_t i = NAMES; i > 0; i--) {
        if (names[i - 1].primary && found->frameworks & names[i - 1].framework)
            primary = names[i - 1].name;
    }
    vd_put_text(w, "packageName", at_str(package));
    vd_put_text(w, "primary", at_str(primary));
    vd_name(w, "frameworks");
    vd_open(w, '[');
    for (size_t i = 0; i < NAMES; i++) {
        if (found->frameworks & names[i].framework)
            vd_text(w, at_str(names[i].name));
    }
    if (found->frameworks == 0)
        vd_text(w, AT_STR("native"));
    vd_close(w, ']');
    vd_name(w, "signals");
    vd_open(w, '[');
    for (size_t i = 0; i < found->count; i++)
        vd_text(w, at_str(found->signals[i]));
    vd_close(w, ']');
}

bool
vd_endpoint_framework(struct vd_exchange *exchange)
{
    struct vd_device *device = exchange->api->device;
    struct at_str asked = vd_take_text(&exchange->fields, "package", "");
    struct found found = {0};
    struct vd_front front;
    if (!vd_fields_done(&exchange->fields))
        return false;
    vd_device_front(device, &front);
    char *package = asked.len > 0
                        ? at_strndup(asked.ptr, asked.len)
                        : at_strdup(front.screen_on ? front.package : "");
    bool ok = find_signals(device, package, &found);
    if (ok) {
        put(exchange->w, package, &found);
    } else if (package[0] == '\0') {
        vd_refuse(exchange->refusal, VD_NO_PACKAGE,
                  "no app is in front, name a package");
    } else {
        vd_refuse(exchange->refusal, VD_NO_PACKAGE, "'%s' is not installed",
                  package);
    }
    for (size_t i = 0; i < found.count; i++)
        free(found.signals[i]);
    free(package);
    return ok;
}
