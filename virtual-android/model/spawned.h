// spawned.h: the processes of Java programs that the shell has started
//
// Every function takes the device's lock. A program spawns itself, watches the
// token that it passed, and is reaped when it has ended.
#ifndef VIRTUAL_ANDROID_MODEL_SPAWNED_H
#define VIRTUAL_ANDROID_MODEL_SPAWNED_H

#include <stdbool.h>
#include <stddef.h>

struct at_cancel;
struct vd_device;

// args is the command line and is copied. killed is borrowed until
// vd_device_reap(). Returns the pid.
int vd_device_spawn(struct vd_device *device, const char *args,
                    struct at_cancel *killed);
// Returns the signal that has killed it; 0: none.
int vd_device_reap(struct vd_device *device, int pid);

// Kill it. Return false if it does not exist.
bool vd_device_kill(struct vd_device *device, int pid, int number);
// Kill each process whose command line matches. Return false if there is none.
bool vd_device_kill_matching(struct vd_device *device,
                             bool (*matches)(void *arg, const char *args),
                             void *arg);

struct vd_spawned_process {
    int pid;
    char *args; // owned
};
// Return a list of the running ones, oldest first, for vd_spawned_free().
struct vd_spawned_process *vd_device_spawned(struct vd_device *device,
                                             size_t *out_count);
void vd_spawned_free(struct vd_spawned_process *list, size_t count);

#endif
