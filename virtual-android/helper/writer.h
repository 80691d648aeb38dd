// writer.h: JSON text, member by member, straight into a buffer
//
// Commas are the writer's business; that begins and ends match is the
// caller's.
#ifndef VIRTUAL_ANDROID_HELPER_WRITER_H
#define VIRTUAL_ANDROID_HELPER_WRITER_H

#include "base/buf.h"

struct va_writer {
    struct at_buf *out; // borrowed
    bool comma;
};

void va_open(struct va_writer *w, char bracket);  // '{' or '['
void va_close(struct va_writer *w, char bracket); // '}' or ']'
void va_name(struct va_writer *w, const char *name);

void va_text(struct va_writer *w, struct at_str text); // malformed: U+FFFD
void va_int(struct va_writer *w, int64_t number);

void va_put_text(struct va_writer *w, const char *name, struct at_str text);
void va_put_int(struct va_writer *w, const char *name, int64_t number);
void va_put_bool(struct va_writer *w, const char *name, bool truth);
// A value that is JSON already.
void va_put_raw(struct va_writer *w, const char *name, struct at_str json);

#endif
