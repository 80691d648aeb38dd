// maestro_expand_fuzz.c: pieces make up the text, and filling in is the same as
// a plain reading of the rule
#include <stdlib.h>
#include <string.h>

#include "maestro/expand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_piece(struct at_maestro_piece piece)
{
    struct at_str name;
    if (piece.is_script && memchr(piece.text.ptr, '$', piece.text.len))
        abort();
    if (piece.is_script && at_maestro_plain_name(piece.text, &name) &&
        (name.len == 0 || at_maestro_is_global(name)))
        abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    struct at_buf whole = AT_BUF_INIT(len + 1);
    struct at_buf plain = AT_BUF_INIT(len + 1);
    struct at_maestro_piece piece;
    size_t at = 0, before = 0;
    while (at_maestro_expand_next(text, &at, &piece)) {
        if (at <= before || at > len)
            abort();
        before = at;
        check_piece(piece);
        at_buf_add_text(&whole, piece.is_script ? "${" : "");
        at_buf_add_str(&whole, piece.text);
        at_buf_add_text(&whole, piece.is_script ? "}" : "");
    }
    if (!at_str_eq(at_buf_str(&whole), text))
        abort();
    at_maestro_unescape(text, &plain);
    if (plain.overflow || plain.len > len)
        abort();
    at_buf_deinit(&whole);
    at_buf_deinit(&plain);
    return 0;
}
