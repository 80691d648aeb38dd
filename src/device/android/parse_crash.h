// parse_crash.h: crashes, native crashes and ANRs in a log
#ifndef AT_DEVICE_ANDROID_PARSE_CRASH_H
#define AT_DEVICE_ANDROID_PARSE_CRASH_H

#include "device/device.h"

// The newest block after mark ("": any) that reports the death or hang of a
// process of package ("": any process; "com.x:remote" is one of com.x). A
// block that the log cuts off gives what is there. The frames are the app's
// own first ones; where there is none, the first that are no framework's.
bool at_crash_parse(struct at_str log, struct at_str package,
                    struct at_str mark, struct at_crash *out);

// A mark for at_crash_parse() after which come the crashes later than log, the
// newest lines of a device's log. It is the last line's time; since two things
// may happen in one millisecond, that millisecond still counts as later where
// none of its lines is a crash's. false: log has no line.
AT_CHECKED bool at_crash_mark(struct at_str log, char out_mark[64]);

#endif
