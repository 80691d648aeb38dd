// io.h: input and output of a command: ends, and pipes between commands
#ifndef VIRTUAL_ANDROID_SHELL_IO_H
#define VIRTUAL_ANDROID_SHELL_IO_H

#include "base/buf.h"
#include "virtual-android/shell/command.h"

struct vd_pipe;

enum vd_end_kind {
    VD_END_NULL, // reads nothing, takes everything
    VD_END_IO,   // another io, under the descriptor number fd
    VD_END_FILE, // fd is this machine's
    VD_END_BUF,
    VD_END_PIPE,
};

struct vd_end {
    enum vd_end_kind kind;
    int fd;
    struct vd_io *io;     // borrowed
    struct at_buf *buf;   // borrowed
    struct vd_pipe *pipe; // borrowed
};

struct vd_shell_io {
    struct vd_io io; // first: commands see this
    struct vd_io *base;
    struct vd_end in;
    struct vd_end out[2]; // descriptors 1 and 2
};

// All three ends are base's.
void vd_shell_io_init(struct vd_shell_io *io, struct vd_io *base);
// A copy whose ends the caller may change.
void vd_shell_io_copy(struct vd_shell_io *io, const struct vd_shell_io *from);

// Bytes from one command to the next. The left command's waits end once the
// right one is gone.
struct vd_pipe *vd_pipe_new(struct at_cancel *parent); // NULL: no descriptors
void vd_pipe_free(struct vd_pipe *pipe);
struct at_cancel *vd_pipe_cancel(struct vd_pipe *pipe);
void vd_pipe_end_writer(struct vd_pipe *pipe);
void vd_pipe_end_reader(struct vd_pipe *pipe);
size_t vd_pipe_read(struct vd_pipe *pipe, void *buf, size_t cap);
bool vd_pipe_write(struct vd_pipe *pipe, const void *ptr, size_t len);
void vd_pipe_hush(struct vd_pipe *pipe, bool on); // vd_io's hush

#endif
