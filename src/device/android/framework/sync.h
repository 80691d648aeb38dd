// sync.h: the sources of one device's app, asked together
//
// One thread at a time. Nothing is started before at_sync_follow(), and nothing
// for an app to which no source applies.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_SYNC_H
#define AT_DEVICE_ANDROID_FRAMEWORK_SYNC_H

#include "device/android/framework/channel.h"

struct at_sync;

enum {
    AT_SYNC_NAMES_MS = 50,  // for the names of elements, of one reading
    AT_SYNC_PAGES_MS = 300, // for the elements of pages
};

// ground: the device, without an app. The rows of sources, with NULL at the
// end; NULL: those that the program has.
struct at_sync *at_sync_new(const struct at_source_ground *ground,
                            const struct at_sync_source *const *sources);
void at_sync_free(struct at_sync *sync); // NULL is allowed

// See device_ops.h: sync_*. sync may be NULL for all but follow.
void at_sync_follow(struct at_sync *sync, const struct at_sync_app *app);
void at_sync_meet(const struct at_op *op, struct at_sync *sync);
AT_CHECKED bool at_sync_wait(const struct at_op *op, struct at_sync *sync,
                             struct at_sync_report *out, struct at_err *err);
size_t at_sync_attached(struct at_sync *sync,
                        const char *out[AT_SYNC_SOURCES_MAX]);
void at_sync_lines(struct at_sync *sync, struct at_argv *out);

#endif
