// arena.h: memory that is released all at once
//
// A tree and its strings live in one arena. Pointers stay valid until
// at_arena_deinit(); nothing is released individually.
#ifndef AT_BASE_ARENA_H
#define AT_BASE_ARENA_H

#include <stddef.h>

#include "base/str.h"

struct at_arena_block;

struct at_arena {
    struct at_arena_block *blocks; // owned, newest first
    size_t used;                   // total bytes allocated
};

#define AT_ARENA_INIT                                                          \
    {                                                                          \
        0                                                                      \
    }

// Return size zeroed bytes, aligned for any object.
void *at_arena_alloc(struct at_arena *arena, size_t size);

// Copy text into the arena, followed by a NUL (not counted in len).
struct at_str at_arena_dup(struct at_arena *arena, struct at_str text);

void at_arena_deinit(struct at_arena *arena);

#endif
