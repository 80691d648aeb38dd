// console_priv.h: a line of the console and what answers it
#ifndef VIRTUAL_ANDROID_CONSOLE_PRIV_H
#define VIRTUAL_ANDROID_CONSOLE_PRIV_H

#include "base/buf.h"
#include "base/str.h"
#include "virtual-android/console.h"

struct va_console_call {
    const struct va_console_opts *opts;
    struct at_str rest; // the words after the command's name; borrowed
    struct at_buf *out; // lines of the answer, each ended by "\r\n"
    bool hang_up;       // set: close after the answer
};

struct va_console_command {
    const char *name; // one word or two
    const char *help;
    bool early; // allowed before `auth`
    // false with err set: "KO: <err>".
    bool (*run)(struct va_console_call *call, struct at_err *err);
};

extern const struct va_console_command va_console_commands[]; // up to no name
extern const struct va_console_command va_virtual_commands[];

// The next blank-separated word; false at the end.
bool va_console_word(struct at_str *rest, struct at_str *out);

#endif
