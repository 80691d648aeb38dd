#include "device/ios/parse_oslog.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"

static const char order[] = "VDIWEF";

struct type_row {
    struct at_str type; // type in the compact style
    char level;
};

static const struct type_row types[] = {
    {AT_STR_ROW("Db "), 'D'}, {AT_STR_ROW("I  "), 'I'},
    {AT_STR_ROW("Df "), 'I'}, {AT_STR_ROW("A  "), 'I'},
    {AT_STR_ROW("E  "), 'E'}, {AT_STR_ROW("F  "), 'F'},
};

bool
at_oslog_is_level(char level)
{
    return level != '\0' && strchr(order, level) != NULL;
}

// Parse "2026-02-04 10:11:12.345 "; '0' matches any digit.
static bool
take_time(struct at_str *line)
{
    static const char pattern[] = "0000-00-00 00:00:00.000";
    size_t len = sizeof(pattern) - 1;
    if (line->len <= len)
        return false;
    for (size_t i = 0; i < len; i++) {
        char c = line->ptr[i];
        if (pattern[i] == '0' ? c < '0' || c > '9' : c != pattern[i])
            return false;
    }
    *line = at_str_skip(*line, len);
    while (line->len > 0 && line->ptr[0] != ' ') // more digits, a time zone
        *line = at_str_skip(*line, 1);
    *line = at_str_skip(*line, 1);
    return true;
}

char
at_oslog_level(struct at_str line)
{
    if (!take_time(&line))
        return '\0';
    for (size_t i = 0; i < AT_LEN(types); i++)
        if (at_str_starts(line, types[i].type))
            return types[i].level;
    return 'I';
}

bool
at_oslog_level_passes(char level, char min)
{
    return !min || strchr(order, level) >= strchr(order, min);
}

bool
at_oslog_passes(struct at_oslog_state *state, struct at_str line,
                const struct at_log_query *query)
{
    char level = at_oslog_level(line);
    if (level)
        state->passes = at_oslog_level_passes(level, query->level) &&
                        (query->text.len == 0 || at_str_has(line, query->text));
    return state->passes;
}

struct kept {
    struct at_str *lines; // owned
    size_t count;
    size_t omitted;
};

// Drop the older half at the limit.
static void
make_room(struct kept *kept)
{
    size_t half = AT_LOG_SCAN_MAX_LINES / 2;
    if (kept->count < AT_LOG_SCAN_MAX_LINES)
        return;
    memmove(kept->lines, kept->lines + half,
            (kept->count - half) * sizeof(*kept->lines));
    kept->count -= half;
    kept->omitted += half;
}

static void
collect(struct at_str log, const struct at_log_query *query, struct kept *kept)
{
    struct at_oslog_state state = {0};
    struct at_str line;
    kept->lines =
        at_realloc_array(NULL, AT_LOG_SCAN_MAX_LINES, sizeof(*kept->lines));
    while (at_str_next_line(&log, &line)) {
        if (!at_oslog_passes(&state, line, query))
            continue;
        make_room(kept);
        kept->lines[kept->count++] = line;
    }
}

void
at_oslog_filter(struct at_str log, const struct at_log_query *query,
                struct at_log_result *out)
{
    size_t max = query->max_bytes ? query->max_bytes : AT_LOG_TEXT_MAX_BYTES;
    struct kept kept = {0};
    size_t first;
    size_t bytes = 0;
    *out = (struct at_log_result){.text = AT_BUF_INIT(max)};
    collect(log, query, &kept);
    for (first = kept.count; first > 0 && kept.count - first < query->max_lines;
         first--) {
        bytes += kept.lines[first - 1].len + 1;
        if (bytes > max)
            break;
    }
    out->lines = kept.count - first;
    out->omitted = kept.omitted + first;
    for (size_t i = first; i < kept.count; i++) {
        at_buf_add_str(&out->text, kept.lines[i]);
        at_buf_add_char(&out->text, '\n');
    }
    free(kept.lines);
}

void
at_oslog_predicate(struct at_str path, struct at_buf *out)
{
    struct at_str name = path;
    for (size_t i = 0; i < path.len; i++)
        if (path.ptr[i] == '/' && i + 1 < path.len)
            name = at_str_skip(path, i + 1);
    if (at_str_ends(name, AT_STR("/")))
        name.len--;
    at_buf_add_text(out, "processImagePath CONTAINS \"/");
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == '"' || name.ptr[i] == '\\')
            at_buf_add_char(out, '\\');
        at_buf_add_char(out, name.ptr[i]);
    }
    at_buf_add_text(out, "/\"");
}
