// views.h: pictures of devices for their viewers
//
// A device has a view from the first request for its picture until shortly
// after the last one; then its thread ends and its connection is closed. A
// client that waits for a change has no thread: it is called back.
//
// While a run has the device, the pictures of the run are frames too. The run's
// helper reports changes of the screen; without one the view asks the device
// seldom, for at most a fifth of the device's time. While the run has secrets,
// the device is not asked, because only the run knows what to cover. Any thread
// may call.
#ifndef AT_TESTER_VIEW_VIEWS_H
#define AT_TESTER_VIEW_VIEWS_H

#include "base/err.h"
#include "base/op.h"
#include "device/platform.h"
#include "tester/devices.h"
#include "tester/view/frame.h"

struct at_views;
struct at_streams;

// platforms is borrowed and ends with NULL.
struct at_views *at_views_new(const struct at_platform *const *platforms);
// Close all views, call back all waiters, and wait for the views' ends. One
// thread calls it; no waiter is called after that.
void at_views_stop(struct at_views *views);
void at_views_free(struct at_views *views); // NULL is allowed; after stop
// Those of the same devices; borrowed. The views end them.
struct at_streams *at_views_streams(const struct at_views *views);

struct at_view_wanted {
    char device[AT_DEVICE_ID_MAX];
    int64_t after;       // the frame that the client has; 0: none
    int64_t deadline_ns; // end of its wait
};

// Get the newest frame if it is another one than the client has, which the
// caller lets go of; otherwise *out is NULL. Makes the view. AT_ENOTFOUND and
// AT_ENODEV as at_devices_find(), AT_ELIMIT: too many devices are looked at.
AT_CHECKED bool at_views_look(const struct at_op *op, struct at_views *views,
                              const struct at_view_wanted *wanted,
                              struct at_frame **out, struct at_err *err);

// A waiting client; its memory is the caller's.
struct at_view_waiter {
    // Called once, from another thread and without a lock, if the frame, the
    // view or the deadline has changed what at_views_look() would say.
    void (*wake)(void *user);
    void *user;
    // Set by at_views_wait().
    struct at_view_wanted wanted;
    bool waits;
    struct at_view_waiter *next;
};

// Return false if the caller must look again at once: it is not called back.
bool at_views_wait(struct at_views *views, const struct at_view_wanted *wanted,
                   struct at_view_waiter *waiter);
// Return true if the waiter will not be called, false if it was or is about to
// be.
bool at_views_leave(struct at_views *views, struct at_view_waiter *waiter);

// Publish a picture of the device by a run or a person that has it. Costs
// nothing without viewers. Returns the number of its frame; 0: no viewers.
int64_t at_views_publish(struct at_views *views, const char *device,
                         struct at_str png, bool by_run);

// Return true if the device has viewers.
bool at_views_has(struct at_views *views, const char *device);

// A run has the device from now on, until at_views_end_run().
void at_views_begin_run(struct at_views *views, const char *device,
                        bool has_secrets);
void at_views_end_run(struct at_views *views, const char *device);
// Clients need no token: of a device on which a secret was typed they get only
// pictures in which it is covered, also once the run is over.
void at_views_open_to_all(struct at_views *views);
// A secret is about to be typed on the device.
void at_views_note_secret(struct at_views *views, const char *device);

// Why nothing but pictures in which secrets are covered is shown of a device.
enum at_view_cover {
    AT_VIEW_OPEN,  // it is shown as it is
    AT_VIEW_RUN,   // the run that has it uses secrets
    AT_VIEW_TYPED, // a secret was typed there: see at_views_open_to_all()
};
enum at_view_cover at_views_cover(struct at_views *views, const char *device);

// The number of devices that are looked at.
size_t at_views_count(struct at_views *views);

#endif
