#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/link.h"
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

// A command's output on its way to the listener.
struct reading {
    const struct at_adb_listener *listener;
    int exit_status;   // -1 until the exit packet
    bool over;         // the exit packet came, or the listener has enough
    int64_t opened_ns; // when the device took the command
};

static void
take_packet(const struct at_shell2_packet *packet, struct reading *reading)
{
    const struct at_adb_listener *to = reading->listener;
    bool is_err = packet->id == AT_SHELL2_STDERR;
    if (packet->id == AT_SHELL2_STDOUT || is_err) {
        reading->over = !to->printed(to->user, is_err, packet->data);
    } else if (packet->id == AT_SHELL2_EXIT) {
        reading->exit_status = (unsigned char)packet->data.ptr[0];
        reading->over = true;
    }
}

static bool
take_packets(struct at_adb_stream *stream, struct reading *reading,
             struct at_err *err)
{
    struct at_str in = at_buf_str(&stream->in);
    while (!reading->over) {
        struct at_shell2_packet packet;
        size_t used;
        enum at_parse step = at_shell2_parse(in, &packet, &used);
        if (step == AT_PARSE_BAD)
            return at_fail(err, AT_EPROTO, "a broken packet of shell output");
        if (step == AT_PARSE_MORE)
            break;
        take_packet(&packet, reading);
        in = at_str_skip(in, used);
    }
    at_buf_drop(&stream->in, stream->in.len - in.len);
    return true;
}

// The packets of the command's input are sent while its output goes to the
// listener, however much of that has come already.
static bool
read_shell2(const struct at_op *op, struct at_adb_stream *stream,
            struct at_str input, struct reading *reading, struct at_err *err)
{
    for (;;) {
        if (!take_packets(stream, reading, err))
            return false;
        if (reading->over)
            return true;
        if (stream->ended)
            return at_fail(err, AT_ENODEV,
                           "the connection was lost before it ended");
        if (!at_adb_stream_turn(op, stream, &input, err))
            return false;
    }
}

// Close the input of a command that has none at once, so a command that reads
// it does not wait.
static const char no_input[] = {AT_SHELL2_CLOSE_STDIN, 0, 0, 0, 0};
#define NO_INPUT at_str_n(no_input, sizeof(no_input))

static bool
run_shell2(const struct at_op *op, struct at_adb_device *device,
           const char *command, struct at_str input, struct reading *reading,
           struct at_err *err)
{
    struct at_adb_stream stream;
    char *service = at_strfmt("shell,v2,raw:%s", command);
    bool ok = at_adb_stream_open(op, device, service,
                                 AT_ADB_PACKET_MAX_BYTES + 128 * AT_KIB,
                                 &stream, err);
    reading->opened_ns = at_now_ns();
    ok = ok && read_shell2(op, &stream, input, reading, err);
    at_adb_stream_deinit(&stream);
    free(service);
    return ok;
}

// Without packets the command ends with the stream, whether it is complete or
// was lost.
static bool
run_plain(const struct at_op *op, struct at_adb_device *device,
          const char *service, struct at_str input,
          const struct at_adb_listener *listener, struct at_err *err)
{
    struct at_adb_stream stream;
    bool ok =
        at_adb_stream_open(op, device, service, 64 * AT_KIB, &stream, err) &&
        at_adb_stream_send(op, &stream, input, err);
    bool more = true;
    for (;;) {
        if (ok && stream.in.len > 0)
            more = listener->printed(listener->user, false,
                                     at_buf_str(&stream.in));
        if (!ok || !more || stream.ended)
            break;
        at_buf_clear(&stream.in);
        ok = at_adb_stream_read(op, &stream, err);
    }
    at_adb_stream_deinit(&stream);
    return ok;
}

// Send input, then read up to the end of the stream, straight into out.
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

// Report which limit a command has reached.
static void
name_limit(const struct at_op *op, const struct at_adb_device *device,
           struct at_err *err)
{
    if (err && err->code == AT_ETIMEOUT && device->adb.command_ms > 0 &&
        at_op_check(op, NULL))
        at_err_add(err, "AGENTEST_COMMAND_TIMEOUT_MS is %lld",
                   (long long)device->adb.command_ms);
}

// Apply the user's limit for one command.
static struct at_op
command_op(const struct at_op *op, const struct at_adb_device *device)
{
    int64_t ms = device->adb.command_ms;
    return ms > 0 ? at_op_sub(op, at_now_ns(), ms) : *op;
}

static bool
collect(void *user, bool is_err, struct at_str piece)
{
    struct at_adb_result *result = user;
    return at_buf_add_str(is_err ? &result->err : &result->out, piece);
}

static bool
run_collected(const struct at_op *op, struct at_adb_device *device,
              const char *command, struct at_adb_result *result,
              struct at_err *err)
{
    struct at_adb_listener listener = {collect, result};
    struct reading reading = {.listener = &listener, .exit_status = -1};
    bool ok = run_shell2(op, device, command, NO_INPUT, &reading, err);
    result->exit_status = reading.exit_status;
    result->opened_ns = reading.opened_ns;
    if (ok && (result->out.overflow || result->err.overflow))
        ok = at_fail(err, AT_ELIMIT, "it printed more than %zu bytes",
                     result->out.max);
    return ok;
}

static const char end_mark[] = "agentest:end";

// Cut the end mark off the output. Returns false if it is not there.
static bool
take_mark(struct at_buf *out)
{
    struct at_str text = at_str_trim(at_buf_str(out));
    if (!at_str_ends(text, at_str(end_mark)))
        return false;
    size_t end = (size_t)(text.ptr - out->data) + text.len;
    at_buf_cut(out, end - (sizeof(end_mark) - 1));
    return true;
}

// Without packets, a stream that ends may be complete or lost. A mark that the
// command prints last distinguishes them.
static bool
run_marked(const struct at_op *op, struct at_adb_device *device,
           const char *command, struct at_adb_result *result,
           struct at_err *err)
{
    char *service = at_strfmt("shell:%s; echo %s", command, end_mark);
    size_t max = result->out.max;
    result->opened_ns = at_now_ns();
    result->out.max += sizeof(end_mark) + 1; // its line may end in CR LF
    bool ok = run_raw(op, device, service, at_str(NULL), &result->out, err);
    free(service);
    if (ok && !take_mark(&result->out))
        ok = at_fail(err, AT_ENODEV, "the connection was lost before it ended");
    result->out.max = max;
    if (result->out.len > max) {
        at_buf_cut(&result->out, max);
        ok = at_fail(err, AT_ELIMIT, "more than %zu bytes came", max);
    }
    return ok;
}

bool
at_adb_shell(const struct at_op *op, struct at_adb_device *device,
             const char *command, struct at_adb_result *result,
             struct at_err *err)
{
    struct at_op mine = command_op(op, device);
    bool ok = at_adb_features(&mine, device, err);
    int64_t began_ns = at_now_ns();
    if (ok)
        ok = device->has_shell_v2
                 ? run_collected(&mine, device, command, result, err)
                 : run_marked(&mine, device, command, result, err);
    if (!ok) {
        name_limit(op, device, err);
        at_adb_err_command(err, device, command);
    }
    at_adb_command_ended("shell", command, began_ns, ok, err);
    return ok;
}

struct streaming {
    const char *command;
    const char *plain;    // the service without packets: "shell", "exec"
    struct at_str input;  // sent unchanged
    struct at_str packet; // … with packets
    const struct at_adb_listener *listener;
};

static bool
run_streaming(const struct at_op *op, struct at_adb_device *device,
              const struct streaming *run, int *out_exit_status,
              struct at_err *err)
{
    struct reading reading = {.listener = run->listener, .exit_status = -1};
    char *service = at_strfmt("%s:%s", run->plain, run->command);
    int64_t began_ns = at_now_ns();
    bool ok =
        at_adb_features(op, device, err) &&
        (device->has_shell_v2
             ? run_shell2(op, device, run->command, run->packet, &reading, err)
             : run_plain(op, device, service, run->input, run->listener, err));
    *out_exit_status = reading.exit_status;
    if (!ok)
        at_adb_err_command(err, device, run->command);
    at_adb_command_ended("shell", run->command, began_ns, ok, err);
    free(service);
    return ok;
}

bool
at_adb_shell_stream(const struct at_op *op, struct at_adb_device *device,
                    const char *command, const struct at_adb_listener *listener,
                    int *out_exit_status, struct at_err *err)
{
    const struct streaming run = {.command = command,
                                  .plain = "shell",
                                  .packet = NO_INPUT,
                                  .listener = listener};
    return run_streaming(op, device, &run, out_exit_status, err);
}

bool
at_adb_shell_fed(const struct at_op *op, struct at_adb_device *device,
                 const struct at_adb_fed *fed,
                 const struct at_adb_listener *listener, int *out_exit_status,
                 struct at_err *err)
{
    struct at_buf packet = AT_BUF_INIT(AT_ADB_FED_MAX_BYTES + 8);
    *out_exit_status = -1;
    if (fed->input.len > AT_ADB_FED_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "an input of %zu bytes, at most %d",
                       fed->input.len, AT_ADB_FED_MAX_BYTES);
    at_assert(at_shell2_write(&packet, AT_SHELL2_STDIN, fed->input));
    const struct streaming run = {.command = fed->command,
                                  .plain = "exec",
                                  .input = fed->input,
                                  .packet = at_buf_str(&packet),
                                  .listener = listener};
    bool ok = run_streaming(op, device, &run, out_exit_status, err);
    at_buf_deinit(&packet);
    return ok;
}

bool
at_adb_exec(const struct at_op *op, struct at_adb_device *device,
            const char *command, struct at_str input, struct at_buf *out,
            struct at_err *err)
{
    struct at_op mine = command_op(op, device);
    int64_t began_ns = at_now_ns();
    char *service = at_strfmt("exec:%s", command);
    bool ok = run_raw(&mine, device, service, input, out, err);
    free(service);
    if (!ok) {
        name_limit(op, device, err);
        at_adb_err_command(err, device, command);
    }
    at_adb_command_ended("exec", command, began_ns, ok, err);
    return ok;
}
