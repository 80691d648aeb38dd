#include <string.h>

#include "base/alloc.h"
#include "device/android/adb/client/link.h"
#include "net/conn.h"
#include "sys/clock.h"
#include "sys/request_watch.h"
#include "wire/adb_reply.h"
#include "wire/adb_devices.h"

struct query {
    const struct at_adb *adb;
    struct at_str request;
    struct at_buf answer;
};

static bool
read_block(const struct at_op *op, struct at_conn *conn, struct at_buf *answer,
           struct at_err *err)
{
    struct at_buf in = AT_BUF_INIT(8 + AT_ADB_BLOCK_MAX_BYTES);
    enum at_parse step = AT_PARSE_MORE;
    bool ok = false;
    while (step == AT_PARSE_MORE) {
        struct at_str text;
        size_t used;
        size_t n;
        char piece[4096];
        if (!at_conn_read(op, conn, piece, sizeof(piece), &n, err))
            goto out;
        if (n == 0) {
            at_fail(err, AT_ENODEV,
                    "the adb server closed the connection during its answer");
            goto out;
        }
        // Bytes after the longest block are the peer's mistake and are dropped;
        // the block before them is whole.
        size_t room = in.max - in.len;
        at_buf_add(&in, piece, n < room ? n : room);
        step = at_adb_block_parse(at_buf_str(&in), &text, &used);
        if (step == AT_PARSE_DONE)
            ok = at_buf_add_str(answer, text);
    }
    if (!ok)
        at_fail(err, AT_EPROTO, "the adb server's answer has no length");

out:
    at_buf_deinit(&in);
    return ok;
}

static bool
attempt_query(const struct at_op *op, void *arg, bool *out_again,
              struct at_err *err)
{
    struct query *query = arg;
    struct at_conn *conn;
    if (!at_adb_connect(op, query->adb, &conn, out_again, err))
        return false;
    const struct at_op quick = at_adb_server_op(op);
    bool ok = at_adb_request(&quick, conn, query->request, out_again, err);
    if (ok && !read_block(&quick, conn, &query->answer, err)) {
        *out_again = err->code == AT_ENODEV;
        ok = false;
    }
    at_adb_name_hang(op, query->adb, err);
    at_conn_free(conn);
    return ok;
}

bool
at_adb_query(const struct at_op *op, const struct at_adb *adb,
             const char *request, struct at_buf *out, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    struct at_err why = AT_ERR_INIT;
    struct query query = {adb, at_str(request),
                          AT_BUF_INIT(AT_ADB_BLOCK_MAX_BYTES)};
    bool ok = at_adb_retry(op, attempt_query, &query, &why);
    if (ok && !at_buf_add_str(out, at_buf_str(&query.answer)))
        ok = at_fail(&why, AT_ELIMIT, "the answer is longer than %zu bytes",
                     out->max);
    at_buf_deinit(&query.answer);
    at_request_ended(query.request, began_ns, ok, &why);
    return ok || at_err_pass(err, &why);
}

static bool
has_feature(struct at_str list, const char *name)
{
    struct at_str feature;
    while (at_str_next(&list, ',', &feature)) {
        if (at_str_is(at_str_trim(feature), name))
            return true;
    }
    return false;
}

const char *
at_adb_transport_of(const char *serial)
{
    static const char name[] = AT_ADB_TRANSPORT_NAME;
    return at_str_starts(at_str(serial), at_str(name))
               ? serial + sizeof(name) - 1
               : NULL;
}

bool
at_adb_features(const struct at_op *op, struct at_adb_device *device,
                struct at_err *err)
{
    struct at_buf list = AT_BUF_INIT(AT_ADB_BLOCK_MAX_BYTES);
    if (device->features_known)
        return true;
    const char *id = at_adb_transport_of(device->serial);
    char *request =
        at_strfmt("host-%s:%s:features", id ? "transport-id" : "serial",
                  id ? id : device->serial);
    bool ok = at_adb_query(op, &device->adb, request, &list, err);
    free(request);
    if (ok) {
        device->has_shell_v2 = has_feature(at_buf_str(&list), "shell_v2");
        device->has_cmd = has_feature(at_buf_str(&list), "cmd");
        device->features_known = true;
    }
    at_buf_deinit(&list);
    return ok;
}

struct announcement {
    const struct at_adb *adb;
    const char *frame; // length and request
};

// The server closes the connection once it has read the request.
static bool
attempt_announce(const struct at_op *op, void *arg, bool *out_again,
                 struct at_err *err)
{
    const struct announcement *announcement = arg;
    const struct at_op quick = at_adb_server_op(op);
    struct at_conn *conn;
    char rest[16];
    size_t len;
    if (!at_adb_connect(op, announcement->adb, &conn, out_again, err))
        return false;
    bool ok = at_conn_write(&quick, conn, announcement->frame,
                            strlen(announcement->frame), err);
    if (ok)
        (void)!at_conn_read(&quick, conn, rest, sizeof(rest), &len, NULL);
    at_conn_free(conn);
    return ok;
}

bool
at_adb_announce(const struct at_op *op, const struct at_adb *adb,
                uint16_t adb_port, struct at_err *err)
{
    char *request = at_strfmt("host:emulator:%u", adb_port);
    char *frame = at_strfmt("%04x%s", (unsigned)strlen(request), request);
    struct announcement announcement = {adb, frame};
    bool ok = at_adb_retry(op, attempt_announce, &announcement, err);
    free(frame);
    free(request);
    return ok;
}
