// writer.h: JSON text, member by member, straight into a buffer
//
// The writer sets commas; the caller matches begins and ends.
#ifndef VIRTUAL_ANDROID_HELPER_WRITER_H
#define VIRTUAL_ANDROID_HELPER_WRITER_H

#include "base/buf.h"

struct vd_writer {
    struct at_buf *out; // borrowed
    bool comma;
};

void vd_open(struct vd_writer *w, char bracket);  // '{' or '['
void vd_close(struct vd_writer *w, char bracket); // '}' or ']'
void vd_name(struct vd_writer *w, const char *name);

void vd_text(struct vd_writer *w, struct at_str text); // malformed: U+FFFD
void vd_int(struct vd_writer *w, int64_t number);

void vd_put_text(struct vd_writer *w, const char *name, struct at_str text);
void vd_put_int(struct vd_writer *w, const char *name, int64_t number);
void vd_put_bool(struct vd_writer *w, const char *name, bool truth);
// A value that is JSON already.
void vd_put_raw(struct vd_writer *w, const char *name, struct at_str json);

#endif
