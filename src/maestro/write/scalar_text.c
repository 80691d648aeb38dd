#include "maestro/write/scalar_text.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "maestro/read/scalar.h"

bool
at_maestro_is_writable(struct at_str text)
{
    return at_utf8_valid(text) &&
           (text.len == 0 || !memchr(text.ptr, '\0', text.len));
}

// Words and numbers that Maestro would change, and null.
static bool
is_kept(struct at_str text)
{
    struct at_arena arena = AT_ARENA_INIT;
    bool kept =
        at_maestro_scalar(&arena, text, true).kind == AT_MAESTRO_SCALAR_TEXT;
    at_arena_deinit(&arena);
    return kept;
}

// YAML 1.2 and 1.1 agree on these words; y and n are booleans for some.
static bool
is_plain(struct at_str text)
{
    if (text.len < 2 || !at_ascii_is_letter(text.ptr[0]) ||
        text.ptr[text.len - 1] == ' ')
        return false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool is_word = at_ascii_is_alnum(c);
        if (!is_word && (c == '\0' || !strchr(" _-./@", c)))
            return false;
    }
    return is_kept(text);
}

// Characters that YAML refuses as they are, and invisible ones.
static bool
is_hidden(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7f && cp <= 0xa0) || cp == 0xad ||
           (cp >= 0x200b && cp <= 0x200f) || (cp >= 0x2028 && cp <= 0x202e) ||
           (cp >= 0x2060 && cp <= 0x206f) || cp == 0xfeff || cp >= 0xe0000 ||
           (cp & 0xfffe) == 0xfffe;
}

static void
write_hidden(uint32_t cp, struct at_buf *out)
{
    if (cp == '\n')
        at_buf_add_text(out, "\\n");
    else if (cp == '\t')
        at_buf_add_text(out, "\\t");
    else if (cp == '\r')
        at_buf_add_text(out, "\\r");
    else if (cp < 0x100)
        at_buf_add_fmt(out, "\\x%02X", (unsigned)cp);
    else if (cp < 0x10000)
        at_buf_add_fmt(out, "\\u%04X", (unsigned)cp);
    else
        at_buf_add_fmt(out, "\\U%08X", (unsigned)cp);
}

void
at_maestro_scalar_write(struct at_str text, struct at_buf *out)
{
    if (is_plain(text)) {
        at_buf_add_str(out, text);
        return;
    }
    at_buf_add_char(out, '"');
    while (text.len > 0) {
        uint32_t cp;
        size_t len = at_utf8_next(text, &cp);
        if (is_hidden(cp)) {
            write_hidden(cp, out);
        } else {
            if (cp == '"' || cp == '\\')
                at_buf_add_char(out, '\\');
            at_buf_add_str(out, at_str_head(text, len));
        }
        text = at_str_skip(text, len);
    }
    at_buf_add_char(out, '"');
}

void
at_maestro_literal_write(struct at_str text, struct at_buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (at_str_starts(at_str_skip(text, i), AT_STR("${")))
            at_buf_add_char(out, '\\');
        at_buf_add_char(out, text.ptr[i]);
    }
}
