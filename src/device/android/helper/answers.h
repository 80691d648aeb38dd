// answers.h: reads the helper's answers from JSON; pure
#ifndef AT_DEVICE_ANDROID_HELPER_ANSWERS_H
#define AT_DEVICE_ANDROID_HELPER_ANSWERS_H

#include "device/android/helper/helper.h"
#include "wire/json.h"

// Return whether the answer is ok. If not, err has the helper's message, the
// code that helper.h documents, and whether the request may have run;
// *out_lost: this helper is LOST.
AT_CHECKED bool at_helper_read_ok(const json_t *answer, bool *out_lost,
                                  struct at_err *err);

// Read an ok answer. AT_EPROTO if it violates the protocol.
AT_CHECKED bool at_helper_read_status(const json_t *answer,
                                      struct at_helper_status *out,
                                      struct at_err *err);
AT_CHECKED bool at_helper_read_idle(const json_t *answer,
                                    struct at_helper_idle *out,
                                    struct at_err *err);
AT_CHECKED bool at_helper_read_framework(const json_t *answer,
                                         struct at_helper_framework *out,
                                         struct at_err *err);
AT_CHECKED bool at_helper_read_idling(const json_t *answer,
                                      struct at_helper_idling *out,
                                      struct at_err *err);
// Read a frame without a picture.
AT_CHECKED bool at_helper_read_frame(const json_t *answer,
                                     struct at_helper_frame *out,
                                     struct at_err *err);
// Parse "1080x2400".
AT_CHECKED bool at_helper_read_size(struct at_str text, int32_t *out_width,
                                    int32_t *out_height);
// Read the answer to a step of count actions, ok or not.
AT_CHECKED bool at_helper_read_outcome(const json_t *answer, size_t count,
                                       struct at_helper_outcome *out,
                                       struct at_err *err);

#endif
