#include "screen/dump_text.h"

#include "base/utf16.h"
#include "base/quote.h"

enum { QUOTE_MAX_BYTES = 1024 };

// Errors that `uiautomator dump`, the shell and ART print in place of a tree.
// The first row whose text occurs applies.
static const struct {
    struct at_str sign;
    bool beside_xml; // also if a document follows: that is a leftover file
    const char *meaning;
} tool_errors[] = {
    {AT_STR_ROW("could not get idle state"), true,
     "the screen never stood still for a second (an animation, a video, a "
     "spinner, a ticking text): wait for it to end and try again, or connect "
     "with the helper, which reads the tree without idle"},
    {AT_STR_ROW("null root node"), true,
     "no window could be read (one was just changing, or the screen is off or "
     "locked): wake and unlock the device and try again"},
    {AT_STR_ROW("UiAutomationService"), false,
     "another program on the device holds the accessibility connection "
     "(Appium, another test run): stop it and try again"},
    {AT_STR_ROW("Killed"), false,
     "uiautomator was killed on the device (out of memory, or another program "
     "took over the accessibility connection): try again"},
    {AT_STR_ROW("OutOfMemoryError"), false,
     "uiautomator ran out of memory on the device: the screen holds too many "
     "nodes; scroll or go to a smaller screen"},
    {AT_STR_ROW("Exception"), false,
     "uiautomator crashed on the device: try again, and restart the device if "
     "it happens again"},
    {AT_STR_ROW("uiautomator: not found"), false,
     "the device has no uiautomator program"},
    {AT_STR_ROW("inaccessible or not found"), false,
     "the device has no uiautomator program"},
    {AT_STR_ROW("No such file"), false, "uiautomator wrote no file: try again"},
    {AT_STR_ROW("Permission denied"), false,
     "the device refused access to the dump's file"},
    {AT_STR_ROW("hierchary dumped to"), false,
     "only uiautomator's status line arrived, without the dump itself: read "
     "the file it names"},
};

// Write the line at offset at, escaped and shortened for an error message.
static void
quote_line(struct at_str text, size_t at, struct at_buf *out)
{
    enum { LINE_MAX_BYTES = 160 };
    size_t start = at;
    size_t end = at;
    while (start > 0 && text.ptr[start - 1] != '\n')
        start--;
    while (end < text.len && text.ptr[end] != '\n')
        end++;
    struct at_str line = at_str_n(text.ptr + start, end - start);
    at_quote_write(at_utf8_head(at_str_trim(line), LINE_MAX_BYTES), out);
}

static bool
fail_on_tool_error(struct at_str text, bool beside_xml, struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(tool_errors); i++) {
        ptrdiff_t at = at_str_find(text, tool_errors[i].sign);
        if (at < 0 || (beside_xml && !tool_errors[i].beside_xml))
            continue;
        struct at_buf line = AT_BUF_INIT(QUOTE_MAX_BYTES);
        quote_line(text, (size_t)at, &line);
        at_fail(err, AT_ETREE, "the device sent %s instead of a tree: %s",
                at_buf_text(&line), tool_errors[i].meaning);
        at_buf_deinit(&line);
        return true;
    }
    return false;
}

static bool
fail_without_document(struct at_str text, struct at_err *err)
{
    if (at_str_trim(text).len == 0)
        return at_fail(err, AT_ETREE,
                       "the device sent an empty tree dump: uiautomator "
                       "stopped before it wrote anything; try again");
    if (fail_on_tool_error(text, false, err))
        return false;
    size_t first = 0;
    while (text.ptr[first] == '\n' || text.ptr[first] == '\r' ||
           text.ptr[first] == ' ' || text.ptr[first] == '\t')
        first++;
    struct at_buf line = AT_BUF_INIT(QUOTE_MAX_BYTES);
    quote_line(text, first, &line);
    at_fail(err, AT_ETREE,
            "no <hierarchy> in the %zu bytes that the device sent; they begin "
            "%s; try again",
            text.len, at_buf_text(&line));
    at_buf_deinit(&line);
    return false;
}

// Windows shells redirect output as UTF-16 although the XML declares UTF-8.
// Without a BOM, a zero byte next to the first '<' reveals it.
static bool
to_utf8(struct at_str dump, struct at_buf *scratch, struct at_str *out_text,
        bool *out_repaired, struct at_err *err)
{
    static const struct {
        struct at_str head;
        size_t drop;
        bool utf16;
        bool little;
    } rows[] = {
        {AT_STR_ROW("\xef\xbb\xbf"), 3, false, false},
        {AT_STR_ROW("\xff\xfe"), 2, true, true},
        {AT_STR_ROW("\xfe\xff"), 2, true, false},
        {AT_STR_ROW("<\0"), 0, true, true},
        {AT_STR_ROW("\0<"), 0, true, false},
    };
    *out_text = dump;
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (!at_str_starts(dump, rows[i].head))
            continue;
        *out_text = at_str_skip(dump, rows[i].drop);
        if (!rows[i].utf16)
            return true;
        if (!at_utf16_read(*out_text, rows[i].little, scratch, out_repaired))
            return at_fail(err, AT_ELIMIT,
                           "the tree dump is larger than %zu bytes",
                           scratch->max);
        *out_text = at_buf_str(scratch);
        return true;
    }
    return true;
}

bool
at_dump_text_find(struct at_str dump, struct at_buf *scratch,
                  struct at_str *out_xml, bool *out_repaired,
                  struct at_err *err)
{
    struct at_str text;
    *out_repaired = false;
    if (!to_utf8(dump, scratch, &text, out_repaired, err))
        return false;
    ptrdiff_t root = at_str_find(text, AT_STR("<displays"));
    if (root < 0)
        root = at_str_find(text, AT_STR("<hierarchy"));
    ptrdiff_t start = at_str_find(text, AT_STR("<?xml"));
    if (start < 0 || (root >= 0 && root < start))
        start = root;
    if (start < 0)
        return fail_without_document(text, err);

    struct at_str before = at_str_head(text, (size_t)start);
    if (fail_on_tool_error(before, true, err))
        return false;
    if (at_str_trim(before).len > 0)
        *out_repaired = true;
    *out_xml = at_str_skip(text, (size_t)start);
    return true;
}
