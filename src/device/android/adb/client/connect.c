#include "device/android/adb/client/link.h"

#include <errno.h>
#include <string.h>

#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/adb_reply.h"

enum { ATTEMPTS = 3, FIRST_WAIT_MS = 500 };

bool
at_adb_retry(const struct at_op *op, at_adb_attempt *attempt, void *arg,
             struct at_err *err)
{
    int64_t wait_ns = FIRST_WAIT_MS * AT_NS_PER_MS;
    for (int left = ATTEMPTS;; left--) {
        bool again = false;
        if (attempt(op, arg, &again, err))
            return true;
        int64_t now_ns = at_now_ns();
        if (!again || left == 1 || op->deadline_ns - now_ns <= wait_ns)
            return false;
        if (!at_op_wait_until(op, now_ns + wait_ns, err))
            return false;
        wait_ns *= 2;
    }
}

static bool
nobody_listens(int sys)
{
    return sys == ECONNREFUSED || sys == ENOENT; // ENOENT: no such Unix socket
}

struct at_op
at_adb_server_op(const struct at_op *op)
{
    return at_op_sub(op, at_now_ns(), AT_ADB_SERVER_MS);
}

void
at_adb_name_hang(const struct at_op *op, const struct at_adb *adb,
                 struct at_err *err)
{
    if (!err || err->code != AT_ETIMEOUT || !at_op_check(op, NULL))
        return;
    at_fail(err, AT_ETIMEOUT,
            "the adb server at %s does not answer within %d ms: restart it "
            "with `adb kill-server`, and if that hangs as well, end the "
            "process adb; the next command starts it",
            adb->endpoint, AT_ADB_SERVER_MS);
}

static bool
connect_once(const struct at_op *op, const struct at_adb *adb,
             struct at_conn **out_conn, struct at_err *err)
{
    const struct at_op quick = at_adb_server_op(op);
    if (at_conn_open(&quick, adb->endpoint, out_conn, err))
        return true;
    at_err_context(err, "adb server");
    at_adb_name_hang(op, adb, err);
    return false;
}

bool
at_adb_connect(const struct at_op *op, const struct at_adb *adb,
               struct at_conn **out_conn, bool *out_again, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    *out_conn = NULL;
    *out_again = false;
    if (connect_once(op, adb, out_conn, &why))
        return true;
    if (nobody_listens(why.sys) && !adb->remote) {
        struct at_err start = AT_ERR_INIT;
        bool started = at_adb_start_server(op, adb, &start);
        // if that failed, another process may just have started it
        if (connect_once(op, adb, out_conn, &why))
            return true;
        if (!started)
            return at_err_pass(err, &start);
    }
    *out_again = why.code == AT_ENODEV;
    if (adb->remote)
        return at_fail(err, why.code,
                       "%s (it is remote, so it cannot be started from here: "
                       "check ADB_SERVER_SOCKET and "
                       "ANDROID_ADB_SERVER_ADDRESS, and that `adb -a nodaemon "
                       "server` runs there)",
                       why.msg);
    return at_err_pass(err, &why);
}

// A message of the server about selecting a device, which begins with head and
// contains tail, and what to do about it.
static const struct {
    const char *head;
    const char *tail;
    bool again; // it may pass by itself, as for a device that reconnects
    const char *remedy;
} selections[] = {
    {"device '", "' not found", true,
     "`adb devices` lists what is connected; check the cable or start the "
     "emulator"},
    {"no devices", "", true,
     "connect a device with USB debugging on, or start an emulator"},
    {"no emulators", "", true, "start an emulator"},
    {"no device with transport id", "", true, "the device was reconnected"},
    {"more than one", "", false, "name one by its serial or ANDROID_SERIAL"},
    {"device offline", "", true,
     "wait for it to start, replug it, or try `adb reconnect offline`"},
    {"device still connecting", "", true, "try again in a moment"},
    {"device still authorizing", "", true,
     "unlock it and accept the debugging dialog"},
    {"device unauthorized", "", false,
     "unlock it and accept the dialog 'Allow USB debugging?'; if there is "
     "none, revoke USB debugging authorizations in its developer options and "
     "replug it"},
    {"insufficient permissions", "", false,
     "add this user to the group plugdev and install "
     "android-sdk-platform-tools-common (udev rules), then replug it"},
};

static bool
fail_with_reply(struct at_str reason, bool *out_again, struct at_err *err)
{
    char text[AT_ERR_MSG_MAX / 2];
    at_str_cut(text, sizeof(text), at_str_trim(reason));
    for (char *c = text; (c = strchr(c, '\n'));)
        *c = ' '; // the server wraps some messages
    struct at_str message = at_str(text);
    for (size_t i = 0; i < AT_LEN(selections); i++) {
        if (!at_str_starts(message, at_str(selections[i].head)) ||
            !at_str_has(message, at_str(selections[i].tail)))
            continue;
        *out_again = selections[i].again;
        return at_fail(err, AT_ENODEV, "%s (%s)", text, selections[i].remedy);
    }
    // The server also says this if the device is lost at this moment.
    if (at_str_is(message, "closed")) {
        *out_again = true;
        return at_fail(err, AT_EDEVICE, "the device refused the service");
    }
    return at_fail(err, AT_EDEVICE, "adb server: %s",
                   text[0] ? text : "failed without a reason");
}

static bool
fail_as_garbled(struct at_str in, struct at_err *err)
{
    char shown[16];
    size_t len = in.len < sizeof(shown) - 1 ? in.len : sizeof(shown) - 1;
    for (size_t i = 0; i < len; i++)
        shown[i] = in.ptr[i] > ' ' && in.ptr[i] < 0x7f ? in.ptr[i] : '.';
    shown[len] = '\0';
    return at_fail(err, AT_EPROTO,
                   "the program there is not an adb server: it answered '%s'",
                   shown);
}

static bool
fail_as_closed(bool *out_again, struct at_err *err)
{
    *out_again = true;
    return at_fail(err, AT_ENODEV, "the adb server closed the connection");
}

// Read exactly OKAY: further input belongs to the service. A FAIL ends the
// connection, so reading on is harmless there.
static bool
read_status(const struct at_op *op, struct at_conn *conn, bool *out_again,
            struct at_err *err)
{
    char in[8 + AT_ERR_MSG_MAX];
    size_t len = 0;
    for (;;) {
        struct at_adb_status status;
        size_t used;
        struct at_str got = at_str_n(in, len);
        enum at_parse step = at_adb_status_parse(got, &status, &used);
        if (step == AT_PARSE_DONE)
            return status.okay ||
                   fail_with_reply(status.reason, out_again, err);
        if (step == AT_PARSE_BAD)
            return fail_as_garbled(got, err);
        size_t n;
        size_t cap = len < 4 ? 4 - len : sizeof(in) - len;
        if (cap == 0) // a reason longer than any message that we would show
            return fail_with_reply(at_str_skip(got, 8), out_again, err);
        if (!at_conn_read(op, conn, in + len, cap, &n, err)) {
            *out_again = err && err->code == AT_ENODEV;
            return false;
        }
        if (n == 0)
            return fail_as_closed(out_again, err);
        len += n;
    }
}

bool
at_adb_request(const struct at_op *op, struct at_conn *conn,
               struct at_str request, bool *out_again, struct at_err *err)
{
    struct at_buf frame = AT_BUF_INIT(4 + AT_ADB_BLOCK_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    bool ok = false;
    *out_again = false;
    if (!at_adb_block_write(&frame, request)) {
        at_fail(&why, AT_ELIMIT, "%zu bytes are more than the %zu of a request",
                request.len, AT_ADB_BLOCK_MAX_BYTES);
    } else if (!at_conn_write(op, conn, frame.data, frame.len, &why)) {
        *out_again = why.code == AT_ENODEV;
    } else {
        ok = read_status(op, conn, out_again, &why);
    }
    at_buf_deinit(&frame);
    return ok || at_err_pass(err, &why);
}
