// logring.h: the last few thousand lines of the device's log
//
// Lines are numbered, so a reader can ask for the lines after its last one.
#ifndef VIRTUAL_ANDROID_MODEL_LOGRING_H
#define VIRTUAL_ANDROID_MODEL_LOGRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { VD_LOG_LINES_MAX = 4096, VD_LOG_FILTERS_MAX = 32 };

struct vd_logline {
    uint64_t number; // starts at 1
    int64_t wall_ms;
    int pid;
    int tid;
    int uid;
    char priority;      // V D I W E F
    const char *buffer; // "main", "system", "crash"; never freed
    char *tag;          // owned
    char *text;         // owned; one line
};

struct vd_logring {
    struct vd_logline *lines; // owned; VD_LOG_LINES_MAX of them once used
    uint64_t next;            // the number of the next line
    uint64_t first;           // lines before it were cleared
};

void vd_logring_init(struct vd_logring *ring);
void vd_logring_deinit(struct vd_logring *ring);
// Add a copy of line: one entry for each line of its text, cut as liblog does.
void vd_logring_add(struct vd_logring *ring, const struct vd_logline *line);
void vd_logring_clear(struct vd_logring *ring);
// NULL if the line is dropped or not written yet.
const struct vd_logline *vd_logring_at(const struct vd_logring *ring,
                                       uint64_t number);
uint64_t vd_logring_first(const struct vd_logring *ring);

enum vd_logformat {
    VD_LOGFORMAT_THREADTIME,
    VD_LOGFORMAT_TIME,
    VD_LOGFORMAT_BRIEF,
    VD_LOGFORMAT_TAG,
    VD_LOGFORMAT_PROCESS,
    VD_LOGFORMAT_RAW,
    VD_LOGFORMAT_LONG,
};

bool vd_logformat_parse(const char *name, enum vd_logformat *out);
void vd_logline_write(const struct vd_logline *line, enum vd_logformat format,
                      struct at_buf *out);

#endif
