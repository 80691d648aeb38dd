// network_plan.c: turn presets, speeds and delays into device commands
#include "device/android/parse/network_plan.h"

#include <stdio.h>

enum { NUMBER_MAX_LEN = 12, DELAY_MAX_MS = 600000 };

struct preset_row {
    const char *name;
    const char *speed; // the console's name of it; NULL: offline
};

static const struct preset_row presets[] = {
    {"gsm", "gsm"},   {"gprs", "gprs"}, {"edge", "edge"},
    {"umts", "umts"}, {"3g", "umts"},   {"hsdpa", "hsdpa"},
    {"lte", "lte"},   {"full", "full"}, {"offline", NULL},
};

static const char *const delays[] = {"none", "gprs", "edge", "umts"};

static void
add(struct at_network_plan *plan, enum at_network_step_kind kind,
    const char *command, const char *done, struct at_str value)
{
    struct at_network_step *step = &plan->steps[plan->count++];
    step->kind = kind;
    snprintf(step->command, sizeof(step->command), "%s", command);
    snprintf(step->done, sizeof(step->done), "%s%.*s", done, AT_STR_ARG(value));
    plan->needs_emulator = plan->needs_emulator || kind == AT_NETWORK_CONSOLE;
}

static void
add_console(struct at_network_plan *plan, const char *what, struct at_str value,
            const char *done, struct at_str shown)
{
    char command[96];
    snprintf(command, sizeof(command), "network %s %.*s", what,
             AT_STR_ARG(value));
    add(plan, AT_NETWORK_CONSOLE, command, done, shown);
}

static void
add_switch(struct at_network_plan *plan, const char *command, const char *name,
           bool on)
{
    char line[96];
    snprintf(line, sizeof(line), "%s %s", command, on ? "enable" : "disable");
    add(plan, AT_NETWORK_SHELL, line, name,
        on ? AT_STR("enabled") : AT_STR("disabled"));
}

static void
add_radios(struct at_network_plan *plan, bool on, bool wifi)
{
    if (wifi)
        add_switch(plan, "svc wifi", on ? "WiFi: " : "Offline: WiFi ", on);
    add_switch(plan, "svc data", on ? "Mobile data: " : "mobile data ", on);
}

// An earlier process may have left the device offline.
static void
add_mobile_data(struct at_network_plan *plan)
{
    add(plan, AT_NETWORK_SHELL, "svc data enable", "", AT_STR(""));
    plan->steps[plan->count - 1].may_fail = true;
}

static bool
plan_preset(const struct at_network *network, bool restore,
            struct at_network_plan *plan, struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(presets); i++) {
        const char *speed = presets[i].speed;

        if (!at_str_is(network->preset, presets[i].name))
            continue;
        plan->goes_offline = !speed;
        if (!speed || restore)
            add_radios(plan, speed != NULL, !speed || network->wifi < 0);
        else
            add_mobile_data(plan);
        if (speed)
            add_console(plan, "speed", at_str(speed),
                        "Network speed preset: ", network->preset);
        return true;
    }
    return at_fail(err, AT_EUSAGE,
                   "unknown preset '%.*s': valid are gsm, gprs, edge, umts, "
                   "3g, hsdpa, lte, full and offline",
                   AT_STR_ARG(at_utf8_head(network->preset, 64)));
}

// Check for digits, possibly with a '.' among them.
static bool
is_speed(struct at_str s)
{
    size_t dots = 0;
    size_t zeros = 0;
    if (s.len == 0 || s.len > NUMBER_MAX_LEN)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        dots += s.ptr[i] == '.';
        zeros += s.ptr[i] == '0';
        if (s.ptr[i] != '.' && (s.ptr[i] < '0' || s.ptr[i] > '9'))
            return false;
    }
    return dots <= 1 && s.ptr[0] != '.' && s.ptr[s.len - 1] != '.' &&
           zeros + dots < s.len;
}

static bool
plan_speed(struct at_str speed, struct at_network_plan *plan,
           struct at_err *err)
{
    struct at_str down = speed;
    struct at_str up;
    if (!at_str_next(&down, ':', &up) || !is_speed(up) || !is_speed(down))
        return at_fail(err, AT_EUSAGE,
                       "'%.*s' is not a speed: \"up:down\" in kbps, like "
                       "\"500:2000\"",
                       AT_STR_ARG(at_utf8_head(speed, 64)));
    add_console(plan, "speed", speed, "Network speed (up:down kbps): ", speed);
    return true;
}

static bool
is_delay(struct at_str delay)
{
    struct at_str rest = delay;
    struct at_str min_text;
    int64_t min;
    int64_t max;
    for (size_t i = 0; i < AT_LEN(delays); i++)
        if (at_str_is(delay, delays[i]))
            return true;
    return at_str_next(&rest, ':', &min_text) &&
           at_str_to_i64(min_text, 0, DELAY_MAX_MS, &min) &&
           at_str_to_i64(rest, min, DELAY_MAX_MS, &max);
}

static bool
plan_delay(struct at_str delay, struct at_network_plan *plan,
           struct at_err *err)
{
    if (!is_delay(delay))
        return at_fail(err, AT_EUSAGE,
                       "'%.*s' is not a delay: none, gprs, edge, umts, or "
                       "\"min:max\" in ms, like \"100:300\"",
                       AT_STR_ARG(at_utf8_head(delay, 64)));
    add_console(plan, "delay", delay, "Latency: ", delay);
    return true;
}

// A phone's speed can't have been changed.
static void
plan_online(struct at_network_plan *plan)
{
    add_radios(plan, true, true);
    add_console(plan, "speed", AT_STR("full"), "", AT_STR(""));
    add_console(plan, "delay", AT_STR("none"), "", AT_STR(""));
    plan->needs_emulator = false;
    plan->skips_console = true;
}

static bool
check_given(const struct at_network *network, struct at_err *err)
{
    if (network->preset.len == 0 && network->speed.len == 0 &&
        network->delay.len == 0 && network->wifi < 0 && network->airplane < 0)
        return at_fail(err, AT_EUSAGE,
                       "no network condition given: preset, speed, delay, "
                       "wifi or airplaneMode");
    return true;
}

// Radios come before speeds, and general settings (airplane mode, a preset)
// before particular ones, which therefore win.
bool
at_network_plan_make(const struct at_network *network, bool restore,
                     struct at_network_plan *out, struct at_err *err)
{
    *out = (struct at_network_plan){0};
    if (network->online) {
        plan_online(out);
        return true;
    }
    if (!check_given(network, err))
        return false;
    if (network->airplane >= 0)
        add_switch(out, "cmd connectivity airplane-mode",
                   "Airplane mode: ", network->airplane == 1);
    if (network->preset.len > 0 && !plan_preset(network, restore, out, err))
        return false;
    if (network->wifi >= 0)
        add_switch(out, "svc wifi", "WiFi: ", network->wifi == 1);
    if (network->speed.len > 0 && !plan_speed(network->speed, out, err))
        return false;
    return network->delay.len == 0 || plan_delay(network->delay, out, err);
}
