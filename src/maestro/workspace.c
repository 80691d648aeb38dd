// workspace.c: the workspace's memory, its problems, and files of this machine
#include "maestro/workspace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/near.h"
#include "maestro/read/read_priv.h"
#include "sys/file.h"
#include "sys/path.h"

const char *const at_maestro_severity_names[] = {"error", "warning", "oddity"};

static bool
read_disk(void *user, const char *path, struct at_buf *out, struct at_err *err)
{
    (void)user;
    return at_file_read(path, out, err);
}

static enum at_maestro_file_kind
kind_on_disk(void *user, const char *path)
{
    struct stat facts;
    (void)user;
    if (stat(path, &facts) != 0)
        return AT_MAESTRO_NO_FILE;
    return S_ISDIR(facts.st_mode) ? AT_MAESTRO_IS_FOLDER : AT_MAESTRO_IS_FILE;
}

static bool
is_within_on_disk(void *user, const char *path, const char *flow)
{
    (void)user;
    char *real = at_path_real(path, NULL);
    char *real_flow = at_path_real(flow, NULL);
    char *here = at_path_real(".", NULL);
    bool ok = real && real_flow && here;
    if (ok && here[1] != '\0' && at_maestro_is_below(real_flow, here))
        ok = at_maestro_is_below(real, here);
    else if (ok) {
        strrchr(real_flow, '/')[1] = '\0';
        ok = at_maestro_is_below(real, real_flow);
    }
    free(real);
    free(real_flow);
    free(here);
    return ok;
}

const struct at_maestro_files at_maestro_disk = {
    .read = read_disk, .kind = kind_on_disk, .is_within = is_within_on_disk};

void
at_maestro_workspace_init(struct at_maestro_workspace *ws,
                          const struct at_maestro_files *files,
                          const char *root)
{
    *ws = (struct at_maestro_workspace){.files = *files, .root = root};
}

void
at_maestro_workspace_deinit(struct at_maestro_workspace *ws)
{
    free(ws->read);
    at_arena_deinit(&ws->arena);
}

void
at_maestro_problems_deinit(struct at_maestro_problems *problems)
{
    free(problems->rows);
    *problems = (struct at_maestro_problems){0};
}

static void
add(struct at_maestro_problems *problems,
    const struct at_maestro_problem *problem)
{
    if ((problems->count & (problems->count - 1)) == 0) // a power of two, or 0
        problems->rows = at_realloc_array(
            problems->rows, problems->count ? 2 * problems->count : 1,
            sizeof(problems->rows[0]));
    problems->rows[problems->count++] = *problem;
    problems->counts[problem->severity]++;
}

static struct at_str
format(struct at_arena *arena, const char *fmt, va_list args)
{
    char text[AT_ERR_MSG_MAX];
    int len = vsnprintf(text, sizeof(text), fmt, args);
    size_t kept = len < 0 ? 0 : (size_t)len;
    if (kept >= sizeof(text))
        kept = sizeof(text) - 1;
    while (kept > 0 && !at_utf8_valid(at_str_n(text, kept)))
        kept--; // a character that was cut
    return at_arena_dup(arena, at_str_n(text, kept));
}

// Keep a problem on its line: a quoted text may have several.
static struct at_str
on_one_line(struct at_arena *arena, struct at_str text)
{
    struct at_str copy = at_arena_dup(arena, text);
    char *at = (char *)copy.ptr;
    for (size_t i = 0; i < copy.len; i++) {
        if ((unsigned char)at[i] < ' ')
            at[i] = ' ';
    }
    return copy;
}

struct at_maestro_place
at_maestro_place_of(const struct at_maestro_reader *reader,
                    const struct at_yaml_node *node)
{
    return (struct at_maestro_place){
        .file = reader->file->path,
        .line = node ? node->line : 0,
        .column = node ? node->column : 0,
    };
}

void
at_maestro_report(struct at_maestro_reader *reader,
                  const struct at_yaml_node *node,
                  enum at_maestro_severity severity, const char *hint,
                  const char *fmt, ...)
{
    va_list args;
    if (severity == AT_MAESTRO_ERROR)
        reader->is_wrong = true;
    if (at_maestro_gives_up(reader))
        return;
    va_start(args, fmt);
    struct at_maestro_problem problem = {
        .place = at_maestro_place_of(reader, node),
        .severity = severity,
        .text = format(&reader->ws->arena, fmt, args),
        .hint = at_str(hint),
    };
    va_end(args);
    problem.text = on_one_line(&reader->ws->arena, problem.text);
    if (hint)
        problem.hint = on_one_line(&reader->ws->arena, problem.hint);
    add(reader->problems, &problem);
    if (++reader->reported < AT_MAESTRO_PROBLEMS_MAX)
        return;
    problem.severity = AT_MAESTRO_ERROR;
    problem.text = AT_STR("so much is wrong that the rest was not read");
    problem.hint = (struct at_str){0};
    reader->is_wrong = true;
    add(reader->problems, &problem);
}

const char *
at_maestro_keep(struct at_maestro_reader *reader, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    struct at_str text = format(&reader->ws->arena, fmt, args);
    va_end(args);
    return text.ptr;
}

const char *
at_maestro_did_you_mean(struct at_maestro_reader *reader,
                        const struct at_near *near)
{
    char names[256];
    at_near_write(near, names, sizeof(names));
    return *names ? at_maestro_keep(reader, "did you mean %s?", names) : NULL;
}

bool
at_maestro_is_null(struct at_maestro_reader *reader,
                   const struct at_yaml_node *node)
{
    return node->kind == AT_YAML_SCALAR &&
           at_maestro_scalar(&reader->ws->arena, node->text, node->is_plain)
                   .kind == AT_MAESTRO_SCALAR_NULL;
}

bool
at_maestro_is_replaced(struct at_maestro_reader *reader,
                       const struct at_yaml_node *entry)
{
    if (entry->is_replaced)
        at_maestro_report(reader, entry->key, AT_MAESTRO_WARNING,
                          "remove one of them",
                          "'%.*s' is given again below, and that one counts",
                          AT_STR_ARG(entry->key->text));
    return entry->is_replaced;
}

static size_t
first_of_file(const struct at_maestro_problems *problems, const char *file)
{
    size_t at = 0;
    while (strcmp(problems->rows[at].place.file, file) != 0)
        at++;
    return at;
}

struct ranked {
    size_t file;
    size_t order;
    struct at_maestro_problem problem;
};

static int
compare(const void *left, const void *right)
{
    const struct ranked *a = left;
    const struct ranked *b = right;
    const struct at_maestro_place *x = &a->problem.place;
    const struct at_maestro_place *y = &b->problem.place;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

void
at_maestro_problems_sort(struct at_maestro_problems *problems)
{
    struct ranked *rows =
        at_realloc_array(NULL, problems->count + 1, sizeof(rows[0]));
    for (size_t i = 0; i < problems->count; i++) {
        const char *file = problems->rows[i].place.file;
        bool is_same =
            i > 0 && strcmp(problems->rows[i - 1].place.file, file) == 0;
        rows[i] = (struct ranked){
            .file = is_same ? rows[i - 1].file : first_of_file(problems, file),
            .order = i,
            .problem = problems->rows[i]};
    }
    qsort(rows, problems->count, sizeof(rows[0]), compare);
    for (size_t i = 0; i < problems->count; i++)
        problems->rows[i] = rows[i].problem;
    free(rows);
}

bool
at_maestro_problem_write(const struct at_maestro_problem *problem,
                         struct at_buf *out)
{
    at_buf_add_text(out, problem->place.file);
    if (problem->place.line > 0)
        at_buf_add_fmt(out, ":%u:%u", (unsigned)problem->place.line,
                       (unsigned)problem->place.column);
    at_buf_add_fmt(out, ": %s: %.*s\n",
                   at_maestro_severity_names[problem->severity],
                   AT_STR_ARG(problem->text));
    if (problem->hint.len > 0)
        at_buf_add_fmt(out, "  hint: %.*s\n", AT_STR_ARG(problem->hint));
    return !out->overflow;
}
