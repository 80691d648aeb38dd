// logring.h: the device's log, the last few thousand lines of it
//
// Lines have a number that only grows, so that a reader who follows asks for
// what came after the last one it saw.
#ifndef VIRTUAL_ANDROID_LOGRING_H
#define VIRTUAL_ANDROID_LOGRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { VA_LOG_LINES_MAX = 4096, VA_LOG_FILTERS_MAX = 32 };

struct va_logline {
    uint64_t number; // from 1
    int64_t wall_ms;
    int pid;
    int tid;
    int uid;
    char priority;      // V D I W E F
    const char *buffer; // "main", "system", "crash"; never freed
    char *tag;          // owned
    char *text;         // owned; one line
};

struct va_logring {
    struct va_logline *lines; // owned; VA_LOG_LINES_MAX of them once used
    uint64_t next;            // the number of the next line
    uint64_t first;           // lines before it were cleared
};

void va_logring_init(struct va_logring *ring);
void va_logring_deinit(struct va_logring *ring);
// A copy of line, one entry for each line of its text, cut where liblog would.
void va_logring_add(struct va_logring *ring, const struct va_logline *line);
void va_logring_clear(struct va_logring *ring);
// NULL where number is gone or not there yet.
const struct va_logline *va_logring_at(const struct va_logring *ring,
                                       uint64_t number);
uint64_t va_logring_first(const struct va_logring *ring);

enum va_logformat {
    VA_LOGFORMAT_THREADTIME,
    VA_LOGFORMAT_TIME,
    VA_LOGFORMAT_BRIEF,
    VA_LOGFORMAT_TAG,
    VA_LOGFORMAT_PROCESS,
    VA_LOGFORMAT_RAW,
    VA_LOGFORMAT_LONG,
};

bool va_logformat_parse(const char *name, enum va_logformat *out);
void va_logline_write(const struct va_logline *line, enum va_logformat format,
                      struct at_buf *out);

#endif
