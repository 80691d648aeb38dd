// instance.h: one virtual device with all its parts: state, adbd, console
#ifndef VIRTUAL_ANDROID_INSTANCE_H
#define VIRTUAL_ANDROID_INSTANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "virtual-android/model/device.h"

struct at_cancel;
struct vd_key;
struct vd_instance;

struct vd_instance_opts {
    struct vd_device_opts device; // serial, files and ports are set here
    const char *root;             // folder of its files; NULL: temporary
    uint16_t port;                // console port, adbd's is one higher; 0: free
    const char *const *faults;    // "NAME" or "NAME=COUNT", up to NULL
    const struct vd_key *key;     // borrowed; of adb's peers; NULL: any
    struct at_cancel *cancel;     // borrowed; fire it before vd_instance_free()
};

AT_CHECKED bool vd_instance_open(const struct vd_instance_opts *opts,
                                 struct vd_instance **out, struct at_err *err);
const char *vd_instance_serial(const struct vd_instance *instance);
uint16_t vd_instance_port(const struct vd_instance *instance); // console's
void vd_instance_free(struct vd_instance *instance); // NULL is allowed

#endif
