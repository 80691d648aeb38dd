// Any line is a tree or a syntax error, and the tree's texts hold no NUL.
#include "base/alloc.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "virtual-android/shell/parse.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_arena arena = AT_ARENA_INIT;
    struct at_err err = AT_ERR_INIT;
    struct vd_sh *node;
    if (vd_shell_parse(&arena, at_str_n((const char *)data, len), &node,
                       &err)) {
        for (struct vd_word *word = node ? node->words : NULL; word;
             word = word->next) {
            for (struct vd_part *part = word->parts; part; part = part->next)
                at_assert(part->text.len == 0 ||
                          !memchr(part->text.ptr, '\0', part->text.len));
        }
    } else {
        at_assert(strncmp(err.msg, "syntax error: ", 14) == 0);
    }
    at_arena_deinit(&arena);
    return 0;
}
