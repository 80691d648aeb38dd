#include "screen/axe_text.h"

#include "base/buf.h"
#include "base/json_shape.h"
#include "base/quote.h"

static struct at_str
skip_blanks(struct at_str text)
{
    while (text.len > 0 && (text.ptr[0] == ' ' || text.ptr[0] == '\t' ||
                            text.ptr[0] == '\r' || text.ptr[0] == '\n'))
        text = at_str_skip(text, 1);
    return text;
}

// "[INFO] booting" also starts a line with a bracket, so check the next
// character.
static bool
looks_like_json(struct at_str text)
{
    bool array = text.len > 0 && text.ptr[0] == '[';
    bool object = text.len > 0 && text.ptr[0] == '{';
    struct at_str rest = skip_blanks(at_str_skip(text, 1));
    char next = rest.len > 0 ? rest.ptr[0] : '\0';
    if (array)
        return rest.len == 0 || next == '{' || next == ']';
    return object && (rest.len == 0 || next == '"' || next == '}');
}

static struct at_str
find_json(struct at_str text)
{
    while (text.len > 0) {
        struct at_str line = skip_blanks(text);
        ptrdiff_t end = at_str_find(line, AT_STR("\n"));
        if (looks_like_json(line))
            return line;
        text = end < 0 ? AT_STR("") : at_str_skip(line, (size_t)end + 1);
    }
    return AT_STR("");
}

static void
fail_without_json(struct at_str text, struct at_err *err)
{
    enum { SHOWN_MAX_BYTES = 100 };
    struct at_buf shown = AT_BUF_INIT(AT_ERR_MSG_MAX * 8);

    at_quote_write(at_utf8_head(at_str_trim(text), SHOWN_MAX_BYTES), &shown);
    at_fail(err, AT_ETREE,
            "the screen description has no JSON, but begins with %s; check "
            "that the simulator is booted and try again",
            at_buf_text(&shown));
    at_buf_deinit(&shown);
}

json_t *
at_axe_text_parse(struct at_str text, bool *out_around, struct at_err *err)
{
    struct at_str json = find_json(text);
    json_error_t why;
    struct at_json_shape shape;
    if (json.len == 0) {
        fail_without_json(text, err);
        return NULL;
    }
    if (!at_json_shape_check(json, &shape, err))
        return NULL;
    if (shape.len == 0) {
        at_fail(err, AT_ETREE,
                "the screen description ends in the middle, after %zu bytes: "
                "it was cut short on the way; try again",
                text.len);
        return NULL;
    }
    *out_around = at_str_trim(text).len > shape.len;
    json_t *value = json_loadb(json.ptr, shape.len, JSON_ALLOW_NUL, &why);
    // jansson quotes the input in its messages, and that may not be UTF-8
    if (!value)
        at_fail(err, AT_ETREE,
                "the screen description is not well-formed JSON at line %d, "
                "column %d: it was damaged on the way; try again",
                why.line, why.column);
    return value;
}
