// console.h: the emulator's console of the virtual device
//
// One line a command; answers end in "OK" or are a line with "KO:". Beside the
// emulator's own commands there is `virtual ...`, for tests (`help virtual`).
#ifndef VIRTUAL_ANDROID_CONSOLE_H
#define VIRTUAL_ANDROID_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/err.h"

struct at_cancel;
struct va_adbd;
struct va_console;
struct va_device;
struct va_journal;
struct va_ports;

struct va_console_opts {
    struct va_device *device; // borrowed, like all of these
    struct va_adbd *adbd;     // told when faults change
    struct va_journal *journal;
    struct va_ports *ports;
    struct at_cancel *cancel; // fired: the console ends
    int listen_fd;            // owned from now on, also on failure
};

AT_CHECKED bool va_console_open(const struct va_console_opts *opts,
                                struct va_console **out, struct at_err *err);
void va_console_free(struct va_console *console); // NULL is allowed

#endif
