// sync.h: the sources of one device's app, asked together
//
// One thread at a time. Nothing is started before at_sync_follow(), and nothing
// for an app to which no source applies.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_SYNC_H
#define AT_DEVICE_ANDROID_FRAMEWORK_SYNC_H

#include "device/android/framework/channel.h"

struct at_sync;

// Time for a source that a reading of the screen is the first to need.
enum { AT_SYNC_MEET_MS = 300 };

// ground: the device, without an app. sources: rows up to NULL; NULL: the
// program's own.
struct at_sync *at_sync_new(const struct at_source_ground *ground,
                            const struct at_sync_source *const *sources);
void at_sync_free(struct at_sync *sync); // NULL is allowed

// Attach to the app's sources in the background and return at once. If the app
// is followed already, this is its next launch. app NULL detaches all.
void at_sync_follow(struct at_sync *sync, const struct at_sync_app *app);
// See device_ops.h: sync_*. sync may be NULL in these and all functions below.
void at_sync_meet(const struct at_op *op, struct at_sync *sync);
AT_CHECKED bool at_sync_wait(const struct at_op *op, struct at_sync *sync,
                             struct at_sync_report *out, struct at_err *err);
// An input is about to be sent: earlier readings may no longer hold.
void at_sync_note_input(struct at_sync *sync);
// Add the sources' elements and names to the tree of a new reading, which lacks
// query. A source is waited for as long as its row allows; a later result is
// used by the next reading of the same screen, if its row says that it still
// holds then. Missing results are noted in the tree's gaps. The additions are
// appended to out_kept (screen/overlay_json.h), which may be NULL.
void at_sync_complete(const struct at_op *op, struct at_sync *sync,
                      const struct at_overlay_query *query,
                      struct at_tree *tree, struct at_buf *out_kept);
size_t at_sync_attached(struct at_sync *sync,
                        const char *out[AT_SYNC_SOURCES_MAX]);
// List the sources that are attached, being attached, or tried again.
size_t at_sync_sources(struct at_sync *sync,
                       const char *out[AT_SYNC_SOURCES_MAX]);
void at_sync_lines(struct at_sync *sync, struct at_argv *out);

#endif
