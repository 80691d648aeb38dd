// refusal.h: why a request cannot be done, with the code a client acts on
#ifndef VIRTUAL_ANDROID_HELPER_REFUSAL_H
#define VIRTUAL_ANDROID_HELPER_REFUSAL_H

#include <stdbool.h>

#include "base/compiler.h"

enum va_refusal_code {
    VA_FINE,
    VA_BAD_REQUEST,
    VA_UNAUTHORIZED,
    VA_NOT_FOUND,
    VA_METHOD_NOT_ALLOWED,
    VA_NO_WINDOW,
    VA_NO_FIELD,
    VA_TEXT_NOT_TYPED,
    VA_INPUT_FORBIDDEN,
    VA_INPUT_NOT_DELIVERED,
    VA_NO_PACKAGE,
    VA_BODY_TOO_LARGE,
    VA_HEAD_TOO_LARGE,
    VA_INTERNAL,
    VA_SCREENSHOT_FAILED,
    VA_BUSY,
    VA_UIAUTOMATION_LOST,
};

struct va_refusal {
    enum va_refusal_code code;
    char message[512];
};

struct va_writer;

// Keeps the first refusal; false, so that refusing is one line.
bool va_refuse(struct va_refusal *refusal, enum va_refusal_code code,
               const char *fmt, ...) AT_PRINTF(3, 4);
int va_refusal_status(enum va_refusal_code code);
// The member "error" of an answer.
void va_put_refusal(struct va_writer *w, const struct va_refusal *refusal);

#endif
