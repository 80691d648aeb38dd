#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

enum { BLOCK_SIZE = 64 * 1024 };

struct at_arena_block {
    struct at_arena_block *next;
    size_t used;
    size_t cap;
    alignas(max_align_t) unsigned char data[];
};

static struct at_arena_block *
block_with_room(struct at_arena *arena, size_t size)
{
    struct at_arena_block *block = arena->blocks;
    if (block && block->cap - block->used >= size)
        return block;
    size_t cap = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    at_assert(cap <= SIZE_MAX - sizeof(*block));
    block = at_realloc_array(NULL, 1, sizeof(*block) + cap);
    *block = (struct at_arena_block){.next = arena->blocks, .cap = cap};
    arena->blocks = block;
    return block;
}

static void *
take(struct at_arena *arena, size_t size)
{
    at_assert(size <= SIZE_MAX - alignof(max_align_t));
    size = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    struct at_arena_block *block = block_with_room(arena, size);
    void *ptr = block->data + block->used;
    block->used += size;
    arena->used += size;
    return ptr;
}

void *
at_arena_alloc(struct at_arena *arena, size_t size)
{
    void *ptr = take(arena, size);
    return memset(ptr, 0, size);
}

struct at_str
at_arena_dup(struct at_arena *arena, struct at_str text)
{
    if (text.len == 0)
        return AT_STR("");
    char *copy = take(arena, text.len + 1);
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    return (struct at_str){copy, text.len};
}

void
at_arena_deinit(struct at_arena *arena)
{
    struct at_arena_block *block = arena->blocks;
    while (block) {
        struct at_arena_block *next = block->next;
        free(block);
        block = next;
    }
    *arena = (struct at_arena)AT_ARENA_INIT;
}
