#include "flow/app/network.h"

const char *const at_network_presets[] = {
    "gsm",   "gprs", "edge", "umts",    "3g",
    "hsdpa", "lte",  "full", "offline", NULL,
};
static const char *const delays[] = {"none", "gprs", "edge", "umts", NULL};

static bool
is_pair(struct at_str text)
{
    struct at_str first;
    int64_t a, b;
    return at_str_next(&text, ':', &first) &&
           at_str_to_i64(first, 0, 1000000000, &a) &&
           at_str_to_i64(text, 0, 1000000000, &b);
}

static bool
is_one_of(const char *const *names, struct at_str text)
{
    for (; *names; names++) {
        if (at_str_is(text, *names))
            return true;
    }
    return false;
}

bool
at_network_check(const struct at_network *network, struct at_err *err)
{
    if (network->preset.len == 0 && network->speed.len == 0 &&
        network->delay.len == 0 && network->wifi < 0 && network->airplane < 0)
        return at_fail(err, AT_EUSAGE,
                       "nothing to set: give preset, speed, delay, wifi or "
                       "airplaneMode");
    if (network->preset.len > 0 && network->speed.len > 0)
        return at_fail(err, AT_EUSAGE, "give preset or speed, not both");
    if (network->preset.len > 0 &&
        !is_one_of(at_network_presets, network->preset))
        return at_fail(err, AT_EUSAGE,
                       "preset must be gsm, gprs, edge, umts, 3g, hsdpa, lte, "
                       "full or offline");
    if (network->speed.len > 0 && !is_pair(network->speed))
        return at_fail(err, AT_EUSAGE,
                       "speed must be up:down in kbps, \"500:2000\"");
    if (network->delay.len > 0 && !is_one_of(delays, network->delay) &&
        !is_pair(network->delay))
        return at_fail(err, AT_EUSAGE,
                       "delay must be none, gprs, edge, umts or min:max in ms, "
                       "\"100:500\"");
    return true;
}
