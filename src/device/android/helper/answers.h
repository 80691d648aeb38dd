// answers.h: what the helper answers, from JSON; pure
#ifndef AT_DEVICE_ANDROID_HELPER_ANSWERS_H
#define AT_DEVICE_ANDROID_HELPER_ANSWERS_H

#include "device/android/helper/helper.h"
#include "wire/json.h"

// What a refusal means for the one who asked.
struct at_helper_refusal {
    bool touched; // something of the request may have been done
    bool lost;    // this helper is of no more use: launch it again
};

// Has the request been granted? Else err has the helper's words, and its code
// chosen as at_helper_*() say.
AT_CHECKED bool at_helper_read_ok(const json_t *answer,
                                  struct at_helper_refusal *out_refusal,
                                  struct at_err *err);

// Of answers that are ok. AT_EPROTO where they are not what the protocol says.
AT_CHECKED bool at_helper_read_status(const json_t *answer,
                                      struct at_helper_status *out,
                                      struct at_err *err);
AT_CHECKED bool at_helper_read_idle(const json_t *answer,
                                    struct at_helper_idle *out,
                                    struct at_err *err);
AT_CHECKED bool at_helper_read_framework(const json_t *answer,
                                         struct at_helper_framework *out,
                                         struct at_err *err);
// "1080x2400"
AT_CHECKED bool at_helper_read_size(struct at_str text, int32_t *out_width,
                                    int32_t *out_height);
// A step's, also one that is not ok as a whole. count: of the actions asked.
AT_CHECKED bool at_helper_read_outcome(const json_t *answer, size_t count,
                                       struct at_helper_outcome *out,
                                       struct at_err *err);

#endif
