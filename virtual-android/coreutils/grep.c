// grep and sed: regular expressions over lines
#include <regex.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "virtual-android/coreutils/coreutils.h"

enum { PATTERNS_MAX = 32 };

struct grep {
    struct vd_call *call;
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
    struct at_buf out = AT_BUF_INIT(2 * VD_SHELL_LINE_MAX_BYTES);
    if (g->titled)
        at_buf_add_fmt(&out, "%s:", name);
    if (g->number)
        at_buf_add_fmt(&out, "%lld:", (long long)number);
    at_buf_add_str(&out, text);
    at_buf_add_char(&out, '\n');
    vd_out(g->call, at_buf_str(&out));
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

static void
out_hit(struct grep *g, const char *name, int64_t number, const char *text,
        struct at_str line)
{
    if (g->quiet || g->count || g->names)
        return;
    if (g->only && !g->fixed && !g->invert)
        out_parts(g, name, number, text);
    else
        out_match(g, name, number, line);
}

static int
grep_one(struct vd_source *in, const char *name, void *arg)
{
    struct grep *g = arg;
    struct at_str line;
    int64_t hits = 0;
    bool enough = false; // the first hit answers -q and -l
    for (int64_t number = 1;
         !enough && hits < g->max && vd_source_line(in, &line); number++) {
        regmatch_t at;
        char *text = at_strndup(line.ptr, line.len);
        bool found = g->fixed ? matches_fixed(g, line) : matches(g, text, &at);
        if (found != g->invert) {
            hits++;
            out_hit(g, name, number, text, line);
            enough = g->quiet || g->names;
        }
        free(text);
    }
    g->found = g->found || hits > 0;
    if (g->count && !g->quiet)
        vd_outf(g->call, "%s%s%lld\n", g->titled ? name : "",
                g->titled ? ":" : "", (long long)hits);
    if (g->names && hits > 0)
        vd_outf(g->call, "%s\n", name);
    return 0;
}

static bool
scan_grep(struct grep *g, bool *extended, int *first)
{
    const struct {
        char letter;
        bool *flag;
    } flags[] = {
        {'E', extended},   {'F', &g->fixed}, {'i', &g->ignore_case},
        {'v', &g->invert}, {'q', &g->quiet}, {'c', &g->count},
        {'n', &g->number}, {'o', &g->only},  {'l', &g->names},
    };
    struct vd_scan scan = vd_scan(g->call, "EFivqce:noslHhm:wxaG");
    int letter;
    while ((letter = vd_scan_next(&scan))) {
        for (size_t i = 0; i < AT_LEN(flags); i++) {
            if (flags[i].letter == letter)
                *flags[i].flag = true;
        }
        if (letter == '?' ||
            (letter == 'm' &&
             !vd_operand_number(g->call, scan.value, 0, INT64_MAX, &g->max)))
            return false;
        if (letter == 'e' && g->len < PATTERNS_MAX)
            g->texts[g->len++] = scan.value;
    }
    if (g->len == 0 && scan.at < g->call->argc)
        g->texts[g->len++] = g->call->argv[scan.at++];
    *first = scan.at;
    return g->len > 0;
}

int
vd_run_grep(struct vd_call *call)
{
    struct grep g = {.call = call, .max = INT64_MAX};
    bool extended = strcmp(call->argv[0], "egrep") == 0;
    int first = 1;
    size_t made = 0;
    int status = 2;
    g.fixed = strcmp(call->argv[0], "fgrep") == 0;
    if (!scan_grep(&g, &extended, &first)) {
        vd_errf(call, "%s: no REGEX\n", call->argv[0]);
        return 2;
    }
    int flags = (extended ? REG_EXTENDED : 0) | (g.ignore_case ? REG_ICASE : 0);
    for (; !g.fixed && made < g.len; made++) {
        if (regcomp(&g.regexes[made], g.texts[made], flags) != 0) {
            vd_errf(call, "%s: bad REGEX '%s'\n", call->argv[0], g.texts[made]);
            break;
        }
    }
    g.titled = call->argc - first > 1;
    if (g.fixed || made == g.len) {
        status = vd_each_source(call, first, grep_one, &g);
        status = status ? 2 : !g.found;
    }
    for (size_t i = 0; i < made; i++)
        regfree(&g.regexes[i]);
    return status;
}

// sed: s/a/b/[g] and, with -n, Np or A,Bp.

struct sed {
    struct vd_call *call;
    regex_t regex;
    char *with; // owned; NULL: print lines from first to last
    bool global;
    bool silent; // -n
    int64_t first;
    int64_t last;
    int64_t number;
};

// Insert the text of \1 and &.
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
sed_one(struct vd_source *in, const char *name, void *arg)
{
    struct sed *s = arg;
    struct at_str line;
    bool ok = true;
    (void)name;
    while (ok && vd_source_line(in, &line)) {
        struct at_buf out = AT_BUF_INIT(4 * VD_SHELL_LINE_MAX_BYTES);
        char *text = at_strndup(line.ptr, line.len);
        s->number++;
        if (s->with)
            substitute(s, text, &out);
        else
            at_buf_add_text(&out, text);
        at_buf_add_char(&out, '\n');
        bool chosen = s->number >= s->first && s->number <= s->last;
        if (!s->silent)
            ok = vd_out(s->call, at_buf_str(&out));
        if (!s->with && chosen)
            ok = vd_out(s->call, at_buf_str(&out));
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
    struct at_buf parts[2] = {AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES),
                              AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES)};
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
vd_run_sed(struct vd_call *call)
{
    struct vd_scan scan = vd_scan(call, "nEre:");
    struct sed s = {.call = call};
    const char *script = NULL;
    bool extended = false;
    int letter;
    while ((letter = vd_scan_next(&scan))) {
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
        vd_errf(call, "sed: bad pattern '%s'; only s/a/b/[g] and Np here\n",
                script ? script : "");
        return 1;
    }
    int status = vd_each_source(call, scan.at, sed_one, &s);
    if (s.with)
        regfree(&s.regex);
    free(s.with);
    return status;
}
