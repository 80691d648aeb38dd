#include "virtual-android/link.h"

#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/log.h"
#include "virtual-android/device.h"
#include "virtual-android/link_priv.h"
#include "wire/adb_message.h"

#define AT_LOG_MODULE "adbd"

// What adbd offers from an API level on.
static const struct {
    int api_level;
    const char *names;
} features[] = {
    {24, "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,apex"},
    {0, ""},
};

static const char *
features_of(struct va_device *device)
{
    size_t i = 0;
    while (va_device_api_level(device) < features[i].api_level)
        i++;
    return features[i].names;
}

void
va_link_drop(struct va_link *link)
{
    at_cancel_fire(link->cancel);
    // The peer is to notice now, not once every thread has come home.
    shutdown(at_conn_fd(link->out), SHUT_RDWR);
}

bool
va_link_send(struct va_link *link, uint32_t command, uint32_t arg0,
             uint32_t arg1, struct at_str data)
{
    struct at_adb_message message = {command, arg0, arg1, 0, data};
    struct at_buf out =
        AT_BUF_INIT(AT_ADB_HEADER_BYTES + AT_ADB_PACKET_MAX_BYTES);
    struct at_op op = {AT_NEVER_NS, link->cancel};
    bool ok = at_adb_message_write(&out, &message);

    at_assert(ok);
    pthread_mutex_lock(&link->write_lock);
    ok = at_conn_write(&op, link->out, out.data, out.len, NULL);
    pthread_mutex_unlock(&link->write_lock);
    at_buf_deinit(&out);
    if (!ok)
        at_cancel_fire(link->cancel);
    return ok;
}

static void
send_banner(struct va_link *link)
{
    static const char *const names[] = {
        "ro.product.name",
        "ro.product.model",
        "ro.product.device",
    };
    struct at_buf banner = AT_BUF_INIT(4 * AT_KIB);
    at_buf_add_text(&banner, "device::");
    for (size_t i = 0; i < AT_LEN(names); i++) {
        char *value = va_device_get(link->opts.device, "prop", names[i]);
        at_buf_add_fmt(&banner, "%s=%s;", names[i], value ? value : "");
        free(value);
    }
    at_buf_add_fmt(&banner, "features=%s", features_of(link->opts.device));
    va_link_send(link, AT_ADB_CNXN, AT_ADB_VERSION, AT_ADB_PACKET_MAX_BYTES,
                 at_buf_str(&banner));
    at_buf_deinit(&banner);
}

void
va_link_poke(struct va_link *link)
{
    pthread_mutex_lock(&link->lock);
    bool greet = link->hailed && !link->online &&
                 va_device_fault_left(link->opts.device, "offline") == 0;
    if (greet)
        link->online = true;
    pthread_mutex_unlock(&link->lock);
    if (greet)
        send_banner(link);
}

static bool
handle_hail(struct va_link *link, const struct at_adb_message *message)
{
    size_t max = message->arg1;
    pthread_mutex_lock(&link->lock);
    link->max_data = max < AT_ADB_EARLY_MAX_BYTES    ? AT_ADB_EARLY_MAX_BYTES
                     : max > AT_ADB_PACKET_MAX_BYTES ? AT_ADB_PACKET_MAX_BYTES
                                                     : max;
    link->hailed = true;
    link->online = false; // a second greeting wants a second answer
    pthread_mutex_unlock(&link->lock);
    at_log_debug("hail max=%zu %.*s", max, AT_STR_ARG(message->data));
    va_link_poke(link);
    return true;
}

static bool
is_online(struct va_link *link)
{
    pthread_mutex_lock(&link->lock);
    bool online = link->online;
    pthread_mutex_unlock(&link->lock);
    return online;
}

static bool
handle(struct va_link *link, const struct at_adb_message *message)
{
    if (message->command == AT_ADB_CNXN)
        return handle_hail(link, message);
    if (!is_online(link))
        return true;
    switch (message->command) {
    case AT_ADB_OPEN:
        va_stream_open(link, message->arg0, message->data);
        return true;
    case AT_ADB_WRTE:
        return va_stream_came(link, message->arg1, message->data);
    case AT_ADB_OKAY:
        va_stream_acked(link, message->arg1);
        return true;
    case AT_ADB_CLSE:
        va_stream_hung_up(link, message->arg1);
        return true;
    }
    return true; // AUTH and STLS: nobody asked for them
}

// Read one message and do as it says; false at the end of the connection.
static bool
step(struct va_link *link, struct at_buf *in)
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
        AT_STEP_DONE)
        return false;
    len -= AT_ADB_HEADER_BYTES;
    room = at_buf_reserve(in, len);
    if (!at_conn_read_all(&op, link->in, room, len, NULL))
        return false;
    in->len += len;
    return at_adb_message_parse(at_buf_str(in), AT_ADB_PACKET_MAX_BYTES,
                                &message, &used) == AT_STEP_DONE &&
           handle(link, &message);
}

static void *
run(void *arg)
{
    struct va_link *link = arg;
    struct at_buf in =
        AT_BUF_INIT(AT_ADB_HEADER_BYTES + AT_ADB_PACKET_MAX_BYTES);
    while (step(link, &in))
        continue;
    at_buf_deinit(&in);
    va_link_drop(link);
    va_stream_end_all(link);
    pthread_mutex_lock(&link->lock);
    link->over = true;
    pthread_mutex_unlock(&link->lock);
    return NULL;
}

bool
va_link_over(struct va_link *link)
{
    pthread_mutex_lock(&link->lock);
    bool over = link->over;
    pthread_mutex_unlock(&link->lock);
    return over;
}

static void
release(struct va_link *link)
{
    at_conn_free(link->in);
    at_conn_free(link->out);
    at_cancel_free(link->cancel);
    pthread_mutex_destroy(&link->lock);
    pthread_mutex_destroy(&link->write_lock);
    free(link);
}

// A conn is one thread's at a time; the writers get one of their own.
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
va_link_open(const struct va_link_opts *opts, struct at_conn *conn,
             struct va_link **out, struct at_err *err)
{
    struct va_link *link = at_alloc(sizeof(*link));
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
va_link_free(struct va_link *link)
{
    if (!link)
        return;
    va_link_drop(link);
    pthread_join(link->thread, NULL);
    release(link);
}
