// text.c: ASCII in pieces for `input text`, the rest as keys
#include "device/android/parse/text.h"

#include "base/shell_quote.h"
#include "device/android/parse/keys.h"

enum { PIECE_MAX_LEN = 200 };

static bool
is_line_end(struct at_str s)
{
    return at_str_starts(s, AT_STR("\r\n"));
}

bool
at_input_text_hindrance(struct at_str text, size_t *out_index, uint32_t *out_cp)
{
    size_t index = 0;
    uint32_t cp;
    while (text.len > 0) {
        size_t len = at_utf8_next(text, &cp);
        bool fine = len == 1 && ((cp >= ' ' && cp < 0x7f) || cp == '\n' ||
                                 cp == '\t' || is_line_end(text));

        if (!fine) {
            *out_index = index;
            *out_cp = len > 0 ? cp : 0xfffd;
            return true;
        }
        text = at_str_skip(text, len);
        index++;
    }
    return false;
}

static void
begin_command(struct at_buf *out)
{
    if (out->len > 0)
        at_buf_add_text(out, " && ");
}

// Return the next piece that one `input text` can type; empty at a newline or
// tab.
static struct at_str
next_piece(struct at_str text)
{
    size_t len = 0;
    while (len < text.len && len < PIECE_MAX_LEN && text.ptr[len] >= ' ') {
        len++;
        if (text.ptr[len - 1] == '%' && len < text.len && text.ptr[len] == 's')
            break;
    }
    return at_str_head(text, len);
}

static bool
add_piece(struct at_str piece, struct at_buf *out, struct at_err *err)
{
    struct at_buf word = AT_BUF_INIT((size_t)PIECE_MAX_LEN * 2);
    for (size_t i = 0; i < piece.len; i++) {
        if (piece.ptr[i] == ' ')
            at_buf_add_text(&word, "%s");
        else
            at_buf_add_char(&word, piece.ptr[i]);
    }
    begin_command(out);
    at_buf_add_text(out, "input text ");
    bool ok = at_quote(out, at_buf_str(&word), err);
    at_buf_deinit(&word);
    return ok;
}

bool
at_input_text_command(struct at_str text, struct at_buf *out,
                      struct at_err *err)
{
    while (text.len > 0) {
        struct at_str piece = next_piece(text);

        if (piece.len > 0) {
            if (!add_piece(piece, out, err))
                return false;
            text = at_str_skip(text, piece.len);
            continue;
        }
        begin_command(out);
        at_buf_add_fmt(out, "input keyevent %d",
                       text.ptr[0] == '\t' ? AT_KEYCODE_TAB : AT_KEYCODE_ENTER);
        text = at_str_skip(text, is_line_end(text) ? 2 : 1);
    }
    if (out->overflow)
        return at_fail(err, AT_ELIMIT,
                       "the text is too long to be typed at once: split it");
    return true;
}

unsigned
at_text_split_enters(struct at_str *text)
{
    unsigned enters = 0;
    while (text->len > 0 && text->ptr[text->len - 1] == '\n') {
        text->len--;
        enters++;
    }
    return enters;
}
