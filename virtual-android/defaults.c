// defaults.c: an emulator's properties, and the settings of a fresh device
#include "virtual-android/defaults.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/compiler.h"

struct pair {
    const char *name;
    const char *value;
};

static const struct pair props[] = {
    {"debug.atrace.tags.enableflags", "0"},
    {"dev.bootcomplete", "1"},
    {"gsm.operator.alpha", "T-Mobile"},
    {"gsm.sim.state", "LOADED"},
    {"init.svc.adbd", "running"},
    {"init.svc.bootanim", "stopped"},
    {"persist.sys.locale", "en-US"},
    {"persist.sys.timezone", "GMT"},
    {"ro.adb.secure", "0"},
    {"ro.boot.hardware", "ranchu"},
    {"ro.boot.qemu", "1"},
    {"ro.bootmode", "unknown"},
    {"ro.build.characteristics", "emulator"},
    {"ro.build.id", "UE1A.230829.036"},
    {"ro.build.product", "emu64xa"},
    {"ro.build.tags", "dev-keys"},
    {"ro.build.type", "userdebug"},
    {"ro.build.version.codename", "REL"},
    {"ro.build.version.incremental", "11228894"},
    {"ro.build.version.security_patch", "2023-09-05"},
    {"ro.debuggable", "1"},
    {"ro.hardware", "ranchu"},
    {"ro.kernel.qemu", "1"},
    {"ro.opengles.version", "196608"},
    {"ro.product.board", "goldfish_x86_64"},
    {"ro.product.brand", "google"},
    {"ro.product.cpu.abi", "x86_64"},
    {"ro.product.cpu.abilist", "x86_64,arm64-v8a"},
    {"ro.product.device", "emu64xa"},
    {"ro.product.locale", "en-US"},
    {"ro.product.manufacturer", "Google"},
    {"ro.product.model", "sdk_gphone64_x86_64"},
    {"ro.product.name", "sdk_gphone64_x86_64"},
    {"ro.secure", "1"},
    {"ro.sf.lcd_density", "420"},
    {"sys.boot_completed", "1"},
    {"sys.usb.state", "adb"},
};

static const struct {
    int api_level;
    const char *release;
} releases[] = {
    {24, "7.0"}, {25, "7.1.1"}, {26, "8.0.0"}, {27, "8.1.0"}, {28, "9"},
    {29, "10"},  {30, "11"},    {31, "12"},    {32, "12"},    {33, "13"},
    {34, "14"},  {35, "15"},    {36, "16"},
};

static void
set(json_t *object, const char *name, const char *value)
{
    json_object_set_new(object, name, json_string(value));
}

json_t *
vd_default_props(int api_level, const char *serial, const char *avd)
{
    json_t *made = json_object();
    const char *release = "14";
    char text[160];
    for (size_t i = 0; i < AT_LEN(props); i++)
        set(made, props[i].name, props[i].value);
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

static const struct {
    const char *space;
    struct pair pair;
} settings[] = {
    {"system", {"accelerometer_rotation", "0"}},
    {"system", {"dim_screen", "1"}},
    {"system", {"font_scale", "1.0"}},
    {"system", {"screen_brightness", "102"}},
    {"system", {"screen_brightness_mode", "0"}},
    {"system", {"screen_off_timeout", "60000"}},
    {"system", {"show_touches", "0"}},
    {"system", {"user_rotation", "0"}},
    {"secure", {"accessibility_enabled", "0"}},
    {"secure", {"android_id", "5f1a3c0d9e7b2846"}},
    {"secure",
     {"default_input_method", "com.google.android.inputmethod.latin/"
                              "com.android.inputmethod.latin.LatinIME"}},
    {"secure",
     {"enabled_input_methods", "com.google.android.inputmethod.latin/"
                               "com.android.inputmethod.latin.LatinIME"}},
    {"secure", {"location_mode", "3"}},
    {"secure", {"show_ime_with_hard_keyboard", "1"}},
    {"secure", {"ui_night_mode", "1"}},
    {"secure", {"user_setup_complete", "1"}},
    {"global", {"adb_enabled", "1"}},
    {"global", {"airplane_mode_on", "0"}},
    {"global", {"animator_duration_scale", "1.0"}},
    {"global", {"transition_animation_scale", "1.0"}},
    {"global", {"window_animation_scale", "1.0"}},
    {"global", {"auto_time", "1"}},
    {"global", {"bluetooth_on", "1"}},
    {"global", {"development_settings_enabled", "1"}},
    {"global", {"device_name", "sdk_gphone64_x86_64"}},
    {"global", {"device_provisioned", "1"}},
    {"global", {"mobile_data", "1"}},
    {"global", {"stay_on_while_plugged_in", "1"}},
    {"global", {"wifi_on", "1"}},
};

json_t *
vd_default_settings(void)
{
    json_t *made =
        json_pack("{s:{}, s:{}, s:{}}", "system", "secure", "global");
    for (size_t i = 0; i < AT_LEN(settings); i++)
        set(json_object_get(made, settings[i].space), settings[i].pair.name,
            settings[i].pair.value);
    return made;
}
