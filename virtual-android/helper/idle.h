// idle.h: wait until no accessibility event has come for a while
#ifndef VIRTUAL_ANDROID_HELPER_IDLE_H
#define VIRTUAL_ANDROID_HELPER_IDLE_H

#include "virtual-android/helper/api.h"

struct vd_idle {
    int32_t timeout_ms;
    int32_t quiet_ms;
    struct at_str package; // borrowed from the request
    int32_t change_ms;     // for a first event, numbered since (0: from the
    int32_t since;         // request on) or higher
};
bool vd_idle_read(struct vd_fields *fields, struct vd_idle *out);
// Wait and write the members of IDLE. Events count from number seq on. Returns
// false if the process was killed.
bool vd_idle_wait(struct vd_api *api, const struct vd_idle *idle, uint64_t seq,
                  struct vd_writer *w);
uint64_t vd_next_seq(struct vd_api *api);

#endif
