// call.h: a line of the console and the command that answers it
#ifndef VIRTUAL_ANDROID_CONSOLE_CALL_H
#define VIRTUAL_ANDROID_CONSOLE_CALL_H

#include "base/buf.h"
#include "base/str.h"
#include "virtual-android/console/console.h"

struct vd_console_call {
    const struct vd_console_opts *opts;
    struct at_str rest; // the words after the command's name; borrowed
    struct at_buf *out; // lines of the answer, each ended by "\r\n"
    bool hang_up;       // set: close after the answer
    bool end_program;   // set: end the whole program, as an emulator does
};

struct vd_console_command {
    const char *name; // one word or two
    const char *help;
    bool early; // allowed before `auth`
    // Returns false with err set for "KO: <err>".
    bool (*run)(struct vd_console_call *call, struct at_err *err);
};

// Take the next blank-separated word. Returns false at the end.
bool vd_console_word(struct at_str *rest, struct at_str *out);

#endif
