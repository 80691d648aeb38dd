#include "maestro/write/flow_text.h"

#include <string.h>

#include "maestro/read/commands.h"
#include "maestro/write/flow_text_priv.h"
#include "maestro/write/scalar_text.h"

void
at_maestro_indent(const struct at_maestro_writer *writer)
{
    for (size_t i = 0; i < writer->depth; i++)
        at_buf_add_text(writer->out, "  ");
}

void
at_maestro_name_write(struct at_maestro_writer *writer, struct at_str name)
{
    at_maestro_indent(writer);
    at_maestro_text_write(writer, name);
    at_buf_add_char(writer->out, ':');
}

void
at_maestro_text_write(struct at_maestro_writer *writer, struct at_str text)
{
    if (at_maestro_is_writable(text))
        at_maestro_scalar_write(text, writer->out);
    else if (!writer->is_wrong)
        writer->is_wrong = !at_fail(
            writer->err, AT_EUSAGE,
            "a flow file can't hold a text with NUL bytes or malformed UTF-8");
}

// Return the keys of a command's element that stand beside those of its row.
static const struct at_maestro_selector *
element_of(const struct at_maestro_command *command)
{
    const struct at_maestro_condition *condition = &command->condition;
    if (command->kind != AT_MAESTRO_ASSERT_CONDITION)
        return command->selector;
    return condition->visible ? condition->visible : condition->not_visible;
}

// The usual name, if the command has an older one or none.
static const struct at_maestro_row *
row_of(const struct at_maestro_command *command)
{
    const struct at_maestro_row *row =
        command->name ? at_maestro_row(at_str(command->name)) : NULL;
    if (!row || row->kind != command->kind || strchr(row->name, ' '))
        row = at_maestro_row(at_str(at_maestro_kind_names[command->kind]));
    return row;
}

// The flow's app, all permissions of a start, two taps of a double tap.
static bool
goes_without_saying(const struct at_maestro_writer *writer,
                    const struct at_maestro_command *command,
                    const struct at_maestro_key *key)
{
    const struct at_maestro_pairs *permissions = &command->permissions;
    if (strcmp(key->name, "appId") == 0)
        return at_str_eq(command->app_id, writer->app_id);
    if (strcmp(key->name, "repeat") == 0)
        return command->kind == AT_MAESTRO_DOUBLE_TAP_ON;
    return strcmp(key->name, "permissions") == 0 &&
           command->kind == AT_MAESTRO_LAUNCH_APP && permissions->count == 1 &&
           at_str_is(permissions->rows[0].name, "all") &&
           at_str_is(permissions->rows[0].value, "allow");
}

// A key that another key of the same meaning stands for.
static bool
is_second_name(const struct at_maestro_row *row,
               const struct at_maestro_key *key)
{
    for (const struct at_maestro_key *at = row->keys; at < key; at++) {
        if (at->type != AT_MAESTRO_TYPE_IGNORED && at->into == key->into &&
            at->offset == key->offset)
            return true;
    }
    return false;
}

static void
collect_command(const struct at_maestro_writer *writer,
                const struct at_maestro_row *row,
                const struct at_maestro_command *command,
                struct at_maestro_found *found)
{
    const struct at_maestro_selector *element = element_of(command);
    for (const struct at_maestro_key *key = row->keys; key->name; key++) {
        const void *target = command;
        if (key->into == AT_MAESTRO_INTO_SELECTOR)
            target = element;
        if (target && !is_second_name(row, key) &&
            !goes_without_saying(writer, command, key))
            at_maestro_found_add(found, row, key, target);
    }
}

// Return the value that is enough behind the command's name, or NULL.
static const struct at_maestro_entry *
short_form(const struct at_maestro_row *row, struct at_maestro_found *found)
{
    const struct at_maestro_key *key =
        row->short_key ? at_maestro_key(row, at_str(row->short_key)) : NULL;
    if (!key || found->count != 1 || found->rows[0].key != key)
        return NULL;
    return &found->rows[0];
}

static void
write_body(struct at_maestro_writer *writer, const struct at_maestro_row *row,
           const struct at_maestro_command *command)
{
    struct at_maestro_found found = {0};
    collect_command(writer, row, command, &found);
    const struct at_maestro_entry *only = short_form(row, &found);
    if (found.count == 0 && row->is_bare) {
        at_buf_add_fmt(writer->out, "%s\n", row->name);
        return;
    }
    at_buf_add_fmt(writer->out, "%s:", row->name);
    if (only) {
        at_maestro_entry_write(writer, only);
    } else if (found.count == 0) {
        bool is_text =
            row->short_key && row->reading != AT_MAESTRO_READS_SELECTOR;
        at_buf_add_text(writer->out, is_text ? " \"\"\n" : " {}\n");
    } else {
        at_buf_add_char(writer->out, '\n');
        at_maestro_found_write(writer, &found);
    }
}

void
at_maestro_rows_write(struct at_maestro_writer *writer,
                      const struct at_maestro_commands *commands)
{
    for (size_t i = 0; i < commands->count && !writer->is_wrong; i++) {
        const struct at_maestro_command *command = &commands->rows[i];
        const struct at_maestro_row *row = row_of(command);
        if (!row) {
            writer->is_wrong =
                !at_fail(writer->err, AT_EUSAGE, "a command has no name");
            return;
        }
        at_maestro_indent(writer);
        at_buf_add_text(writer->out, "- ");
        writer->depth += 2;
        write_body(writer, row, command);
        writer->depth -= 2;
    }
}

static bool
finish(const struct at_maestro_writer *writer)
{
    if (writer->is_wrong)
        return false;
    return !writer->out->overflow ||
           at_fail(writer->err, AT_ELIMIT, "the flow file is too long");
}

bool
at_maestro_commands_write(const struct at_maestro_commands *commands,
                          struct at_str app_id, struct at_buf *out,
                          struct at_err *err)
{
    struct at_maestro_writer writer = {
        .out = out, .err = err, .app_id = app_id};
    at_maestro_rows_write(&writer, commands);
    return finish(&writer);
}

static void
setting(struct at_maestro_writer *writer, const char *name, struct at_str value)
{
    if (!value.ptr)
        return;
    at_maestro_name_write(writer, at_str(name));
    at_buf_add_char(writer->out, ' ');
    at_maestro_text_write(writer, value);
    at_buf_add_char(writer->out, '\n');
}

static void
hook(struct at_maestro_writer *writer, const char *name,
     const struct at_maestro_commands *commands)
{
    if (commands->count == 0)
        return;
    at_buf_add_fmt(writer->out, "%s:\n", name);
    writer->depth++;
    at_maestro_rows_write(writer, commands);
    writer->depth--;
}

static void
config(struct at_maestro_writer *writer, const struct at_maestro_flow *flow)
{
    bool is_page = flow->url.ptr != NULL;
    setting(writer, is_page ? "url" : "appId",
            is_page ? flow->url : flow->app_id);
    setting(writer, "name", flow->name);
    if (flow->tags.count > 0) {
        at_buf_add_text(writer->out, "tags:");
        at_maestro_texts_write(writer, &flow->tags);
    }
    if (flow->secrets.count > 0) {
        at_buf_add_text(writer->out, "secrets:");
        at_maestro_texts_write(writer, &flow->secrets);
    }
    if (flow->env.count > 0) {
        at_buf_add_text(writer->out, "env:");
        at_maestro_pairs_write(writer, &flow->env);
    }
    if (flow->properties.count > 0) {
        at_buf_add_text(writer->out, "properties:");
        at_maestro_pairs_write(writer, &flow->properties);
    }
    if (flow->reads_web_by_devtools)
        setting(writer, "androidWebViewHierarchy", AT_STR("devtools"));
    hook(writer, "onFlowStart", &flow->on_start);
    hook(writer, "onFlowComplete", &flow->on_complete);
    hook(writer, "onFlowFailure", &flow->on_failure);
}

bool
at_maestro_flow_write(const struct at_maestro_flow *flow, struct at_buf *out,
                      struct at_err *err)
{
    struct at_maestro_writer writer = {
        .out = out, .err = err, .app_id = flow->app_id};
    config(&writer, flow);
    at_buf_add_text(out, "---\n");
    if (flow->commands.count == 0)
        at_buf_add_text(out, "[]\n");
    at_maestro_rows_write(&writer, &flow->commands);
    return finish(&writer);
}
