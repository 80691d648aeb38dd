// api.h: code common to the helper's endpoints
//
// Several requests run at once; inputs, including those of steps, are
// serialised by the lock `inputs`.
#ifndef VIRTUAL_ANDROID_HELPER_API_H
#define VIRTUAL_ANDROID_HELPER_API_H

#include <pthread.h>

#include "virtual-android/model/device.h"
#include "virtual-android/helper/fields.h"
#include "virtual-android/helper/lifecycle.h"
#include "virtual-android/helper/server.h"
#include "virtual-android/helper/writer.h"
#include "wire/image.h"

enum { VD_HELPER_VERSION_MAX = 64, VD_TICKING_MAX = 64 };

// Results of earlier waits for quiet (quiet.h).
struct vd_quiet_memory {
    uint64_t ticking[VD_TICKING_MAX];
    size_t ticking_count;
    uint64_t suspects[VD_TICKING_MAX]; // differed last, and nothing else
    size_t suspect_count;
    uint64_t endured; // stayed empty, however long it was waited for; or 0
};

// Pictures of the screen that differ, numbered.
struct vd_frames {
    pthread_mutex_t lock; // guards all below
    int32_t number;
    struct at_image newest; // owned; without pixels: there was none
};

struct vd_api {
    struct vd_device *device;  // borrowed
    struct vd_lifecycle *life; // borrowed
    int pid;
    const char *args; // arguments of the process; borrowed
    uint64_t *ticket; // ticket for its UiAutomation; 0: released; under inputs
    bool is_resident;
    struct at_cancel *stalled;           // fired: nothing is answered any more
    char version[VD_HELPER_VERSION_MAX]; // version of the APK or jar
    int64_t version_code;
    pthread_mutex_t inputs;
    struct vd_frames frames;
    pthread_mutex_t learned; // guards the members below; a leaf lock
    struct vd_quiet_memory quiet;
    struct at_buf nodes; // owned: the tree that the client's cache holds
    int32_t renewals;    // renewals of the connection
    int64_t rootless_ns; // since when no tree had a root; 0: the last had one
};

// One request; an endpoint writes its members into the open object.
struct vd_exchange {
    struct vd_api *api;
    struct vd_fields fields;
    struct vd_answer *answer;
    struct vd_writer *w;
    struct vd_refusal *refusal;
};

// Wait for ms, or as long as `what` takes under the current profile. Return
// false if the process was killed in between.
bool vd_api_wait(struct vd_api *api, int64_t ms);
bool vd_api_simulate_latency(struct vd_api *api, const char *what);

// Report that the system has ended the UiAutomation. Returns false.
bool vd_lose_automation(struct vd_api *api, struct vd_refusal *refusal);
// Returns false where the device does not let this process inject input now.
bool vd_may_inject(struct vd_api *api, struct vd_refusal *refusal);
bool vd_refuse_undelivered(struct vd_refusal *refusal);

#endif
