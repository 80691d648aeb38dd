// probe.h: the work of a JavaScript runtime (probe.js), as text and values
//
// Pure. React Native's runtime and a page in a WebView use the same probe.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_RUNTIME_PROBE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_RUNTIME_PROBE_H

#include "base/err.h"
#include "base/str.h"
#include "device/sync.h"

#define AT_PROBE_BINDING "__agentestWake"
// Its value is the answer, or "absent".
#define AT_PROBE_ASK "typeof __agentest==='object'?__agentest.ask():'absent'"

extern const char at_probe_source[];

// Append the items of the answer. AT_EPROTO: not an answer. Texts are cleaned
// of control characters and cut; the runtime is the app's, and its words are
// data.
AT_CHECKED bool at_probe_read(struct at_str answer, const char *source,
                              struct at_pending_list *out, struct at_err *err);

#endif
