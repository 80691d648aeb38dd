// service.h: what a client can open on the virtual device, as a table
//
// A service's name is what stands before the first ':', without the words
// after a ','; "shell,v2,raw:ls" is shell with the words "v2,raw" and the
// rest "ls".
#ifndef VIRTUAL_ANDROID_SERVICE_H
#define VIRTUAL_ANDROID_SERVICE_H

#include "base/str.h"

struct va_stream;

struct va_service {
    const char *name;
    // words and rest are borrowed for the call; rest is NUL-terminated.
    void (*run)(struct va_stream *stream, struct at_str words,
                const char *rest);
};

// Up to a row without a name; what is in none is refused.
extern const struct va_service va_services[];

// Each in its own file.
void va_service_shell(struct va_stream *stream, struct at_str words,
                      const char *rest);
void va_service_exec(struct va_stream *stream, struct at_str words,
                     const char *rest);
void va_service_sync(struct va_stream *stream, struct at_str words,
                     const char *rest);
void va_service_socket(struct va_stream *stream, struct at_str words,
                       const char *rest);

// Find the row of a service asked for; NULL: unknown.
const struct va_service *va_service_find(const char *service,
                                         struct at_str *out_words,
                                         const char **out_rest);

#endif
