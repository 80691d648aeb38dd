// log_line.c: writes an entry of the log
#include "sys/log_line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sys/clock.h"

enum {
    TEXT_MAX = 2048,    // bytes of a line of text
    MESSAGE_MAX = 2000, // bytes of a message, up to six times that
    VALUE_MAX = 256,    // bytes of another value
    PAIRS_MAX = 8,
};

// A line in the making, of which everything that is added fits.
struct line {
    char *at;
    size_t len;
    size_t max;
};

static void add(struct line *line, const char *fmt, ...) AT_PRINTF(2, 3);

static void
add(struct line *line, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(line->at + line->len, line->max - line->len, fmt, args);
    va_end(args);
    if (len > 0)
        line->len += (size_t)len < line->max - line->len
                         ? (size_t)len
                         : line->max - line->len - 1;
}

// RFC 5424, as in sd-daemon.h.
static void
add_priority(struct line *line, const struct at_log_entry *entry)
{
    static const int priorities[] = {
        [AT_LOG_ERROR] = 3, [AT_LOG_WARN] = 4,  [AT_LOG_INFO] = 6,
        [AT_LOG_DEBUG] = 7, [AT_LOG_TRACE] = 7,
    };
    if (entry->for_journal)
        add(line, "<%d>", priorities[entry->level]);
}

size_t
at_log_line_text(const struct at_log_entry *entry, char out[AT_LOG_LINE_MAX])
{
    struct line line = {out, 0, TEXT_MAX};
    add_priority(&line, entry);
    if (!entry->is_said)
        add(&line, "%s %s: ", at_log_level_names[entry->level], entry->module);
    add(&line, "%.*s", AT_STR_ARG(entry->message));
    for (size_t i = 0; i < line.len; i++) {
        if ((unsigned char)out[i] < 0x20 || out[i] == 0x7f)
            out[i] = '?';
    }
    out[line.len++] = '\n';
    return line.len;
}

static void
add_escaped(struct line *line, struct at_str text)
{
    while (text.len > 0) {
        unsigned char c = (unsigned char)text.ptr[0];
        size_t len = at_utf8_next(text, NULL);
        if (len == 0)
            add(line, "\\ufffd");
        else if (c == '"' || c == '\\')
            add(line, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            add(line, "\\u%04x", c);
        else
            add(line, "%.*s", (int)len, text.ptr);
        text = at_str_skip(text, len > 0 ? len : 1);
    }
}

static void
add_member(struct line *line, struct at_str name, struct at_str value,
           size_t max)
{
    if (value.len == 0)
        return;
    add(line, "%s\"%.*s\":\"",
        line->len > 0 && line->at[line->len - 1] != '{' ? "," : "",
        AT_STR_ARG(name));
    add_escaped(line, at_utf8_head(value, max));
    add(line, "\"");
}

struct pair {
    struct at_str name;
    struct at_str value;
};

static bool
read_pair(struct at_str word, struct pair *out)
{
    ptrdiff_t sign = at_str_find(word, AT_STR("="));
    out->name = at_str_head(word, sign > 0 ? (size_t)sign : 0);
    out->value = at_str_skip(word, (size_t)(sign + 1));
    for (size_t i = 0; i < out->name.len; i++) {
        char c = out->name.ptr[i];
        if (!(c >= 'a' && c <= 'z') && c != '_')
            return false;
    }
    return out->name.len > 0 && out->name.len <= 32 && out->value.len > 0;
}

// A pair may not replace what the entry says of itself.
static bool
is_taken(struct at_str name)
{
    static const struct at_str own[] = {
        AT_STR_ROW("time"), AT_STR_ROW("level"), AT_STR_ROW("module"),
        AT_STR_ROW("message"), AT_STR_ROW("host")};
    return at_str_in(name, own, AT_LEN(own));
}

static bool
has_name(const struct pair *pairs, size_t count, struct at_str name)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_eq(pairs[i].name, name))
            return true;
    }
    return false;
}

// Take the pairs off the end of a message, the last one first.
static size_t
take_pairs(struct at_str *message, struct pair pairs[PAIRS_MAX])
{
    size_t count = 0;
    struct at_str rest = at_str_trim(*message);
    while (count < PAIRS_MAX) {
        size_t begin = rest.len;
        while (begin > 0 && rest.ptr[begin - 1] != ' ')
            begin--;
        struct pair pair;
        if (begin == 0 || !read_pair(at_str_skip(rest, begin), &pair) ||
            is_taken(pair.name) || has_name(pairs, count, pair.name))
            break;
        pairs[count++] = pair;
        rest = at_str_trim(at_str_head(rest, begin));
    }
    *message = rest;
    return count;
}

size_t
at_log_line_json(const struct at_log_entry *entry, char out[AT_LOG_LINE_MAX])
{
    struct line line = {out, 0, AT_LOG_LINE_MAX - 2};
    struct pair pairs[PAIRS_MAX];
    struct at_str message = at_utf8_head(entry->message, MESSAGE_MAX);
    size_t count = take_pairs(&message, pairs);
    char time[AT_RFC3339_MAX];
    at_wall_write(entry->time_ms, time);
    add_priority(&line, entry);
    add(&line, "{");
    add_member(&line, AT_STR("time"), at_str(time), VALUE_MAX);
    add_member(&line, AT_STR("level"), at_str(at_log_level_names[entry->level]),
               VALUE_MAX);
    add_member(&line, AT_STR("module"), at_str(entry->module), VALUE_MAX);
    add_member(&line, AT_STR("message"), message, MESSAGE_MAX);
    add_member(&line, AT_STR("host"), at_str(entry->host), VALUE_MAX);
    if (!has_name(pairs, count, AT_STR("run")))
        add_member(&line, AT_STR("run"), at_str(entry->run), VALUE_MAX);
    if (!has_name(pairs, count, AT_STR("device")))
        add_member(&line, AT_STR("device"), at_str(entry->device), VALUE_MAX);
    while (count-- > 0)
        add_member(&line, pairs[count].name, pairs[count].value, VALUE_MAX);
    out[line.len++] = '}';
    out[line.len++] = '\n';
    return line.len;
}
