#include "server/export_name.h"

#include "agent/run/run_end.h"
#include "wire/json.h"

enum { TITLE_MAX = 60, NAME_MAX_BYTES = 400 };

static bool
is_ascii_word(uint32_t cp)
{
    return (cp >= '0' && cp <= '9') || (cp >= 'a' && cp <= 'z');
}

// Blanks and punctuation of other scripts, and what hides or turns others.
static bool
is_no_letter(uint32_t cp)
{
    static const struct {
        uint32_t from;
        uint32_t to;
    } ranges[] = {{0x80, 0xa9},     {0xab, 0xb4},     {0xb6, 0xb9},
                  {0xbb, 0xbf},     {0x61c, 0x61c},   {0x1680, 0x1680},
                  {0x180e, 0x180e}, {0x2000, 0x206f}, {0x20a0, 0x20cf},
                  {0x2190, 0x2bff}, {0x3000, 0x3004}, {0x3008, 0x3020},
                  {0xd800, 0xf8ff}, {0xfe00, 0xfe0f}, {0xfeff, 0xff0f},
                  {0xff1a, 0xff20}, {0xfff0, 0xffff}, {0xe0000, 0x10ffff}};
    for (size_t i = 0; i < AT_LEN(ranges); i++) {
        if (cp >= ranges[i].from && cp <= ranges[i].to)
            return true;
    }
    return false;
}

// Append the letters and digits of title in lower case, joined by "-".
static void
write_title(struct at_str title, bool ascii, struct at_buf *out)
{
    size_t start = out->len, count = 0;
    bool gap = false;
    uint32_t cp;
    for (size_t n; count < TITLE_MAX && (n = at_utf8_next(title, &cp)) > 0;
         title = at_str_skip(title, n)) {
        cp = cp >= 'A' && cp <= 'Z' ? cp + ('a' - 'A') : cp;
        bool is_word =
            cp < 0x80 ? is_ascii_word(cp) : !ascii && !is_no_letter(cp);
        if (is_word && gap && out->len > start)
            at_buf_add_char(out, '-');
        if (is_word)
            at_buf_add_utf8(out, cp);
        gap = !is_word;
        count++;
    }
}

static const char *
result_of(const json_t *run)
{
    struct at_str end = at_json_get_str(run, "end");
    const char *verdict = json_string_value(json_object_get(run, "verdict"));
    if (end.len == 0 || !verdict)
        return "unfinished";
    return at_run_end_rows[at_run_end_find(end)].judges ? verdict
                                                        : "no-verdict";
}

// Append "apples-in-the-cart-FAIL-2026-11-27.html"; the run's id replaces a
// title without a letter.
static void
write_name(const json_t *run, struct at_str ending, bool ascii,
           struct at_buf *out)
{
    struct at_str title = at_json_get_str(run, "name");
    struct at_str at = at_json_get_str(run, "startedAt");
    size_t start = out->len;
    if (title.len == 0)
        title = at_json_get_str(run, "goal");
    write_title(title, ascii, out);
    if (out->len == start)
        write_title(at_json_get_str(run, "id"), true, out);
    at_buf_add_fmt(out, "-%s", result_of(run));
    if (at.len >= 10)
        at_buf_add_fmt(out, "-%.10s", at.ptr);
    at_buf_add_str(out, ending);
}

static void
write_escaped(struct at_str name, struct at_buf *out)
{
    for (size_t i = 0; i < name.len; i++) {
        unsigned char c = (unsigned char)name.ptr[i];
        if (c < 0x80)
            at_buf_add_char(out, (char)c);
        else
            at_buf_add_fmt(out, "%%%02X", c);
    }
}

void
at_export_name_write(const json_t *run, struct at_str ending,
                     struct at_buf *out)
{
    struct at_buf plain = AT_BUF_INIT(NAME_MAX_BYTES);
    struct at_buf whole = AT_BUF_INIT(NAME_MAX_BYTES);
    write_name(run, ending, true, &plain);
    write_name(run, ending, false, &whole);
    at_buf_add_fmt(out, "attachment; filename=\"%s\"", at_buf_text(&plain));
    if (!at_str_eq(at_buf_str(&plain), at_buf_str(&whole))) {
        at_buf_add_text(out, "; filename*=UTF-8''");
        write_escaped(at_buf_str(&whole), out);
    }
    at_buf_deinit(&plain);
    at_buf_deinit(&whole);
}
