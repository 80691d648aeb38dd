// connection.c: connecting, staying connected, and failures in words
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bus/bus_priv.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/random.h"

#define AT_LOG_MODULE "bus"

enum {
    CONNECT_MS = 5000,
    PING_MS = 5000, // two unanswered ones: the server is gone
    RECONNECT_FIRST_MS = 100,
    RECONNECT_MAX_MS = 5000,
    AGAIN_MS = 200,
    HURRY_MS = 5000,
};

bool
at_bus_is_built(struct at_err *err)
{
    (void)err;
    return true;
}

// "nats://user:password@host" becomes "nats://host".
static char *
without_credentials(const char *urls)
{
    struct at_buf out = AT_BUF_INIT(AT_ERR_MSG_MAX);
    struct at_str rest = at_str(urls), url;
    while (at_str_next(&rest, ',', &url)) {
        ptrdiff_t scheme = at_str_find(url, AT_STR("://"));
        size_t host = scheme < 0 ? 0 : (size_t)scheme + 3;
        ptrdiff_t at;
        at_buf_add_text(&out, out.len > 0 ? "," : "");
        at_buf_add_str(&out, at_str_head(url, host));
        url = at_str_skip(url, host);
        while ((at = at_str_find(url, AT_STR("@"))) >= 0)
            url = at_str_skip(url, (size_t)at + 1);
        at_buf_add_str(&out, url);
    }
    return at_buf_take(&out);
}

static const struct {
    natsStatus status;
    enum at_code code;
    const char *text;
} failures[] = {
    {NATS_NO_SERVER, AT_EIO,
     "no server answers there; check --nats, or start nats-server"},
    {NATS_CONNECTION_AUTH_FAILED, AT_EUSAGE,
     "it refuses these credentials; check --nats-creds, or "
     "AGENTEST_NATS_USER and AGENTEST_NATS_PASSWORD, or AGENTEST_NATS_TOKEN"},
    {NATS_SECURE_CONNECTION_WANTED, AT_EUSAGE,
     "the server has no TLS; use nats:// and no --nats-ca"},
    {NATS_SECURE_CONNECTION_REQUIRED, AT_EUSAGE,
     "the server wants TLS; use tls:// and --nats-ca"},
    {NATS_SSL_ERROR, AT_EUSAGE,
     "TLS failed; check --nats-ca, --nats-cert and --nats-key"},
    {NATS_ADDRESS_MISSING, AT_EUSAGE, "--nats is not an address of a server"},
    {NATS_NO_RESPONDERS, AT_EIO,
     "JetStream does not answer: start nats-server with -js, or the other "
     "nodes of its cluster"},
    {NATS_TIMEOUT, AT_ETIMEOUT,
     "no answer in time: are most nodes of the cluster running?"},
    {NATS_CONNECTION_DISCONNECTED, AT_EIO,
     "the connection is lost and not back yet"},
    {NATS_STALE_CONNECTION, AT_EIO, "the connection is lost and not back yet"},
    {NATS_MAX_PAYLOAD, AT_ELIMIT,
     "it is longer than the server's max_payload: set max_payload to 8MB in "
     "its configuration"},
};

static const struct {
    int js;
    enum at_code code;
    const char *text;
} api_failures[] = {
    {JSNotEnabledErr, AT_EUSAGE,
     "the server has no JetStream: start nats-server with -js"},
    {JSNotEnabledForAccountErr, AT_EUSAGE,
     "this account has no JetStream: enable it in the server's configuration"},
    {JSClusterNotAvailErr, AT_EIO,
     "JetStream has no leader: start more nodes of the cluster"},
    {JSClusterNoPeersErr, AT_EIO,
     "the cluster has not enough nodes for the replicas: start all nodes, or "
     "give --nats-replicas 1"},
    {JSStreamReplicasNotSupportedErr, AT_EUSAGE,
     "a single server keeps one replica: give --nats-replicas 1, or start a "
     "cluster"},
    {JSInsufficientResourcesErr, AT_EIO,
     "JetStream has no room: make room on its disks"},
    {JSStorageResourcesExceededErr, AT_EIO,
     "JetStream has no room: make room on its disks, or raise max_file"},
    {JSStreamMessageExceedsMaximumErr, AT_ELIMIT,
     "it is longer than the stream allows"},
};

bool
at_bus_fail(const struct at_bus *bus, const char *what, natsStatus status,
            jsErrCode js, struct at_err *err)
{
    const char *text = NULL;
    enum at_code code = AT_EIO;
    for (size_t i = 0; js != 0 && i < AT_LEN(api_failures); i++) {
        if (api_failures[i].js == (int)js) {
            text = api_failures[i].text;
            code = api_failures[i].code;
        }
    }
    for (size_t i = 0; !text && i < AT_LEN(failures); i++) {
        if (failures[i].status == status) {
            text = failures[i].text;
            code = failures[i].code;
        }
    }
    if (!text)
        text = nats_GetLastError(NULL);
    if (!text || !text[0])
        text = natsStatus_GetText(status);
    return at_fail(err, code, "cannot %s '%s': %s", what, bus->urls, text);
}

struct at_bus_try
at_bus_try_begin(struct at_bus *bus, const char *what, const char *subject,
                 int64_t max_ms)
{
    pthread_mutex_lock(&bus->lock);
    uint64_t count = bus->denial_count;
    pthread_mutex_unlock(&bus->lock);
    return (struct at_bus_try){
        .what = what,
        .subject = subject,
        .op = {at_now_ns() + max_ms * AT_NS_PER_MS, bus->stop},
        .denial_count = count,
    };
}

// A refused request gets no answer, only a note on the connection.
static bool
is_denied(struct at_bus *bus, const struct at_bus_try *call)
{
    bool denied = false;
    pthread_mutex_lock(&bus->lock);
    for (size_t i = 0; i < AT_BUS_DENIALS; i++) {
        if (bus->denial_count > call->denial_count)
            denied |= strstr(bus->denials[i], call->subject) != NULL;
    }
    pthread_mutex_unlock(&bus->lock);
    return denied;
}

static bool
is_late(struct at_bus *bus)
{
    pthread_mutex_lock(&bus->lock);
    bool is_late = bus->hurry_ns > 0 && at_now_ns() > bus->hurry_ns;
    pthread_mutex_unlock(&bus->lock);
    return is_late;
}

static bool
may_pass(natsStatus status, jsErrCode js)
{
    static const natsStatus passing[] = {
        NATS_TIMEOUT,          NATS_NO_RESPONDERS, NATS_CONNECTION_DISCONNECTED,
        NATS_STALE_CONNECTION, NATS_IO_ERROR,      NATS_INSUFFICIENT_BUFFER,
    };
    static const int passing_js[] = {
        JSClusterNotAvailErr,          JSClusterNotLeaderErr,
        JSClusterIncompleteErr,        JSInsufficientResourcesErr,
        JSStorageResourcesExceededErr,
    };
    for (size_t i = 0; js != 0 && i < AT_LEN(passing_js); i++) {
        if (passing_js[i] == (int)js)
            return true;
    }
    for (size_t i = 0; js == 0 && i < AT_LEN(passing); i++) {
        if (passing[i] == status)
            return true;
    }
    return false;
}

bool
at_bus_try_again(struct at_bus *bus, const struct at_bus_try *call,
                 natsStatus status, jsErrCode js, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    // The library takes an election, during which no one answers, for a server
    // without JetStream.
    if (status == NATS_NO_RESPONDERS)
        js = 0;
    if (is_denied(bus, call))
        return at_fail(err, AT_EUNSUPPORTED,
                       "cannot %s '%s': this account may not use %s; "
                       "docs/team.md lists the permissions",
                       call->what, bus->urls, call->subject);
    if (may_pass(status, js) && !is_late(bus) &&
        at_op_wait_until(&call->op, at_now_ns() + AGAIN_MS * AT_NS_PER_MS,
                         &why))
        return true;
    if (why.code == AT_ECANCELED)
        return at_err_pass(err, &why);
    return at_bus_fail(bus, call->what, status, js, err);
}

static void
on_error(natsConnection *connection, natsSubscription *subscription,
         natsStatus status, void *user)
{
    struct at_bus *bus = user;
    const char *text = NULL;
    (void)subscription;
    if (status != NATS_NOT_PERMITTED)
        return;
    natsConnection_GetLastError(connection, &text);
    pthread_mutex_lock(&bus->lock);
    size_t at = bus->denial_count++ % AT_BUS_DENIALS;
    at_str_cut(bus->denials[at], sizeof(bus->denials[at]), at_str(text));
    pthread_mutex_unlock(&bus->lock);
}

static void
on_lost(natsConnection *connection, void *user)
{
    struct at_bus *bus = user;
    (void)connection;
    if (!at_cancel_fired(bus->stop))
        at_log_warn("the bus at '%s' is away: connecting again", bus->urls);
}

static void
on_closed(natsConnection *connection, void *user)
{
    struct at_bus *bus = user;
    (void)connection;
    pthread_mutex_lock(&bus->lock);
    bus->closed = true;
    pthread_cond_signal(&bus->closing);
    pthread_mutex_unlock(&bus->lock);
}

static void
on_back(natsConnection *connection, void *user)
{
    struct at_bus *bus = user;
    char url[AT_BUS_URL_MAX] = "";
    natsConnection_GetConnectedUrl(connection, url, sizeof(url));
    pthread_mutex_lock(&bus->lock);
    bus->reconnects++;
    pthread_mutex_unlock(&bus->lock);
    char *shown = without_credentials(url);
    at_log_warn("the bus is back at '%s'", shown);
    free(shown);
}

// After every round through all servers.
static int64_t
reconnect_delay(natsConnection *connection, int attempts, void *user)
{
    int64_t ms = RECONNECT_FIRST_MS;
    (void)connection;
    (void)user;
    for (int i = 1; i < attempts && ms < RECONNECT_MAX_MS; i++)
        ms *= 2;
    ms = ms < RECONNECT_MAX_MS ? ms : RECONNECT_MAX_MS;
    unsigned char byte;
    at_random_bytes(&byte, sizeof(byte));
    return ms / 2 + ms / 2 * byte / UCHAR_MAX;
}

// The library would take any scheme, and speak without TLS.
static bool
check_urls(const char *urls, bool *out_is_tls, struct at_err *err)
{
    struct at_str rest = at_str(urls), url;
    *out_is_tls = false;
    while (at_str_next(&rest, ',', &url)) {
        url = at_str_trim(url);
        bool is_tls = at_str_starts(url, AT_STR("tls://"));
        if (url.len == 0 || (!is_tls && at_str_has(url, AT_STR("://")) &&
                             !at_str_starts(url, AT_STR("nats://"))))
            return at_fail(err, AT_EUSAGE,
                           "--nats is nats://HOST:4222 or tls://HOST:4222, or "
                           "several of them with commas between");
        *out_is_tls |= is_tls;
    }
    return true;
}

static natsStatus
set_servers(natsOptions *options, const char *urls)
{
    enum { SERVERS_MAX = 32 };
    const char *servers[SERVERS_MAX];
    char *copies[SERVERS_MAX];
    int count = 0;
    struct at_str rest = at_str(urls), url;
    while (count < SERVERS_MAX && at_str_next(&rest, ',', &url)) {
        url = at_str_trim(url);
        servers[count] = copies[count] = at_strndup(url.ptr, url.len);
        count++;
    }
    natsStatus status = natsOptions_SetServers(options, servers, count);
    while (count > 0)
        free(copies[--count]);
    return status;
}

static natsStatus
set_credentials(natsOptions *options, const struct at_bus_opts *opts,
                bool is_tls)
{
    natsStatus status = NATS_OK;
    if (opts->creds_file)
        status = natsOptions_SetUserCredentialsFromFiles(
            options, opts->creds_file, NULL);
    if (status == NATS_OK && opts->user)
        status = natsOptions_SetUserInfo(options, opts->user,
                                         opts->password ? opts->password : "");
    if (status == NATS_OK && opts->token)
        status = natsOptions_SetToken(options, opts->token);
    if (status == NATS_OK && (is_tls || opts->ca_file))
        status = natsOptions_SetSecure(options, true);
    if (status == NATS_OK && opts->ca_file)
        status = natsOptions_LoadCATrustedCertificates(options, opts->ca_file);
    if (status == NATS_OK && opts->cert_file)
        status = natsOptions_LoadCertificatesChain(options, opts->cert_file,
                                                   opts->key_file);
    return status;
}

static natsStatus
set_behaviour(struct at_bus *bus, const char *name)
{
    natsOptions *options = bus->options;
    natsStatus status = natsOptions_SetName(options, name);
    if (status == NATS_OK)
        status = natsOptions_SetTimeout(options, CONNECT_MS);
    if (status == NATS_OK)
        status = natsOptions_SetPingInterval(options, PING_MS);
    if (status == NATS_OK)
        status = natsOptions_SetMaxReconnect(options, -1);
    if (status == NATS_OK)
        status =
            natsOptions_SetCustomReconnectDelay(options, reconnect_delay, NULL);
    if (status == NATS_OK)
        status = natsOptions_SetFailRequestsOnDisconnect(options, true);
    if (status == NATS_OK)
        status = natsOptions_SetSendAsap(options, true);
    if (status == NATS_OK)
        status = natsOptions_SetErrorHandler(options, on_error, bus);
    if (status == NATS_OK)
        status = natsOptions_SetDisconnectedCB(options, on_lost, bus);
    if (status == NATS_OK)
        status = natsOptions_SetReconnectedCB(options, on_back, bus);
    if (status == NATS_OK)
        status = natsOptions_SetClosedCB(options, on_closed, bus);
    return status;
}

static natsStatus
connect_bus(struct at_bus *bus, const struct at_bus_opts *opts, bool is_tls)
{
    natsStatus status = natsOptions_Create(&bus->options);
    if (status == NATS_OK)
        status = set_servers(bus->options, opts->urls);
    if (status == NATS_OK)
        status = set_credentials(bus->options, opts, is_tls);
    if (status == NATS_OK)
        status = set_behaviour(bus, opts->name ? opts->name : "agentest");
    if (status == NATS_OK)
        status = natsConnection_Connect(&bus->connection, bus->options);
    if (status == NATS_OK)
        status =
            natsConnection_JetStream(&bus->jetstream, bus->connection, NULL);
    return status;
}

bool
at_bus_open(const struct at_bus_opts *opts, struct at_bus **out,
            struct at_err *err)
{
    bool is_tls;
    *out = NULL;
    if (!check_urls(opts->urls, &is_tls, err))
        return false;
    struct at_bus *bus = at_alloc(sizeof(*bus));
    *bus = (struct at_bus){
        .urls = without_credentials(opts->urls),
        .replicas = opts->replicas,
        .stop = at_cancel_new(NULL, err),
    };
    pthread_mutex_init(&bus->lock, NULL);
    pthread_cond_init(&bus->closing, NULL);
    natsStatus status = bus->stop ? connect_bus(bus, opts, is_tls) : NATS_OK;
    if (bus->stop && status == NATS_OK) {
        *out = bus;
        return true;
    }
    if (bus->stop)
        at_bus_fail(bus, "reach", status, 0, err);
    at_bus_free(bus);
    return false;
}

void
at_bus_interrupt(struct at_bus *bus)
{
    at_cancel_fire(bus->stop);
}

// A thread of the library calls on_lost() and then on_closed() later: both use
// the bus.
static void
close_connection(struct at_bus *bus)
{
    if (!bus->connection)
        return;
    natsConnection_Close(bus->connection);
    pthread_mutex_lock(&bus->lock);
    while (!bus->closed)
        pthread_cond_wait(&bus->closing, &bus->lock);
    pthread_mutex_unlock(&bus->lock);
    natsConnection_Destroy(bus->connection);
}

void
at_bus_hurry(struct at_bus *bus)
{
    pthread_mutex_lock(&bus->lock);
    bus->hurry_ns = at_now_ns() + HURRY_MS * AT_NS_PER_MS;
    pthread_mutex_unlock(&bus->lock);
}

void
at_bus_free(struct at_bus *bus)
{
    if (!bus)
        return;
    if (bus->stop)
        at_cancel_fire(bus->stop);
    jsCtx_Destroy(bus->jetstream);
    close_connection(bus);
    natsOptions_Destroy(bus->options);
    at_cancel_free(bus->stop);
    pthread_mutex_destroy(&bus->lock);
    pthread_cond_destroy(&bus->closing);
    free(bus->urls);
    free(bus);
}

void
at_bus_state(struct at_bus *bus, struct at_bus_state *out)
{
    char url[AT_BUS_URL_MAX] = "";
    *out = (struct at_bus_state){
        .connected = natsConnection_Status(bus->connection) ==
                     NATS_CONN_STATUS_CONNECTED,
    };
    natsConnection_GetConnectedUrl(bus->connection, url, sizeof(url));
    char *shown = without_credentials(url);
    at_str_cut(out->url, sizeof(out->url), at_str(shown));
    free(shown);
    pthread_mutex_lock(&bus->lock);
    out->reconnects = bus->reconnects;
    pthread_mutex_unlock(&bus->lock);
    if (!out->connected)
        snprintf(out->why, sizeof(out->why),
                 "the bus at '%.*s' is away: connecting again",
                 AT_STR_ARG(at_utf8_head(at_str(bus->urls), AT_BUS_URL_MAX)));
}
