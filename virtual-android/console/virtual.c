// `virtual ...`: faults, latency, and reports of requests
#include "virtual-android/console/commands.h"

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "virtual-android/adbd/adbd.h"
#include "virtual-android/adbd/journal.h"
#include "virtual-android/faults.h"
#include "virtual-android/model/device.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/notes.h"
#include "virtual-android/ports.h"

static bool
run_fault(struct vd_console_call *call, struct at_err *err)
{
    struct at_str name = {0};
    struct at_str count;
    int64_t times = 1;
    if (!vd_console_word(&call->rest, &name))
        return at_fail(err, AT_EUSAGE, "use virtual fault NAME [COUNT]");
    if (vd_console_word(&call->rest, &count) &&
        !at_str_to_i64(count, 0, VD_FAULT_TIMES_MAX, &times))
        return at_fail(err, AT_EUSAGE, "'%.*s' is not a count from 0 to %d",
                       AT_STR_ARG(count), VD_FAULT_TIMES_MAX);
    char *text = at_strndup(name.ptr, name.len);
    bool ok = vd_device_set_fault(call->opts->device, text, times, err);
    free(text);
    if (ok)
        vd_adbd_apply_faults(call->opts->adbd);
    return ok;
}

static bool
run_faults(struct vd_console_call *call, struct at_err *err)
{
    (void)err;
    for (size_t i = 0; i < VD_FAULT_COUNT; i++) {
        int64_t left =
            vd_device_fault_left(call->opts->device, vd_faults[i].name);
        at_buf_add_fmt(call->out, "%-18s %6lld  %s\r\n", vd_faults[i].name,
                       (long long)left, vd_faults[i].help);
    }
    return true;
}

static bool
run_profile(struct vd_console_call *call, struct at_err *err)
{
    bool real = at_str_is(call->rest, "realistic");
    if (!real && !at_str_is(call->rest, "zero"))
        return at_fail(err, AT_EUSAGE, "use virtual profile zero|realistic");
    vd_device_set_profile(call->opts->device,
                          real ? VD_PROFILE_REALISTIC : VD_PROFILE_ZERO);
    return true;
}

static bool
run_boot(struct vd_console_call *call, struct at_err *err)
{
    int64_t ms;
    if (!at_str_to_i64(call->rest, 0, VD_BOOT_MAX_MS, &ms))
        return at_fail(err, AT_EUSAGE, "use virtual boot MS, from 0 to %d",
                       VD_BOOT_MAX_MS);
    vd_device_boot(call->opts->device, ms);
    return true;
}

static bool
run_condition(struct vd_console_call *call, struct at_err *err)
{
    char value[256];
    if (call->rest.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "use virtual condition NAME, such as "
                       "'network speed'");
    char *name = at_strndup(call->rest.ptr, call->rest.len);
    vd_device_condition(call->opts->device, name, value, sizeof(value));
    free(name);
    at_buf_add_fmt(call->out, "%s\r\n", value);
    return true;
}

static bool
run_clipboard(struct vd_console_call *call, struct at_err *err)
{
    (void)err;
    char *text = at_strndup(call->rest.ptr, call->rest.len);
    vd_device_set_condition(call->opts->device, "clipboard", text);
    free(text);
    return true;
}

static bool
run_touches(struct vd_console_call *call, struct at_err *err)
{
    struct at_buf touches = AT_BUF_INIT(4 * AT_KIB);
    struct at_str line;
    (void)err;
    vd_device_touches(call->opts->device, &touches);
    struct at_str rest = at_buf_str(&touches);
    while (at_str_next_line(&rest, &line))
        at_buf_add_fmt(call->out, "%.*s\r\n", AT_STR_ARG(line));
    at_buf_deinit(&touches);
    return true;
}

static bool
run_journal(struct vd_console_call *call, struct at_err *err)
{
    if (at_str_is(call->rest, "clear"))
        vd_journal_clear(call->opts->journal);
    else if (call->rest.len > 0)
        return at_fail(err, AT_EUSAGE, "use virtual journal [clear]");
    else
        vd_journal_write(call->opts->journal, call->out);
    return true;
}

static bool
run_notes(struct vd_console_call *call, struct at_err *err)
{
    struct at_buf notes = AT_BUF_INIT(AT_MIB);
    struct at_str line;
    if (call->rest.len > 0 && !at_str_is(call->rest, "clear"))
        return at_fail(err, AT_EUSAGE, "use virtual notes [clear]");
    if (call->rest.len > 0)
        vd_device_clear_notes(call->opts->device);
    vd_device_write_notes(call->opts->device, &notes);
    struct at_str rest = at_buf_str(&notes);
    while (at_str_next_line(&rest, &line))
        at_buf_add_fmt(call->out, "%.*s\r\n", AT_STR_ARG(line));
    at_buf_deinit(&notes);
    return true;
}

// "virtual port tcp:8081 tcp:127.0.0.1:45678"; without an endpoint the name is
// removed.
static bool
run_port(struct vd_console_call *call, struct at_err *err)
{
    struct at_str name = {0};
    struct at_str endpoint;
    if (!vd_console_word(&call->rest, &name))
        return at_fail(err, AT_EUSAGE, "use virtual port NAME [ENDPOINT]");
    char *key = at_strndup(name.ptr, name.len);
    bool ok = true;
    if (vd_console_word(&call->rest, &endpoint)) {
        char *to = at_strndup(endpoint.ptr, endpoint.len);
        ok = vd_ports_add(call->opts->ports, key, to, err);
        free(to);
    } else if (!vd_ports_remove(call->opts->ports, key)) {
        ok = at_fail(err, AT_ENOTFOUND, "no socket '%s' is registered", key);
    }
    free(key);
    return ok;
}

static bool
run_runtime(struct vd_console_call *call, struct at_err *err)
{
    if (call->rest.len > 0 &&
        !at_str_starts(call->rest, AT_STR("http://127.0.0.1:")))
        return at_fail(err, AT_EUSAGE,
                       "use virtual runtime [http://127.0.0.1:PORT]");
    char *address = at_strndup(call->rest.ptr, call->rest.len);
    vd_device_set_condition(call->opts->device, "runtime", address);
    free(address);
    return true;
}

static bool
run_set(struct vd_console_call *call, struct at_err *err)
{
    struct at_str name = {0};
    if (!vd_console_word(&call->rest, &name))
        return at_fail(err, AT_EUSAGE, "use virtual set NAME VALUE");
    char *key = at_strndup(name.ptr, name.len);
    char *value = at_strndup(call->rest.ptr, call->rest.len);
    bool ok = vd_device_set_variable(call->opts->device, key, value) ||
              at_fail(err, AT_ENOTFOUND, "no app of a file is in front");
    free(key);
    free(value);
    return ok;
}

static bool
run_lock(struct vd_console_call *call, struct at_err *err)
{
    bool pin = at_str_is(call->rest, "pin");
    if (call->rest.len > 0 && !pin)
        return at_fail(err, AT_EUSAGE, "use virtual lock [pin]");
    vd_device_lock_screen(call->opts->device, pin ? "pin" : "swipe");
    return true;
}

static bool
run_user(struct vd_console_call *call, struct at_err *err)
{
    int64_t number;
    char user[16];
    if (!at_str_to_i64(call->rest, 0, 999, &number))
        return at_fail(err, AT_EUSAGE, "use virtual user NUMBER");
    at_str_cut(user, sizeof(user), call->rest);
    vd_device_set_condition(call->opts->device, "user", user);
    return true;
}

const struct vd_console_command vd_virtual_commands[] = {
    {"virtual faults", "each fault, how often it is still due", false,
     run_faults},
    {"virtual fault", "NAME [COUNT]: misbehave; 0 clears", false, run_fault},
    {"virtual profile", "zero|realistic: how long things take", false,
     run_profile},
    {"virtual boot", "MS: restart, which takes this long", false, run_boot},
    {"virtual lock",
     "[pin]: show the keyguard, which `wm dismiss-keyguard` removes; a PIN "
     "stays",
     false, run_lock},
    {"virtual user", "NUMBER: the user in front, whose apps these are", false,
     run_user},
    {"virtual condition", "NAME: read back what was set", false, run_condition},
    {"virtual clipboard", "TEXT: copy; `virtual condition clipboard` reads it",
     false, run_clipboard},
    {"virtual touches", "the active touch, as `dumpsys input` reports it",
     false, run_touches},
    {"virtual journal", "[clear]: services opened so far", false, run_journal},
    {"virtual notes", "[clear]: the touches, and the helper's requests, so far",
     false, run_notes},
    {"virtual port", "NAME [ENDPOINT]: a socket of the device", false,
     run_port},
    {"virtual runtime",
     "[http://127.0.0.1:PORT]: where the action `run` sends its source", false,
     run_runtime},
    {"virtual set", "NAME VALUE: a variable of the app in front", false,
     run_set},
    {"virtual connect", "NAME UID: to one of its sockets, as that app", false,
     vd_console_connect},
    {0},
};
