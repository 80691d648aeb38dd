// channel.h: one source on its own thread, asked by its owner with a deadline
//
// The thread attaches to the app, again with growing pauses when that fails,
// takes the source's events and serves one job at a time. The owner never waits
// for a source beyond its own deadline: the thread drops a job that was given
// up.
//
//   ATTACHING  attached                                  ATTACHED
//              AT_EUNSUPPORTED, and it never was         OVER
//              another failure: after a pause            ATTACHING
//   ATTACHED   no answer within the source's answer_ms   SILENT, unless it is
//                                                        waited for and has
//                                                        answered that it works
//              the source fails                          ATTACHING, after a
//                                                        pause, which grows if
//                                                        it was short
//              no reading within its read_max_ms, if it  ATTACHED, and readings
//              has one                                   are refused for a time
//   SILENT     it answers (it is asked each second, or   ATTACHED
//              when an event comes)
//   OVER       stays so until the channel is freed
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_CHANNEL_H
#define AT_DEVICE_ANDROID_FRAMEWORK_CHANNEL_H

#include "base/argv.h"
#include "device/android/framework/source.h"
#include "sys/wake.h"

struct at_channel;

// Start the thread. told is posted when a job ends or the state changes;
// borrowed. ground is copied except for note and user, which the channel
// replaces. NULL with err if no descriptor or thread is left.
struct at_channel *at_channel_new(const struct at_sync_source *source,
                                  const struct at_source_ground *ground,
                                  struct at_wake *told, struct at_err *err);
// Ends the source's operations, joins the thread. NULL is allowed.
void at_channel_free(struct at_channel *channel);

const struct at_sync_source *at_channel_source(
    const struct at_channel *channel);
bool at_channel_is_attached(struct at_channel *channel); // SILENT is not
// Return true if it is attached, and has answered.
bool at_channel_answers(struct at_channel *channel);
// Return why the latest attempt to attach failed; AT_OK if none has.
enum at_code at_channel_failed_code(struct at_channel *channel);
// Return true if the first attempt has ended, and any that at_channel_hurry()
// requested.
bool at_channel_has_met(struct at_channel *channel);
bool at_channel_is_over(struct at_channel *channel);
// The app was restarted: retry an unattached source immediately, except one
// held by another debugger.
void at_channel_hurry(struct at_channel *channel);

// Post a job; the one before it is given up. wait: until the app is idle or
// deadline_ns. read: fill the query, within the source's read_max_ms or
// answer_ms. False if the source is not attached; a reading is also refused for
// some time after one that took longer than read_max_ms.
bool at_channel_post_wait(struct at_channel *channel, int64_t deadline_ns);
bool at_channel_post_read(struct at_channel *channel,
                          const struct at_overlay_query *query);
// Return true if the job has ended, or the source failed.
bool at_channel_is_done(struct at_channel *channel);

struct at_channel_answer {
    bool answered; // at least once
    // The app does nothing to wait for, or its source was lost since.
    bool idle;
    struct at_pending_list waited; // items to wait for at the first answer
    struct at_pending_list still;  // all items at the last answer
};
// Take the result of the wait, ended or given up now. Items that outlasted the
// wait are ignored from now on.
void at_channel_take_wait(struct at_channel *channel,
                          struct at_channel_answer *out);

// A source's newest reading. The channel keeps it even if the owner did not
// wait for its end.
struct at_channel_reading {
    bool ended;                 // else all of it is empty
    struct at_overlay *overlay; // NULL: the source has nothing for the query
    uint64_t key;               // the query's key
    int64_t began_ns;
};
// Take the result of the newest reading that has ended; the caller owns its
// overlay. A running one continues.
void at_channel_take_reading(struct at_channel *channel,
                             struct at_channel_reading *out);

// Add a line of diagnostics to those of the source.
void at_channel_add_line(struct at_channel *channel, const char *text);
// Move the lines of diagnostics since the last call to out, with the tag.
void at_channel_lines(struct at_channel *channel, struct at_argv *out);

#endif
