// framework.c: which toolkit an app was made with, from traces of it
//
// The traces of an app that came as an APK are its entries; those of an app
// file what "files" lists, as paths within an APK. To the app in front belong
// the classes of its nodes too.
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/files.h"
#include "virtual-android/helper/api.h"
#include "virtual-android/model.h"
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
    bool primary; // may be what draws most of an app; the first is it
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
add_apk(struct va_device *device, struct found *found, const char *path)
{
    struct at_buf apk = AT_BUF_INIT(AT_VA_APK_MAX_BYTES);
    struct at_zip zip;
    struct at_zip_entry entry;
    size_t at = 0;
    if (va_files_read(va_device_files(device), path, &apk, NULL) &&
        at_zip_open(at_buf_str(&apk), &zip, NULL)) {
        while (at_zip_next(&zip, &at, &entry))
            add_file(found, entry.name);
    }
    at_buf_deinit(&apk);
}

static void
add_classes(struct found *found, struct va_window *window)
{
    size_t seen = 0;
    for (struct va_node *node = window->root; node && seen < CLASSES_MAX;
         node = va_node_next(node, window->root), seen++)
        add_known(found, "class", at_str(node->class_name));
}

// The package's name and the path of its APK, owned by the caller; false where
// it is not installed.
static bool
look(struct va_device *device, struct at_str asked, struct found *found,
     char **out_package, char **out_apk)
{
    va_lock(device);
    struct va_window *front = va_window_front(device);
    const char *shown = front && !device->screen_off ? front->package : "";
    *out_package =
        asked.len > 0 ? at_strndup(asked.ptr, asked.len) : at_strdup(shown);
    struct va_app *app = va_app_find(device, *out_package);
    size_t i;
    json_t *file;
    json_array_foreach(json_object_get(app ? app->json : NULL, "files"), i,
                       file) add_file(found, at_str(json_string_value(file)));
    if (app && strcmp(shown, *out_package) == 0)
        add_classes(found, front);
    *out_apk = app ? at_strdup(app->apk_path) : NULL;
    va_unlock(device);
    return *out_apk != NULL;
}

static void
put(struct va_writer *w, const char *package, const struct found *found)
{
    const char *primary = "native";
    for (size_t i = NAMES; i > 0; i--) {
        if (names[i - 1].primary && found->frameworks & names[i - 1].framework)
            primary = names[i - 1].name;
    }
    va_put_text(w, "packageName", at_str(package));
    va_put_text(w, "primary", at_str(primary));
    va_name(w, "frameworks");
    va_open(w, '[');
    for (size_t i = 0; i < NAMES; i++) {
        if (found->frameworks & names[i].framework)
            va_text(w, at_str(names[i].name));
    }
    if (found->frameworks == 0)
        va_text(w, AT_STR("native"));
    va_close(w, ']');
    va_name(w, "signals");
    va_open(w, '[');
    for (size_t i = 0; i < found->count; i++)
        va_text(w, at_str(found->signals[i]));
    va_close(w, ']');
}

bool
va_ask_framework(struct va_ask *ask)
{
    struct va_device *device = ask->api->device;
    struct at_str asked = va_take_text(&ask->fields, "package", "");
    struct found found = {0};
    char *package;
    char *apk;
    if (!va_fields_done(&ask->fields))
        return false;
    bool ok = look(device, asked, &found, &package, &apk);
    if (ok) {
        add_apk(device, &found, apk);
        put(ask->w, package, &found);
    } else if (package[0] == '\0') {
        va_refuse(ask->refusal, VA_NO_PACKAGE,
                  "no app is in front, name a package");
    } else {
        va_refuse(ask->refusal, VA_NO_PACKAGE, "'%s' is not installed",
                  package);
    }
    for (size_t i = 0; i < found.count; i++)
        free(found.signals[i]);
    free(package);
    free(apk);
    return ok;
}
