// crash.h: crashes, native crashes and ANRs in a log
#ifndef AT_DEVICE_ANDROID_PARSE_CRASH_H
#define AT_DEVICE_ANDROID_PARSE_CRASH_H

#include "device/facts.h"

// Find the latest block after mark ("": any) that reports the death or hang of
// a process of package ("": any process; "com.x:remote" belongs to com.x). A
// truncated block yields what it has. The frames are the app's own first ones
// or, if it has none, the first that are not a framework's.
bool at_crash_parse(struct at_str log, struct at_str package,
                    struct at_str mark, struct at_crash *out);

// Make a mark for at_crash_parse() that precedes crashes after log, the latest
// lines of a device's log: the time of its last line. Two events may have the
// same millisecond, which therefore still counts as later unless one of its
// lines belongs to a crash. Return false if log has no line.
AT_CHECKED bool at_crash_mark(struct at_str log, char out_mark[64]);

// Write the time of the line at which a mark was made: at_crash_mark() goes
// back one millisecond, so that a crash of the same one counts. Lines of the
// log that were there must not.
void at_crash_mark_line(struct at_str mark, char out[64]);

#endif
