// names.h: the names of a React Native screen's components, read through an
// inspector
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_HERMES_NAMES_H
#define AT_DEVICE_ANDROID_FRAMEWORK_HERMES_NAMES_H

#include "device/android/framework/runtime/inspector.h"
#include "screen/overlay.h"

// See source.h: serves, read. The script is injected if it is missing.
bool at_names_serves(const struct at_overlay_query *query);
AT_CHECKED bool at_names_read(const struct at_op *op,
                              struct at_inspector *inspector,
                              const struct at_overlay_query *query,
                              struct at_overlay **out, struct at_err *err);

#endif
