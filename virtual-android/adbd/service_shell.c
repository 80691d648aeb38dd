// shell: and exec:, with or without the packets of shell protocol 2
#include <string.h>

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "virtual-android/adbd/service.h"
#include "virtual-android/adbd/stream.h"
#include "virtual-android/model/device.h"
#include "virtual-android/programs.h"
#include "virtual-android/shell/shell.h"
#include "wire/shell2.h"

enum {
    READ_BYTES = 65536,
    PACKET_BYTES = 32768,
    // The fault slow-bytes: so many bytes one by one, the rest in pieces that
    // end anywhere. Each piece waits until it was received, so a whole screen
    // byte by byte would take seconds on a busy machine.
    TRICKLE_BYTES = 2048,
    TRICKLE_PIECE_BYTES = 61,
};

struct shell {
    struct vd_io io; // first: the shell's io is this
    struct vd_stream *stream;
    bool packets;        // shell protocol 2
    bool slow;           // fault slow-bytes
    bool stalled;        // fault stall
    bool input_over;     // the client closed its input
    struct at_buf in;    // packets not yet parsed
    struct at_buf input; // bytes for the command, from input_at on
    size_t input_at;
    size_t trickled; // bytes written under slow-bytes
};

// Move the input from the packets that have come to the buffer that is read.
static void
parse_packets(struct shell *shell)
{
    struct at_shell2_packet packet;
    size_t used;
    enum at_parse step;
    at_buf_clear(&shell->input);
    shell->input_at = 0;
    while ((step = at_shell2_parse(at_buf_str(&shell->in), &packet, &used)) ==
           AT_PARSE_DONE) {
        if (packet.id == AT_SHELL2_STDIN)
            at_buf_add_str(&shell->input, packet.data);
        else if (packet.id == AT_SHELL2_CLOSE_STDIN)
            shell->input_over = true;
        at_buf_drop(&shell->in, used);
    }
    if (step == AT_PARSE_BAD)
        shell->input_over = true;
}

static size_t
take_input(struct shell *shell, void *buf, size_t cap)
{
    size_t len = shell->input.len - shell->input_at;
    if (len > cap)
        len = cap;
    if (len > 0)
        memcpy(buf, shell->input.data + shell->input_at, len);
    shell->input_at += len;
    return len;
}

static size_t
io_read(struct vd_io *io, void *buf, size_t cap)
{
    struct shell *shell = (struct shell *)io;
    if (!shell->packets)
        return vd_stream_read(shell->stream, buf, cap);
    for (;;) {
        size_t len = take_input(shell, buf, cap);
        if (len > 0 || shell->input_over)
            return len;
        char *room = at_buf_reserve(&shell->in, READ_BYTES);
        len = room ? vd_stream_read(shell->stream, room, READ_BYTES) : 0;
        if (len == 0)
            return 0;
        shell->in.len += len;
        parse_packets(shell);
    }
}

static bool
write_packets(struct shell *shell, int fd, const char *ptr, size_t len)
{
    struct at_buf out = AT_BUF_INIT(PACKET_BYTES + 16);
    bool ok = true;
    while (ok && len > 0) {
        size_t part = len < PACKET_BYTES ? len : PACKET_BYTES;
        at_buf_clear(&out);
        ok =
            at_shell2_write(&out, (enum at_shell2_id)fd, at_str_n(ptr, part)) &&
            vd_stream_write(shell->stream, out.data, out.len);
        ptr += part;
        len -= part;
    }
    at_buf_deinit(&out);
    return ok;
}

static bool
write_plain(struct shell *shell, int fd, const void *ptr, size_t len)
{
    return shell->packets ? write_packets(shell, fd, ptr, len)
                          : vd_stream_write(shell->stream, ptr, len);
}

static bool
write_trickling(struct shell *shell, int fd, const char *ptr, size_t len)
{
    bool ok = true;
    while (ok && len > 0) {
        size_t part = shell->trickled < TRICKLE_BYTES ? 1 : TRICKLE_PIECE_BYTES;
        if (part > len)
            part = len;
        ok =
            write_plain(shell, fd, ptr, part) && vd_stream_drain(shell->stream);
        shell->trickled += part;
        ptr += part;
        len -= part;
    }
    return ok;
}

static bool
io_write(struct vd_io *io, int fd, const void *ptr, size_t len)
{
    struct shell *shell = (struct shell *)io;
    if (shell->stalled)
        return io->wait(io, INT64_MAX);
    return shell->slow ? write_trickling(shell, fd, ptr, len)
                       : write_plain(shell, fd, ptr, len);
}

static bool
io_wait(struct vd_io *io, int64_t ms)
{
    struct at_op op = {AT_NEVER_NS, io->cancel};
    int64_t until_ns = ms > INT64_MAX / AT_NS_PER_MS / 2
                           ? AT_NEVER_NS
                           : at_now_ns() + ms * AT_NS_PER_MS;
    return at_op_wait_until(&op, until_ns, NULL);
}

static void
io_hush(struct vd_io *io, bool on)
{
    vd_stream_hush(((struct shell *)io)->stream, on);
}

// adbd sends SIGHUP over the shell protocol and to a terminal's process, and
// only closes the input of any other.
static void
run_shell(struct vd_stream *stream, bool packets, bool hangs_up,
          const char *line)
{
    struct vd_device *device = vd_stream_device(stream);
    struct shell shell = {
        .io = {.read = io_read,
               .write = io_write,
               .wait = io_wait,
               .cancel = vd_stream_cancel(stream),
               .files = vd_device_files(device),
               .programs = vd_programs,
               .hush = io_hush,
               .adbd = vd_stream_adbd(stream),
               .hangs_up = hangs_up},
        .stream = stream,
        .packets = packets,
        .slow = vd_device_take_fault(device, "slow-bytes"),
        .stalled = vd_device_take_fault(device, "stall"),
        .in = AT_BUF_INIT(2 * AT_ADB_PACKET_MAX_BYTES),
        .input = AT_BUF_INIT(2 * AT_ADB_PACKET_MAX_BYTES),
    };
    vd_stream_accept(stream);
    int status = line[0] ? vd_shell_run(device, &shell.io, "shell", line)
                         : vd_shell_interactive(device, &shell.io, "shell");
    if (packets && !vd_device_take_fault(device, "drop-shell")) {
        struct at_buf out = AT_BUF_INIT(16);
        char byte = (char)status;
        if (at_shell2_write(&out, AT_SHELL2_EXIT, at_str_n(&byte, 1)))
            vd_stream_write(stream, out.data, out.len);
        at_buf_deinit(&out);
    }
    at_buf_deinit(&shell.in);
    at_buf_deinit(&shell.input);
}

void
vd_service_shell(struct vd_stream *stream, struct at_str words,
                 const char *rest)
{
    struct at_str word;
    bool packets = false;
    while (at_str_next(&words, ',', &word))
        packets = packets || at_str_is(word, "v2");
    run_shell(stream, packets, true, rest);
}

void
vd_service_exec(struct vd_stream *stream, struct at_str words, const char *rest)
{
    (void)words;
    run_shell(stream, false, false, rest);
}
