#include "cli/repl_history.h"

#include "base/limits.h"
#include "sys/file.h"
#include "sys/private.h"

// An absent file, or one longer than we write, is an empty history.
void
at_repl_history_read(const char *path, struct at_buf *out)
{
    at_buf_clear(out);
    if (!at_private_read(path, out, NULL))
        at_buf_clear(out);
}

bool
at_repl_history_add(const char *path, struct at_str line, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_REPL_HISTORY_MAX_BYTES);
    struct at_str oldest;
    at_repl_history_read(path, &text);
    struct at_str kept = at_buf_str(&text);
    size_t count = at_str_count_lines(kept);
    while (count >= AT_REPL_HISTORY_MAX ||
           (count > 0 && kept.len + line.len + 1 > text.max)) {
        at_str_next_line(&kept, &oldest);
        count--;
    }
    at_buf_drop(&text, text.len - kept.len);
    bool ok = at_buf_add_str(&text, line) && at_buf_add_char(&text, '\n');
    ok = ok ? at_file_write(path, at_buf_str(&text), err)
            : at_fail(err, AT_ELIMIT, "the line is too long to be kept");
    at_buf_deinit(&text);
    return ok;
}
