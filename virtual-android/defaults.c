// defaults.c: an emulator's properties, and the settings of a fresh device
#include "virtual-android/defaults.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/compiler.h"

static const struct {
    int api_level;
    const char *release;
} releases[] = {
    {24, "7.0"}, {25, "7.1.1"}, {26, "8.0.0"}, {27, "8.1.0"}, {28, "9"},
    {29, "10"},  {30, "11"},    {31, "12"},    {32, "12"},    {33, "13"},
    {34, "14"},  {35, "15"},    {36, "16"},
};

static json_t *
defaults(const char *part)
{
    json_t *all = json_loads(vd_defaults_json, 0, NULL);
    json_t *found = json_incref(json_object_get(all, part));
    at_assert(found);
    json_decref(all);
    return found;
}

static void
set(json_t *object, const char *name, const char *value)
{
    json_object_set_new(object, name, json_string(value));
}

json_t *
vd_default_props(int api_level, const char *serial, const char *avd)
{
    json_t *made = defaults("props");
    const char *release = "14";
    char text[160];
    for (size_t i = 0; i < AT_LEN(releases); i++) {
        if (releases[i].api_level == api_level)
            release = releases[i].release;
    }
    set(made, "ro.build.version.release", release);
    snprintf(text, sizeof(text), "%d", api_level);
    set(made, "ro.build.version.sdk", text);
    snprintf(text, sizeof(text),
             "google/sdk_gphone64_x86_64/emu64xa:%s/UE1A.230829.036/11228894:"
             "userdebug/dev-keys",
             release);
    set(made, "ro.build.fingerprint", text);
    set(made, "ro.serialno", "EMULATOR34X2X10X0");
    const char *dash = strrchr(serial, '-');
    const char *port = dash ? dash + 1 : "5554";
    set(made, "qemu.adb.port", port);
    // Tools use the name as an id, so each instance has its own.
    snprintf(text, sizeof(text), "Virtual_Android_%s", port);
    set(made, "ro.boot.qemu.avd_name", avd ? avd : text);
    set(made, "ro.kernel.qemu.avd_name", avd ? avd : text);
    return made;
}

json_t *
vd_default_settings(void)
{
    return defaults("settings");
}
