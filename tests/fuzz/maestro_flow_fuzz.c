// maestro_flow_fuzz.c: any bytes as a flow, its subflow and its script: a flow
// is sound exactly if no error is reported, and every problem has a place
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "maestro/migrate/remarks.h"
#include "maestro/workspace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// main.yaml and b.yaml, which a NUL divides; s.js has all of it.
struct input {
    struct at_str whole;
    struct at_str main;
    struct at_str other;
};

static bool
read_input(void *user, const char *path, struct at_buf *out, struct at_err *err)
{
    const struct input *input = user;
    struct at_str text = strcmp(path, "main.yaml") == 0 ? input->main
                         : strcmp(path, "b.yaml") == 0  ? input->other
                                                        : input->whole;
    return at_buf_add_str(out, text) || at_fail(err, AT_ELIMIT, "too long");
}

static enum at_maestro_file_kind
kind_of_input(void *user, const char *path)
{
    (void)user;
    if (strcmp(path, "folder") == 0)
        return AT_MAESTRO_IS_FOLDER;
    return strcmp(path, "main.yaml") == 0 || strcmp(path, "b.yaml") == 0 ||
                   strcmp(path, "s.js") == 0
               ? AT_MAESTRO_IS_FILE
               : AT_MAESTRO_NO_FILE;
}

static void
check_commands(const struct at_maestro_commands *commands, size_t depth)
{
    for (size_t i = 0; i < commands->count; i++) {
        const struct at_maestro_command *row = &commands->rows[i];
        if (row->kind >= AT_MAESTRO_KINDS || !row->name ||
            row->place.line == 0 || depth > AT_JSON_MAX_DEPTH)
            abort();
        check_commands(&row->body.commands, depth + 1);
    }
}

static void
check_problems(struct at_maestro_problems *problems)
{
    struct at_buf out = AT_BUF_INIT(64 * AT_MIB);
    size_t before = problems->count;
    at_maestro_problems_sort(problems);
    for (size_t i = 0; i < problems->count; i++) {
        const struct at_maestro_problem *row = &problems->rows[i];
        if (!at_maestro_problem_write(row, &out) || row->text.len == 0)
            abort();
    }
    if (before != problems->count || !at_utf8_valid(at_buf_str(&out)))
        abort();
    at_buf_deinit(&out);
}

static void
check_remarks(const struct at_maestro_flow *flow)
{
    struct at_maestro_remarks remarks = {.rows = NULL};
    enum at_maestro_effect worst = AT_MAESTRO_EFFECT_SAME;
    enum at_maestro_effect effect = at_maestro_remarks_add(&remarks, flow);
    if (effect != at_maestro_remarks_add(&remarks, flow))
        abort();
    at_maestro_remarks_finish(&remarks);
    for (size_t i = 0; i < remarks.count; i++) {
        const struct at_maestro_remark *row = &remarks.rows[i];
        if (row->difference->effect > worst)
            worst = row->difference->effect;
        if (row->place.line == 0 || row->subject.len == 0)
            abort();
    }
    if (worst != effect ||
        remarks.needs_engine != at_maestro_needs_engine(flow))
        abort();
    at_maestro_remarks_deinit(&remarks);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct input input = {.whole = at_str_n((const char *)data, len)};
    const char *nul = len > 0 ? memchr(data, '\0', len) : NULL;
    size_t main_len = nul ? (size_t)(nul - input.whole.ptr) : len;
    input.main = at_str_head(input.whole, main_len);
    input.other = at_str_skip(input.whole, nul ? main_len + 1 : len);
    struct at_maestro_files files = {
        .read = read_input, .kind = kind_of_input, .user = &input};
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow;
    at_maestro_workspace_init(&ws, &files, ".");
    bool ok = at_maestro_read(&ws, "main.yaml", &flow, &problems);
    if (ok != (problems.counts[AT_MAESTRO_ERROR] == 0) || (ok && !flow))
        abort();
    if (flow) {
        check_commands(&flow->on_start, 0);
        check_commands(&flow->commands, 0);
    }
    check_problems(&problems);
    if (ok)
        check_remarks(flow);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
    return 0;
}
