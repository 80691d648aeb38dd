// journal.h: which services were opened on the virtual device, for tests
//
// One line for each service, oldest first; the oldest are dropped once there
// are VD_JOURNAL_MAX_LINES. One mutex guards it.
#ifndef VIRTUAL_ANDROID_ADBD_JOURNAL_H
#define VIRTUAL_ANDROID_ADBD_JOURNAL_H

#include "base/buf.h"

struct vd_journal;

struct vd_journal *vd_journal_new(void);
void vd_journal_free(struct vd_journal *journal); // NULL is allowed

// Control bytes are escaped to keep a service on one line.
void vd_journal_add(struct vd_journal *journal, struct at_str service);
void vd_journal_clear(struct vd_journal *journal);
// Append every line, each ended by CR and LF as on the console.
void vd_journal_write(struct vd_journal *journal, struct at_buf *out);

#endif
