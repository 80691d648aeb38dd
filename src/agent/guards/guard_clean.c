#include "agent/guards/normalize.h"
#include "agent/guards/guard.h"
#include "agent/guards/guard_words.h"

// Characters that change their neighbour's look: joiners, and the two selectors
// of emoji. They are kept only next to characters that need them.
static bool
modifies(uint32_t cp, uint32_t before, struct at_str after)
{
    uint32_t next = 0;
    if (cp == 0xfe0e || cp == 0xfe0f)
        return before > 0x20 && before != 0xfe0e && before != 0xfe0f;
    return (cp == 0x200c || cp == 0x200d) && before > 0x7f &&
           at_utf8_next(after, &next) > 0 && next > 0x7f &&
           !at_normalize_is_invisible(next);
}

static bool
is_kept(uint32_t cp, uint32_t before, struct at_str after)
{
    if (cp == '\n' || cp == '\t')
        return true;
    if (cp == 0x200c || cp == 0x200d || cp == 0xfe0e || cp == 0xfe0f)
        return modifies(cp, before, after);
    return !at_normalize_is_invisible(cp);
}

// Remove the marker from the end of the text appended since begin, so its
// halves never meet.
static void
drop_marker(struct at_str marker, size_t begin, struct at_buf *out)
{
    struct at_str added = at_str_skip(at_buf_str(out), begin);
    if (marker.len > 0 && !out->overflow && at_str_ends(added, marker))
        at_buf_cut(out, out->len - marker.len);
}

void
at_guard_clean(struct at_str text, struct at_str marker, struct at_buf *out)
{
    size_t begin = out->len;
    uint32_t before = 0;
    while (text.len > 0 && !out->overflow) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(text, &cp);
        text = at_str_skip(text, step ? step : 1);
        if (cp == 0x2028 || cp == 0x2029)
            cp = '\n';
        if (!is_kept(cp, before, text))
            continue;
        at_buf_add_utf8(out, cp);
        drop_marker(marker, begin, out);
        before = cp;
    }
}

// Marks of chat formats and prompts, in any case.
static const struct at_str signs[] = {
    AT_STR_ROW("<|im_start|>"),   AT_STR_ROW("<|im_end|>"),
    AT_STR_ROW("<|system|>"),     AT_STR_ROW("<|assistant|>"),
    AT_STR_ROW("<|endoftext|>"),  AT_STR_ROW("[inst]"),
    AT_STR_ROW("[/inst]"),        AT_STR_ROW("<<sys>>"),
    AT_STR_ROW("<system>"),       AT_STR_ROW("</system>"),
    AT_STR_ROW("<instructions>"), AT_STR_ROW("<tool_call>"),
    AT_STR_ROW("<function_call"), AT_STR_ROW("### instruction"),
    AT_STR_ROW("### system"),     AT_STR_ROW("[system]"),
};

// Roles at the beginning of a line in a written conversation.
static const struct at_str roles[] = {
    AT_STR_ROW("system:"),
    AT_STR_ROW("assistant:"),
    AT_STR_ROW("developer:"),
};

static struct at_str
find_sign(struct at_str text)
{
    for (size_t i = 0; i < AT_LEN(signs); i++) {
        ptrdiff_t at = at_str_find_nocase(text, signs[i]);
        if (at >= 0)
            return at_str_head(at_str_skip(text, (size_t)at), signs[i].len);
    }
    return at_str_n(NULL, 0);
}

// At the beginning of a line, of a sentence or of a quoted text.
static bool
begins_there(struct at_str text, size_t at)
{
    while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
        at--;
    char before = at > 0 ? text.ptr[at - 1] : '\n';
    return before == '\n' || before == '"' || before == '.' || before == '!' ||
           before == '>' || before == '*' || before == '#';
}

static struct at_str
find_role(struct at_str text)
{
    for (size_t i = 0; i < AT_LEN(roles); i++) {
        for (size_t from = 0; from < text.len;) {
            ptrdiff_t at =
                at_str_find_nocase(at_str_skip(text, from), roles[i]);
            if (at < 0)
                break;
            from += (size_t)at;
            if (begins_there(text, from))
                return at_str_head(at_str_skip(text, from), roles[i].len);
            from += roles[i].len;
        }
    }
    return at_str_n(NULL, 0);
}

struct at_str
at_guard_suspicious(struct at_str text)
{
    const struct at_guard_words *speaks = at_guard_sets[AT_GUARD_SPEAKS];
    struct at_str found =
        at_normalize_find(text, speaks->rows, speaks->count, NULL);
    if (found.len == 0)
        found = find_sign(text);
    return found.len > 0 ? found : find_role(text);
}
