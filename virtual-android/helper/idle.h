// idle.h: wait until no accessibility event has come for a while
#ifndef VIRTUAL_ANDROID_HELPER_IDLE_H
#define VIRTUAL_ANDROID_HELPER_IDLE_H

#include "virtual-android/helper/api.h"

struct vd_idle {
    int32_t timeout_ms;
    int32_t quiet_ms;
    struct at_str package; // borrowed from the request
    int32_t change_ms;     // limit for a first event, numbered since (0: from
                           // the
    int32_t since;         // request on) or higher
};
bool vd_idle_read(struct vd_fields *fields, struct vd_idle *out);
// Wait and write the members of IDLE. Events count from number seq on. Returns
// false if the process was killed.
bool vd_idle_wait(struct vd_api *api, const struct vd_idle *idle, uint64_t seq,
                  struct vd_writer *w);
// A wait until it has been silent for as long as idle says.
struct vd_silence {
    const struct vd_idle *idle;
    uint64_t seq;     // first event that counts
    int64_t began_ms; // a first event is waited for from then on
    int64_t from_ms;  // start of the silence
    int64_t end_ms;
    int64_t known_ms; // an event after this ends the wait
};
// Returns false if the process was killed.
bool vd_idle_until(struct vd_api *api, const struct vd_silence *silence,
                   bool *out_silent);
void vd_idle_put(struct vd_api *api, const char *reason, int64_t waited_ms,
                 uint64_t seq, struct vd_writer *w);
// Return true if the app in front has reported what it drew since event seq.
bool vd_idle_is_told(struct vd_api *api, uint64_t seq);
// The time of the latest event that counts, or 0; and the time now.
int64_t vd_idle_last_ms(struct vd_api *api, const struct vd_idle *idle,
                        uint64_t seq);
int64_t vd_idle_now_ms(struct vd_api *api);
uint64_t vd_next_seq(struct vd_api *api);

#endif
