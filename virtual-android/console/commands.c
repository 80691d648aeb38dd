#include "virtual-android/console/commands.h"

#include <string.h>

#include "base/alloc.h"
#include "virtual-android/model/device.h"
#include "virtual-android/model/notes.h"
#include "virtual-android/model/properties.h"

static bool
run_help(struct vd_console_call *call, struct at_err *err)
{
    static const struct vd_console_command *const tables[] = {
        vd_console_commands,
        vd_virtual_commands,
    };
    (void)err;
    for (size_t i = 0; i < AT_LEN(tables); i++) {
        for (const struct vd_console_command *at = tables[i]; at->name; at++)
            at_buf_add_fmt(call->out, "    %-18s %s\r\n", at->name, at->help);
    }
    return true;
}

static bool
run_ping(struct vd_console_call *call, struct at_err *err)
{
    (void)err;
    at_buf_add_text(call->out, "I am alive!\r\n");
    return true;
}

static bool
run_avd_name(struct vd_console_call *call, struct at_err *err)
{
    char *name =
        vd_device_get(call->opts->device, "prop", "ro.boot.qemu.avd_name");
    (void)err;
    at_buf_add_fmt(call->out, "%s\r\n",
                   name && name[0] ? name : "virtual-android");
    free(name);
    return true;
}

static bool
run_avd_status(struct vd_console_call *call, struct at_err *err)
{
    (void)err;
    at_buf_add_text(call->out, "virtual device is running\r\n");
    return true;
}

static bool
run_avd_grpc(struct vd_console_call *call, struct at_err *err)
{
    (void)call;
    return at_fail(err, AT_EUNSUPPORTED, "there is no gRPC endpoint here");
}

// The emulator's presets (its `help network speed` and `... delay`).
struct preset {
    const char *name;
    const char *value;
};

static const struct preset speeds[] = {
    {"gsm", "14.4:14.4"},    {"hscsd", "14.4:57.6"},
    {"gprs", "28.8:57.6"},   {"edge", "473.6:473.6"},
    {"umts", "384.0:384.0"}, {"hsdpa", "5760.0:13980.0"},
    {"lte", "58000:173000"}, {"evdo", "75000:280000"},
    {"full", "0:0"},         {NULL, NULL},
};

static const struct preset delays[] = {
    {"gprs", "150:550"}, {"edge", "80:400"}, {"umts", "35:200"},
    {"none", "0:0"},     {NULL, NULL},
};

static bool
is_number(struct at_str text)
{
    bool digit = false;
    bool point = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '.' && !point)
            point = true;
        else if (c >= '0' && c <= '9')
            digit = true;
        else
            return false;
    }
    return digit && text.len < 16;
}

// A preset's name, "A" or "A:B" with numbers.
static bool
is_condition(struct at_str text, const struct preset *presets)
{
    struct at_str first = {0};
    for (; presets->name; presets++) {
        if (at_str_is(text, presets->name))
            return true;
    }
    bool colon = at_str_has(text, AT_STR(":"));
    return at_str_next(&text, ':', &first) && is_number(first) &&
           (!colon || is_number(text));
}

static bool
set_condition(struct vd_console_call *call, const char *name,
              const struct preset *presets, struct at_err *err)
{
    struct at_str value = at_str_trim(call->rest);
    struct at_buf names = AT_BUF_INIT(256);
    for (const struct preset *at = presets; at->name; at++)
        at_buf_add_fmt(&names, "%s, ", at->name);
    bool ok = is_condition(value, presets);
    if (!ok) {
        at_fail(err, AT_EUSAGE, "bad network %s; use %sor numbers as A:B", name,
                at_buf_text(&names));
    } else {
        char *key = at_strfmt("network %s", name);
        char *text = at_strndup(value.ptr, value.len);
        vd_device_set_condition(call->opts->device, key, text);
        free(text);
        free(key);
    }
    at_buf_deinit(&names);
    return ok;
}

static bool
run_speed(struct vd_console_call *call, struct at_err *err)
{
    return set_condition(call, "speed", speeds, err);
}

static bool
run_delay(struct vd_console_call *call, struct at_err *err)
{
    return set_condition(call, "delay", delays, err);
}

static const char *
condition_numbers(const char *value, const struct preset *presets)
{
    for (; presets->name; presets++) {
        if (strcmp(value, presets->name) == 0)
            return presets->value;
    }
    return value[0] ? value : "0:0";
}

static bool
run_status(struct vd_console_call *call, struct at_err *err)
{
    struct vd_device *device = call->opts->device;
    char speed[64];
    char delay[64];
    (void)err;
    vd_device_condition(device, "network speed", speed, sizeof(speed));
    vd_device_condition(device, "network delay", delay, sizeof(delay));
    at_buf_add_fmt(call->out,
                   "Current network status:\r\n"
                   "  speed (kbit/s up:down): %s\r\n"
                   "  delay (ms min:max):     %s\r\n",
                   condition_numbers(speed, speeds),
                   condition_numbers(delay, delays));
    return true;
}

// The device only stores these, for tests to read back.
static bool
remember(struct vd_console_call *call, const char *name, size_t min_words,
         const char *usage, struct at_err *err)
{
    struct at_str rest = call->rest;
    struct at_str word;
    size_t words = 0;
    while (vd_console_word(&rest, &word)) {
        if (!is_number(at_str_skip(word, word.ptr[0] == '-')))
            return at_fail(err, AT_EUSAGE, "'%.*s' is not a number; use %s",
                           AT_STR_ARG(word), usage);
        words++;
    }
    if (words < min_words)
        return at_fail(err, AT_EUSAGE, "use %s", usage);
    struct at_str text = at_str_trim(call->rest);
    char *value = at_strndup(text.ptr, text.len);
    vd_device_set_condition(call->opts->device, name, value);
    free(value);
    return true;
}

static bool
run_geo(struct vd_console_call *call, struct at_err *err)
{
    struct at_str place = at_str_trim(call->rest);
    if (!remember(call, "geo fix", 2, "geo fix LONGITUDE LATITUDE [ALTITUDE]",
                  err))
        return false;
    vd_device_note(call->opts->device, "geo fix %.*s", AT_STR_ARG(place));
    return true;
}

static bool
run_power(struct vd_console_call *call, struct at_err *err)
{
    return remember(call, "power capacity", 1, "power capacity PERCENT", err);
}

static bool
run_finger(struct vd_console_call *call, struct at_err *err)
{
    return remember(call, "finger touch", 1, "finger touch ID", err);
}

static bool
run_rotate(struct vd_console_call *call, struct at_err *err)
{
    char now[16];
    (void)err;
    vd_device_condition(call->opts->device, "rotate", now, sizeof(now));
    int next = (now[0] >= '0' && now[0] <= '3' ? now[0] - '0' + 1 : 1) % 4;
    char text[2] = {(char)('0' + next), '\0'};
    vd_device_set_condition(call->opts->device, "rotate", text);
    return true;
}

static bool
run_kill(struct vd_console_call *call, struct at_err *err)
{
    (void)err;
    call->hang_up = true;
    call->end_program = true;
    at_buf_add_text(call->out, "OK: killing emulator, bye bye\r\n");
    return true;
}

static bool
run_quit(struct vd_console_call *call, struct at_err *err)
{
    (void)err;
    call->hang_up = true;
    return true;
}

const struct vd_console_command vd_console_commands[] = {
    {"help", "print this list", true, run_help},
    {"ping", "check that the device is alive", true, run_ping},
    {"avd name", "the virtual device's name", true, run_avd_name},
    {"avd status", "whether it runs", true, run_avd_status},
    {"avd grpc", "the port of the gRPC endpoint", true, run_avd_grpc},
    {"network speed", "PRESET or UP:DOWN in kbit/s", false, run_speed},
    {"network delay", "PRESET or MIN:MAX in ms", false, run_delay},
    {"network status", "both, as they are now", false, run_status},
    {"geo fix", "LONGITUDE LATITUDE [ALTITUDE]", false, run_geo},
    {"power capacity", "PERCENT", false, run_power},
    {"finger touch", "ID", false, run_finger},
    {"rotate", "turn the screen by 90 degrees", false, run_rotate},
    {"kill", "end the virtual device", false, run_kill},
    {"quit", "leave the console", true, run_quit},
    {"exit", "leave the console", true, run_quit},
    {0},
};
