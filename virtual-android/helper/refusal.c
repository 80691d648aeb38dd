#include "virtual-android/helper/refusal.h"

#include <stdarg.h>
#include <stdio.h>

#include "virtual-android/helper/writer.h"

static const struct {
    const char *name;
    int status;
} codes[] = {
    [VD_NOT_REFUSED] = {"", 200},
    [VD_BAD_REQUEST] = {"BAD_REQUEST", 400},
    [VD_UNAUTHORIZED] = {"UNAUTHORIZED", 401},
    [VD_NOT_FOUND] = {"NOT_FOUND", 404},
    [VD_METHOD_NOT_ALLOWED] = {"METHOD_NOT_ALLOWED", 405},
    [VD_NO_WINDOW] = {"NO_WINDOW", 409},
    [VD_NO_FIELD] = {"NO_FIELD", 409},
    [VD_TEXT_NOT_TYPED] = {"TEXT_NOT_TYPED", 409},
    [VD_TEXT_OTHER] = {"TEXT_OTHER", 409},
    [VD_INPUT_FORBIDDEN] = {"INPUT_FORBIDDEN", 409},
    [VD_INPUT_NOT_DELIVERED] = {"INPUT_NOT_DELIVERED", 409},
    [VD_NO_PACKAGE] = {"NO_PACKAGE", 409},
    [VD_IDLING_ABSENT] = {"IDLING_ABSENT", 409},
    [VD_IDLING_LATE] = {"IDLING_LATE", 409},
    [VD_IDLING_UNSUPPORTED] = {"IDLING_UNSUPPORTED", 409},
    [VD_RELEASED] = {"RELEASED", 409},
    [VD_UIAUTOMATION_HELD] = {"UIAUTOMATION_HELD", 409},
    [VD_TARGET_GONE] = {"TARGET_GONE", 409},
    [VD_TARGET_AMBIGUOUS] = {"TARGET_AMBIGUOUS", 409},
    [VD_TARGET_COVERED] = {"TARGET_COVERED", 409},
    [VD_TARGET_MOVING] = {"TARGET_MOVING", 409},
    [VD_BODY_TOO_LARGE] = {"BODY_TOO_LARGE", 413},
    [VD_HEAD_TOO_LARGE] = {"HEAD_TOO_LARGE", 431},
    [VD_INTERNAL] = {"INTERNAL", 500},
    [VD_SCREENSHOT_FAILED] = {"SCREENSHOT_FAILED", 500},
    [VD_BUSY] = {"BUSY", 503},
    [VD_UIAUTOMATION_LOST] = {"UIAUTOMATION_LOST", 503},
};

bool
vd_refuse(struct vd_refusal *refusal, enum vd_refusal_code code,
          const char *fmt, ...)
{
    va_list args;
    if (refusal->code != VD_NOT_REFUSED)
        return false;
    char text[sizeof(refusal->message)];
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    refusal->code = code;
    at_str_cut(refusal->message, sizeof(refusal->message), at_str(text));
    return false;
}

int
vd_refusal_status(enum vd_refusal_code code)
{
    return codes[code].status;
}

void
vd_put_refusal(struct vd_writer *w, const struct vd_refusal *refusal)
{
    vd_name(w, "error");
    vd_open(w, '{');
    vd_put_text(w, "code", at_str(codes[refusal->code].name));
    vd_put_text(w, "message", at_str(refusal->message));
    if (refusal->there[0])
        vd_put_raw(w, "there", at_str(refusal->there));
    if (refusal->code == VD_TARGET_AMBIGUOUS)
        vd_put_int(w, "count", (int64_t)refusal->candidates);
    vd_close(w, '}');
}
