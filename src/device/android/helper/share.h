// share.h: one resident helper on a device, shared by programs of this user
//
// The program that starts the helper holds the lease "helper-SERIAL"
// (sys/lock.h) while it runs, and publishes the helper's address in a record
// next to the lease. When its process ends, the lease ends, and so does the
// helper, because its input ends; a record is valid only while the process that
// wrote it holds the lease.
#ifndef AT_DEVICE_ANDROID_HELPER_SHARE_H
#define AT_DEVICE_ANDROID_HELPER_SHARE_H

#include "base/op.h"
#include "device/android/helper/link.h"

struct at_helper_share;

struct at_helper_record {
    char service[64]; // "localabstract:agentest-…"
    char token[AT_HELPER_TOKEN_LEN + 1];
    char jar[65];     // its hash
    char server[128]; // the adb server of the program that started it
    long pid;         // id of that program
};

// Get the lease (*out), or else the record of its holder (*out NULL), and wait
// until one of both is to be had. AT_EBUSY names a holder that does not publish
// for too long; AT_EIO if leases cannot be used here.
AT_CHECKED bool at_helper_share_enter(const struct at_op *op,
                                      const char *serial,
                                      struct at_helper_share **out,
                                      struct at_helper_record *record,
                                      struct at_err *err);
// Read the record if its writer holds the lease. Waits for nothing.
bool at_helper_share_look(const char *serial, struct at_helper_record *out);

// A start begins, and an ended one: the lease is kept for another start, unless
// the helper was published. Another program may then start its own.
void at_helper_share_begun(struct at_helper_share *share);
void at_helper_share_ended(struct at_helper_share *share);

// Write the record, unless that helper has ended; pid is set here.
AT_CHECKED bool at_helper_share_publish(struct at_helper_share *share,
                                        const struct at_helper_record *record,
                                        struct at_err *err);
// Record that another program attached.
void at_helper_share_touch(const char *serial);

// Remove the record: no further program attaches.
void at_helper_share_withdraw(struct at_helper_share *share);
// Remove the record and give the lease back. Any thread; twice is allowed.
void at_helper_share_end(struct at_helper_share *share);
void at_helper_share_free(struct at_helper_share *share); // NULL is allowed

#endif
