// console.h: the emulator's console of the virtual device
//
// Each line is a command; an answer ends with "OK" or is a line with "KO:". In
// addition to the emulator's commands there is `virtual ...`, for tests (`help
// virtual`).
#ifndef VIRTUAL_ANDROID_CONSOLE_CONSOLE_H
#define VIRTUAL_ANDROID_CONSOLE_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/err.h"

struct at_cancel;
struct vd_adbd;
struct vd_console;
struct vd_device;
struct vd_journal;
struct vd_ports;

struct vd_console_opts {
    struct vd_device *device; // borrowed, like all of these
    struct vd_adbd *adbd;     // notified when faults change
    struct vd_journal *journal;
    struct vd_ports *ports;
    struct at_cancel *cancel; // fired: the console ends
    int listen_fd;            // taken, also on failure
};

AT_CHECKED bool vd_console_open(const struct vd_console_opts *opts,
                                struct vd_console **out, struct at_err *err);
void vd_console_free(struct vd_console *console); // NULL is allowed

#endif
