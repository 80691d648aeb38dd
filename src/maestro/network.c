#include "maestro/network.h"

#include "flow/app/network.h"

const char *const at_maestro_network_words[] = {
    "online", "offline", "slow",  "gsm", "gprs", "edge",
    "umts",   "3g",      "hsdpa", "lte", "full", NULL,
};

static bool
is_word(struct at_str text)
{
    for (size_t i = 0; at_maestro_network_words[i]; i++) {
        if (at_str_is(text, at_maestro_network_words[i]))
            return true;
    }
    return false;
}

static struct at_str
text_of(struct at_str text)
{
    return text.ptr ? text : AT_STR("");
}

bool
at_maestro_network_read(const struct at_maestro_network *network,
                        struct at_network *out, struct at_err *err)
{
    struct at_str preset = text_of(network->preset);
    bool online = at_str_is(preset, "online");
    bool slow = at_str_is(preset, "slow");
    bool more = network->speed.len > 0 || network->delay.len > 0 ||
                network->wifi != AT_MAESTRO_UNSET;
    if (preset.len > 0 && !is_word(preset))
        return at_fail(err, AT_EUSAGE,
                       "there is no network '%.*s': use online, offline, slow, "
                       "gsm, gprs, edge, umts, 3g, hsdpa, lte or full",
                       AT_STR_ARG(preset));
    if ((online || slow) && more)
        return at_fail(err, AT_EUSAGE,
                       "'%.*s' sets all of the network: leave out speed, delay "
                       "and wifi",
                       AT_STR_ARG(preset));
    *out = (struct at_network){
        .preset = slow     ? AT_STR("edge")
                  : online ? AT_STR("")
                           : preset,
        .online = online,
        .speed = text_of(network->speed),
        .delay = slow ? AT_STR("edge") : text_of(network->delay),
        .wifi = network->wifi == AT_MAESTRO_UNSET
                    ? -1
                    : network->wifi == AT_MAESTRO_TRUE,
        .airplane = -1,
    };
    if (online)
        return true;
    if (preset.len == 0 && !more)
        return at_fail(err, AT_EUSAGE,
                       "nothing to set: give preset, speed, delay or wifi");
    return at_network_check(out, err);
}
