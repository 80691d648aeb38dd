// refusal.h: why a request failed, with the code that clients act on
#ifndef VIRTUAL_ANDROID_HELPER_REFUSAL_H
#define VIRTUAL_ANDROID_HELPER_REFUSAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

enum vd_refusal_code {
    VD_NOT_REFUSED,
    VD_BAD_REQUEST,
    VD_UNAUTHORIZED,
    VD_NOT_FOUND,
    VD_METHOD_NOT_ALLOWED,
    VD_NO_WINDOW,
    VD_NO_FIELD,
    VD_TEXT_NOT_TYPED,
    VD_TEXT_OTHER,
    VD_INPUT_FORBIDDEN,
    VD_INPUT_NOT_DELIVERED,
    VD_NO_PACKAGE,
    VD_IDLING_ABSENT,
    VD_IDLING_LATE,
    VD_IDLING_UNSUPPORTED,
    VD_RELEASED,
    VD_UIAUTOMATION_HELD,
    VD_TARGET_GONE,
    VD_TARGET_AMBIGUOUS,
    VD_TARGET_COVERED,
    VD_TARGET_MOVING,
    VD_BODY_TOO_LARGE,
    VD_HEAD_TOO_LARGE,
    VD_INTERNAL,
    VD_SCREENSHOT_FAILED,
    VD_BUSY,
    VD_UIAUTOMATION_LOST,
};

struct vd_refusal {
    enum vd_refusal_code code;
    char message[512];
    char there[8192];  // JSON of the element found instead; "": none
    size_t candidates; // TARGET_AMBIGUOUS only
};

struct vd_writer;

// Keep the first refusal. Return false, so that refusing takes one line.
bool vd_refuse(struct vd_refusal *refusal, enum vd_refusal_code code,
               const char *fmt, ...) AT_PRINTF(3, 4);
int vd_refusal_status(enum vd_refusal_code code);
// Write the member "error" of an answer.
void vd_put_refusal(struct vd_writer *w, const struct vd_refusal *refusal);

#endif
