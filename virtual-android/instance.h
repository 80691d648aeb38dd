// instance.h: one virtual device with all its parts: state, adbd, console
#ifndef VIRTUAL_ANDROID_INSTANCE_H
#define VIRTUAL_ANDROID_INSTANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "virtual-android/device.h"

struct at_cancel;
struct va_instance;

struct va_instance_opts {
    struct va_device_opts device; // serial, files and ports are set here
    const char *root;             // folder of its files; NULL: temporary
    uint16_t port;                // of the console, adbd's is one up; 0: free
    const char *const *faults;    // "NAME" or "NAME=COUNT", up to NULL
    struct at_cancel *cancel;     // borrowed; fire it before va_instance_free()
};

AT_CHECKED bool va_instance_open(const struct va_instance_opts *opts,
                                 struct va_instance **out, struct at_err *err);
const char *va_instance_serial(const struct va_instance *instance);
uint16_t va_instance_port(const struct va_instance *instance); // console's
void va_instance_free(struct va_instance *instance); // NULL is allowed

#endif
