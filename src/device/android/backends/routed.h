// routed.h: the operations of device.h that more than one backend can do
#ifndef AT_DEVICE_ANDROID_BACKENDS_ROUTED_H
#define AT_DEVICE_ANDROID_BACKENDS_ROUTED_H

#include "device/device.h"

bool at_routed_snapshot(const struct at_op *op, struct at_device *device,
                        struct at_snapshot *out, struct at_err *err);
void at_routed_warm_up(struct at_device *device);
bool at_routed_screenshot(const struct at_op *op, struct at_device *device,
                          struct at_buf *out, struct at_err *err);
bool at_routed_small_picture(const struct at_op *op, struct at_device *device,
                             const struct at_picture_limits *limits,
                             struct at_buf *out, struct at_image_info *info,
                             struct at_err *err);
bool at_routed_input(const struct at_op *op, struct at_device *device,
                     const struct at_input *input, struct at_err *err);
bool at_routed_step(const struct at_op *op, struct at_device *device,
                    const struct at_device_step *step,
                    struct at_device_step_result *out, struct at_err *err);
bool at_routed_finds(const struct at_device *device);
bool at_routed_types_any(const struct at_op *op, struct at_device *device,
                         bool *out_any, struct at_err *err);
bool at_routed_ask_framework(const struct at_op *op, struct at_device *device,
                             const char *package, struct at_err *err);
bool at_routed_framework(const struct at_op *op, struct at_device *device,
                         struct at_framework *out, struct at_err *err);
bool at_routed_lend(const struct at_op *op, struct at_device *device, bool back,
                    struct at_err *err);
bool at_routed_use_backend(const struct at_op *op, struct at_device *device,
                           struct at_str name, struct at_err *err);
size_t at_routed_backends(const struct at_device *device,
                          struct at_backend_state out[AT_DEVICE_BACKENDS_MAX]);

#endif
