#include "virtual-android/helper/refusal.h"

#include <stdarg.h>
#include <stdio.h>

#include "virtual-android/helper/writer.h"

static const struct {
    const char *name;
    int status;
} codes[] = {
    [VA_FINE] = {"", 200},
    [VA_BAD_REQUEST] = {"BAD_REQUEST", 400},
    [VA_UNAUTHORIZED] = {"UNAUTHORIZED", 401},
    [VA_NOT_FOUND] = {"NOT_FOUND", 404},
    [VA_METHOD_NOT_ALLOWED] = {"METHOD_NOT_ALLOWED", 405},
    [VA_NO_WINDOW] = {"NO_WINDOW", 409},
    [VA_NO_FIELD] = {"NO_FIELD", 409},
    [VA_TEXT_NOT_TYPED] = {"TEXT_NOT_TYPED", 409},
    [VA_INPUT_FORBIDDEN] = {"INPUT_FORBIDDEN", 409},
    [VA_INPUT_NOT_DELIVERED] = {"INPUT_NOT_DELIVERED", 409},
    [VA_NO_PACKAGE] = {"NO_PACKAGE", 409},
    [VA_BODY_TOO_LARGE] = {"BODY_TOO_LARGE", 413},
    [VA_HEAD_TOO_LARGE] = {"HEAD_TOO_LARGE", 431},
    [VA_INTERNAL] = {"INTERNAL", 500},
    [VA_SCREENSHOT_FAILED] = {"SCREENSHOT_FAILED", 500},
    [VA_BUSY] = {"BUSY", 503},
    [VA_UIAUTOMATION_LOST] = {"UIAUTOMATION_LOST", 503},
};

bool
va_refuse(struct va_refusal *refusal, enum va_refusal_code code,
          const char *fmt, ...)
{
    va_list args;
    if (refusal->code != VA_FINE)
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
va_refusal_status(enum va_refusal_code code)
{
    return codes[code].status;
}

void
va_put_refusal(struct va_writer *w, const struct va_refusal *refusal)
{
    va_name(w, "error");
    va_open(w, '{');
    va_put_text(w, "code", at_str(codes[refusal->code].name));
    va_put_text(w, "message", at_str(refusal->message));
    va_close(w, '}');
}
