// crash.h: crashes, native crashes and ANRs in a log
#ifndef AT_DEVICE_ANDROID_PARSE_CRASH_H
#define AT_DEVICE_ANDROID_PARSE_CRASH_H

#include "base/err.h"
#include "device/facts.h"

// Find the newest block after mark ("": any) that reports the death or hang of
// a process of package ("": any process; "com.x:remote" is one of com.x). A
// block that the log cuts off gives what there is. The frames are the app's own
// first ones; if there are none, the first that are not a framework's.
bool at_crash_parse(struct at_str log, struct at_str package,
                    struct at_str mark, struct at_crash *out);

// Make a mark for at_crash_parse() that comes before crashes later than log,
// the newest lines of a device's log. It is the last line's time. Two things
// may happen in one millisecond, so that millisecond still counts as later
// unless one of its lines is a crash's. Returns false if log has no line.
AT_CHECKED bool at_crash_mark(struct at_str log, char out_mark[64]);

#endif
