// fiber.h: the components of a React Native screen (fiber.js), as an overlay
//
// Pure. The runtime is the app's: its words are data, its numbers are checked.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_HERMES_FIBER_H
#define AT_DEVICE_ANDROID_FRAMEWORK_HERMES_FIBER_H

#include "base/err.h"
#include "base/str.h"
#include "screen/overlay.h"

// The value of each is a text. START: the answer, "wait" while measuring
// continues, or "absent", also if the script is an older one. READY: "ready",
// or another text. TAKE: the answer.
#define AT_FIBER_START                                                         \
    "typeof __agentestNames==='object'&&__agentestNames.v===2?"                \
    "__agentestNames.start():'absent'"
#define AT_FIBER_READY "__agentestNames.isReady()"
#define AT_FIBER_TAKE "__agentestNames.take()"
// The argument of the binding (probe.h) when measuring has ended.
#define AT_FIBER_NEWS "names"

extern const char at_fiber_source[];

// Make the overlay of the answer: names, at places in pixels relative to the
// window's frame. dpi is used if the app does not report its own; without
// either the items have no place. *out is NULL if it would be empty, unless the
// walk was cut; the caller owns it. AT_EPROTO: not an answer of the script.
AT_CHECKED bool at_fiber_read(struct at_str answer, int32_t dpi,
                              struct at_overlay **out, struct at_err *err);

#endif
