// shell_priv.h: what the files of the mini shell share; nobody else's
#ifndef VIRTUAL_ANDROID_SHELL_PRIV_H
#define VIRTUAL_ANDROID_SHELL_PRIV_H

#include <pthread.h>

#include "base/buf.h"
#include "virtual-android/command.h"
#include "virtual-android/shell.h"

// Input and output of a command

struct va_pipe;

enum va_end_kind {
    VA_END_NULL, // reads nothing, takes everything
    VA_END_IO,   // another io, under the descriptor number fd
    VA_END_FILE, // fd is this machine's
    VA_END_BUF,
    VA_END_PIPE,
};

struct va_end {
    enum va_end_kind kind;
    int fd;
    struct va_io *io;     // borrowed
    struct at_buf *buf;   // borrowed
    struct va_pipe *pipe; // borrowed
};

struct va_shell_io {
    struct va_io io; // first: commands see this
    struct va_io *base;
    struct va_end in;
    struct va_end out[2]; // of descriptors 1 and 2
};

// All three lead to base.
void va_shell_io_init(struct va_shell_io *io, struct va_io *base);
// The same ends, to be changed by the caller.
void va_shell_io_copy(struct va_shell_io *io, const struct va_shell_io *from);

// Bytes from one command to the next. Waits of the left command end once the
// right one is gone.
struct va_pipe *va_pipe_new(struct at_cancel *parent); // NULL: no descriptors
void va_pipe_free(struct va_pipe *pipe);
struct at_cancel *va_pipe_cancel(struct va_pipe *pipe);
void va_pipe_end_writer(struct va_pipe *pipe);
void va_pipe_end_reader(struct va_pipe *pipe);
size_t va_pipe_read(struct va_pipe *pipe, void *buf, size_t cap);
bool va_pipe_write(struct va_pipe *pipe, const void *ptr, size_t len);

// The running shell

struct va_var {
    struct va_var *next;
    char *name;
    char *value;
};

struct va_shell {
    struct va_device *device; // borrowed
    struct va_shell_io *io;   // borrowed; what commands get unless redirected
    const char *user;         // borrowed
    char *cwd;                // owned
    struct va_var *vars;      // owned
    int status;               // $?
    int sub_status;           // of the last $(...) of a command's words
    bool exiting;             // `exit` was run
};

void va_shell_init(struct va_shell *shell, struct va_device *device,
                   struct va_shell_io *io, const char *user);
void va_shell_copy(struct va_shell *shell, const struct va_shell *from,
                   struct va_shell_io *io);
void va_shell_deinit(struct va_shell *shell);
const char *va_shell_var(const struct va_shell *shell, const char *name);
void va_shell_set_var(struct va_shell *shell, struct at_str name,
                      struct at_str value);
void va_shell_error(struct va_shell *shell, const char *fmt, ...)
    AT_PRINTF(2, 3);

int va_shell_run_node(struct va_shell *shell, const struct va_sh *node);
int va_shell_run_text(struct va_shell *shell, struct at_str line);

// Words to texts

struct va_texts {
    char **list; // owned, up to NULL
    size_t len;
};

void va_texts_deinit(struct va_texts *texts);
void va_texts_add(struct va_texts *texts, struct at_str text);
// Fields of words, in order: split and matched against files as sh does.
// false where there are more than VA_SHELL_MAX_WORDS.
AT_CHECKED bool va_shell_expand(struct va_shell *shell,
                                const struct va_word *words,
                                struct va_texts *out);
// One word as one text. The caller owns it.
char *va_shell_expand_one(struct va_shell *shell, const struct va_word *word);

#endif
