#include "virtual-android/model/spawned.h"

#include <signal.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "virtual-android/model/lifecycle.h"
#include "virtual-android/model/state.h"

struct vd_spawned {
    struct vd_spawned *next;
    int pid;
    char *args;               // owned
    struct at_cancel *killed; // borrowed
    int signal;               // signal that killed it; 0: none
};

static struct vd_spawned **
find(struct vd_device *device, int pid)
{
    struct vd_spawned **at = &device->spawned;
    while (*at && (*at)->pid != pid)
        at = &(*at)->next;
    return at;
}

int
vd_device_spawn(struct vd_device *device, const char *args,
                struct at_cancel *killed)
{
    struct vd_spawned *spawned = at_alloc(sizeof(*spawned));
    spawned->args = at_strdup(args);
    spawned->killed = killed;
    vd_lock(device);
    spawned->pid = vd_app_new_pid(device);
    *find(device, 0) = spawned;
    vd_unlock(device);
    return spawned->pid;
}

int
vd_device_reap(struct vd_device *device, int pid)
{
    vd_lock(device);
    struct vd_spawned **at = find(device, pid);
    struct vd_spawned *spawned = *at;
    if (spawned)
        *at = spawned->next;
    vd_unlock(device);
    int signal = spawned ? spawned->signal : 0;
    if (spawned)
        free(spawned->args);
    free(spawned);
    return signal;
}

static void
kill_it(struct vd_spawned *spawned, int number)
{
    if (spawned->signal == 0)
        spawned->signal = number;
    at_cancel_fire(spawned->killed);
}

bool
vd_device_kill(struct vd_device *device, int pid, int number)
{
    vd_lock(device);
    struct vd_spawned *spawned = pid ? *find(device, pid) : NULL;
    if (spawned)
        kill_it(spawned, number);
    vd_unlock(device);
    return spawned != NULL;
}

bool
vd_device_kill_matching(struct vd_device *device,
                        bool (*matches)(void *arg, const char *args), void *arg)
{
    bool found = false;
    vd_lock(device);
    for (struct vd_spawned *at = device->spawned; at; at = at->next) {
        if (!matches(arg, at->args))
            continue;
        kill_it(at, SIGTERM);
        found = true;
    }
    vd_unlock(device);
    return found;
}

struct vd_spawned_process *
vd_device_spawned(struct vd_device *device, size_t *out_count)
{
    struct vd_spawned_process *list = NULL;
    size_t count = 0;
    vd_lock(device);
    for (struct vd_spawned *at = device->spawned; at; at = at->next) {
        list = at_realloc_array(list, count + 1, sizeof(*list));
        list[count++] =
            (struct vd_spawned_process){at->pid, at_strdup(at->args)};
    }
    vd_unlock(device);
    *out_count = count;
    return list;
}

void
vd_spawned_free(struct vd_spawned_process *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i].args);
    free(list);
}
