#include "virtual-android/adbd/link.h"

#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/log.h"
#include "sys/random.h"
#include "virtual-android/adbd/link_io.h"
#include "virtual-android/adbd/service.h"
#include "virtual-android/adbd/stream.h"
#include "virtual-android/model/device.h"
#include "virtual-android/model/properties.h"
#include "wire/adb_message.h"

#define AT_LOG_MODULE "adbd"

enum { AUTH_TOKEN = 1, AUTH_SIGNATURE = 2 }; // kinds of AT_ADB_AUTH

// adbd offers these from an API level on.
static const struct {
    int api_level;
    const char *names;
} features[] = {
    {24, "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,apex"},
    {0, ""},
};

static const char *
features_of(struct vd_device *device)
{
    size_t i = 0;
    while (vd_device_api_level(device) < features[i].api_level)
        i++;
    return features[i].names;
}

static void
send_banner(struct vd_link *link)
{
    static const char *const names[] = {
        "ro.product.name",
        "ro.product.model",
        "ro.product.device",
    };
    struct at_buf banner = AT_BUF_INIT(4 * AT_KIB);
    at_buf_add_text(&banner, "device::");
    for (size_t i = 0; i < AT_LEN(names); i++) {
        char *value = vd_device_get(link->opts.device, "prop", names[i]);
        at_buf_add_fmt(&banner, "%s=%s;", names[i], value ? value : "");
        free(value);
    }
    at_buf_add_fmt(&banner, "features=%s", features_of(link->opts.device));
    vd_link_send(link, AT_ADB_CNXN, AT_ADB_VERSION, AT_ADB_PACKET_MAX_BYTES,
                 at_buf_str(&banner));
    at_buf_deinit(&banner);
}

void
vd_link_greet(struct vd_link *link)
{
    pthread_mutex_lock(&link->lock);
    bool greet = link->greeted && !link->online &&
                 vd_device_fault_left(link->opts.device, "offline") == 0;
    if (greet)
        link->online = true;
    pthread_mutex_unlock(&link->lock);
    if (greet)
        send_banner(link);
}

// A token is signed once: each answer to it gets another one.
static bool
send_token(struct vd_link *link)
{
    at_random_bytes(link->token, sizeof(link->token));
    return vd_link_send(
        link, AT_ADB_AUTH, AUTH_TOKEN, 0,
        at_str_n((const char *)link->token, sizeof(link->token)));
}

static bool
handle_greeting(struct vd_link *link, const struct at_adb_message *message)
{
    size_t max = message->arg1;
    pthread_mutex_lock(&link->lock);
    link->max_data = max < AT_ADB_EARLY_MAX_BYTES    ? AT_ADB_EARLY_MAX_BYTES
                     : max > AT_ADB_PACKET_MAX_BYTES ? AT_ADB_PACKET_MAX_BYTES
                                                     : max;
    link->greeted = !link->opts.key;
    link->online = false; // a second greeting needs a second answer
    pthread_mutex_unlock(&link->lock);
    at_log_debug("hail max=%zu %.*s", max, AT_STR_ARG(message->data));
    if (link->opts.key)
        return send_token(link);
    vd_link_greet(link);
    return true;
}

// A peer tries one key after the other. Finally it sends its public key for the
// user to accept, which is not supported here.
static bool
handle_auth(struct vd_link *link, const struct at_adb_message *message)
{
    if (!link->opts.key || message->arg0 != AUTH_SIGNATURE)
        return true;
    if (!vd_key_has_signed(link->opts.key, link->token, message->data))
        return send_token(link);
    pthread_mutex_lock(&link->lock);
    link->greeted = true;
    pthread_mutex_unlock(&link->lock);
    vd_link_greet(link);
    return true;
}

static bool
is_online(struct vd_link *link)
{
    pthread_mutex_lock(&link->lock);
    bool online = link->online;
    pthread_mutex_unlock(&link->lock);
    return online;
}

static bool
handle(struct vd_link *link, const struct at_adb_message *message)
{
    if (message->command == AT_ADB_CNXN)
        return handle_greeting(link, message);
    if (message->command == AT_ADB_AUTH)
        return handle_auth(link, message);
    if (!is_online(link))
        return true;
    switch (message->command) {
    case AT_ADB_OPEN:
        vd_stream_open(link, message->arg0, message->data, vd_service_run);
        return true;
    case AT_ADB_WRTE:
        return vd_stream_received(link, message->arg1, message->data);
    case AT_ADB_OKAY:
        vd_stream_acked(link, message->arg1);
        return true;
    case AT_ADB_CLSE:
        vd_stream_hung_up(link, message->arg1);
        return true;
    }
    return true; // STLS was not requested
}

// Read and handle one message. Returns false at the end of the connection.
static bool
step(struct vd_link *link, struct at_buf *in)
{
    struct at_op op = {AT_NEVER_NS, link->cancel};
    struct at_adb_message message;
    size_t len = 0;
    size_t used;
    at_buf_clear(in);
    char *room = at_buf_reserve(in, AT_ADB_HEADER_BYTES);
    if (!at_conn_read_all(&op, link->in, room, AT_ADB_HEADER_BYTES, NULL))
        return false;
    in->len = AT_ADB_HEADER_BYTES;
    if (at_adb_message_len(at_buf_str(in), AT_ADB_PACKET_MAX_BYTES, &len) !=
        AT_PARSE_DONE)
        return false;
    len -= AT_ADB_HEADER_BYTES;
    room = at_buf_reserve(in, len);
    if (!at_conn_read_all(&op, link->in, room, len, NULL))
        return false;
    in->len += len;
    return at_adb_message_parse(at_buf_str(in), AT_ADB_PACKET_MAX_BYTES,
                                &message, &used) == AT_PARSE_DONE &&
           handle(link, &message);
}

static void *
run(void *arg)
{
    struct vd_link *link = arg;
    struct at_buf in =
        AT_BUF_INIT(AT_ADB_HEADER_BYTES + AT_ADB_PACKET_MAX_BYTES);
    while (step(link, &in))
        continue;
    at_buf_deinit(&in);
    vd_link_drop(link);
    vd_stream_end_all(link);
    pthread_mutex_lock(&link->lock);
    link->over = true;
    pthread_mutex_unlock(&link->lock);
    return NULL;
}

bool
vd_link_has_ended(struct vd_link *link)
{
    pthread_mutex_lock(&link->lock);
    bool over = link->over;
    pthread_mutex_unlock(&link->lock);
    return over;
}

static void
release(struct vd_link *link)
{
    at_conn_free(link->in);
    at_conn_free(link->out);
    at_cancel_free(link->cancel);
    pthread_mutex_destroy(&link->lock);
    pthread_mutex_destroy(&link->write_lock);
    free(link);
}

// A conn belongs to one thread at a time, so the writers get their own.
static bool
dup_conn(struct at_conn *conn, struct at_conn **out, struct at_err *err)
{
    int fd = dup(at_conn_fd(conn));
    *out = NULL;
    if (fd < 0)
        return at_fail(err, AT_EIO, "no descriptor for a connection");
    return at_conn_adopt(fd, out, err);
}

bool
vd_link_open(const struct vd_link_opts *opts, struct at_conn *conn,
             struct vd_link **out, struct at_err *err)
{
    struct vd_link *link = at_alloc(sizeof(*link));
    link->opts = *opts;
    link->in = conn;
    link->next_id = 1;
    link->max_data = AT_ADB_EARLY_MAX_BYTES;
    pthread_mutex_init(&link->lock, NULL);
    pthread_mutex_init(&link->write_lock, NULL);
    link->cancel = at_cancel_new(opts->parent, err);
    bool ok = link->cancel && dup_conn(conn, &link->out, err);
    if (ok && pthread_create(&link->thread, NULL, run, link) != 0)
        ok = at_fail(err, AT_EIO, "no thread for a connection");
    if (!ok) {
        release(link);
        link = NULL;
    }
    *out = link;
    return ok;
}

void
vd_link_free(struct vd_link *link)
{
    if (!link)
        return;
    vd_link_drop(link);
    pthread_join(link->thread, NULL);
    release(link);
}
