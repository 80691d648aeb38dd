// jar.h: a jar on the device that app_process is to run
#ifndef VIRTUAL_ANDROID_COMMANDS_JAR_H
#define VIRTUAL_ANDROID_COMMANDS_JAR_H

#include "base/buf.h"
#include "wire/zip.h"

struct vd_call;

struct vd_jar {
    struct at_buf bytes;    // content of the file
    struct at_buf manifest; // empty without one
    struct at_zip zip;      // borrows bytes
};

// Read the file given in the call. Return false if it is not an archive. Call
// deinit in either case.
bool vd_jar_open(struct vd_call *call, const char *path, struct vd_jar *out);
void vd_jar_deinit(struct vd_jar *jar);

// The manifest's value of a name; empty if it has none. Borrowed.
struct at_str vd_jar_value(const struct vd_jar *jar, const char *name);
// Return true if one of its classes*.dex contains this text, and write the text
// after it, up to the end of the buffer.
bool vd_jar_find(const struct vd_jar *jar, struct at_str text, char *after,
                 size_t cap);

#endif
