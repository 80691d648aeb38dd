// listing.c: see listing.h
#include "device/android/parse/listing.h"

#include "base/ascii.h"
#include "base/limits.h"

// Split a line at blanks. False at its end.
static bool
next_word(struct at_str *rest, struct at_str *out)
{
    size_t len = 0;
    *rest = at_str_trim(*rest);
    while (len < rest->len && rest->ptr[len] != ' ' && rest->ptr[len] != '\t')
        len++;
    *out = at_str_head(*rest, len);
    *rest = at_str_skip(*rest, len);
    return len > 0;
}

struct row {
    struct at_str name;
    int64_t size;
};

// The size is the last word before the date, "2026-11-23", which every variant
// prints, that is a number.
static bool
read_row(struct at_str line, struct row *out)
{
    struct at_str word;
    bool dated = false;
    int64_t number;
    *out = (struct row){.size = -1};
    if (!at_str_starts(line, AT_STR("-")))
        return false;
    while (next_word(&line, &word)) {
        dated = dated ||
                (word.len == 10 && word.ptr[4] == '-' && word.ptr[7] == '-');
        if (!dated && at_str_to_i64(word, 0, INT64_MAX, &number))
            out->size = number;
        out->name = word;
    }
    return dated && out->size >= 0;
}

static bool
is_path(struct at_str name, struct at_str path)
{
    return at_str_eq(name, path) ||
           at_str_eq(name, at_str_after_last(path, '/'));
}

int64_t
at_ls_size_of(struct at_str output, struct at_str path)
{
    struct at_str line;
    struct row row;
    while (at_str_next_line(&output, &line)) {
        if (read_row(at_str_trim(line), &row) && is_path(row.name, path))
            return row.size;
    }
    return -1;
}

static bool
is_plain(struct at_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        if (!at_ascii_is_alnum(c) && c != '-' && c != '.' && c != '_')
            return false;
    }
    return name.len > 0;
}

void
at_ls_write_others(struct at_str output, struct at_str path, struct at_buf *out)
{
    struct at_str own = at_str_after_last(path, '/');
    struct at_str folder = at_str_head(path, path.len - own.len);
    struct at_str line;
    struct row row;
    while (at_str_next_line(&output, &line)) {
        if (!read_row(at_str_trim(line), &row))
            continue;
        struct at_str name = at_str_after_last(row.name, '/');
        if (is_plain(name) && !at_str_eq(name, own))
            at_buf_add_fmt(out, " %.*s%.*s", AT_STR_ARG(folder),
                           AT_STR_ARG(name));
    }
}

bool
at_head_is_database(struct at_str *heads, struct at_str name)
{
    struct at_buf title = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(&title, "==> %.*s <==\n", AT_STR_ARG(name));
    ptrdiff_t at = at_str_find(*heads, at_buf_str(&title));
    if (at >= 0)
        *heads = at_str_skip(*heads, (size_t)at + title.len);
    at_buf_deinit(&title);
    return at >= 0 && at_str_starts(*heads, AT_STR("SQLite format 3"));
}

bool
at_database_is_side_file(struct at_str name)
{
    return at_str_ends(name, AT_STR("-wal")) ||
           at_str_ends(name, AT_STR("-shm")) ||
           at_str_ends(name, AT_STR("-journal"));
}
