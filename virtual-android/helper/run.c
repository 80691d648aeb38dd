#include "virtual-android/helper/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "virtual-android/access/automation.h"
#include "virtual-android/access/instrument.h"
#include "virtual-android/helper/routes.h"
#include "virtual-android/model/spawned.h"
#include "virtual-android/ports.h"

enum {
    TOKEN_MIN = 16,
    TOKEN_MAX = 256,
    DEFAULT_PORT = 8765,
    LINGER_MIN_MS = 1000,
    LINGER_MAX_MS = 86400000,
    LINGER_MS = 60000,
};

struct words {
    char *token;  // owned, as the next one is
    char *socket; // socket of the resident; NULL: a port
    uint16_t port;
    int64_t linger_ms;
};

static const char where[] = "the first line of stdin";

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
check_token(const char *token, struct at_err *err)
{
    return is_good_token(token) ||
           at_fail(err, AT_EUSAGE,
                   "a token has %d to %d letters, digits, '-', '_', '.' or '~'",
                   TOKEN_MIN, TOKEN_MAX);
}

static bool
read_words(const struct vd_launch *launch, struct words *out,
           struct at_err *err)
{
    int64_t port = DEFAULT_PORT;
    const char *token = word(launch, "token");
    if (!token)
        return at_fail(err, AT_EUSAGE, "start with -e token and a random text");
    if (!check_token(token, err) ||
        !number(launch, "port", 0, UINT16_MAX, &port, err) ||
        !number(launch, "lingerMs", LINGER_MIN_MS, LINGER_MAX_MS,
                &out->linger_ms, err))
        return false;
    out->token = at_strdup(token);
    out->port = (uint16_t)port;
    return true;
}

static bool
is_good_socket(const char *name)
{
    static const char start[] = "agentest-";
    const char *digits = name + strlen(start);
    return at_str_starts(at_str(name), at_str(start)) && strlen(digits) == 16 &&
           strspn(digits, "0123456789abcdef") == 16;
}

static bool
read_object(json_t *object, struct words *out, struct vd_refusal *refusal)
{
    struct vd_fields fields = vd_fields_of(object, where, refusal);
    struct at_str token = vd_take_text(&fields, "token", NULL);
    struct at_str socket = vd_take_text(&fields, "socket", NULL);
    out->linger_ms =
        vd_take_int(&fields, "lingerMs",
                    (struct vd_range){LINGER_MIN_MS, LINGER_MAX_MS}, LINGER_MS);
    if (!vd_fields_done(&fields))
        return false;
    out->token = at_strndup(token.ptr, token.len);
    out->socket = at_strndup(socket.ptr, socket.len);
    return true;
}

static bool
read_line(const struct vd_launch *launch, struct words *out, struct at_err *err)
{
    struct vd_refusal refusal = {.code = VD_NOT_REFUSED};
    json_t *object = vd_body_parse(launch->line, &refusal);
    bool ok = object && read_object(object, out, &refusal);
    json_decref(object);
    if (!ok)
        return at_fail(err, AT_EUSAGE, "%s", refusal.message);
    if (!is_good_socket(out->socket))
        return at_fail(err, AT_EUSAGE,
                       "'socket' in %s must be agentest- and 16 hex digits",
                       where);
    return check_token(out->token, err);
}

static bool
spend(const struct vd_launch *launch, const char *what, struct at_err *err)
{
    struct vd_api api = {.device = launch->device, .life = launch->life};
    return vd_api_simulate_latency(&api, what) ||
           at_fail(err, AT_ECANCELED, "the process was killed");
}

static void
enter(const struct vd_launch *launch, const char *stage, struct vd_ended *out)
{
    char member[64];
    const char *const members[] = {member, NULL};
    snprintf(member, sizeof(member), "stage=%s", stage);
    out->stage = stage;
    launch->report(launch->arg, members);
}

// place is "port=8765" or "socket=NAME".
static void
announce(const struct vd_launch *launch, const char *place,
         struct vd_ended *out)
{
    char version[64];
    char protocol[64];
    bool port_first = place[0] == 'p' && place[1] == 'o';
    const char *const members[] = {port_first ? place : protocol,
                                   port_first ? protocol : place,
                                   "stage=serving", version, NULL};
    snprintf(version, sizeof(version), "versionCode=%lld",
             (long long)launch->version_code);
    snprintf(protocol, sizeof(protocol), "protocolVersion=%d",
             VD_PROTOCOL_VERSION);
    out->stage = "serving";
    launch->report(launch->arg, members);
}

// Listen on a port of this machine as the device's port.
static bool
take_port(const struct vd_launch *launch, uint16_t requested, uint16_t real,
          char place[64], struct at_err *err)
{
    char endpoint[64];
    uint16_t port = requested ? requested : real;
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%u", real);
    snprintf(place, 64, "port=%u", port);
    bool taken = vd_device_take_fault(launch->device, "helper-port-taken");
    if (!taken &&
        vd_instrument_listen(launch->device, launch->pid, port, endpoint, err))
        return true;
    return (!taken && err->code == AT_ECANCELED)
               ? false
               : at_fail(err, AT_EBUSY,
                         "bind failed: EADDRINUSE (Address already in use)");
}

// Like take_port() for an abstract socket of the device.
static bool
take_socket(const struct vd_launch *launch, const char *name, uint16_t real,
            char place[64], struct at_err *err)
{
    char endpoint[64];
    char key[64];
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%u", real);
    snprintf(key, sizeof(key), "localabstract:%s", name);
    snprintf(place, 64, "socket=%s", name);
    struct vd_ports *ports = vd_device_ports(launch->device);
    return (!vd_device_take_fault(launch->device, "helper-port-taken") &&
            vd_ports_claim(ports, key, endpoint, NULL)) ||
           at_fail(err, AT_EBUSY, "Address already in use");
}

static void
drop_socket(const struct vd_launch *launch, const char *name)
{
    char key[64];
    snprintf(key, sizeof(key), "localabstract:%s", name);
    vd_ports_remove(vd_device_ports(launch->device), key);
}

static void
serve_at(const struct vd_launch *launch, const char *place,
         struct vd_ended *out)
{
    announce(launch, place, out);
    vd_lifecycle_begin(launch->life); // the silence starts now
    vd_lifecycle_end(launch->life);
    out->reason = vd_lifecycle_wait(launch->life);
    out->killed = !out->reason;
}

static void
open_and_serve(const struct vd_launch *launch, const struct words *words,
               const struct vd_server_opts *opts, struct vd_ended *out)
{
    char place[64];
    struct vd_server *server;
    uint16_t real;
    if (!vd_server_open(opts, &server, &real, &out->err))
        return;
    if (words->socket) {
        if (take_socket(launch, words->socket, real, place, &out->err)) {
            serve_at(launch, place, out);
            drop_socket(launch, words->socket);
        }
    } else if (take_port(launch, words->port, real, place, &out->err)) {
        serve_at(launch, place, out);
    }
    at_cancel_fire(launch->life->over);
    vd_server_free(server);
}

// Only the shell and root may reach the resident's socket.
static bool
admits_peer(void *arg, uint16_t port)
{
    struct vd_api *api = arg;
    int uid = vd_ports_peer(vd_device_ports(api->device), port);
    return uid == 0 || uid == VD_SHELL_UID;
}

static void
serve(const struct vd_launch *launch, const struct words *words,
      uint64_t *ticket, struct vd_ended *out)
{
    struct vd_api api = {
        .device = launch->device,
        .life = launch->life,
        .pid = launch->pid,
        .args = launch->args,
        .ticket = ticket,
        .is_resident = launch->is_resident,
        .version_code = launch->version_code,
    };
    struct vd_server_opts opts = {
        .token = words->token,
        .killed = launch->life->killed,
        .over = launch->life->over,
        .interrupted = launch->life->interrupted,
        .handle = vd_api_handle,
        .admits = launch->is_resident ? admits_peer : NULL,
        .arg = &api,
    };
    at_str_cut(api.version, sizeof(api.version), launch->version);
    pthread_mutex_init(&api.inputs, NULL);
    pthread_mutex_init(&api.frames.lock, NULL);
    pthread_mutex_init(&api.learned, NULL);
    api.stalled = at_cancel_new(launch->life->killed, &out->err);
    if (api.stalled)
        open_and_serve(launch, words, &opts, out);
    at_cancel_free(api.stalled);
    at_buf_deinit(&api.nodes);
    pthread_mutex_destroy(&api.learned);
    at_image_deinit(&api.frames.newest);
    pthread_mutex_destroy(&api.frames.lock);
    pthread_mutex_destroy(&api.inputs);
}

// Returns false if it has failed or the process was killed.
static bool
connect(const struct vd_launch *launch, uint64_t *out_ticket,
        struct at_err *err)
{
    struct vd_device *device = launch->device;
    if (!launch->is_resident && !launch->waits)
        return at_fail(err, AT_EUSAGE, "the system gave no UiAutomation");
    if (launch->is_resident && vd_device_take_fault(device, "resident-linkage"))
        return at_fail(err, AT_EIO,
                       "No direct method <init>(Landroid/os/Looper;"
                       "Landroid/app/IUiAutomationConnection;)V in class "
                       "Landroid/app/UiAutomation; or its super classes");
    if (launch->is_resident && vd_device_take_fault(device, "resident-killed"))
        vd_device_kill(device, launch->pid, SIGKILL);
    return spend(launch, "helper-connect", err) &&
           vd_automation_take(device, launch->pid, launch->args, out_ticket,
                              err);
}

void
vd_helper_run(const struct vd_launch *launch, struct vd_ended *out)
{
    struct words words = {.linger_ms = LINGER_MS};
    uint64_t ticket = 0;
    *out = (struct vd_ended){.stage = "arguments"};
    bool ok = launch->is_resident ? read_line(launch, &words, &out->err)
                                  : read_words(launch, &words, &out->err);
    if (ok) {
        launch->life->linger_ms = words.linger_ms;
        enter(launch, "uiautomation", out);
        if (connect(launch, &ticket, &out->err)) {
            enter(launch, "events", out);
            vd_automation_listen(launch->device, ticket);
            enter(launch, "listen", out);
            serve(launch, &words, &ticket, out);
        }
    }
    vd_automation_release(launch->device, ticket);
    free(words.token);
    free(words.socket);
    out->killed = out->killed || out->err.code == AT_ECANCELED;
}
