#include "virtual-android/helper/run.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "virtual-android/access/automation.h"
#include "virtual-android/access/instrument.h"
#include "virtual-android/helper/routes.h"

enum { TOKEN_MIN = 16, TOKEN_MAX = 256, DEFAULT_PORT = 8765 };

struct words {
    const char *token;
    uint16_t port;
    int64_t linger_ms;
};

static const char *
word(const struct vd_launch *launch, const char *name)
{
    const char *found = NULL;
    for (size_t i = 0; i < launch->word_count; i++) {
        if (strcmp(launch->words[i].name, name) == 0)
            found = launch->words[i].value;
    }
    return found;
}

static bool
number(const struct vd_launch *launch, const char *name, int64_t min,
       int64_t max, int64_t *io, struct at_err *err)
{
    const char *text = word(launch, name);
    if (!text || at_str_to_i64(at_str(text), min, max, io))
        return true;
    return at_fail(err, AT_EUSAGE, "-e %s must be a number from %lld to %lld",
                   name, (long long)min, (long long)max);
}

static bool
is_good_token(const char *token)
{
    static const char fine[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789-_.~";
    size_t len = strlen(token);
    return len >= TOKEN_MIN && len <= TOKEN_MAX && strspn(token, fine) == len;
}

static bool
read_words(const struct vd_launch *launch, struct words *out,
           struct at_err *err)
{
    int64_t port = DEFAULT_PORT;
    out->linger_ms = 60000;
    out->token = word(launch, "token");
    if (!out->token)
        return at_fail(err, AT_EUSAGE, "start with -e token and a random text");
    if (!is_good_token(out->token))
        return at_fail(
            err, AT_EUSAGE,
            "a token has %d to %d letters, digits, '-', '_', '.' or '~'",
            TOKEN_MIN, TOKEN_MAX);
    if (!number(launch, "port", 0, UINT16_MAX, &port, err) ||
        !number(launch, "lingerMs", 1000, 86400000, &out->linger_ms, err))
        return false;
    out->port = (uint16_t)port;
    return true;
}

static bool
spend(const struct vd_launch *launch, const char *what, struct at_err *err)
{
    struct vd_api api = {.device = launch->device, .life = launch->life};
    return vd_api_simulate_latency(&api, what) ||
           at_fail(err, AT_ECANCELED, "the process was killed");
}

static bool
register_as(const struct vd_launch *launch, uint64_t *out_ticket,
            struct at_err *err)
{
    char *args = at_strfmt("app_process /system/bin com.android.commands.am.Am "
                           "instrument -w -r %s",
                           launch->component);
    bool ok =
        vd_automation_take(launch->device, launch->pid, args, out_ticket, err);
    free(args);
    return ok;
}

static void
enter(const struct vd_launch *launch, const char *stage, struct vd_ended *out)
{
    out->stage = stage;
    launch->report(launch->arg, stage, 0);
}

// Listen on a port of this machine as the device's port.
static bool
take_port(const struct vd_launch *launch, uint16_t requested, uint16_t real,
          uint16_t *out, struct at_err *err)
{
    char endpoint[64];
    *out = requested ? requested : real;
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%u", real);
    bool taken = vd_device_take_fault(launch->device, "helper-port-taken");
    if (!taken &&
        vd_instrument_listen(launch->device, launch->pid, *out, endpoint, err))
        return true;
    return (!taken && err->code == AT_ECANCELED)
               ? false
               : at_fail(err, AT_EBUSY,
                         "bind failed: EADDRINUSE (Address already in use)");
}

static void
serve(const struct vd_launch *launch, const struct words *words,
      struct vd_ended *out)
{
    struct vd_api api = {
        .device = launch->device,
        .life = launch->life,
        .pid = launch->pid,
        .version_code = launch->version_code,
    };
    struct vd_server_opts opts = {
        .token = words->token,
        .killed = launch->life->killed,
        .over = launch->life->over,
        .interrupted = launch->life->interrupted,
        .handle = vd_api_handle,
        .arg = &api,
    };
    struct vd_server *server;
    uint16_t real;
    uint16_t port;
    at_str_cut(api.version, sizeof(api.version), launch->version);
    pthread_mutex_init(&api.inputs, NULL);
    pthread_mutex_init(&api.frames.lock, NULL);
    if (vd_server_open(&opts, &server, &real, &out->err)) {
        if (take_port(launch, words->port, real, &port, &out->err)) {
            out->stage = "serving";
            launch->report(launch->arg, out->stage, port);
            vd_lifecycle_begin(launch->life); // the silence starts now
            vd_lifecycle_end(launch->life);
            out->reason = vd_lifecycle_wait(launch->life);
            out->killed = !out->reason;
        }
        at_cancel_fire(launch->life->over);
        vd_server_free(server);
    }
    at_image_deinit(&api.frames.newest);
    pthread_mutex_destroy(&api.frames.lock);
    pthread_mutex_destroy(&api.inputs);
}

void
vd_helper_run(const struct vd_launch *launch, struct vd_ended *out)
{
    struct words words;
    uint64_t ticket = 0;
    *out = (struct vd_ended){.stage = "arguments"};
    if (read_words(launch, &words, &out->err)) {
        launch->life->linger_ms = words.linger_ms;
        enter(launch, "uiautomation", out);
        if (!launch->waits)
            at_fail(&out->err, AT_EUSAGE, "the system gave no UiAutomation");
        else if (spend(launch, "helper-connect", &out->err) &&
                 register_as(launch, &ticket, &out->err)) {
            enter(launch, "events", out);
            vd_automation_listen(launch->device, ticket);
            enter(launch, "listen", out);
            serve(launch, &words, out);
        }
    }
    vd_automation_release(launch->device, ticket);
    out->killed = out->killed || out->err.code == AT_ECANCELED;
}
