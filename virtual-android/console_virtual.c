// What only a virtual device can be told: misbehave, be slow, tell what it saw
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/adbd.h"
#include "virtual-android/console_priv.h"
#include "virtual-android/device.h"
#include "virtual-android/faults.h"
#include "virtual-android/journal.h"
#include "virtual-android/ports.h"

static bool
run_fault(struct va_console_call *call, struct at_err *err)
{
    struct at_str name = {0};
    struct at_str count;
    int64_t times = 1;
    if (!va_console_word(&call->rest, &name))
        return at_fail(err, AT_EUSAGE, "use virtual fault NAME [COUNT]");
    if (va_console_word(&call->rest, &count) &&
        !at_str_to_i64(count, 0, VA_FAULT_TIMES_MAX, &times))
        return at_fail(err, AT_EUSAGE, "'%.*s' is no count from 0 to %d",
                       AT_STR_ARG(count), VA_FAULT_TIMES_MAX);
    char *text = at_strndup(name.ptr, name.len);
    bool ok = va_device_set_fault(call->opts->device, text, times, err);
    free(text);
    if (ok)
        va_adbd_poke(call->opts->adbd);
    return ok;
}

static bool
run_faults(struct va_console_call *call, struct at_err *err)
{
    (void)err;
    for (size_t i = 0; i < VA_FAULT_COUNT; i++) {
        int64_t left =
            va_device_fault_left(call->opts->device, va_faults[i].name);
        at_buf_add_fmt(call->out, "%-18s %6lld  %s\r\n", va_faults[i].name,
                       (long long)left, va_faults[i].help);
    }
    return true;
}

static bool
run_profile(struct va_console_call *call, struct at_err *err)
{
    bool real = at_str_is(call->rest, "realistic");
    if (!real && !at_str_is(call->rest, "zero"))
        return at_fail(err, AT_EUSAGE, "use virtual profile zero|realistic");
    va_device_set_profile(call->opts->device,
                          real ? VA_PROFILE_REALISTIC : VA_PROFILE_ZERO);
    return true;
}

static bool
run_boot(struct va_console_call *call, struct at_err *err)
{
    int64_t ms;
    if (!at_str_to_i64(call->rest, 0, VA_BOOT_MAX_MS, &ms))
        return at_fail(err, AT_EUSAGE, "use virtual boot MS, from 0 to %d",
                       VA_BOOT_MAX_MS);
    va_device_boot(call->opts->device, ms);
    return true;
}

static bool
run_condition(struct va_console_call *call, struct at_err *err)
{
    char value[256];
    if (call->rest.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "use virtual condition NAME, such as "
                       "'network speed'");
    char *name = at_strndup(call->rest.ptr, call->rest.len);
    va_device_condition(call->opts->device, name, value, sizeof(value));
    free(name);
    at_buf_add_fmt(call->out, "%s\r\n", value);
    return true;
}

static bool
run_touches(struct va_console_call *call, struct at_err *err)
{
    struct at_buf touches = AT_BUF_INIT(4 * AT_KIB);
    struct at_str line;
    (void)err;
    va_device_touches(call->opts->device, &touches);
    struct at_str rest = at_buf_str(&touches);
    while (at_str_next_line(&rest, &line))
        at_buf_add_fmt(call->out, "%.*s\r\n", AT_STR_ARG(line));
    at_buf_deinit(&touches);
    return true;
}

static bool
run_journal(struct va_console_call *call, struct at_err *err)
{
    if (at_str_is(call->rest, "clear"))
        va_journal_clear(call->opts->journal);
    else if (call->rest.len > 0)
        return at_fail(err, AT_EUSAGE, "use virtual journal [clear]");
    else
        va_journal_write(call->opts->journal, call->out);
    return true;
}

// "virtual port tcp:8081 tcp:127.0.0.1:45678"; without an endpoint the name
// is taken back.
static bool
run_port(struct va_console_call *call, struct at_err *err)
{
    struct at_str name = {0};
    struct at_str endpoint;
    if (!va_console_word(&call->rest, &name))
        return at_fail(err, AT_EUSAGE, "use virtual port NAME [ENDPOINT]");
    char *key = at_strndup(name.ptr, name.len);
    bool ok = true;
    if (va_console_word(&call->rest, &endpoint)) {
        char *to = at_strndup(endpoint.ptr, endpoint.len);
        ok = va_ports_add(call->opts->ports, key, to, err);
        free(to);
    } else if (!va_ports_remove(call->opts->ports, key)) {
        ok = at_fail(err, AT_ENOTFOUND, "no socket '%s' is registered", key);
    }
    free(key);
    return ok;
}

const struct va_console_command va_virtual_commands[] = {
    {"virtual faults", "each fault, how often it is still due", false,
     run_faults},
    {"virtual fault", "NAME [COUNT]: misbehave; 0 clears", false, run_fault},
    {"virtual profile", "zero|realistic: how long things take", false,
     run_profile},
    {"virtual boot", "MS: start again, which takes so long", false, run_boot},
    {"virtual condition", "NAME: read back what was set", false, run_condition},
    {"virtual touches", "what is down, as `dumpsys input` tells it", false,
     run_touches},
    {"virtual journal", "[clear]: services opened so far", false, run_journal},
    {"virtual port", "NAME [ENDPOINT]: a socket of the device", false,
     run_port},
    {0},
};
