// quote_fuzz.c: any text between quotes is one line of JSON, also when it is
// cut
#include <stdlib.h>
#include <string.h>

#include "base/quote.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_quoted(struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(8 * text.len + 16);
    at_buf_add_char(&out, '[');
    at_quote_write(text, &out);
    at_buf_add_char(&out, ']');
    json_t *value = at_json_parse(at_buf_str(&out), NULL);
    if (!value || memchr(out.data, '\n', out.len))
        abort();
    json_decref(value);
    at_buf_deinit(&out);
}

// The cut of a quoted text is itself a quoted text, with the mark of a cut.
static void
check_cut(struct at_str text, size_t max_bytes)
{
    struct at_buf line = AT_BUF_INIT(8 * text.len + 16);
    struct at_buf cut = AT_BUF_INIT(8 * text.len + 16);
    at_quote_write(text, &line);
    at_quote_cut(at_buf_str(&line), max_bytes, &cut);
    struct at_str head = at_buf_str(&cut);
    if (line.len > max_bytes) {
        if (!at_str_ends(head, AT_STR("...")))
            abort();
        head = at_str_head(head, head.len - 3);
    }
    if (head.len > 0) {
        struct at_buf json = AT_BUF_INIT(8 * text.len + 16);
        at_buf_add_fmt(&json, "[%.*s]", AT_STR_ARG(head));
        json_t *value = at_json_parse(at_buf_str(&json), NULL);
        if (!value)
            abort();
        json_decref(value);
        at_buf_deinit(&json);
    }
    at_buf_deinit(&cut);
    at_buf_deinit(&line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    struct at_buf shown = AT_BUF_INIT(4 * len + 16);
    check_quoted(text);
    check_cut(text, len > 0 ? data[0] : 0);
    at_printable_write(text, &shown);
    if (!at_utf8_valid(at_buf_str(&shown)) ||
        memchr(at_buf_text(&shown), 0x1b, shown.len))
        abort();
    at_buf_deinit(&shown);
    return 0;
}
