// journal.h: which services were opened on the virtual device, for tests
//
// One line a service, oldest first; the oldest go once there are
// VA_JOURNAL_MAX_LINES. One mutex guards it.
#ifndef VIRTUAL_ANDROID_JOURNAL_H
#define VIRTUAL_ANDROID_JOURNAL_H

#include "base/buf.h"

struct va_journal;

struct va_journal *va_journal_new(void);
void va_journal_free(struct va_journal *journal); // NULL is allowed

// Control bytes are escaped, so that a service is one line.
void va_journal_add(struct va_journal *journal, struct at_str service);
void va_journal_clear(struct va_journal *journal);
// Append every line, each ended by CR and LF as on the console.
void va_journal_write(struct va_journal *journal, struct at_buf *out);

#endif
