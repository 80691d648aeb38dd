// grep and sed: regular expressions over lines
#include "virtual-android/coreutils/util.h"

#include <regex.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"

enum { PATTERNS_MAX = 32 };

struct grep {
    struct va_call *call;
    regex_t regexes[PATTERNS_MAX];
    const char *texts[PATTERNS_MAX];
    size_t len;
    bool fixed;
    bool ignore_case;
    bool invert;
    bool quiet;
    bool count;
    bool only;   // -o
    bool number; // -n
    bool names;  // -l
    bool titled;
    int64_t max;
    bool found;
};

static bool
matches_fixed(const struct grep *g, struct at_str line)
{
    for (size_t i = 0; i < g->len; i++) {
        struct at_str text = at_str(g->texts[i]);
        ptrdiff_t at = g->ignore_case ? at_str_find_nocase(line, text)
                                      : at_str_find(line, text);
        if (at >= 0)
            return true;
    }
    return false;
}

// The first match of any pattern; line is NUL-terminated here.
static bool
matches(const struct grep *g, const char *line, regmatch_t *out)
{
    for (size_t i = 0; i < g->len; i++) {
        if (regexec(&g->regexes[i], line, 1, out, 0) == 0)
            return true;
    }
    return false;
}

static void
out_match(struct grep *g, const char *name, int64_t number, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(2 * VA_SHELL_LINE_MAX_BYTES);
    if (g->titled)
        at_buf_add_fmt(&out, "%s:", name);
    if (g->number)
        at_buf_add_fmt(&out, "%lld:", (long long)number);
    at_buf_add_str(&out, text);
    at_buf_add_char(&out, '\n');
    va_out(g->call, at_buf_str(&out));
    at_buf_deinit(&out);
}

static void
out_parts(struct grep *g, const char *name, int64_t number, const char *line)
{
    regmatch_t at;
    while (*line && matches(g, line, &at)) {
        size_t len = (size_t)(at.rm_eo - at.rm_so);
        if (len > 0)
            out_match(g, name, number, at_str_n(line + at.rm_so, len));
        line += at.rm_eo + (len == 0);
    }
}

static int
grep_one(struct va_input *in, const char *name, void *arg)
{
    struct grep *g = arg;
    struct at_str line;
    int64_t number = 0;
    int64_t hits = 0;
    while (hits < g->max && va_input_line(in, &line)) {
        regmatch_t at;
        char *text = at_strndup(line.ptr, line.len);
        bool hit = g->fixed ? matches_fixed(g, line) : matches(g, text, &at);
        number++;
        hit = hit != g->invert;
        hits += hit;
        if (hit && !g->quiet && !g->count && !g->names) {
            if (g->only && !g->fixed && !g->invert)
                out_parts(g, name, number, text);
            else
                out_match(g, name, number, line);
        }
        free(text);
        if (hit && (g->quiet || g->names))
            break;
    }
    g->found = g->found || hits > 0;
    if (g->count && !g->quiet)
        va_outf(g->call, "%s%s%lld\n", g->titled ? name : "",
                g->titled ? ":" : "", (long long)hits);
    if (g->names && hits > 0)
        va_outf(g->call, "%s\n", name);
    return 0;
}

static bool
scan_grep(struct grep *g, bool *extended, int *first)
{
    struct va_scan scan = va_scan(g->call, "EFivqce:noslHhm:wxaG");
    int letter;
    while ((letter = va_scan_next(&scan))) {
        switch (letter) {
        case '?':
            return false;
        case 'E':
            *extended = true;
            break;
        case 'F':
            g->fixed = true;
            break;
        case 'i':
            g->ignore_case = true;
            break;
        case 'v':
            g->invert = true;
            break;
        case 'q':
            g->quiet = true;
            break;
        case 'c':
            g->count = true;
            break;
        case 'n':
            g->number = true;
            break;
        case 'o':
            g->only = true;
            break;
        case 'l':
            g->names = true;
            break;
        case 'm':
            if (!va_operand_number(g->call, scan.value, 0, INT64_MAX, &g->max))
                return false;
            break;
        case 'e':
            if (g->len < PATTERNS_MAX)
                g->texts[g->len++] = scan.value;
            break;
        }
    }
    if (g->len == 0 && scan.at < g->call->argc)
        g->texts[g->len++] = g->call->argv[scan.at++];
    *first = scan.at;
    return g->len > 0;
}

int
va_run_grep(struct va_call *call)
{
    struct grep g = {.call = call, .max = INT64_MAX};
    bool extended = strcmp(call->argv[0], "egrep") == 0;
    int first = 1;
    size_t made = 0;
    int status = 2;

    g.fixed = strcmp(call->argv[0], "fgrep") == 0;
    if (!scan_grep(&g, &extended, &first)) {
        va_errf(call, "%s: no REGEX\n", call->argv[0]);
        return 2;
    }
    int flags = (extended ? REG_EXTENDED : 0) | (g.ignore_case ? REG_ICASE : 0);
    for (; !g.fixed && made < g.len; made++) {
        if (regcomp(&g.regexes[made], g.texts[made], flags) != 0) {
            va_errf(call, "%s: bad REGEX '%s'\n", call->argv[0], g.texts[made]);
            break;
        }
    }
    g.titled = call->argc - first > 1;
    if (g.fixed || made == g.len) {
        status = va_each_input(call, first, grep_one, &g);
        status = status ? 2 : !g.found;
    }
    for (size_t i = 0; i < made; i++)
        regfree(&g.regexes[i]);
    return status;
}

// sed: s/a/b/[g] and, with -n, Np or A,Bp.

struct sed {
    struct va_call *call;
    regex_t regex;
    char *with; // owned; NULL: print lines from first to last
    bool global;
    bool silent; // -n
    int64_t first;
    int64_t last;
    int64_t number;
};

// What \1 and & stand for goes in.
static void
add_replacement(struct at_buf *out, const char *with, const char *line,
                const regmatch_t *groups)
{
    for (; *with; with++) {
        int group = -1;
        if (*with == '&')
            group = 0;
        else if (*with == '\\' && with[1] >= '1' && with[1] <= '9')
            group = *++with - '0';
        else if (*with == '\\' && with[1])
            with++;
        if (group < 0)
            at_buf_add_char(out, *with);
        else if (groups[group].rm_so >= 0)
            at_buf_add(out, line + groups[group].rm_so,
                       (size_t)(groups[group].rm_eo - groups[group].rm_so));
    }
}

static void
substitute(const struct sed *s, const char *line, struct at_buf *out)
{
    regmatch_t groups[10];
    int flags = 0;
    while (regexec(&s->regex, line, AT_LEN(groups), groups, flags) == 0) {
        size_t before = (size_t)groups[0].rm_so;
        size_t end = (size_t)groups[0].rm_eo;
        at_buf_add(out, line, before);
        add_replacement(out, s->with, line, groups);
        if (end == before && line[end])
            at_buf_add_char(out, line[end++]);
        line += end;
        flags = REG_NOTBOL;
        if (!s->global || !*line)
            break;
    }
    at_buf_add_text(out, line);
}

static int
sed_one(struct va_input *in, const char *name, void *arg)
{
    struct sed *s = arg;
    struct at_str line;
    bool ok = true;
    (void)name;
    while (ok && va_input_line(in, &line)) {
        struct at_buf out = AT_BUF_INIT(4 * VA_SHELL_LINE_MAX_BYTES);
        char *text = at_strndup(line.ptr, line.len);
        s->number++;
        if (s->with)
            substitute(s, text, &out);
        else
            at_buf_add_text(&out, text);
        at_buf_add_char(&out, '\n');
        bool chosen = s->number >= s->first && s->number <= s->last;
        if (!s->silent)
            ok = va_out(s->call, at_buf_str(&out));
        if (!s->with && chosen)
            ok = va_out(s->call, at_buf_str(&out));
        free(text);
        at_buf_deinit(&out);
        if (!s->with && s->silent && s->number >= s->last)
            break;
    }
    return 0;
}

// Split "s/a/b/g" at its separator; the parts are the caller's.
static bool
split_script(const char *script, char **out_from, char **out_with, bool *global)
{
    struct at_buf parts[2] = {AT_BUF_INIT(VA_SHELL_LINE_MAX_BYTES),
                              AT_BUF_INIT(VA_SHELL_LINE_MAX_BYTES)};
    char separator = script[1];
    const char *at = script + 2;
    size_t part = 0;
    for (; separator && *at && part < 2; at++) {
        if (*at == separator) {
            part++;
        } else {
            if (*at == '\\' && at[1] == separator)
                at++;
            else if (*at == '\\' && at[1])
                at_buf_add_char(&parts[part], *at++);
            at_buf_add_char(&parts[part], *at);
        }
    }
    *global = strcmp(at, "g") == 0;
    bool ok = part == 2 && (*global || !*at);
    *out_from = at_buf_take(&parts[0]);
    *out_with = at_buf_take(&parts[1]);
    return ok;
}

static bool
parse_lines(struct sed *s, const char *script)
{
    struct at_str rest = at_str(script);
    struct at_str from = {0};
    if (rest.len < 2 || rest.ptr[rest.len - 1] != 'p')
        return false;
    rest.len--;
    at_str_next(&rest, ',', &from);
    if (!at_str_to_i64(from, 1, INT32_MAX, &s->first))
        return false;
    s->last = s->first;
    if (at_str_is(rest, "$"))
        s->last = INT64_MAX;
    else if (rest.len > 0)
        return at_str_to_i64(rest, 1, INT32_MAX, &s->last);
    return true;
}

static bool
parse_script(struct sed *s, const char *script, bool extended)
{
    char *from = NULL;
    if (script[0] != 's')
        return parse_lines(s, script);
    bool ok = split_script(script, &from, &s->with, &s->global) &&
              regcomp(&s->regex, from, extended ? REG_EXTENDED : 0) == 0;
    free(from);
    if (!ok) {
        free(s->with);
        s->with = NULL;
    }
    return ok;
}

int
va_run_sed(struct va_call *call)
{
    struct va_scan scan = va_scan(call, "nEre:");
    struct sed s = {.call = call};
    const char *script = NULL;
    bool extended = false;
    int letter;
    while ((letter = va_scan_next(&scan))) {
        if (letter == '?')
            return 1;
        s.silent = s.silent || letter == 'n';
        extended = extended || letter == 'E' || letter == 'r';
        if (letter == 'e')
            script = scan.value;
    }
    if (!script && scan.at < call->argc)
        script = call->argv[scan.at++];
    if (!script || !parse_script(&s, script, extended)) {
        va_errf(call, "sed: bad pattern '%s'; only s/a/b/[g] and Np here\n",
                script ? script : "");
        return 1;
    }
    int status = va_each_input(call, scan.at, sed_one, &s);
    if (s.with)
        regfree(&s.regex);
    free(s.with);
    return status;
}
