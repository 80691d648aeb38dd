// from_memory.c: a workspace of texts, and flows and problems as texts
#include "tests/unit/maestro/from_memory.h"

#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "maestro/write/flow_text.h"
#include "tests/t.h"

static const struct memory_file *
find(void *user, const char *path)
{
    const struct memory_file *file = user;
    while (file->path && strcmp(file->path, path) != 0)
        file++;
    return file->path ? file : NULL;
}

static bool
read_memory(void *user, const char *path, struct at_buf *out,
            struct at_err *err)
{
    const struct memory_file *file = find(user, path);
    if (!file || !file->text)
        return at_fail(err, AT_EIO, "cannot read '%s'", path);
    return at_buf_add_text(out, file->text) ||
           at_fail(err, AT_ELIMIT, "'%s' is too long", path);
}

static enum at_maestro_file_kind
kind_in_memory(void *user, const char *path)
{
    const struct memory_file *file = find(user, path);
    if (!file)
        return AT_MAESTRO_NO_FILE;
    return file->text ? AT_MAESTRO_IS_FILE : AT_MAESTRO_IS_FOLDER;
}

struct at_maestro_files
files_in_memory(const struct memory_file *files)
{
    return (struct at_maestro_files){
        .read = read_memory, .kind = kind_in_memory, .user = (void *)files};
}

static void
text(struct at_buf *out, const char *name, struct at_str value)
{
    if (value.ptr)
        at_buf_add_fmt(out, " %s=\"%.*s\"", name, AT_STR_ARG(value));
}

static void
number(struct at_buf *out, const char *name, int64_t value, int64_t absent)
{
    if (value != absent)
        at_buf_add_fmt(out, " %s=%" PRId64, name, value);
}

static void
flag(struct at_buf *out, const char *name, enum at_maestro_flag value)
{
    if (value != AT_MAESTRO_UNSET)
        at_buf_add_fmt(out, " %s=%s", name,
                       value == AT_MAESTRO_TRUE ? "true" : "false");
}

static void
truth(struct at_buf *out, const char *name, bool value)
{
    if (value)
        at_buf_add_fmt(out, " %s", name);
}

static void selector(struct at_buf *out, const char *name,
                     const struct at_maestro_selector *s);

static void
relations(struct at_buf *out, const struct at_maestro_selector *s)
{
    selector(out, "below", s->below);
    selector(out, "above", s->above);
    selector(out, "leftOf", s->left_of);
    selector(out, "rightOf", s->right_of);
    selector(out, "childOf", s->child_of);
    selector(out, "containsChild", s->contains_child);
    for (size_t i = 0; i < s->contains_descendants_count; i++)
        selector(out, "descendant", &s->contains_descendants[i]);
}

static void
selector(struct at_buf *out, const char *name,
         const struct at_maestro_selector *s)
{
    if (!s)
        return;
    at_buf_add_fmt(out, " %s{", name);
    text(out, "text", s->text);
    text(out, "id", s->id);
    text(out, "index", s->index);
    text(out, "css", s->css);
    text(out, "traits", s->traits);
    number(out, "width", s->width_px, -1);
    number(out, "height", s->height_px, -1);
    number(out, "tolerance", s->tolerance_px, 0);
    flag(out, "enabled", s->enabled);
    flag(out, "selected", s->selected);
    flag(out, "checked", s->checked);
    flag(out, "focused", s->focused);
    relations(out, s);
    at_buf_add_text(out, " }");
}

static void
pairs(struct at_buf *out, const char *name, const struct at_maestro_pairs *rows)
{
    static const char types[] = "tbnr";
    for (size_t i = 0; i < rows->count; i++)
        at_buf_add_fmt(
            out, " %s.%.*s=%c\"%.*s\"", name, AT_STR_ARG(rows->rows[i].name),
            types[rows->rows[i].type], AT_STR_ARG(rows->rows[i].value));
}

static void
texts(struct at_buf *out, const char *name, const struct at_maestro_texts *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        text(out, name, rows->rows[i]);
}

static void
condition(struct at_buf *out, const struct at_maestro_condition *c)
{
    text(out, "platform", c->platform);
    text(out, "true", c->is_true);
    selector(out, "visible", c->visible);
    selector(out, "notVisible", c->not_visible);
}

static void
touch(struct at_buf *out, const struct at_maestro_command *c)
{
    selector(out, "element", c->selector);
    selector(out, "from", c->from);
    text(out, "point", c->point);
    selector(out, "to", c->to);
    text(out, "toPoint", c->to_point);
    number(out, "hold", c->hold_ms, 0);
    truth(out, "retries", c->retries_tap);
    truth(out, "waits", c->wait_until_visible);
    number(out, "taps", c->taps, 1);
    if (c->delay_ms != 0)
        number(out, "delay", c->delay_ms, 100);
    number(out, "settle", c->settle_ms, -1);
    if (c->direction)
        at_buf_add_fmt(out, " direction=%d", c->direction);
    text(out, "start", c->start);
    text(out, "end", c->end);
    number(out, "duration", c->duration_ms, 0);
    text(out, "speed", c->speed);
    text(out, "visibility", c->visibility_percentage);
    truth(out, "centers", c->center_element);
}

static void
app(struct at_buf *out, const struct at_maestro_command *c)
{
    text(out, "app", c->app_id);
    truth(out, "clearState", c->clear_state);
    truth(out, "clearKeychain", c->clear_keychain);
    truth(out, "stopApp", c->stop_app);
    pairs(out, "permission", &c->permissions);
    pairs(out, "argument", &c->arguments);
    truth(out, "browser", c->browser);
    truth(out, "autoVerify", c->auto_verify);
    truth(out, "enable", c->enable);
    text(out, "latitude", c->latitude);
    text(out, "longitude", c->longitude);
    texts(out, "travel", &c->points);
    texts(out, "media", &c->files);
}

static void
branch(struct at_buf *out, const char *name,
       const struct at_maestro_commands *commands, size_t depth)
{
    for (size_t i = 0; commands->count > 0 && i < depth; i++)
        at_buf_add_text(out, "  ");
    if (commands->count > 0)
        at_buf_add_fmt(out, " %s\n", name);
    write_commands(commands, depth + 1, out);
}

static void
fact(struct at_buf *out, const struct at_maestro_fact *f)
{
    text(out, "database", f->database);
    text(out, "query", f->query);
    text(out, "prefs", f->file);
    text(out, "key", f->key);
    text(out, "level", f->level);
    text(out, "equals", f->equals);
    text(out, "contains", f->contains);
    text(out, "matches", f->matches);
    text(out, "rows", f->rows);
    text(out, "url", f->url);
    text(out, "method", f->method);
    truth(out, "absent", f->absent);
}

static void
network(struct at_buf *out, const struct at_maestro_network *n)
{
    text(out, "preset", n->preset);
    text(out, "speed", n->speed);
    text(out, "delay", n->delay);
    flag(out, "wifi", n->wifi);
}

static void
write_command(const struct at_maestro_command *c, size_t depth,
              struct at_buf *out)
{
    for (size_t i = 0; i < depth; i++)
        at_buf_add_text(out, "  ");
    at_buf_add_text(out, at_maestro_kind_names[c->kind]);
    touch(out, c);
    condition(out, &c->condition);
    text(out, "timeout", c->timeout_ms);
    text(out, "text", c->text);
    text(out, "path", c->path);
    app(out, c);
    number(out, "count", c->count, -1);
    number(out, "random", c->random, 0);
    fact(out, &c->fact);
    network(out, &c->network);
    truth(out, "keepData", c->keep_data);
    text(out, "threshold", c->threshold_percentage);
    for (size_t i = 0; i < c->ignored.count; i++)
        selector(out, "ignore", &c->ignored.rows[i]);
    texts(out, "region", &c->ignored_regions);
    truth(out, "perDevice", c->per_device);
    text(out, "device", c->device);
    text(out, "output", c->output_variable);
    text(out, "times", c->times);
    text(out, "retries", c->max_retries);
    text(out, "file", c->body.file);
    pairs(out, "env", &c->body.env);
    text(out, "label", c->label);
    text(out, "message", c->message);
    truth(out, "optional", c->optional);
    truth(out, "secret", c->secret);
    at_buf_add_char(out, '\n');
    write_commands(&c->body.commands, depth + 1, out);
    if (c->body.flow)
        write_commands(&c->body.flow->commands, depth + 1, out);
    branch(out, "else", &c->body.otherwise, depth);
    branch(out, "onError", &c->body.on_error, depth);
}

void
write_commands(const struct at_maestro_commands *commands, size_t depth,
               struct at_buf *out)
{
    for (size_t i = 0; i < commands->count; i++)
        write_command(&commands->rows[i], depth, out);
}

void
write_flow(const struct at_maestro_flow *flow, struct at_buf *out)
{
    at_buf_add_text(out, "flow");
    text(out, "app", flow->app_id);
    text(out, "url", flow->url);
    text(out, "name", flow->name);
    texts(out, "tag", &flow->tags);
    pairs(out, "env", &flow->env);
    pairs(out, "property", &flow->properties);
    texts(out, "secret", &flow->secrets);
    truth(out, "devtools", flow->reads_web_by_devtools);
    at_buf_add_char(out, '\n');
    if (flow->on_start.count > 0)
        at_buf_add_text(out, " start\n");
    write_commands(&flow->on_start, 1, out);
    if (flow->on_complete.count > 0)
        at_buf_add_text(out, " complete\n");
    write_commands(&flow->on_complete, 1, out);
    if (flow->on_failure.count > 0)
        at_buf_add_text(out, " failure\n");
    write_commands(&flow->on_failure, 1, out);
    write_commands(&flow->commands, 0, out);
}

void
write_problems(const struct at_maestro_problems *problems, const char *path,
               struct at_buf *out)
{
    for (size_t i = 0; i < problems->count; i++) {
        const struct at_maestro_problem *at = &problems->rows[i];
        if (strcmp(at->place.file, path) != 0)
            at_buf_add_fmt(out, "%s:", at->place.file);
        at_buf_add_fmt(out, "%u:%u %s: %.*s", (unsigned)at->place.line,
                       (unsigned)at->place.column,
                       at_maestro_severity_names[at->severity],
                       AT_STR_ARG(at->text));
        if (at->hint.len > 0)
            at_buf_add_fmt(out, " | %.*s", AT_STR_ARG(at->hint));
        at_buf_add_char(out, '\n');
    }
}

#define NEIGHBOURS                                                             \
    {"sub.yaml", "appId: com.sub\n---\n- back\n"},                             \
        {"seed.js", "output.x = 1\n"}, {"a.png", "x"}, {"sub", NULL},          \
    {                                                                          \
        0                                                                      \
    }

void
read_command(const char *command, struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    at_buf_add_fmt(&text, "appId: com.app\n---\n- %s\n", command);
    const struct memory_file all[] = {{"main.yaml", at_buf_text(&text)},
                                      NEIGHBOURS};
    read_flow(all, "main.yaml", true, out);
    at_buf_deinit(&text);
}

bool
read_and_write(const char *text, struct at_buf *values, struct at_buf *written)
{
    const struct memory_file all[] = {{"main.yaml", text}, NEIGHBOURS};
    struct at_maestro_files files = files_in_memory(all);
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    struct at_err err = AT_ERR_INIT;
    const struct at_maestro_flow *flow;
    at_maestro_workspace_init(&ws, &files, ".");
    bool ok = at_maestro_read(&ws, "main.yaml", &flow, &problems);
    if (ok)
        write_flow(flow, values);
    if (ok && !at_maestro_flow_write(flow, written, &err))
        fail_msg("%s", err.msg);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
    return ok;
}

bool
survives_writing(const char *text)
{
    struct at_buf first = AT_BUF_INIT(AT_MIB);
    struct at_buf second = AT_BUF_INIT(AT_MIB);
    struct at_buf written = AT_BUF_INIT(AT_MIB);
    struct at_buf again = AT_BUF_INIT(AT_MIB);
    bool is_flow = read_and_write(text, &first, &written);
    if (is_flow) {
        if (!read_and_write(at_buf_text(&written), &second, &again))
            fail_msg("is not a flow: %s", at_buf_text(&written));
        T_EQ_TEXT(at_buf_text(&second), at_buf_text(&first));
        T_EQ_TEXT(at_buf_text(&again), at_buf_text(&written));
    }
    at_buf_deinit(&first);
    at_buf_deinit(&second);
    at_buf_deinit(&written);
    at_buf_deinit(&again);
    return is_flow;
}

void
read_flow(const struct memory_file *all, const char *path, bool commands_only,
          struct at_buf *out)
{
    struct at_maestro_files files = files_in_memory(all);
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow;
    at_maestro_workspace_init(&ws, &files, ".");
    bool ok = at_maestro_read(&ws, path, &flow, &problems);
    T_EQ_INT(ok, problems.counts[AT_MAESTRO_ERROR] == 0);
    at_maestro_problems_sort(&problems);
    if (flow && commands_only)
        write_commands(&flow->commands, 0, out);
    else if (flow)
        write_flow(flow, out);
    write_problems(&problems, path, out);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
}
