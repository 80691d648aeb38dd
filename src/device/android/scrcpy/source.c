// source.c: the socket of scrcpy's server
//
// The server starts to listen some time after its launch, without notice. Until
// then the device refuses the connection, which is retried.
#include "device/android/scrcpy/source.h"

#include <poll.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/scrcpy/launch.h"
#include "device/android/scrcpy/place.h"
#include "device/android/scrcpy/server_file.h"
#include "device/video_source.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/random.h"
#include "wire/scrcpy.h"

enum {
    BITS_PER_S = 4 << 20,
    ASK_AGAIN_MS = 40,
    LISTEN_MS = 10000, // until it listens
    FRAME_MS = 10000,  // until the first frame: then it may be silent for long
    REST_MS = 5000,    // time to complete a started packet
    LAST_WORDS_MS = 1000,
    READ_SIZE = 256 * 1024,
    IN_MAX_BYTES = 9 << 20, // a packet and its successors
};

struct source {
    struct at_video_source base;
    struct at_adb_device device;
    struct at_video_opts opts;
    struct at_scrcpy_file file;
    struct at_scrcpy_launch *launch; // NULL: it does not run
    struct at_conn *conn;
    struct at_buf in;
    size_t used; // bytes of in used by the last packet
    bool has_frame;
};

static bool
launch(struct source *s, uint32_t scid, struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(4 * AT_KIB);
    char jar[AT_SCRCPY_JAR_MAX];
    at_scrcpy_jar_path(&s->file, jar);
    const struct at_scrcpy_start start = {
        .version = s->file.version,
        .jar = jar,
        .scid = scid,
        .max_side_px = s->opts.max_side_px,
        .max_fps = s->opts.max_fps,
        .bits_per_s = s->opts.bits_per_s > 0 ? s->opts.bits_per_s : BITS_PER_S,
    };
    at_scrcpy_command(s->file.dialect, &start, &command);
    bool ok = at_scrcpy_launch_start(&s->device, at_buf_text(&command),
                                     &s->launch, err);
    at_buf_deinit(&command);
    return ok;
}

// Add its output if it has ended or is about to; otherwise err is unchanged.
static bool
fail_with_words(struct source *s, struct at_err *err)
{
    struct at_op wait = {at_now_ns() + LAST_WORDS_MS * AT_NS_PER_MS, NULL};
    if (s->launch &&
        at_op_wait_fd(&wait, at_scrcpy_launch_fd(s->launch), POLLIN, NULL))
        at_scrcpy_launch_fail(s->launch, err);
    return false;
}

static bool
wait_to_ask(const struct at_op *op, struct source *s, struct at_err *err)
{
    struct at_op nap = at_op_sub(op, at_now_ns(), ASK_AGAIN_MS);
    if (at_op_wait_fd(&nap, at_scrcpy_launch_fd(s->launch), POLLIN, NULL))
        return at_scrcpy_launch_fail(s->launch, err);
    return at_op_check(op, err);
}

static bool
connect_to(const struct at_op *op, struct source *s, const char *service,
           struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    while (!at_adb_open(op, &s->device, service, &s->conn, &why)) {
        // Refused: nothing listens there yet.
        if (why.code != AT_EDEVICE)
            return at_err_pass(err, &why);
        if (!wait_to_ask(op, s, err))
            return false;
    }
    return true;
}

static bool
connect_server(const struct at_op *op, struct source *s, uint32_t scid,
               struct at_err *err)
{
    struct at_buf service = AT_BUF_INIT(AT_KIB);
    struct at_op mine = at_op_sub(op, at_now_ns(), LISTEN_MS);
    struct at_err why = AT_ERR_INIT;
    at_scrcpy_service(s->file.dialect, scid, &service);
    bool ok = connect_to(&mine, s, at_buf_text(&service), &why);
    at_buf_deinit(&service);
    if (!ok && why.code == AT_ETIMEOUT && at_op_check(op, NULL))
        return at_fail(err, AT_EDEVICE,
                       "scrcpy's server did not listen within %d ms",
                       LISTEN_MS);
    return ok || at_err_pass(err, &why);
}

static void
stop(struct at_video_source *base)
{
    struct source *s = (struct source *)base;
    at_conn_free(s->conn);
    s->conn = NULL;
    at_scrcpy_launch_free(s->launch);
    s->launch = NULL;
    at_buf_clear(&s->in);
    s->used = 0;
}

static bool
start(const struct at_op *op, struct at_video_source *base, struct at_err *err)
{
    struct source *s = (struct source *)base;
    uint32_t scid;
    at_random_bytes(&scid, sizeof(scid));
    scid &= INT32_MAX;
    s->has_frame = false;
    return at_scrcpy_place(op, &s->device, &s->file, err) &&
           launch(s, scid, err) && connect_server(op, s, scid, err);
}

// Return the time limit for the next bytes; the meaning of a timeout depends on
// the state.
static int64_t
patience_ms(const struct source *s)
{
    if (s->in.len > 0)
        return REST_MS;
    return s->has_frame ? 0 : FRAME_MS;
}

static bool
fail_as_silent(const struct source *s, struct at_err *err)
{
    if (s->in.len > 0)
        return at_fail(err, AT_EDEVICE,
                       "scrcpy's server stopped in the middle of a frame");
    return at_fail(err, AT_EDEVICE,
                   "scrcpy's server sent no frame within %d ms", FRAME_MS);
}

static bool
read_more(const struct at_op *op, struct source *s, struct at_err *err)
{
    int64_t ms = patience_ms(s);
    struct at_op mine = ms > 0 ? at_op_sub(op, at_now_ns(), ms) : *op;
    struct at_err why = AT_ERR_INIT;
    size_t n = 0;
    char *at = at_buf_reserve(&s->in, READ_SIZE);
    at_assert(at); // the parser refuses longer packets
    if (!at_conn_read(&mine, s->conn, at, READ_SIZE, &n, &why)) {
        if (why.code == AT_ETIMEOUT && at_op_check(op, NULL))
            return fail_as_silent(s, err);
        at_err_pass(err, &why);
        return why.code == AT_ENODEV ? fail_with_words(s, err) : false;
    }
    s->in.len += n;
    if (n > 0)
        return true;
    at_fail(err, AT_EDEVICE, "scrcpy's server ended the stream");
    return fail_with_words(s, err);
}

static bool
next(const struct at_op *op, struct at_video_source *base,
     struct at_video_encoded *out, struct at_err *err)
{
    struct source *s = (struct source *)base;
    struct at_scrcpy_packet packet;
    enum at_parse step;
    at_buf_drop(&s->in, s->used);
    s->used = 0;
    while ((step = at_scrcpy_parse(at_buf_str(&s->in), s->file.dialect->flags,
                                   &packet, &s->used)) == AT_PARSE_MORE)
        if (!read_more(op, s, err))
            return false;
    if (step == AT_PARSE_BAD)
        return at_fail(err, AT_EPROTO,
                       "scrcpy's server, version %s, sent a packet that is "
                       "none",
                       s->file.version);
    s->has_frame = s->has_frame || !packet.config;
    *out = (struct at_video_encoded){packet.data, packet.pts_us};
    return true;
}

static void
free_source(struct at_video_source *base)
{
    struct source *s = (struct source *)base;
    stop(base);
    at_scrcpy_file_deinit(&s->file);
    at_buf_deinit(&s->in);
    free(s);
}

static const struct at_video_source_ops ops = {start, next, stop, free_source};

bool
at_scrcpy_video(const struct at_op *op, const struct at_adb_device *device,
                const struct at_video_opts *opts, struct at_video **out,
                struct at_err *err)
{
    struct source *s = at_alloc(sizeof(*s));
    *out = NULL;
    s->base.ops = &ops;
    s->device = *device;
    s->opts = *opts;
    s->in = (struct at_buf)AT_BUF_INIT(IN_MAX_BYTES);
    if (!at_scrcpy_file_find(&s->file, err)) {
        free_source(&s->base);
        return false;
    }
    return at_video_start(op, &s->base, out, err);
}
