#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/link.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/shell2.h"

void
at_adb_result_init(struct at_adb_result *result, size_t max_bytes)
{
    *result = (struct at_adb_result){
        .out = AT_BUF_INIT(max_bytes),
        .err = AT_BUF_INIT(max_bytes),
        .exit_status = -1,
    };
}

void
at_adb_result_deinit(struct at_adb_result *result)
{
    at_buf_deinit(&result->out);
    at_buf_deinit(&result->err);
}

// true where the packet is taken in; the exit packet sets *out_ended.
static bool
take_packet(const struct at_shell2_packet *packet, struct at_adb_result *result,
            bool *out_ended, struct at_err *err)
{
    bool fits = true;
    if (packet->id == AT_SHELL2_STDOUT)
        fits = at_buf_add_str(&result->out, packet->data);
    else if (packet->id == AT_SHELL2_STDERR)
        fits = at_buf_add_str(&result->err, packet->data);
    if (!fits)
        return at_fail(err, AT_ELIMIT, "it printed more than %zu bytes",
                       result->out.max);
    if (packet->id == AT_SHELL2_EXIT) {
        result->exit_status = (unsigned char)packet->data.ptr[0];
        *out_ended = true;
    }
    return true;
}

static bool
take_packets(struct at_adb_stream *stream, struct at_adb_result *result,
             bool *out_ended, struct at_err *err)
{
    struct at_str in = at_buf_str(&stream->in);
    while (!*out_ended) {
        struct at_shell2_packet packet;
        size_t used;
        enum at_step step = at_shell2_parse(in, &packet, &used);
        if (step == AT_STEP_BAD)
            return at_fail(err, AT_EPROTO, "a broken packet of shell output");
        if (step == AT_STEP_MORE)
            break;
        if (!take_packet(&packet, result, out_ended, err))
            return false;
        in = at_str_skip(in, used);
    }
    at_buf_drop(&stream->in, stream->in.len - in.len);
    return true;
}

// A command that reads its input gets the end of it at once, instead of
// waiting for what nobody will type.
static bool
close_stdin(const struct at_op *op, struct at_adb_stream *stream,
            struct at_err *err)
{
    static const char packet[] = {AT_SHELL2_CLOSE_STDIN, 0, 0, 0, 0};
    return at_adb_stream_send(op, stream, at_str_n(packet, sizeof(packet)),
                              err);
}

static bool
read_shell2(const struct at_op *op, struct at_adb_stream *stream,
            struct at_adb_result *result, struct at_err *err)
{
    bool ended = false;
    if (!close_stdin(op, stream, err))
        return false;
    for (;;) {
        if (!take_packets(stream, result, &ended, err))
            return false;
        if (ended)
            return true;
        if (stream->ended)
            return at_fail(err, AT_ENODEV,
                           "the connection was lost before it ended");
        if (!at_adb_stream_read(op, stream, err))
            return false;
    }
}

static bool
run_shell2(const struct at_op *op, struct at_adb_device *device,
           const char *command, struct at_adb_result *result,
           struct at_err *err)
{
    struct at_adb_stream stream;
    char *service = at_strfmt("shell,v2,raw:%s", command);
    bool ok = at_adb_stream_open(op, device, service,
                                 AT_ADB_PACKET_MAX_BYTES + 128 * AT_KIB,
                                 &stream, err);
    result->opened_ns = at_now_ns();
    ok = ok && read_shell2(op, &stream, result, err);
    at_adb_stream_deinit(&stream);
    free(service);
    return ok;
}

// input, then everything up to the end of the stream, straight into out.
static bool
run_raw(const struct at_op *op, struct at_adb_device *device,
        const char *service, struct at_str input, struct at_buf *out,
        struct at_err *err)
{
    struct at_adb_stream stream;
    bool ok = at_adb_stream_open(op, device, service, 0, &stream, err);
    if (ok) {
        at_buf_deinit(&stream.in);
        stream.in = *out; // lent
        ok = at_adb_stream_send(op, &stream, input, err);
        while (ok && !stream.ended)
            ok = at_adb_stream_read(op, &stream, err);
        *out = stream.in;
        stream.in = (struct at_buf)AT_BUF_INIT(0);
    }
    at_adb_stream_deinit(&stream);
    return ok;
}

// Which limit it was that a command has met.
static void
name_limit(const struct at_op *op, const struct at_adb_device *device,
           struct at_err *err)
{
    if (err && err->code == AT_ETIMEOUT && device->adb.command_ms > 0 &&
        at_op_check(op, NULL))
        at_err_add(err, "AGENTEST_COMMAND_TIMEOUT_MS is %lld",
                   (long long)device->adb.command_ms);
}

// Where the user has set a limit for one command.
static struct at_op
command_op(const struct at_op *op, const struct at_adb_device *device)
{
    int64_t ms = device->adb.command_ms;
    return ms > 0 ? at_op_sub(op, at_now_ns(), ms) : *op;
}

bool
at_adb_shell(const struct at_op *op, struct at_adb_device *device,
             const char *command, struct at_adb_result *result,
             struct at_err *err)
{
    struct at_op mine = command_op(op, device);
    bool ok = at_adb_features(&mine, device, err);
    if (ok && device->has_shell_v2) {
        ok = run_shell2(&mine, device, command, result, err);
    } else if (ok) {
        char *service = at_strfmt("shell:%s", command);
        result->opened_ns = at_now_ns();
        ok = run_raw(&mine, device, service, at_str(NULL), &result->out, err);
        free(service);
    }
    if (!ok) {
        name_limit(op, device, err);
        at_adb_err_command(err, device, command);
    }
    return ok;
}

bool
at_adb_exec(const struct at_op *op, struct at_adb_device *device,
            const char *command, struct at_str input, struct at_buf *out,
            struct at_err *err)
{
    struct at_op mine = command_op(op, device);
    char *service = at_strfmt("exec:%s", command);
    bool ok = run_raw(&mine, device, service, input, out, err);
    free(service);
    if (!ok) {
        name_limit(op, device, err);
        at_adb_err_command(err, device, command);
    }
    return ok;
}
