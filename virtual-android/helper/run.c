#include "virtual-android/helper/run.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/op.h"
#include "sys/cancel.h"
#include "virtual-android/automation.h"
#include "virtual-android/events.h"
#include "virtual-android/helper/api.h"

enum { TOKEN_MIN = 16, TOKEN_MAX = 256, DEFAULT_PORT = 8765 };

struct words {
    const char *token;
    uint16_t port;
    int64_t linger_ms;
};

static const char *
word(const struct va_launch *launch, const char *name)
{
    const char *found = NULL;
    for (size_t i = 0; i < launch->word_count; i++) {
        if (strcmp(launch->words[i].name, name) == 0)
            found = launch->words[i].value;
    }
    return found;
}

static bool
number(const struct va_launch *launch, const char *name, int64_t min,
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
read_words(const struct va_launch *launch, struct words *out,
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
spend(const struct va_launch *launch, const char *what, struct at_err *err)
{
    struct va_api api = {.device = launch->device, .life = launch->life};
    return va_api_spend(&api, what) ||
           at_fail(err, AT_ECANCELED, "the process was killed");
}

static bool
register_as(const struct va_launch *launch, uint64_t *out_ticket,
            struct at_err *err)
{
    char *args = at_strfmt("app_process /system/bin com.android.commands.am.Am "
                           "instrument -w -r %s",
                           launch->component);
    bool ok =
        va_automation_take(launch->device, launch->pid, args, out_ticket, err);
    free(args);
    return ok;
}

static void
enter(const struct va_launch *launch, const char *stage, struct va_ended *out)
{
    out->stage = stage;
    launch->tell(launch->arg, stage, 0);
}

// The device's port, and the one of this machine that stands for it.
static bool
take_port(const struct va_launch *launch, uint16_t wanted, uint16_t real,
          uint16_t *out, struct at_err *err)
{
    char endpoint[64];
    *out = wanted ? wanted : real;
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%u", real);
    bool taken = va_device_take_fault(launch->device, "helper-port-taken");
    if (!taken &&
        va_instrument_listen(launch->device, launch->pid, *out, endpoint, err))
        return true;
    return (!taken && err->code == AT_ECANCELED)
               ? false
               : at_fail(err, AT_EBUSY,
                         "bind failed: EADDRINUSE (Address already in use)");
}

static void
serve(const struct va_launch *launch, const struct words *words,
      struct va_ended *out)
{
    struct va_api api = {
        .device = launch->device,
        .life = launch->life,
        .pid = launch->pid,
        .version_code = launch->version_code,
    };
    struct va_server_opts opts = {
        .token = words->token,
        .killed = launch->life->killed,
        .over = launch->life->over,
        .interrupted = launch->life->interrupted,
        .handle = va_api_handle,
        .arg = &api,
    };
    struct va_server *server;
    uint16_t real;
    uint16_t port;
    at_str_cut(api.version, sizeof(api.version), launch->version);
    pthread_mutex_init(&api.inputs, NULL);
    if (va_server_open(&opts, &server, &real, &out->err)) {
        if (take_port(launch, words->port, real, &port, &out->err)) {
            out->stage = "serving";
            launch->tell(launch->arg, out->stage, port);
            va_life_begin(launch->life); // what came before is no silence
            va_life_end(launch->life);
            out->reason = va_life_wait(launch->life);
            out->killed = !out->reason;
        }
        at_cancel_fire(launch->life->over);
        va_server_free(server);
    }
    pthread_mutex_destroy(&api.inputs);
}

void
va_helper_run(const struct va_launch *launch, struct va_ended *out)
{
    struct words words;
    uint64_t ticket = 0;
    *out = (struct va_ended){.stage = "arguments"};
    if (read_words(launch, &words, &out->err)) {
        launch->life->linger_ms = words.linger_ms;
        enter(launch, "uiautomation", out);
        if (!launch->waits)
            at_fail(&out->err, AT_EUSAGE, "the system gave no UiAutomation");
        else if (spend(launch, "helper-connect", &out->err) &&
                 register_as(launch, &ticket, &out->err)) {
            enter(launch, "events", out);
            va_automation_listen(launch->device, ticket);
            enter(launch, "listen", out);
            serve(launch, &words, out);
        }
    }
    va_automation_release(launch->device, ticket);
    out->killed = out->killed || out->err.code == AT_ECANCELED;
}
