// alike_rows.h: Unicode tables for alike.c
#ifndef AT_BASE_ALIKE_ROWS_H
#define AT_BASE_ALIKE_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

// A character canonically equal to one or two others.
struct at_canonical_row {
    uint32_t cp;
    uint32_t first;
    uint32_t second;  // 0 if there is only one
    uint8_t composes; // NFC composes first and second to cp
};

struct at_combining_row {
    uint32_t first;
    uint32_t last;
    uint8_t class; // canonical combining class, not 0
};

extern const struct at_canonical_row at_canonical_rows[]; // sorted by cp
extern const size_t at_canonical_count;
extern const struct at_combining_row at_combining_rows[]; // sorted by first
extern const size_t at_combining_count;

#endif
